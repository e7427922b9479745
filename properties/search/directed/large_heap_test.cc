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
#include "properties/subjects/toy/toy_subject.h"
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
  LargeHeap heap(objects, 3, subject.promises());
  session.Begin({});
  bool goes_on = true;
  while (goes_on && run.operations.size() < operations) {
    run.operations.push_back(heap.Next(session.oracle(), session.last_events()));
    goes_on = session.Step(run.operations.back());
  }
  for (reference::Operation operation;
       goes_on && heap.Finish(session.oracle(), session.last_events(), operation);) {
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

TEST(LargeHeap, IsNoLargerThanItsSubjectPromises) {
  const auto subject = MakeCoreSubject();
  reference::Promises promises = subject->promises();
  promises.most_objects = 50;
  promises.most_fields = 2;
  JudgeSession session(*subject);
  LargeHeap heap(2'000, 3, promises);
  session.Begin({});
  for (int i = 0; i < 20'000; ++i) {
    const reference::Operation operation = heap.Next(session.oracle(), session.last_events());
    if (operation.verb == reference::Verb::kCreate) {
      ASSERT_LE(operation.number, 2u);
    }
    ASSERT_TRUE(session.Step(operation));
  }
  EXPECT_EQ(heap.most_objects(), 50u);
  EXPECT_GE(heap.cycles(), 20u);
  const Verdict verdict = session.End();
  EXPECT_LT(verdict.skipped * 20, verdict.applied) << "it names what can be named";
}

// A collector that does not promise its units was never told to collect, and so agreed, whatever it
// did.
TEST(LargeHeap, ACollectorThatTellsNoUnitsIsCollectedToo) {
  ToySubject good({}, false);
  const LargeRun run = RunFor(good, 200, 30'000);
  ASSERT_EQ(run.verdict.First(), nullptr) << run.verdict.First()->message;
  EXPECT_GE(run.cycles, 20u);
  ToySubject bad({.store_without_shading = true}, false);
  EXPECT_NE(RunFor(bad, 200, 30'000).verdict.First(), nullptr);
}

// Promises its units, and tells of nothing but the beginning of a cycle.
class EndlessSubject final : public reference::Subject {
 public:
  EndlessSubject() : promises_(toy_.promises()) { promises_.units = true; }
  std::string_view name() const override { return "endless"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader& header) override { toy_.Reset(header); }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    if (!reference::IsCollectorStep(operation.verb)) return toy_.Apply(operation, events);
    const bool starts = operation.verb == reference::Verb::kStart;
    events.push_back(
        {.kind = starts ? reference::EventKind::kFlip : reference::EventKind::kBarrierList});
    return {};
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return toy_.Peek(object, fields);
  }

 private:
  ToySubject toy_{{}, false};
  reference::Promises promises_;
};

TEST(LargeHeap, ARunComesToAnEndThoughNoCycleDoes) {
  EndlessSubject subject;
  LargeHeap heap(200, 3, subject.promises());
  JudgeSession session(subject);
  session.Begin({});
  for (int i = 0; i < 1'000; ++i) session.Step(heap.Next(session.oracle(), session.last_events()));
  std::uint64_t steps = 0;
  for (reference::Operation operation;
       heap.Finish(session.oracle(), session.last_events(), operation); ++steps) {
    session.Step(operation);
    ASSERT_LT(steps, 10'000u);
  }
  EXPECT_EQ(heap.cycles(), 0u);
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
      LargeHeap heap(100, seed, MakeCoreSubject()->promises());
      run.Begin({});
      bool goes_on = true;
      const reference::Oracle& oracle = run.walked().oracle();
      for (int i = 0; goes_on && i < 3'000; ++i) {
        if (oracle.NameCount() >= reference::Heap::kPlainUpTo) break;
        goes_on = run.Step(heap.Next(run.walked().oracle(), run.walked().last_events()));
      }
      for (reference::Operation last;
           goes_on && heap.Finish(oracle, run.walked().last_events(), last);) {
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
