// properties/explain/seen_breaches_test.cc -- after an edit by hand, the step that lacked a barrier
// is blamed, and not the one that shows it.

#include "properties/explain/seen/seen_breaches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

#include "properties/base/fault_names.h"
#include "properties/explain/check_claims.h"
#include "properties/explain/explain.h"
#include "properties/explain/likely_rule.h"
#include "properties/explain/seen/unit_ticks.h"
#include "properties/explain/silent_subject.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Colour;
using reference::Phase;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

reference::Trace TraceFrom(const std::string& text) {
  return std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + text));
}

// Explains the trace on a collector with the fault that says nothing of it.
Explanation Told(const std::string& text, gc::Fault fault) {
  SilentSubject silent(MakeFaultyCoreSubject(gc::FaultSet(fault)));
  const reference::Trace trace = TraceFrom(text);
  const Explanation told = Explain(trace, silent);
  EXPECT_THAT(FalseSentences(trace, silent, told), IsEmpty()) << text;
  return told;
}

std::string FirstSuspect(const Explanation& told) {
  return told.suspects.empty() ? "none" : told.suspects.front().rule;
}

// The invariant fails at the end of marking, where a local is asked for that nothing shaded.
TEST(SeenBreach, OfAWeakReadIsBlamedWhereItReads) {
  const Explanation told = Told(
      "locals black\ncreate a 0\nweak-make w0 a\nstart\ntick 1\nweak-read w0\nhold a\ntick 2\n",
      gc::Fault::kReadWithoutShading);
  EXPECT_EQ(told.blame, "MISSED BARRIER (likely weak-read-barrier)");
  EXPECT_EQ(FirstSuspect(told), "weak-read-barrier");
  EXPECT_TRUE(told.suspects.front().saves);
  EXPECT_EQ(told.rows.at(4).mark, Mark::kGuilty);
  EXPECT_THAT(told.why, Contains("5 reads a from w0 without shading it."));
  EXPECT_THAT(told.saves, Contains("A barrier at 5 saves it."));
}

// Of two stores that did not shade, the one that the loss does not need saves nothing.
TEST(SeenBreach, IsBlamedOnlyIfABarrierThereSavesTheRun) {
  const Explanation told = Told(
      "create a 2\ncreate c 0\ncreate e 0\nroot a\nstore a.0 c\nstore a.1 e\nstart\n"
      "create b 2\nroot b\nstore b.0 e\nstore b.1 c\nstore a.0 null\ntick 20\n",
      gc::Fault::kStoreWithoutShading);
  EXPECT_EQ(FirstSuspect(told), "insertion-barrier");
  ASSERT_GT(told.rows.size(), 10u);
  EXPECT_EQ(told.rows[9].operation, "store b.0 e");
  EXPECT_EQ(told.rows[9].mark, Mark::kNone);
  EXPECT_EQ(told.rows[10].mark, Mark::kGuilty);
  EXPECT_THAT(told.saves, Contains("A barrier at 11 saves it."));
}

TEST(SeenBreach, OfABirthIsNoMissedBarrier) {
  const Explanation told =
      Told("locals black\ncreate a 0\nroot a\nstart\ntick 1\ncreate b 0\nhold b\ntick 9\n",
           gc::Fault::kBornWhiteWhileMarking);
  EXPECT_EQ(FirstSuspect(told), "birth-colour-marking");
  EXPECT_EQ(told.blame, "BROKEN RULE (likely birth-colour-marking)");
  EXPECT_THAT(told.why, Contains("5 creates b white."));
}

// What a member of a cluster, or garbage, needs has a rule of its own.
TEST(SeenBreach, NamesTheRuleOfWhatIsSpecialAboutItsTarget) {
  EXPECT_EQ(FirstSuspect(Told("create a 0\ngarbage a\nreferencer-hold r0 a\nstart\ncreate b 1\n"
                              "store b.0 a\ntick 9\n",
                              gc::Fault::kSkipStoredGarbage)),
            "barrier-shades-garbage");
}

