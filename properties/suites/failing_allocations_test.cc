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
#include <string>
#include <vector>

#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/variant/members.h"

namespace properties {
namespace {

constexpr std::uint64_t kMost = 2000;  // no trace of the corpus makes so many

// The traces of the corpus in which only these allocations fail, and nothing is claimed of the
// whole run: what was refused need not have been.
std::vector<CorpusEntry> Runs() {
  std::vector<CorpusEntry> runs =
      LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus").entries;
  std::erase_if(runs, [](const CorpusEntry& entry) {
    return entry.subject != "core" ||
           entry.trace.header.heap.Number(reference::Setting::kRoom) != 0;
  });
  for (CorpusEntry& entry : runs) {
    std::erase_if(entry.trace.operations, [](const reference::Operation& operation) {
      return reference::IsExpectation(operation.verb);
    });
  }
  return runs;
}

// Judges the trace with each allocation that it makes in turn; answers how many there are.
std::uint64_t JudgeWithEach(const reference::Trace& trace, const std::string& name, bool for_good) {
  bool failed = true;
  std::uint64_t number = 0;
  for (; failed && number < kMost; ++number) {
    const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
    const FailingAllocation failing(number, for_good);
    const Verdict verdict = Judge(trace, *core, {.goes_on_without_memory = true});
    failed = failing.failed();
    EXPECT_EQ(verdict.outcome, Outcome::kAgree)
        << name << ", allocation " << number << (for_good ? " and all behind it: " : ": ")
        << (verdict.First() ? verdict.First()->message : "inconclusive");
  }
  EXPECT_LT(number, kMost) << name;
  return number;
}

TEST(FailingAllocations, LoseNothingInAnyRunOfTheCorpus) {
  if (!NoListMemory::kWorks) return;
  const std::vector<CorpusEntry> runs = Runs();
  std::uint64_t judged = 0;
  for (const CorpusEntry& run : runs) judged += JudgeWithEach(run.trace, run.name, false);
  EXPECT_GT(judged, 2 * runs.size());
}

// Memory that has run out stays so, and the run goes on with what it has.
TEST(FailingAllocations, LoseNothingIfMemoryIsOutForGood) {
  if (!NoListMemory::kWorks) return;
  for (const CorpusEntry& run : Runs()) JudgeWithEach(run.trace, run.name, true);
}

TEST(FailingAllocations, LoseNothingWhereFieldsAreMembers) {
  if (!NoListMemory::kWorks) return;
  for (const CorpusEntry& run : Runs()) {
    reference::Trace trace = run.trace;
    for (std::uint8_t kind = 1; kind <= reference::kMemberKinds; ++kind) {
      trace.header.heap.Choose(reference::Setting::kMembers, kind);
      JudgeWithEach(trace, run.name + " with members " + std::to_string(kind), false);
    }
  }
}

}  // namespace
}  // namespace properties
