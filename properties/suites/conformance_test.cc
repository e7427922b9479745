// properties/suites/conformance_test.cc -- the model allows each unit that core does, and refuses
// what a broken core does.

#include "properties/judge/conforming.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "core/fault_set.h"
#include "core/faults.h"
#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/explain/explain.h"
#include "properties/matrix/redundancy.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

namespace op = reference::op;
using gc::Fault;
using reference::Locals;

constexpr JudgeOptions kConformanceAlone = {
    .invariant = false, .verifier = false, .conformance = true};

// Tries small heaps of the alphabet that fits the fault, until the model refuses something.
std::optional<Catch> RefusalOf(Fault fault, std::uint64_t max_traces) {
  const SubjectFactory factory = [fault] { return MakeFaultyCoreSubject(gc::FaultSet(fault)); };
  const AlphabetGroup group = GroupOf(fault);
  const bool needs_locals = fault == Fault::kSkipLocalsInFinalPass;
  SmallHeapOptions options;
  options.alphabet =
      MakeAlphabet(group, DefaultSize(group), needs_locals ? Locals::kRescanned : Locals::kDead,
                   factory()->promises().verbs);
  options.search.judge = kConformanceAlone;
  options.search.until = {.conformance = true};
  options.search.max_traces = TracesFor(group, max_traces);
  return ExploreSmallHeaps(factory, options).search.By(Checker::kConformance);
}

// The faults that the conformance check cannot see. It compares states, so it misses a callback
// that is called once too often. It gives each tick one unit, so it misses what goes wrong within a
// longer tick. And a try to collect is many units at once. Runs on other heaps than the usual it
// does not compare.
const std::set<Fault> kNotSeen = {Fault::kBeginTwice,         Fault::kFinishTwice,
                                  Fault::kEndBetweenFields,   Fault::kTryIgnoresSections,
                                  Fault::kWinTwice,           Fault::kLoseTheLast,
                                  Fault::kLookAtTheQueueOnly, Fault::kDropWhatWasPutAside,
                                  Fault::kForgetLeftOver,     Fault::kForgetTheParent,
                                  Fault::kKeepTheOldWords};

TEST(Conforming, RefusesWhatABrokenCoreDoes) {
  for (const gc::FaultEntry& entry : gc::kFaults) {
    const auto refusal = RefusalOf(entry.fault, 1'000'000);
    EXPECT_EQ(refusal.has_value(), !kNotSeen.contains(entry.fault)) << NameOf(entry.fault);
  }
}

TEST(Conforming, AllowsTheWholeCorpusOnCore) {
  const Corpus corpus = LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus");
  const auto core = MakeCoreSubject();
  std::uint64_t compared = 0;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.subject != "core") continue;
    const ConformingVerdict judged = JudgeConforming(entry.trace, *core, true);
    EXPECT_EQ(judged.verdict.outcome, Outcome::kAgree) << entry.name;
    compared += judged.verdict.compared;
  }
  EXPECT_GT(compared, 200u);
}

// If a rule is redundant, no mutator can notice that it is broken; but the conformance check does
// not need a mutator to notice.
TEST(Conforming, ADifferenceHasAVerdictOfItsOwn) {
  const reference::Trace trace{
      .header = {},
      .operations = {op::Create(0, 1), op::Root(0), op::Create(1, 0), op::Store(0, 0, 1),
                     op::WeakMake(0, 1), op::Start(), op::WeakRead(0), op::Tick(9)}};
  const auto broken = MakeFaultyCoreSubject(gc::FaultSet(Fault::kReadWithoutShading));
  EXPECT_EQ(JudgeConforming(trace, *MakeCoreSubject(), true).verdict.outcome, Outcome::kAgree);
  EXPECT_EQ(JudgeConforming(trace, *broken, false).verdict.outcome, Outcome::kAgree);
  const Verdict verdict = JudgeConforming(trace, *broken, true).verdict;
  ASSERT_EQ(verdict.outcome, Outcome::kDisagree);
  EXPECT_EQ(verdict.First()->checker, Checker::kConformance);
  EXPECT_EQ(verdict.First()->property, reference::Property::kSimulation);
  EXPECT_EQ(verdict.First()->step, 6u);
  EXPECT_EQ(verdict.First()->message, "the model allows no weak-read w0 here with this result");
  const Explanation told = Explain(trace, *broken, {.conformance = true});
  EXPECT_TRUE(told.heading.starts_with("DISAGREE simulation: the model allows no weak-read w0"));
}

// One tick of many units and as many ticks of one unit are the same run.
TEST(Conforming, GoesThroughATickUnitByUnit) {
  const reference::Trace trace{.header = {},
                               .operations = {op::Create(0, 1), op::Root(0), op::Create(1, 0),
                                              op::Store(0, 0, 1), op::Start(), op::Tick(100)}};
  const auto core = MakeCoreSubject();
  const Verdict whole = Judge(trace, *core);
  const ConformingVerdict conforming = JudgeConforming(trace, *core, true);
  EXPECT_TRUE(conforming.options.conformance);
  EXPECT_EQ(conforming.verdict.units, whole.units);
  EXPECT_EQ(conforming.verdict.applied, whole.applied);
  EXPECT_EQ(conforming.verdict.compared, 4 + whole.units);
}

}  // namespace
}  // namespace properties
