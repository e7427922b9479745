// model/threads/marker/marker_test.cc -- markers without a mutex: sound, broken and weakened.

#include <gtest/gtest.h>

#include <set>

#include "model/threads/marker/table.h"

namespace model::threads::marker {
namespace {

TEST(MarkerWithoutAMutex, WithEveryOrderAsInTheTableNoInterleavingIsWrong) {
  const std::vector<SoundRow> rows = MarkerSoundTable();
  for (const SoundRow& row : rows) EXPECT_TRUE(row.Holds()) << SoundText({row});
  std::set<std::string> machines;
  for (const SoundRow& row : rows) machines.insert(row.machine);
  EXPECT_EQ(machines.size(), kProtocolCount);
}

TEST(MarkerWithoutAMutex, EveryFaultHasAShortestInterleavingThatShowsIt) {
  const std::vector<MarkerFaultRow> rows = MarkerFaultTable();
  ASSERT_EQ(rows.size(), kMarkerFaultCount);
  for (const MarkerFaultRow& row : rows) {
    EXPECT_TRUE(row.bad) << FaultText({row}, false);
    EXPECT_NE(row.witness.find(" | "), std::string::npos) << row.witness;
  }
}

const MarkerFaultRow& RowOf(const std::vector<MarkerFaultRow>& rows, MarkerFault fault) {
  return rows[static_cast<std::size_t>(fault)];
}

TEST(MarkerWithoutAMutex, EachFaultBreaksThePromiseThatItIsAbout) {
  const std::vector<MarkerFaultRow> rows = MarkerFaultTable();
  const std::pair<MarkerFault, std::string_view> kSentences[] = {
      {MarkerFault::kTakeUncounted, "marking is over, it is said, and an object waits"},
      {MarkerFault::kNoEpoch, "marking is over, it is said, and an object waits"},
      {MarkerFault::kPoolBeforeBusy, "marking is over, it is said, and an object waits"},
      {MarkerFault::kTakeInTwoSteps, "an object is scanned twice"},
      {MarkerFault::kLowerBeforeGiving, "marking is over, it is said, and an object waits"},
      {MarkerFault::kKeepAtDeadline, "an object that waits is in no list"},
      {MarkerFault::kPopWithoutRace, "an object is taken twice"},
      {MarkerFault::kStealWithoutRace, "an object is taken twice"},
      {MarkerFault::kPopTopFirst, "an object is taken twice"},
      {MarkerFault::kCountByStore, "one slot is counted as cleared twice"},
      {MarkerFault::kActivateByStore, "a cluster is activated twice"},
      {MarkerFault::kMarkAmongFlags, "a flag is lost"},
      {MarkerFault::kDissolveInTwoSteps, "a member that was reached is white"},
      {MarkerFault::kForgetMembers, "a member that was reached is white"},
      {MarkerFault::kGiveUpDissolved, "a member that was reached is white"},
      {MarkerFault::kClearAtOnce, "a data race"},
  };
  for (const auto& [fault, sentence] : kSentences) {
    const MarkerFaultRow& row = RowOf(rows, fault);
    ASSERT_TRUE(row.bad);
    EXPECT_NE(row.bad->sentence.find(sentence), std::string::npos) << row.witness;
  }
}

// Without an epoch, a worker must take and give back while a second one looks, after the third one
// has left.
TEST(MarkerWithoutAMutex, ThatTheBusyWordMovesOnMattersOnlyToThree) {
  EXPECT_EQ(RowOf(MarkerFaultTable(), MarkerFault::kNoEpoch).fewest, 3u);
}

TEST(MarkerWithoutAMutex, EveryOrderIsNeededOrHasAReason) {
  std::size_t refuted = 0;
  for (const WeakenedRow& row : WeakenedTable()) {
    refuted += row.bad.has_value();
    EXPECT_NE(row.bad.has_value(), !ReasonFor(row).empty()) << WeakenedText({row}, false);
  }
  EXPECT_GE(refuted, 8u);
}

TEST(MarkerWithoutAMutex, EveryAccessOfTheTableIsMadeWithItsOrder) {
  for (const AccessEntry& entry : kAccesses) {
    // An order that no other access has shows where the access is.
    MarkerDesign design;
    const auto count = [&] {
      std::size_t sequential = 0;
      for (const Program& program : MachineOf(entry.protocol, design).threads) {
        for (const Instruction& instruction : program.instructions()) {
          sequential += IsStep(instruction.op) && instruction.order == Order::kSequential;
        }
      }
      return sequential;
    };
    design.orders.fill(Order::kRelaxed);
    EXPECT_EQ(count(), 0u);
    design.orders[static_cast<std::size_t>(entry.access)] = Order::kSequential;
    EXPECT_GE(count(), 1u) << entry.name;
  }
}

}  // namespace
}  // namespace model::threads::marker
