// model/purpose/purpose_test.cc -- every claim of the proof has a purpose, and the table of
// purposes is about claims that there are.

#include "model/purpose/purpose.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/claims/claims.h"
#include "model/claims/progress.h"
#include "model/proof/invariants.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

constexpr Locals kDisciplines[] = {Locals::kDead, Locals::kRescanned, Locals::kBlack};

// The claims of one machine: its invariants, its lemmas, its theorems, and what its actions owe.
std::set<std::string> ClaimsOf(gc::FaultSet faults, Locals locals) {
  z3::context context;
  UnboundedLogic logic(context);
  const System system(logic, faults, locals);
  std::set<std::string> claims;
  for (const Invariant& invariant : Invariants(system)) claims.insert(invariant.name);
  for (const Lemma& lemma : ProgressLemmas(system)) claims.insert(lemma.name);
  const Relations before = system.Restrict(SymbolicState(logic, ""));
  for (const Claim& claim : SafetyOfState(system, before)) claims.insert(claim.name);
  for (const Action& action : system.actions()) {
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic.Parameter(sort, "p" + std::to_string(parameters.size())));
    }
    const After after = action.take(before, parameters);
    for (const Claim& claim : TheoremClaims(system, {action, parameters, before, after})) {
      claims.insert(claim.name);
    }
    if (!action.owes) continue;
    for (const Obligation& owed : action.owes(before, after.state, parameters)) {
      claims.insert(owed.name);
    }
  }
  return claims;
}

TEST(Purposes, EveryClaimHasOneInEachDisciplineAndWithEachFault) {
  std::set<std::string> claims;
  for (const Locals locals : kDisciplines) {
    claims.merge(ClaimsOf({}, locals));
    for (const gc::FaultEntry& entry : gc::kFaults) {
      claims.merge(ClaimsOf(gc::FaultSet(entry.fault), locals));
    }
  }
  EXPECT_GT(claims.size(), 70u);
  for (const std::string& claim : claims) {
    EXPECT_FALSE(PurposesOfClaim(claim).Empty()) << claim << " has no purpose";
  }
}

TEST(Purposes, AClaimThatTheTableDoesNotNameHasNone) {
  EXPECT_TRUE(PurposesOfClaim("Z1").Empty());
  EXPECT_TRUE(PurposesOfClaim("G").Empty());
  EXPECT_TRUE(PurposesOfClaim("Gather: nothing").Empty());
}

// These are the obligations that the oracle's properties are named after.
TEST(Purposes, AnObligationHasThatOfThePropertyItIsNamedAfter) {
  using reference::Property;
  EXPECT_EQ(PurposesOfClaim("safety: nothing reachable is gathered"), PurposeOf(Property::kSafety));
  EXPECT_EQ(PurposesOfClaim("order: gathered once"), PurposeOf(Property::kOrder));
  EXPECT_EQ(PurposesOfClaim("weak-answer: null is for ever"), PurposeOf(Property::kWeakAnswer));
  EXPECT_EQ(PurposesOfClaim("completeness: what was"), PurposeOf(Property::kCompleteness));
  EXPECT_TRUE(PurposesOfClaim("progress: no object is scanned twice")
                  .Meets(PurposeOf(Property::kProgress)));
}

TEST(Purposes, TheConditionsOfVacuityHaveNone) {
  EXPECT_TRUE(PurposesOf(Condition{.kind = Condition::Kind::kVacuity, .claim = "I1"}).Empty());
  EXPECT_EQ(PurposesOf(Condition{.kind = Condition::Kind::kInitial, .claim = "I1"}),
            Purposes{Purpose::kSafety});
}

TEST(Purposes, AreWrittenAsAList) {
  EXPECT_EQ(TextOf({}), "");
  EXPECT_EQ(TextOf({Purpose::kProgress}), "progress only");
  EXPECT_EQ(TextOf({Purpose::kOrder, Purpose::kSafety}), "safety and order");
  EXPECT_EQ(TextOf({Purpose::kOrder, Purpose::kSafety, Purpose::kAnswers}),
            "safety, answers and order");
}

// Finds the invariants without which an obligation fails.
class Needs {
 public:
  explicit Needs(Locals locals)
      : logic_(context_),
        system_(logic_, {}, locals),
        before_(system_.Restrict(SymbolicState(logic_, ""))),
        invariants_(Invariants(system_)) {}

  // Calls visit(invariant, obligation) for each that an obligation fails without.
  template <typename Visit>
  void ForEach(const Visit& visit) {
    for (const Action& action : system_.actions()) {
      if (action.owes) OfAction(action, visit);
    }
  }

