// properties/suites/members_test.cc -- the corpus, with the fields of its objects in each kind of
// member of a reflected class.
//
// What a fault loses does not depend on where a field is, but for two kinds of faults. Those of
// clusters that are about what a cluster lists: what open fields hold is not listed, but followed.
// And those of workers that are about two objects in one batch: an object that shows its slots by
// calls has a batch of its own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/variant/members.h"

namespace properties {
namespace {

using reference::Setting;

constexpr std::size_t kChoices = reference::EntryOf(Setting::kMembers).Values().size();

const Corpus& TheCorpus() {
  static const Corpus corpus =
      LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus");
  return corpus;
}

reference::Trace In(std::size_t choice, reference::Trace trace) {
  trace.header.heap.Choose(Setting::kMembers, static_cast<std::uint8_t>(choice));
  return trace;
}

std::string WordOf(std::size_t choice) {
  return std::string(reference::EntryOf(Setting::kMembers).Values()[choice]);
}

bool IsNoticed(const reference::Trace& trace, gc::Fault fault) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(fault));
  return Judge(trace, *faulty).outcome == Outcome::kDisagree;
}

// S4.9 to S4.16, S10.10
TEST(Members, OfEveryKindAgreeInAllRunsOfTheCorpus) {
  const auto core = MakeCoreSubject();
  for (std::size_t choice = 1; choice < kChoices; ++choice) {
    for (const CorpusEntry& entry : TheCorpus().entries) {
      if (entry.subject != "core") continue;
      const Verdict verdict = Judge(In(choice, entry.trace), *core);
      EXPECT_NE(verdict.outcome, Outcome::kDisagree)
          << entry.name << ", members=" << WordOf(choice) << ": " << verdict.First()->message;
    }
  }
}

bool DependsOnTheKind(gc::Fault fault, std::size_t choice) {
  static const std::set<gc::Fault> kOfListed = {
      gc::Fault::kStoreSilently, gc::Fault::kSkipOtherClusters, gc::Fault::kSkipMutableObjects,
      gc::Fault::kKeepStaleBitIdle, gc::Fault::kKeepStaleBits};
  if (fault == gc::Fault::kWinTwice) return true;
  return kOfListed.contains(fault) && !reference::IsClosed(static_cast<std::uint8_t>(choice), 0);
}

// The rules of the barriers among them: insertion-barrier, move-barrier, copy-barrier.
TEST(Members, OfEveryKindShowEachFaultThatTheCorpusShows) {
  std::size_t noticed = 0;
  for (const CorpusEntry& entry : TheCorpus().entries) {
    if (entry.subject != "core" || !entry.fault || !IsNoticed(entry.trace, *entry.fault)) continue;
    for (std::size_t choice = 1; choice < kChoices; ++choice) {
      if (DependsOnTheKind(*entry.fault, choice)) continue;
      ++noticed;
      EXPECT_TRUE(IsNoticed(In(choice, entry.trace), *entry.fault))
          << entry.name << ", members=" << WordOf(choice);
    }
  }
  EXPECT_GT(noticed, 50 * kChoices);
}

// A cluster does not list what an open field holds; so a store into it changes nothing, and what it
// held is not kept.
TEST(Members, ThatAreOpenMayBeStoredIntoInACluster) {
  using namespace reference::op;
  const auto core = MakeCoreSubject();
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    reference::Trace trace = In(choice, {});
    trace.operations = {Create(0, 0), Create(1, 1), Root(1), Cluster(1), Store(1, 0, 0)};
    std::vector<reference::Event> events;
    core->Reset(trace.header);
    for (const reference::Operation& operation : trace.operations) core->Apply(operation, events);
    reference::Tally tally;
    ASSERT_TRUE(core->Count(tally));
    EXPECT_EQ(tally.clusters != 0, !reference::IsClosed(static_cast<std::uint8_t>(choice), 0))
        << WordOf(choice);
    EXPECT_EQ(Judge(trace, *core).outcome, Outcome::kAgree) << WordOf(choice);
  }
}

}  // namespace
}  // namespace properties
