// properties/shrink/shrink_test.cc -- a shrunk trace shows the same failure, and nothing more.

#include "properties/shrink/shrink.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/search/directed/directed.h"
#include "properties/shrink/buckets.h"
#include "properties/shrink/shrink_steps.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Trace;
namespace op = reference::op;

constexpr JudgeOptions kGoOn{.stop_at_first = false};

Trace Parse(const std::string& operations) {
  return std::get<Trace>(reference::ParseTrace("tricolour trace 2\n" + operations));
}

// A directed run in which this toy loses an object.
Catch Lose(ToyFaults faults, std::uint64_t seed) {
  SearchOptions search{.judge = kGoOn, .max_traces = 20'000};
  search.until = {.outcome = true};
  const SearchResult result =
      SearchDirected([faults] { return std::make_unique<ToySubject>(faults); }, seed, {}, search);
  return result.By(Checker::kOutcome).value();
}

TEST(Shrink, LeavesAtMostTwelveOperationsOfALostObject) {
  constexpr ToyFaults kFaults{.store_without_shading = true};
  ToySubject toy(kFaults);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Catch caught = Lose(kFaults, seed);
    const ShrinkResult shrunk = Shrink(caught.trace, toy, caught.verdict, {}, kGoOn);
    EXPECT_TRUE(shrunk.complete);
    EXPECT_LE(shrunk.trace.operations.size(), 12u) << reference::PrintTrace(shrunk.trace);
    EXPECT_FALSE(Simpler(caught.trace, shrunk.trace));
  }
}

TEST(Shrink, KeepsTheCheckerAndTheProperty) {
  constexpr ToyFaults kFaults{.store_without_shading = true, .keeps_garbage = true};
  ToySubject toy(kFaults);
  const Catch caught = Lose(kFaults, 1);
  const ShrinkResult shrunk = Shrink(caught.trace, toy, caught.verdict, {}, kGoOn);
  EXPECT_EQ(shrunk.verdict.First()->checker, caught.verdict.First()->checker);
  EXPECT_EQ(shrunk.verdict.First()->property, caught.verdict.First()->property);
  const Verdict again = Judge(shrunk.trace, toy, kGoOn);
  EXPECT_EQ(again.First()->message, shrunk.verdict.First()->message);
}

// A collector whose verifier names one rule when it has two objects, and another when it has fewer.
class TwoRules final : public reference::Subject {
 public:
  TwoRules() {
    promises_.verbs = reference::VerbSet::All();
    promises_.exact = false;
  }
  std::string_view name() const override { return "two rules"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader&) override { fields_.clear(), collected_ = false; }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>&) override {
    if (operation.verb == reference::Verb::kCreate) fields_[operation.object] = operation.number;
    collected_ |= operation.verb == reference::Verb::kCollect;
    return {};
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    fields.assign(fields_.contains(object) ? fields_.at(object) : 0, reference::kNull);
    return true;
  }
  std::optional<reference::Breach> Verify() const override {
    if (!collected_) return std::nullopt;
    const std::string rule = fields_.size() > 1 ? "end-needs-empty" : "mark-once";
    return reference::Breach{rule, reference::kNull, rule + " does not hold"};
  }

 private:
  reference::Promises promises_;
  std::map<reference::Name, std::uint32_t> fields_;
  bool collected_ = false;
};

TEST(Shrink, KeepsTheRuleThatTheVerifierNamed) {
  TwoRules subject;
  const Trace trace = Parse("create a 0\ncreate b 0\nroot b\ncreate c 0\ncollect\n");
  const Verdict verdict = Judge(trace, subject);
  ASSERT_EQ(verdict.First()->rule, "end-needs-empty");
  const ShrinkResult shrunk = Shrink(trace, subject, verdict);
  EXPECT_EQ(shrunk.verdict.First()->rule, "end-needs-empty");
  EXPECT_EQ(shrunk.trace.operations.size(), 3u) << reference::PrintTrace(shrunk.trace);
}

// Nothing that is only left out, or only made plainer, makes this shorter.
TEST(Shrink, TakesDetours) {
  const auto core = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  const Trace trace = Parse(
      "create a 1\ncreate b 0\nroot a\nstore a.0 b\nstart\ncreate c 1\nroot c\nstore a.0 null\n"
      "store c.0 b\ntick 5\n");
  const Verdict verdict = Judge(trace, *core, kGoOn);
  ASSERT_EQ(verdict.outcome, Outcome::kDisagree);
  const ShrinkResult shrunk = Shrink(trace, *core, verdict, {}, kGoOn);
  EXPECT_LE(shrunk.trace.operations.size(), 7u) << reference::PrintTrace(shrunk.trace);
  EXPECT_EQ(shrunk.verdict.First()->property, verdict.First()->property);
}

