// model/claims/claims_test.cc -- each claim is shown to fail where something is broken.
//
// A claim that no break can falsify proves nothing. So here one action of the formulas, or one
// invariant, is broken at a time, and the claims that notice it are named.

#include "model/claims/claims.h"

#include <gtest/gtest.h>

#include <string_view>

#include "model/proof/broken_by_test.h"

namespace model {
namespace {

using reference::Locals;

// Of the conditions of every state and of these actions, those that break without the invariant.
Names BrokenWithout(std::string invariant, std::vector<std::string> actions) {
  return BrokenWith({.only = std::move(actions), .without = {std::move(invariant)}});
}

// Of the conditions of every state and of the action, those that break if it is changed so.
Names BrokenIf(const std::string& name, const std::function<void(Action&)>& change) {
  return BrokenWith({.change =
                         [=](Action& action) {
                           if (action.name == name) change(action);
                         },
                     .only = {name}});
}

// What breaks if the action can never be taken.
Names BrokenIfNever(const std::string& name) {
  return BrokenIf(name, [](Action& action) {
    action.guard = [](const Relations& s, const Terms&) {
      return s[R::kMarking]().ctx().bool_val(false);
    };
  });
}

// What breaks if `more` happens to the state after the action.
using AlsoDone = std::function<void(const Relations& before, const Terms&, Relations& after)>;
Names BrokenIfAlso(const std::string& name, const AlsoDone& more) {
  return BrokenIf(name, [more](Action& action) {
    action.take = [take = action.take, more](const Relations& s, const Terms& p) {
      After after = take(s, p);
      more(s, p, after.state);
      return after;
    };
  });
}

// What breaks if the action does nothing.
Names BrokenIfIdle(const std::string& name) {
  return BrokenIf(name, [](Action& action) {
    action.take = [](const Relations& s, const Terms&) { return After{s, {}}; };
  });
}

Bool SameTerm(const Term& x, const Term& y) { return *x.constant == *y.constant; }

void AddTo(Relations& state, R set, const Words::Predicate& more) {
  state[set] = Relation(
      [old = state[set], more](const Terms& terms) { return old(terms) || more(terms[0]); });
}
void SetFlag(Relations& state, R flag, bool value) {
  const Bool now = state[flag]().ctx().bool_val(value);
  state[flag] = Relation([now](const Terms&) { return now; });
}

TEST(Enabled, AGatherWithNothingToVisitWouldStandStillForEver) {
  const auto gathers_nothing = [](const Relations&, const Terms&, Relations& t) {
    SetFlag(t, R::kGathering, true);
  };
  EXPECT_EQ(BrokenIfAlso("end-check-ends", gathers_nothing), (Names{"end-check-ends P6"}));
  EXPECT_EQ(BrokenWithout("P6", {"gather"}), (Names{"gather E13"}));
  EXPECT_EQ(BrokenWithout("P7", {"free"}), (Names{"purge E11"}));
}

struct NamedUnit {
  const char* name;
  Names claims;
};

class WithoutUnit : public testing::TestWithParam<NamedUnit> {};

TEST_P(WithoutUnit, APhaseStandsStill) {
  EXPECT_EQ(BrokenIfNever(GetParam().name), GetParam().claims);
}

INSTANTIATE_TEST_SUITE_P(
    Enabled, WithoutUnit,
    testing::Values(
        NamedUnit{"initial-references", {"marking E1"}}, NamedUnit{"scan", {"marking E2"}},
        NamedUnit{"activate", {"marking E2"}}, NamedUnit{"activate-garbage", {"marking E2"}},
        NamedUnit{"barrier-list", {"marking E3"}}, NamedUnit{"end-check-goes-on", {"marking E4"}},
        NamedUnit{"end-check-ends", {"marking E4"}}, NamedUnit{"complete", {"marking E5"}},
        NamedUnit{"begin", {"purge E7"}}, NamedUnit{"poll-ready", {"purge E8"}},
        NamedUnit{"poll-not-ready", {"purge E8"}},
        NamedUnit{"poll-waiting-ready", {"purge E9", "idle E14"}},
        NamedUnit{"poll-waiting-not-ready", {"purge E9", "idle E14"}},
        NamedUnit{"free", {"purge E10", "purge E18"}}, NamedUnit{"gather", {"gather E12"}},
        NamedUnit{"idle-tick", {"idle E15"}}, NamedUnit{"flip", {"idle E17"}}),
    [](const auto& each) {
      std::string name = each.param.name;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST(Rank, AUnitThatDoesNothingUsesUpNoTicket) {
  const std::pair<const char*, const char*> kUnits[] = {{"initial-references", "L5"},
                                                        {"barrier-list", "L5"},
                                                        {"scan", "L5"},
                                                        {"activate", "L5"},
                                                        {"activate-garbage", "L5"},
                                                        {"end-check-goes-on", "L5"},
                                                        {"end-check-ends", "L5"},
                                                        {"gather", "L6"},
                                                        {"begin", "L7"},
                                                        {"poll-ready", "L7"},
                                                        {"poll-not-ready", "L7"},
                                                        {"poll-waiting-ready", "L7"},
                                                        {"free", "L7"},
                                                        {"poll-waiting-not-ready", "L7"}};
  for (const auto& [unit, claim] : kUnits) {
    EXPECT_TRUE(BrokenIfIdle(unit).contains(std::string(unit) + " " + claim)) << unit;
  }
}

TEST(Rank, WhatIsQueuedAgainIsGivenATicket) {
  const AlsoDone again = [](const Relations&, const Terms& p, Relations& t) {
    AddTo(t, R::kWork, [p](const Term& x) { return SameTerm(x, p[0]); });
  };
  EXPECT_TRUE(BrokenIfAlso("scan", again).contains("scan L5"));
  EXPECT_TRUE(BrokenIfAlso("root", again).contains("root L1"));
}

TEST(Rank, WhatIsAskedAgainInAPurgeIsGivenATicket) {
  const AlsoDone again = [](const Relations& s, const Terms&, Relations& t) {
    AddTo(t, R::kPolling, [s](const Term& x) { return s[R::kWaiting](x); });
  };
  EXPECT_TRUE(BrokenIfAlso("begin", again).contains("begin L2"));
  EXPECT_TRUE(BrokenIfAlso("poll-waiting-not-ready", again).contains("poll-waiting-not-ready L7"));
}

TEST(Rank, APhaseThatBeginsOutOfTurnIsNoticed) {
  const auto begins = [](R phase) {
    return [phase](const Relations&, const Terms&, Relations& t) { SetFlag(t, phase, true); };
  };
  EXPECT_TRUE(BrokenIfAlso("free", begins(R::kMarking)).contains("free L3"));
  EXPECT_TRUE(BrokenIfAlso("free", begins(R::kGathering)).contains("free L3"));
  EXPECT_TRUE(BrokenIfAlso("store", begins(R::kPurgePending)).contains("store L4"));
}

TEST(Rank, OnlyEntriesInUseAreVisited) {
  const AlsoDone all = [](const Relations&, const Terms&, Relations& t) {
    AddTo(t, R::kUnvisited, [&](const Term& x) { return x.constant->ctx().bool_val(true); });
  };
  EXPECT_TRUE(BrokenIfAlso("end-check-ends", all).contains("end-check-ends P8"));
  EXPECT_EQ(BrokenWithout("P8", {"end-check-ends"}), (Names{"every phase L8"}));
}

// S2 to S4 are each a part of the root set, and S1 is the step along a reference.
TEST(Theorem, OfSafetyNeedsTheInvariantsOfSafety) {
  for (const char* invariant : {"S1", "S2", "S3", "S4"}) {
    const Names broken = BrokenWithout(invariant, {"gather", "free"});
    EXPECT_TRUE(broken.contains("every state H1")) << invariant;
    EXPECT_TRUE(broken.contains("gather H2")) << invariant;
    EXPECT_TRUE(broken.contains("free H2")) << invariant;
  }
}

TEST(Theorem, OfSafetyFailsIfTheGatherDoomsWhatIsNotWhite) {
  const AlsoDone dooms = [](const Relations&, const Terms& p, Relations& t) {
    AddTo(t, R::kUnreachable, [p](const Term& x) { return SameTerm(x, p[0]); });
  };
  EXPECT_TRUE(BrokenIfAlso("gather", dooms).contains("gather H2"));
}

TEST(Theorem, OfSafetyFailsIfAScanClearsWhatIsNoGarbage) {
  const AlsoDone clears = [](const Relations&, const Terms& p, Relations& t) {
    t[R::kField] = Relation([p, old = t[R::kField]](const Terms& terms) {
      return old(terms) && !SameTerm(terms[0], p[0]);
    });
  };
  EXPECT_TRUE(BrokenIfAlso("scan", clears).contains("scan H3"));
}

TEST(Theorem, OfCompletenessNeedsBothSets) {
  for (const char* invariant : {"C1", "K1", "P3"}) {
    EXPECT_TRUE(BrokenWithout(invariant, {"gather", "free"}).contains("gather H4")) << invariant;
  }
  const AlsoDone early = [](const Relations&, const Terms&, Relations& t) {
    SetFlag(t, R::kGathering, false);
  };
  EXPECT_TRUE(BrokenIfAlso("gather", early).contains("gather H4"));
}

// Whatever the flip assumed of the sets that may stay, the other conditions would take for granted.
TEST(Theorem, OfCompletenessFailsIfTheFlipAssumesThatAllMayStay) {
  const Names broken = BrokenIf("flip", [](Action& action) {
    action.take = [take = action.take](const Relations& s, const Terms& p) {
      After after = take(s, p);
      z3::context& context = s[R::kMarking]().ctx();
      const z3::expr any = context.constant("any", context.uninterpreted_sort("Object"));
      const Term x{.sort = Sort::kObject, .constant = any};
      after.assumed.push_back(z3::forall(any, after.state[R::kMay](x)));
      return after;
    };
  });
  EXPECT_EQ(broken, (Names{"flip H7"}));
}

// A scan that follows garbage, though it clears the reference to it, is safe; and nothing stays
// that could not be reached at the flip by all references. Only what counts tells them apart.
TEST(Theorem, OfCompletenessNoticesAScanThatFollowsGarbage) {
  const AlsoDone follows = [](const Relations& s, const Terms& p, Relations& t) {
    const auto white = [s](const Term& x) {
      return z3::ite(s[R::kCurrentIsA](), s[R::kB](x), s[R::kA](x));
    };
    const auto found = [=](const Term& x) {
      const z3::expr field =
          x.constant->ctx().constant("f", x.constant->ctx().uninterpreted_sort("Field"));
      const Term f{.sort = Sort::kField, .constant = field};
      return white(x) && s[R::kGarbage](x) && !s[R::kTogether](x, x) &&
             z3::exists(field, s[R::kField](p[0], f, x) && !s[R::kImmutable](f));
    };
    const Bool is_a = s[R::kCurrentIsA]();
    for (const R bit : {R::kA, R::kB}) {
      const Bool reads = bit == R::kA ? is_a : !is_a;
      t[bit] = Relation([=, old = t[bit]](const Terms& terms) {
        return z3::ite(found(terms[0]), reads, old(terms));
      });
    }
    AddTo(t, R::kWork, found);
  };
  EXPECT_EQ(BrokenIfAlso("scan", follows), (Names{"scan K1"}));
}

// So it was in these formulas: garbage in an open field, such as an element of a container, did not
// keep a cluster from being activated, which follows it.
TEST(Theorem, OfCompletenessNoticesAClusterThatFollowsGarbageInAnOpenField) {
  const Names broken = BrokenIf("activate", [](Action& action) {
    action.guard = [](const Relations& s, const Terms& p) {
      z3::context& context = s[R::kMarking]().ctx();
      const z3::expr any = context.constant("any", context.uninterpreted_sort("Object"));
      const Term y{.sort = Sort::kObject, .constant = any};
      const Bool lists = s[R::kMutable](p[0], y) || s[R::kListsCluster](p[0], y);
      return s[R::kMarking]() && s[R::kWork](p[0]) && s[R::kTogether](p[0], p[0]) &&
             !z3::exists(any, lists && s[R::kGarbage](y));
    };
  });
  EXPECT_EQ(broken, (Names{"activate K1"}));
}

TEST(Theorem, OfFreeingFailsIfSomethingThatWaitsIsNotAsked) {
  EXPECT_TRUE(BrokenWithout("D8", {"free", "poll-waiting-not-ready"})
                  .contains("poll-waiting-not-ready H6"));
  EXPECT_TRUE(BrokenWithout("D8", {"free", "poll-waiting-not-ready"}).contains("free H6"));
  const AlsoDone early = [](const Relations&, const Terms&, Relations& t) {
    SetFlag(t, R::kPurgePending, false);
  };
  EXPECT_TRUE(BrokenIfAlso("free", early).contains("free H6"));
  const AlsoDone forgets = [](const Relations&, const Terms& p, Relations& t) {
    t[R::kUnreachable] = Relation([p, old = t[R::kUnreachable]](const Terms& terms) {
      return old(terms) && !SameTerm(terms[0], p[0]);
    });
  };
  EXPECT_TRUE(BrokenIfAlso("poll-not-ready", forgets).contains("poll-not-ready H5"));
}

// An action that is missing in the list of units would be taken for the mutator's, and what it
// marks would be excused. A unit is a step of the collector, after which the mutator can name
// nothing.
TEST(Ghosts, EveryUnitIsKnownAsOne) {
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    z3::context context;
    UnboundedLogic logic(context);
    const System system(logic, {}, locals);
    const Relations before = system.Restrict(SymbolicState(logic, ""));
    const Term any = logic.Parameter(Sort::kObject, "any");
    std::size_t units = 0;
    for (const Action& action : system.actions()) {
      Terms parameters;
      for (const Sort sort : action.parameters) {
        parameters.push_back(logic.Parameter(sort, "p" + std::to_string(parameters.size())));
      }
      // A mask that comes while marking ends a step, and what it names counts from then on, as if
      // the mutator had rooted it. Referencers are asked beside the mutator, and end no step.
      if (action.name == "mask-more" || action.name == "ask-field") continue;
      const After after = action.take(before, parameters);
      EXPECT_EQ(after.state[R::kNamed](any).is_false(), action.unit) << action.name;
      units += action.unit;
    }
    EXPECT_GT(units, 10u);
  }
}

}  // namespace
}  // namespace model