// A collector that drops what waits in a list: after its first unit, grey objects show as white.
class ForgetfulSubject final : public SilentSubject {
 public:
  using SilentSubject::SilentSubject;
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    if (operation.verb == reference::Verb::kStart) forgets_ = false;
    forgets_ = forgets_ || operation.verb == reference::Verb::kTick;
    return SilentSubject::Apply(operation, events);
  }
  void Observe(reference::Observation& observation) const override {
    SilentSubject::Observe(observation);
    if (!forgets_) return;
    for (Colour& colour : observation.colours) {
      if (colour == Colour::kGrey) colour = Colour::kWhite;
    }
  }

 private:
  bool forgets_ = false;
};

TEST(LostGrey, IsBlamedBeforeWhatNoticesIt) {
  ForgetfulSubject core(MakeCoreSubject());
  const Explanation told =
      Explain(TraceFrom("create a 0\nreferencer-hold r0 a\nstart\ncreate b 1\nstore b.0 a\n"
                        "referencer-hold r0 b\ntick 1\n"),
              core);
  ASSERT_EQ(told.outcome, Outcome::kDisagree);
  EXPECT_EQ(FirstSuspect(told), "grey-is-queued");
  EXPECT_THAT(told.blame, HasSubstr("grey-is-queued"));
}

TEST(LostGrey, IsNoneAcrossAFlipOrTheEndOfMarking) {
  const auto sight = [](Phase phase, Colour colour) {
    Sight one;
    one.after.phase = phase;
    one.after.colours = {colour};
    return one;
  };
  Watched watched;
  watched.steps = {sight(Phase::kMarking, Colour::kGrey), sight(Phase::kMarking, Colour::kWhite)};
  const auto lost = FindLostGrey(watched);
  ASSERT_TRUE(lost.has_value());
  EXPECT_EQ(lost->step, 1u);
  EXPECT_EQ(lost->object, 0u);
  watched.steps[1].events = {{.kind = reference::EventKind::kFlip}};
  EXPECT_FALSE(FindLostGrey(watched).has_value());
  watched.steps[1] = sight(Phase::kGathering, Colour::kWhite);
  EXPECT_FALSE(FindLostGrey(watched).has_value());
}

// A root that a cycle has lost was not taken for one: the gather did as it was told.
TEST(LikelyRule, OfALostRootIsThatOfTheFirstPass) {
  const reference::Trace trace = TraceFrom("create a 0\nroot a\nstart\ntick 9\n");
  const auto core = MakeCoreSubject();
  Watched watched = Watch(trace, *core, {}, 4);
  ASSERT_EQ(watched.steps.size(), 4u);
  watched.steps[3].after.colours = {Colour::kDoomed};
  EXPECT_EQ(LikelyRule(trace.operations[3], watched.steps[2], watched.steps[3], 0),
            gc::Rule::kInitialReferencesAlways);
}

TEST(UnitTicks, SplitEachTickAndKnowWhereItStood) {
  const UnitTicks units = ByUnits(TraceFrom("create a 0\nstart\ntick 3\nroot a\ntick 1000\n"));
  ASSERT_EQ(units.trace.operations.size(), 7u);
  EXPECT_EQ(units.step_of, (std::vector<std::size_t>{0, 1, 2, 2, 2, 3, 4}));
  EXPECT_EQ(units.trace.operations[3].number, 1u);
  EXPECT_EQ(units.trace.operations[6].number, 1000u);
  const UnitTicks of_collect = ByUnits(TraceFrom("create a 0\ncollect\nroot a\n"));
  ASSERT_GT(of_collect.trace.operations.size(), 5u);
  EXPECT_EQ(of_collect.trace.operations[2].verb, reference::Verb::kStart);
  EXPECT_EQ(of_collect.step_of.back(), 2u);
  EXPECT_EQ(of_collect.step_of[of_collect.step_of.size() - 2], 1u);
}

// Members that are no longer one with their cluster are seen in the unit that dissolves it.
TEST(UnitTicks, ShowInACollectThatAClusterWasDissolvedWrongly) {
  for (const char* const text :
       {"create a 1\ncreate b 0\ncreate c 1\nroot a\nstore a.0 b\nstore c.0 a\ngarbage b\n"
        "cluster c\ncollect\n"}) {
    const Explanation told = Told(text, gc::Fault::kBlackenMembers);
    EXPECT_EQ(FirstSuspect(told), "cluster-dissolve-colour");
  }
}

}  // namespace
}  // namespace properties
