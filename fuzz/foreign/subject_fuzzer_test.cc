// fuzz/foreign/subject_fuzzer_test.cc -- a broken rule of a subject that no fuzzer was linked to is
// found, and what is new is kept.

#include "fuzz/foreign/subject_fuzzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "fuzz/foreign/novelty.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace fuzz {
namespace {

using reference::Locals;
namespace op = reference::op;

properties::SubjectFactory Core(gc::FaultSet faults = {}) {
  return [faults] {
    return faults.Empty() ? properties::MakeCoreSubject()
                          : properties::MakeFaultyCoreSubject(faults);
  };
}

SubjectFuzzOptions Runs(std::uint64_t runs) {
  SubjectFuzzOptions options;
  options.max_runs = runs;
  options.locals = {Locals::kDead};
  return options;
}

TEST(SubjectFuzzer, FindsNothingInASoundCollector) {
  const SubjectFuzzResult found = FuzzSubject(Core(), Runs(3000));
  EXPECT_FALSE(found.caught);
  EXPECT_EQ(found.runs, 3000u);
  EXPECT_EQ(found.inconclusive, 0u);
  EXPECT_GT(found.kept, 50u) << "from an empty trace it comes to many that show something new";
}

TEST(SubjectFuzzer, FindsABrokenBarrierFromAnEmptyTrace) {
  const gc::FaultSet faults(gc::Fault::kStoreWithoutShading);
  const SubjectFuzzResult found = FuzzSubject(Core(faults), Runs(30'000));
  ASSERT_TRUE(found.caught);
  EXPECT_EQ(found.caught->verdict.outcome, properties::Outcome::kDisagree);
  EXPECT_EQ(found.caught->traces, found.runs);
}

TEST(SubjectFuzzer, DoesTheSameWithTheSameSeed) {
  const SubjectFuzzResult one = FuzzSubject(Core(), Runs(500));
  const SubjectFuzzResult other = FuzzSubject(Core(), Runs(500));
  EXPECT_EQ(one.applied, other.applied);
  EXPECT_EQ(one.features, other.features);
  SubjectFuzzOptions another = Runs(500);
  another.seed = 2;
  EXPECT_NE(FuzzSubject(Core(), another).applied, one.applied);
}

// A finding is printed, and parsed again by what shrinks it; but a seed may be older than a verb.
TEST(SubjectFuzzer, GivesATraceThatReadsAgain) {
  SubjectFuzzOptions options = Runs(30'000);
  options.seeds.push_back({.header = {.version = 1}, .operations = {op::Create(0), op::Root(0)}});
  const SubjectFuzzResult found = FuzzSubject(Core(gc::FaultSet(gc::Fault::kBlockCopy)), options);
  ASSERT_TRUE(found.caught);
  const auto parsed = reference::ParseTrace(reference::PrintTrace(found.caught->trace));
  ASSERT_TRUE(std::holds_alternative<reference::Trace>(parsed));
}

// Core, for tests that change one thing about it.
class AroundCore : public reference::Subject {
 public:
  std::string_view name() const override { return "around core"; }
  const reference::Promises& promises() const override { return core_->promises(); }
  void Reset(const reference::TraceHeader& header) override { core_->Reset(header); }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    return core_->Apply(operation, events);
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return core_->Peek(object, fields);
  }
  void Observe(reference::Observation& seen) const override { core_->Observe(seen); }

 private:
  std::unique_ptr<reference::Subject> core_ = properties::MakeCoreSubject();
};

TEST(SubjectFuzzer, KeepsToTheDisciplinesOfTheSubject) {
  SubjectFuzzOptions options = Runs(2000);
  options.locals = {Locals::kRescanned};
  class Heads final : public AroundCore {
   public:
    void Reset(const reference::TraceHeader& header) override {
      EXPECT_EQ(header.locals, Locals::kRescanned);
      AroundCore::Reset(header);
    }
  };
  EXPECT_FALSE(FuzzSubject([] { return std::make_unique<Heads>(); }, options).caught);
}

// Out of room is no agreement, and is counted; what was met is counted too.
TEST(SubjectFuzzer, CountsWhatHasNoVerdictAndWhatItMet) {
  class Exhausted final : public AroundCore {
   public:
    reference::Answer Apply(const reference::Operation& operation,
                            std::vector<reference::Event>& events) override {
      if (operation.verb == reference::Verb::kRoot) return {reference::Answer::Kind::kExhausted};
      return AroundCore::Apply(operation, events);
    }
  };
  SubjectFuzzOptions options = Runs(20);
  options.seeds = {{.header = {}, .operations = {op::Create(0), op::Root(0)}}};
  const auto found = FuzzSubject([] { return std::make_unique<Exhausted>(); }, options);
  EXPECT_FALSE(found.caught);
  EXPECT_GE(found.inconclusive, 1u);
  EXPECT_GE(found.features, 2u);
}

TEST(SubjectFuzzer, LeavesOutExpectations) {
  const reference::Trace trace{.header = {}, .operations = {op::Create(0), op::ExpectAlive(0)}};
  EXPECT_EQ(WithoutExpectations(trace).operations, std::vector{op::Create(0)});
}

// The features of one run after another.
bool ShowsMore(NotedSubject& subject, Novelty& novelty,
               const std::vector<reference::Operation>& operations) {
  std::vector<reference::Event> events;
  subject.Reset({});
  for (const reference::Operation& operation : operations) subject.Apply(operation, events);
  return novelty.EndRun();
}

// The same operations in another order have new pairs, and nothing else.
TEST(Novelty, IsAlsoWhatComesAfterWhat) {
  Novelty novelty;
  NotedSubject subject(properties::MakeCoreSubject(), novelty);
  const auto weak = op::WeakMake(0, 0);
  const auto ready = op::Ready(0, true);
  EXPECT_TRUE(ShowsMore(subject, novelty, {op::Create(0), op::Root(0), weak, ready}));
  EXPECT_FALSE(ShowsMore(subject, novelty, {op::Create(0), op::Root(0), weak, ready}));
  EXPECT_TRUE(ShowsMore(subject, novelty, {op::Create(0), op::Root(0), ready, weak}));
}

TEST(Novelty, IsAlsoWhatColourAnObjectHas) {
  class Colourless final : public AroundCore {
   public:
    Colourless() : promises_(AroundCore::promises()) { promises_.colours = false; }
    const reference::Promises& promises() const override { return promises_; }

   private:
    reference::Promises promises_;
  };
  const std::vector<reference::Operation> operations = {
      op::Create(0), op::Root(0), op::Unroot(0), op::Root(0), op::Unroot(0),
      op::Start(),   op::Root(0), op::Unroot(0), op::Root(0), op::Unroot(0)};
  Novelty with, without;
  NotedSubject coloured(properties::MakeCoreSubject(), with);
  NotedSubject colourless(std::make_unique<Colourless>(), without);
  ShowsMore(coloured, with, operations);
  ShowsMore(colourless, without, operations);
  EXPECT_GT(with.features(), without.features());
}

TEST(Novelty, IsWhatNoRunBeforeShowed) {
  Novelty novelty;
  novelty.Note(7);
  EXPECT_TRUE(novelty.EndRun());
  novelty.Note(7);
  EXPECT_FALSE(novelty.EndRun());
  std::array<std::uint8_t, 4> branches = {0, 3, 0, 0};
  novelty.NoteBranches(branches);
  EXPECT_TRUE(novelty.EndRun());
  EXPECT_EQ(branches[1], 0) << "the counts are cleared for the next run";
  branches[1] = 2;
  novelty.NoteBranches(branches);
  EXPECT_FALSE(novelty.EndRun()) << "two and three times are one feature";
  branches[1] = 200;
  novelty.NoteBranches(branches);
  EXPECT_TRUE(novelty.EndRun());
}

}  // namespace
}  // namespace fuzz
