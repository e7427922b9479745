// properties/search/directed/large_heap_test.cc -- long judged runs over heaps that are too large
// to compare after every operation.

#include "properties/search/directed/large_heap.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

struct LargeRun {
  Verdict verdict;
  std::vector<reference::Operation> operations;
  std::uint32_t most_objects = 0;
  std::uint32_t most_reachable = 0;
  std::uint64_t cycles = 0;
};

LargeRun RunFor(reference::Subject& subject, std::uint32_t objects, std::uint64_t operations) {
  LargeRun run;
  JudgeSession session(subject);
  LargeHeap heap(objects, 3);
  session.Begin({});
  bool goes_on = true;
  while (goes_on && run.operations.size() < operations) {
    run.operations.push_back(heap.Next(session.oracle(), session.last_events()));
    goes_on = session.Step(run.operations.back());
  }
  for (reference::Operation operation; goes_on && heap.Finish(session.oracle(), operation);) {
    goes_on = session.Step(operation);
  }
  run.verdict = session.End();
  run.most_objects = heap.most_objects();
  run.most_reachable = heap.most_reachable();
  run.cycles = heap.cycles();
  return run;
}

TEST(LargeHeap, ALongRunAgreesAndFillsItsHeap) {
  const auto subject = MakeCoreSubject();
  const LargeRun run = RunFor(*subject, 2'000, 60'000);
  ASSERT_EQ(run.verdict.First(), nullptr) << run.verdict.First()->message;
  EXPECT_EQ(run.most_objects, 2'000u);
  EXPECT_GE(run.cycles, 20u);
  EXPECT_GE(run.most_reachable, 1'500u) << "most of what there is lives";
  EXPECT_LT(run.verdict.skipped * 20, run.verdict.applied) << "it names what can be named";
}

// One run, judged twice: by an oracle that walks its heap for every answer, and by an oracle that
// keeps reachability up to date from the first object on. The two must agree in everything, at
// every step.
class JudgedBothWays {
 public:
  explicit JudgedBothWays(gc::FaultSet faults)
      : subjects_{MakeFaultyCoreSubject(faults), MakeFaultyCoreSubject(faults)} {}

  void Begin(const reference::TraceHeader& header) {
    walked_.Begin(header, {.plain_up_to = reference::kNameLimit});
    kept_.Begin(header, {.plain_up_to = 0});
  }
  // False if the run is over, for both oracles.
  bool Step(const reference::Operation& operation) {
    const bool goes_on = walked_.Step(operation);
    EXPECT_EQ(kept_.Step(operation), goes_on);
    EXPECT_EQ(kept_.last_applied(), walked_.last_applied());
    // After a violation the state of an oracle has no meaning.
    if (goes_on) {
      EXPECT_EQ(kept_.oracle().Fingerprint(), walked_.oracle().Fingerprint());
    }
    return goes_on && !::testing::Test::HasFailure();
  }
  Outcome End() {
    const Verdict walked = walked_.End();
    const Verdict kept = kept_.End();
    EXPECT_EQ(kept.outcome, walked.outcome);
    EXPECT_EQ(Text(kept), Text(walked));
    return walked.outcome;
  }
  const JudgeSession& walked() const { return walked_; }

 private:
  static std::string Text(const Verdict& verdict) {
    std::string text;
    for (const std::optional<Finding>& finding : verdict.findings) {
      text += finding ? std::to_string(finding->step) + ": " + finding->message + "\n" : "-\n";
    }
    return text;
  }

  std::array<std::unique_ptr<reference::Subject>, 2> subjects_;
  JudgeSession walked_{*subjects_[0]};
  JudgeSession kept_{*subjects_[1]};
};

constexpr std::array<gc::Fault, 4> kSomeFaults = {gc::Fault::kStoreWithoutShading,
                                                  gc::Fault::kMoveIsFree, gc::Fault::kSwapIsFree,
                                                  gc::Fault::kRootWithoutShading};

std::vector<gc::FaultSet> NoFaultAndSome() {
  std::vector<gc::FaultSet> sets = {gc::FaultSet()};
  for (const gc::Fault fault : kSomeFaults) sets.push_back(gc::FaultSet(fault));
  return sets;
}

TEST(LargeHeap, ASmallSoakIsJudgedAsThePlainOracleJudgesIt) {
  std::size_t disagreements = 0;
  for (const gc::FaultSet faults : NoFaultAndSome()) {
    JudgedBothWays run(faults);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      LargeHeap heap(100, seed);
      run.Begin({});
      bool goes_on = true;
      const reference::Oracle& oracle = run.walked().oracle();
      for (int i = 0; goes_on && i < 3'000; ++i) {
        if (oracle.NameCount() >= reference::Heap::kPlainUpTo) break;
        goes_on = run.Step(heap.Next(run.walked().oracle(), run.walked().last_events()));
      }
      for (reference::Operation last; goes_on && heap.Finish(run.walked().oracle(), last);) {
        goes_on = run.Step(last);
      }
      disagreements += run.End() == Outcome::kDisagree;
      ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
  }
  EXPECT_GT(disagreements, 0u) << "the verdicts that are compared are of both kinds";
}

TEST(LargeHeap, ADirectedRunIsJudgedAsThePlainOracleJudgesIt) {
  std::size_t disagreements = 0;
  // A large heap has no clusters.
  reference::VerbSet verbs = reference::VerbSet::All();
  verbs.Remove(reference::Verb::kCluster);
  for (const gc::FaultSet faults : NoFaultAndSome()) {
    const auto generator = MakeFaultyCoreSubject(faults);
    JudgeSession generated(*generator);
    JudgedBothWays run(faults);
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      reference::Trace trace;
      RunDirected(generated, seed,
                  {.locals = static_cast<reference::Locals>(seed % 3), .verbs = verbs}, trace);
      run.Begin(trace.header);
      for (const reference::Operation& operation : trace.operations) {
        if (!run.Step(operation)) break;
      }
      disagreements += run.End() == Outcome::kDisagree;
      ASSERT_FALSE(HasFailure()) << reference::PrintTrace(trace);
    }
  }
  EXPECT_GT(disagreements, 0u) << "the verdicts that are compared are of both kinds";
}

TEST(LargeHeap, TheSameSeedMakesTheSameTrace) {
  const auto subject = MakeCoreSubject();
  EXPECT_EQ(RunFor(*subject, 500, 5'000).operations, RunFor(*subject, 500, 5'000).operations);
}

TEST(LargeHeap, ABrokenBarrierIsSeen) {
  const auto subject = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  const LargeRun run = RunFor(*subject, 2'000, 60'000);
  EXPECT_EQ(run.verdict.outcome, Outcome::kDisagree);
}

}  // namespace
}  // namespace properties