 private:
  template <typename Visit>
  void OfAction(const Action& action, const Visit& visit) {
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic_.Parameter(sort, "p" + std::to_string(parameters.size())));
    }
    const After after = action.take(before_, parameters);
    z3::solver solver(context_);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      solver.add(z3::implies(Switch(i), invariants_[i].holds(before_)));
    }
    solver.add(action.guard(before_, parameters));
    for (const Bool& fact : after.assumed) solver.add(fact);
    for (const Obligation& owed : action.owes(before_, after.state, parameters)) {
      solver.push();
      solver.add(!owed.formula);
      z3::expr_vector all = AllBut(invariants_.size());
      ASSERT_EQ(solver.check(all), z3::unsat) << owed.name;
      const z3::expr_vector core = solver.unsat_core();
      for (std::size_t i = 0; i < invariants_.size(); ++i) {
        z3::expr_vector rest = AllBut(i);
        if (Has(core, Switch(i)) && solver.check(rest) != z3::unsat) {
          visit(invariants_[i].name, owed.name);
        }
      }
      solver.pop();
    }
  }

  z3::expr Switch(std::size_t i) {
    return context_.bool_const(("assume " + invariants_[i].name).c_str());
  }
  z3::expr_vector AllBut(std::size_t left_out) {
    z3::expr_vector all(context_);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      if (i != left_out) all.push_back(Switch(i));
    }
    return all;
  }
  static bool Has(const z3::expr_vector& core, const z3::expr& which) {
    for (unsigned i = 0; i < core.size(); ++i) {
      if (z3::eq(core[static_cast<int>(i)], which)) return true;
    }
    return false;
  }

  z3::context context_;
  UnboundedLogic logic_;
  System system_;
  Relations before_;
  std::vector<Invariant> invariants_;
};

// The table is written by hand, and the solver has a say: what an obligation fails without, is for
// the purpose of the obligation.
TEST(Purposes, OfAnInvariantIncludeThoseOfEachObligationThatFailsWithoutIt) {
  std::size_t needs = 0;
  for (const Locals locals : {Locals::kDead, Locals::kBlack}) {
    Needs(locals).ForEach([&](const std::string& invariant, const std::string& obligation) {
      ++needs;
      Purposes purposes = PurposesOfClaim(invariant);
      purposes.Add(PurposesOfClaim(obligation));
      EXPECT_EQ(TextOf(purposes), TextOf(PurposesOfClaim(invariant)))
          << obligation << " fails without " << invariant;
    });
  }
  EXPECT_GT(needs, 20u);
}

// Of the operations of a trace. What is given up breaks more: with objects that are born white it
// may be in a work list (slips_test.cc).
Purposes NecessaryFor(Fault fault, Locals locals) {
  ProofOptions options;
  options.faults = gc::FaultSet(fault);
  options.locals = locals;
  options.vacuity = false;
  options.helped = false;
  std::vector<Condition> conditions = Prove(options).conditions;
  std::erase_if(conditions, [](const Condition& each) { return each.action == "abandon"; });
  return NecessaryFor(conditions);
}

// Nothing is lost without the rule, unless locals are black; but a cycle's end is no longer
// bounded.
TEST(Purposes, BirthColourWhileMarkingIsForTheEndOfMarkingOnlyUnlessLocalsAreBlack) {
  const Purposes others = {Purpose::kSafety, Purpose::kAnswers, Purpose::kCompleteness,
                           Purpose::kOrder};
  for (const Locals locals : {Locals::kDead, Locals::kRescanned}) {
    const Purposes needed = NecessaryFor(Fault::kBornWhiteWhileMarking, locals);
    EXPECT_TRUE(needed.Has(Purpose::kProgress));
    EXPECT_FALSE(needed.Meets(others)) << TextOf(needed);
  }
  EXPECT_TRUE(NecessaryFor(Fault::kBornWhiteWhileMarking, Locals::kBlack).Has(Purpose::kSafety));
}

TEST(Purposes, OfARuleAreThoseOfWhatBreaksWithoutIt) {
  EXPECT_EQ(NecessaryFor(Fault::kStoreWithoutShading, Locals::kDead), Purposes{Purpose::kSafety});
  EXPECT_EQ(NecessaryFor(Fault::kKeepSerial, Locals::kDead), Purposes{Purpose::kAnswers});
  EXPECT_EQ(NecessaryFor(Fault::kBeginTwice, Locals::kDead), Purposes{Purpose::kOrder});
  EXPECT_EQ(
      NecessaryFor(Fault::kBornWhiteWhileGathering, Locals::kDead),
      (Purposes{Purpose::kSafety, Purpose::kAnswers, Purpose::kCompleteness, Purpose::kOrder}));
  EXPECT_TRUE(NecessaryFor(Fault::kReadWithoutShading, Locals::kDead).Empty());
}

}  // namespace
}  // namespace model