// What the traces below show is shrunk to so many operations.
std::size_t LengthShrunk(gc::Fault fault, const std::string& text) {
  const auto core = MakeFaultyCoreSubject(gc::FaultSet(fault));
  const Trace trace = Parse(text);
  const Verdict verdict = Judge(trace, *core, kGoOn);
  EXPECT_EQ(verdict.outcome, Outcome::kDisagree);
  if (verdict.First() == nullptr) return 0;
  return Shrink(trace, *core, verdict, {}, kGoOn).trace.operations.size();
}

TEST(Shrink, StoresByNameWhatAHandleResolvedTo) {
  EXPECT_LE(LengthShrunk(gc::Fault::kStoreWithoutShading,
                         "create a 1\ncreate b 0\nroot a\nweak-make w0 b\nresolve a.0 w0\nstart\n"
                         "create c 1\nstore a.0 c\nstore c.0 b\ntick 5\n"),
            8u);
}

TEST(Shrink, FillsAnObjectInsteadOfACopy) {
  EXPECT_LE(LengthShrunk(gc::Fault::kStoreWithoutShading,
                         "create a 1\nstore a.0 a\ncopy b a\nroot b\nstart\ncreate c 1\n"
                         "store b.0 c\nstore c.0 a\ntick 4\n"),
            8u);
}

TEST(Shrink, TicksInsteadOfFinishingAPurge) {
  EXPECT_LE(LengthShrunk(gc::Fault::kSkipStoredGarbage,
                         "create a 1\ncreate b 0\ncreate c 1\nroot a\nroot c\nstore a.0 b\n"
                         "garbage b\nstart\ntick 2\nunroot c\nstore c.0 b\ntick 2\nfinish-purge\n"),
            12u);
}

TEST(Shrink, IsAtItsEndWhenShrunkAgain) {
  constexpr ToyFaults kFaults{.root_without_shading = true};
  ToySubject toy(kFaults);
  const Catch caught = Lose(kFaults, 1);
  const ShrinkResult once = Shrink(caught.trace, toy, caught.verdict, {}, kGoOn);
  const ShrinkResult again = Shrink(once.trace, toy, once.verdict, {}, kGoOn);
  EXPECT_EQ(reference::PrintTrace(again.trace), reference::PrintTrace(once.trace));
}

TEST(Shrink, ReturnsTheBestSoFarWhenTheBudgetEnds) {
  constexpr ToyFaults kFaults{.store_without_shading = true};
  ToySubject toy(kFaults);
  const Catch caught = Lose(kFaults, 1);
  const ShrinkResult some = Shrink(caught.trace, toy, caught.verdict, {.max_runs = 20}, kGoOn);
  EXPECT_FALSE(some.complete);
  EXPECT_LE(some.runs, 24u);
  EXPECT_EQ(some.verdict.First()->property, caught.verdict.First()->property);
  EXPECT_FALSE(Simpler(caught.trace, some.trace));
  const ShrinkBudget none{.stop = [] { return true; }};
  EXPECT_FALSE(Shrink(caught.trace, toy, caught.verdict, none, kGoOn).complete);
}

// A reader takes each line for one that was done. So even without a budget no line is left that the
// mutator could not do.
TEST(Shrink, DropsWhatWasSkippedEvenWithoutABudget) {
  constexpr ToyFaults kFaults{.store_without_shading = true};
  ToySubject toy(kFaults);
  Catch caught = Lose(kFaults, 1);
  for (int i = 0; i < 3; ++i) {
    caught.trace.operations.insert(caught.trace.operations.begin() + i, op::Unroot(60));
  }
  const Verdict before = Judge(caught.trace, toy, kGoOn);
  ASSERT_GE(before.skipped, 3u);
  const ShrinkResult shrunk = Shrink(caught.trace, toy, before, {.max_runs = 0}, kGoOn);
  EXPECT_EQ(shrunk.verdict.skipped, 0u);
  EXPECT_FALSE(shrunk.complete);
}

TEST(Shrink, LeavesATraceAloneThatAgrees) {
  ToySubject toy;
  const Trace trace = Parse("create a\nroot a\ncollect\n");
  const ShrinkResult result = Shrink(trace, toy, Judge(trace, toy));
  EXPECT_EQ(result.trace, trace);
  EXPECT_EQ(result.verdict.outcome, Outcome::kAgree);
}

