// properties/scarce/scarce_runs_test.cc -- whichever allocation of a run fails, nothing is lost.

#include "properties/scarce/scarce_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "properties/base/random.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

constexpr std::uint64_t kAll = 2000;  // no trace of the corpus makes so many

std::vector<ScarceRun> OfTheCorpus() {
  return ScarceRunsOf(
      LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus"));
}
std::unique_ptr<reference::Subject> Core() { return MakeCoreSubject(); }

TEST(FailingAllocations, AreNotToShowAFaultWhereListsNeverFail) {
  CorpusEntry entry;
  EXPECT_TRUE(CanShowItsFault(entry));
  entry.trace.header.heap = reference::With(reference::Setting::kLists, 1);
  EXPECT_EQ(CanShowItsFault(entry), kScarceRunsWork);
}

TEST(FailingAllocations, LoseNothingInAnyRunOfTheCorpus) {
  if (!kScarceRunsWork) return;
  std::uint64_t judged = 0;
  const std::vector<ScarceRun> runs = OfTheCorpus();
  for (const ScarceRun& run : runs) {
    const ScarceVerdict verdict = JudgeScarce(run.trace, false, Core, kAll);
    EXPECT_EQ(verdict.difference, "") << run.name;
    judged += verdict.runs;
    EXPECT_LT(verdict.runs, kAll) << run.name;
  }
  EXPECT_GT(judged, 2 * runs.size());
}

// Memory that has run out stays so, and the run goes on with what it has.
TEST(FailingAllocations, LoseNothingIfMemoryIsOutForGood) {
  if (!kScarceRunsWork) return;
  for (const ScarceRun& run : OfTheCorpus()) {
    EXPECT_EQ(JudgeScarce(run.trace, true, Core, kAll).difference, "") << run.name;
  }
}

TEST(FailingAllocations, LoseNothingInDirectedRuns) {
  if (!kScarceRunsWork) return;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const ScarceRun run = DirectedScarceRun(SeedOfCase(11, i));
    for (const bool for_good : {false, true}) {
      EXPECT_EQ(JudgeScarce(run.trace, for_good, Core, 20).difference, "")
          << i << '\n'
          << reference::PrintTrace(run.trace);
    }
  }
}

// No more than was asked for.
TEST(FailingAllocations, AreSomeOfThemIfThatIsAskedFor) {
  if (!kScarceRunsWork) return;
  std::uint64_t longer = 0;
  for (const ScarceRun& run : OfTheCorpus()) {
    const std::uint64_t all = JudgeScarce(run.trace, false, Core, kAll).runs;
    EXPECT_LE(JudgeScarce(run.trace, false, Core, 3).runs, 3u);
    EXPECT_EQ(JudgeScarce(run.trace, false, Core, 0).runs, 0u);
    longer += all > 3;
  }
  EXPECT_GT(longer, 0u);
}

// What is allocated once in the life of a process is allocated before any run is counted.
TEST(FailingAllocations, AreOthersAtEachTurn) {
  if (!kScarceRunsWork) return;
  std::size_t most = 0;
  for (const ScarceRun& run : OfTheCorpus()) {
    JudgeScarce(run.trace, false, Core, kAll);
    const std::uint64_t all = JudgeScarce(run.trace, false, Core, kAll).runs;
    std::set<std::uint64_t> last;
    for (std::uint64_t turn = 0; turn < 20; ++turn) {
      last.insert(JudgeScarce(run.trace, false, Core, 4, turn).last);
    }
    EXPECT_GE(last.size(), std::min<std::uint64_t>(all > 4 ? all - 4 : 1, 3)) << run.name;
    most = std::max(most, last.size());
  }
  EXPECT_GT(most, 5u);
}

}  // namespace
}  // namespace properties
