// core/inspect/verify/verifier_stages_test.cc -- in every stage of a purge, the verifier knows of
// each doomed object whether its end has begun and whether it has finished.

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

std::string BreachOfStage(const Heap& heap) {
  Verifier verifier;
  const std::optional<Failure> breach = verifier.Verify(heap);
  if (!breach) return "";
  return std::string(EntryOf(breach->rule).name) + " at " + std::to_string(breach->index);
}

// Four objects that are doomed, the second of which is not ready. With `chained`, the gather finds
// no room for them in its list.
class VerifierOfStages : public testing::TestWithParam<bool> {
 protected:
  VerifierOfStages() {
    for (const bool ready : {true, false, true, true}) heap.New<Node>('d')->ready = ready;
    for (int i = 0; i < 2; ++i) heap.AddRoot(heap.New<Node>('r'));
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(1);
  }
  void Chain() {
    Gatherer& gatherer = heap.collector().gatherer;
    for (const Doomed& doomed : gatherer.Gathered()) {
      gatherer.Chained().Append(table, doomed.index);
    }
    gatherer.Gathered().clear();
  }
  void Turn(Index index, FlagWord bits) {
    auto& flags = table[index].flags;
    if (flags.Has(bits)) {
      flags.Clear(bits);
    } else {
      flags.Set(bits);
    }
  }
  void ExpectBothFlagsOf(Index index) {
    const Stage stage = heap.collector().purger.stage();
    for (const FlagWord bits : {flag::kBegun, flag::kFinished}) {
      // Of a chain it is not known which of its objects have begun until all of them have.
      if (GetParam() && stage == Stage::kBegin && bits == flag::kBegun) continue;
      Turn(index, bits);
      EXPECT_EQ(BreachOfStage(heap), "begin-finish-free at " + std::to_string(index))
          << "flag " << bits << ", stage " << static_cast<int>(stage);
      Turn(index, bits);
    }
  }
  Heap heap;
  Table& table = heap.collector().population.table;
};
INSTANTIATE_TEST_SUITE_P(Chained, VerifierOfStages, testing::Bool());

// S12.4 to S12.9: from the gather on, until all are freed or wait.
TEST_P(VerifierOfStages, FindsAFlagThatIsNotThatOfTheListOfADoomedObject) {
  std::set<Stage> stages;
  do {
    heap.Tick(1);
    if (GetParam() && heap.phase() == Phase::kGathering) Chain();
    ASSERT_EQ(BreachOfStage(heap), "");
    for (Index index = 1; index < table.End(); ++index) {
      if (!Marks::IsUnreachable(table.Mark(index))) continue;
      ExpectBothFlagsOf(index);
      stages.insert(heap.collector().purger.stage());
    }
  } while (heap.phase() != Phase::kIdle || heap.PurgePending());
  EXPECT_EQ(stages, (std::set{Stage::kNone, Stage::kBegin, Stage::kPoll, Stage::kFree}));
  EXPECT_EQ(heap.ObjectCount(), 3u) << "one waits";
  EXPECT_EQ(BreachOfStage(heap), "");
}

}  // namespace
}  // namespace gc
