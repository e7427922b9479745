// properties/search/directed/moves_identities.cc -- the moves of a directed run that end an object
// by hand, or make one again.

#include "properties/search/directed/moves.h"

namespace properties::moves {

using reference::kNull;
using reference::Name;
namespace op = reference::op;

void Identify(DirectedRun& run) {
  const Name object = run.Target();
  if (object == kNull) return;
  if (run.random().Chance(1, 2))
    run.Emit(op::WeakMake(run.random().Below(run.sizes().weaks), object));
  if (!run.Emit(op::Identify(object)) || run.random().Chance(1, 3)) return;
  run.Plan(op::Unroot(object));
  run.PlanCuts(object, {object, 0});
}

void Recreate(DirectedRun& run) {
  if (run.Full()) return;
  std::vector<Name> gone;
  for (Name name = 0; name < run.next(); ++name) {
    const Name identity = run.oracle().heap().At(name).identity;
    if (identity != kNull && run.oracle().LastOf(identity) == kNull) gone.push_back(name);
  }
  const Name again = run.Any(gone);
  if (again == kNull) return;
  const Name born = run.next();
  if (!run.Emit(op::Recreate(born, again, run.random().Below(run.sizes().fields + 1)))) return;
  run.CountBirth();
  if (run.random().Chance(1, 2)) run.Emit(op::Root(born));
  for (std::uint32_t weak = 0; weak < run.oracle().WeakCount(); ++weak) {
    if (run.oracle().WeakTarget(weak) == born) run.Plan(op::WeakRead(weak));
  }
}

void BeginByHand(DirectedRun& run) {
  const Name object = run.Target();
  if (object == kNull || !run.Emit(op::BeginByHand(object))) return;
  if (run.random().Chance(1, 2)) run.PlanCuts(object, {object, 0});
}

}  // namespace properties::moves
