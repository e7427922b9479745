// model/proof/purge_test.cc -- what a purge may do while marking is proved, and not excluded.
//
// A tick marks first. But core's Heap::Purge does the units of a purge alone, whatever the phase.
// If a guard asked that nothing be marked, the proof would be about another collector.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/proof/invariants.h"
#include "model/proof/system.h"

namespace model {
namespace {

using reference::Locals;

// The actions of a purge that a state which satisfies all invariants allows while marking.
std::set<std::string> PossibleWhileMarking(Locals locals) {
  z3::context context;
  UnboundedLogic logic(context);
  const System system(logic, {}, locals);
  const Relations state = system.Restrict(SymbolicState(logic, ""));
  z3::solver solver(context);
  for (const Invariant& invariant : Invariants(system)) solver.add(invariant.holds(state));
  solver.add(state[R::kMarking]());
  std::set<std::string> possible;
  for (const Action& action : system.actions()) {
    if (!action.of_purge) continue;
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic.Parameter(sort, "p" + std::to_string(parameters.size())));
    }
    solver.push();
    solver.add(action.guard(state, parameters));
    if (solver.check() == z3::sat) possible.insert(action.name);
    solver.pop();
  }
  return possible;
}

TEST(PurgeOfTheProof, MayDoEachOfItsUnitsWhileMarking) {
  const std::set<std::string> all = {"begin", "poll-ready",         "poll-not-ready",
                                     "free",  "poll-waiting-ready", "poll-waiting-not-ready"};
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    EXPECT_EQ(PossibleWhileMarking(locals), all) << reference::WordOf(locals);
  }
}

}  // namespace
}  // namespace model
