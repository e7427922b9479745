// properties/suites/failing_allocations_test.cc -- whichever allocation of a run of the corpus
// fails, the call says so or does without, nothing is lost, and the run goes on.
//
// A run is repeated with each allocation that core, or a container of its user, makes in it: that
// one fails. What was refused is left out of the run for the oracle too. A birth is refused only
// where nothing is doomed, as a heap that has no room frees that first.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/core/list_memory.h"

namespace properties {
namespace {

constexpr std::uint64_t kMost = 2000;  // no trace of the corpus makes so many

TEST(FailingAllocations, LoseNothingInAnyRunOfTheCorpus) {
  if (!NoListMemory::kWorks) return;
  const Corpus corpus =
      LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus");
  std::uint64_t runs = 0;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.subject != "core") continue;
    // Where a run counts the objects that there is room for, nothing else may fail.
    if (entry.trace.header.heap.Number(reference::Setting::kRoom) != 0) continue;
    // What is claimed of the whole run need not hold without what was refused.
    reference::Trace trace = entry.trace;
    std::erase_if(trace.operations, [](const reference::Operation& operation) {
      return reference::IsExpectation(operation.verb);
    });
    bool failed = true;
    std::uint64_t number = 0;
    for (; failed && number < kMost; ++number, ++runs) {
      const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
      const FailingAllocation failing(number);
      const Verdict verdict = Judge(trace, *core, {.goes_on_without_memory = true});
      failed = failing.failed();
      EXPECT_EQ(verdict.outcome, Outcome::kAgree)
          << entry.name << ", allocation " << number << ": "
          << (verdict.First() ? verdict.First()->message : "inconclusive");
    }
    EXPECT_LT(number, kMost) << entry.name;
  }
  EXPECT_GT(runs, 2 * corpus.entries.size());
}

}  // namespace
}  // namespace properties