TEST(Shrink, NamesObjectsInOrderOfCreation) {
  const Trace trace = Parse("create c 0\ncreate z 1\nweak-make w3 c\nstore z.0 c\nweak-read w3\n");
  EXPECT_EQ(WithCanonicalNames(trace),
            Parse("create a 0\ncreate b 1\nweak-make w0 a\nstore b.0 a\nweak-read w0\n"));
}

TEST(Shrink, PrefersFewerAndPlainerOperations) {
  EXPECT_TRUE(Simpler(Parse("create a 0\n"), Parse("create a 0\nroot a\n")));
  EXPECT_TRUE(Simpler(Parse("create a 0\n"), Parse("create a 1\n")));
  EXPECT_TRUE(Simpler(Parse("tick 1\n"), Parse("collect\n")));
  EXPECT_TRUE(Simpler(Parse("root a\n"), Parse("strong-take a\n")));
  EXPECT_FALSE(Simpler(Parse("root a\n"), Parse("root a\n")));
}

TEST(Buckets, KeepTheSimplestTraceOfEach) {
  ToySubject toy({.keeps_garbage = true});
  const Trace longer = Parse("create a\nroot a\ncreate b\ncollect\n");
  const Trace shorter = Parse("create a\ncollect\n");
  Buckets buckets;
  for (const Trace& trace : {longer, shorter}) {
    const Verdict verdict = Judge(trace, toy);
    ASSERT_EQ(verdict.outcome, Outcome::kDisagree);
    buckets.Add(BucketOf(trace, verdict, toy), {.traces = 1, .trace = trace, .verdict = verdict});
  }
  ASSERT_EQ(buckets.entries().size(), 1u);
  const auto& [bucket, entry] = *buckets.entries().begin();
  EXPECT_EQ(TextOf(bucket), "completeness, unknown, after collect");
  EXPECT_EQ(entry.count, 2u);
  EXPECT_EQ(entry.simplest.trace, shorter);
}

// A collector that has settings, and whose barrier is missing where one of them is not the usual
// one.
class LosesWith final : public reference::Subject {
 public:
  explicit LosesWith(reference::Setting setting) : setting_(setting), promises_(sound_.promises()) {
    promises_.settings = reference::SettingSet::All();
  }
  std::string_view name() const override { return "toy with settings"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader& header) override {
    toy_ = header.heap.Choice(setting_) == 0 ? &sound_ : &faulty_;
    toy_->Reset(header);
  }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    return toy_->Apply(operation, events);
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return toy_->Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override { toy_->Observe(observation); }

 private:
  const reference::Setting setting_;
  ToySubject sound_{ToyFaults{}};
  ToySubject faulty_{{.store_without_shading = true}};
  ToySubject* toy_ = &sound_;
  reference::Promises promises_;
};

TEST(Shrink, GivesBackTheUsualHeapLastAndKeepsWhatTheFailureNeeds) {
  using reference::Setting;
  LosesWith toy(Setting::kReuse);
  Trace trace = Parse(
      "create a\nroot a\ncreate b\nstore a.0 b\ncreate d\nstore b.0 d\nstart\ntick 1\n"
      "store a.1 d\nstore b.0 null\ntick 9\ntick 9\n");
  trace.header.heap.Choose(Setting::kReuse, 1).Choose(Setting::kHands, 2);
  const Verdict verdict = Judge(trace, toy, kGoOn);
  ASSERT_EQ(verdict.outcome, Outcome::kDisagree);
  const ShrinkResult shrunk = Shrink(trace, toy, verdict, {}, kGoOn);
  EXPECT_TRUE(shrunk.complete);
  EXPECT_EQ(shrunk.trace.header.heap, reference::With(Setting::kReuse, 1));
  EXPECT_LT(shrunk.trace.operations.size(), trace.operations.size());
  EXPECT_EQ(Judge(shrunk.trace, toy, kGoOn).outcome, Outcome::kDisagree);
}

TEST(Shrink, OfTwoTracesWithTheSameOperationsTheOneWithTheUsualHeapIsSimpler) {
  const Trace usual = Parse("create a\n");
  Trace other = usual;
  other.header.heap = reference::kTwoHands;
  EXPECT_TRUE(Simpler(usual, other));
  EXPECT_FALSE(Simpler(other, usual));
  const Trace longer = Parse("create a\ncreate b\n");
  EXPECT_TRUE(Simpler(other, longer)) << "fewer operations come first";
}

}  // namespace
}  // namespace properties
