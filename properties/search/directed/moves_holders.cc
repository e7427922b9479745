// properties/search/directed/moves_holders.cc -- the moves of a directed run that hold an object by
// something other than a field.

#include "properties/search/directed/moves.h"

namespace properties::moves {

using reference::kNull;
using reference::Name;
namespace op = reference::op;

namespace {

// Lets a referencer go and come back with the object that it held before. Its slot does not change
// then, so only the registration can shade the object.
bool Reregister(DirectedRun& run, std::uint32_t referencer) {
  const Name held = run.oracle().ReferencerTarget(referencer);
  const Name old = held != kNull ? held : run.last_held(referencer).object;
  if (old == kNull || !run.targets().IsTarget(old) || run.random().Chance(1, 4)) return false;
  if (held != kNull) {
    run.Plan(op::ReferencerRelease(referencer));
    run.Plan(op::Tick(1));
  }
  run.Plan(run.last_held(referencer));
  run.PlanCuts(old, {});
  return true;
}

}  // namespace

// Holds a white object by something other than a field, and cuts all fields that refer to it.
void Adopt(DirectedRun& run) {
  const Name target = run.Target();
  if (target == kNull) return;
  const auto referencer = run.random().Below(run.sizes().referencers);
  switch (run.random().Below(4)) {
    case 0:
      if (!run.Emit(op::Root(target))) return;
      break;
    case 1:
      if (!run.Emit(op::StrongTake(target))) return;
      break;
    case 2:
      if (!run.Emit(op::Keep(target))) return;
      break;
    default:
      if (!run.Emit(op::ReferencerHold(referencer, target)) &&
          !run.Emit(op::ReferencerHold(referencer, target, true))) {
        return;
      }
  }
  run.PlanCuts(target, {});
}

void Root(DirectedRun& run, bool yes) {
  const Name object = yes ? run.Any(run.targets().nameable()) : run.Any(run.targets().existing());
  if (object != kNull) run.Emit(yes ? op::Root(object) : op::Unroot(object));
}

void Strong(DirectedRun& run) {
  const Name taken = run.Target();
  const Name dropped = run.Any(run.targets().existing());
  if (dropped != kNull && run.random().Chance(1, 3) && run.Emit(op::StrongDrop(dropped))) return;
  if (taken != kNull) run.Emit(op::StrongTake(taken));
}

void Keep(DirectedRun& run) {
  const Name kept = run.Target();
  const Name unkept = run.Any(run.targets().existing());
  if (unkept != kNull && run.random().Chance(1, 3) && run.Emit(op::Unkeep(unkept))) return;
  if (kept != kNull) run.Emit(op::Keep(kept));
}

void Refer(DirectedRun& run) {
  const auto referencer = run.random().Below(run.sizes().referencers);
  if (run.Marking() && Reregister(run, referencer)) return;
  if (run.random().Chance(1, 4) && run.Emit(op::ReferencerRelease(referencer))) return;
  const Name target = run.Target();
  if (target == kNull) return;
  const bool raw = run.random().Chance(1, 2);
  if (run.Emit(op::ReferencerHold(referencer, target, raw)) ||
      run.Emit(op::ReferencerHold(referencer, target, !raw))) {
    if (run.Marking()) run.PlanCuts(target, {});
  }
}

void Local(DirectedRun& run) {
  std::vector<Name> held_now;
  for (const Name name : run.targets().existing()) {
    if (run.oracle().heap().At(name).held) held_now.push_back(name);
  }
  const Name dropped = run.Any(held_now);
  if (dropped != kNull && run.random().Chance(1, 3) && run.Emit(op::Drop(dropped))) return;
  const Name held = run.Target();
  if (held == kNull || !run.Emit(op::Hold(held))) return;
  if (run.random().Chance(1, 2)) run.PlanCuts(held, {held, 0});
}

void Ready(DirectedRun& run, bool yes) {
  const reference::Oracle& oracle = run.oracle();
  std::vector<Name> names;
  for (const Name name : run.targets().existing()) {
    if (oracle.heap().At(name).ready != yes) names.push_back(name);
  }
  const Name object = run.Any(names);
  if (object != kNull) run.Emit(op::Ready(object, yes));
}

void Flag(DirectedRun& run) {
  const Name flagged = run.Target();
  const Name unflagged = run.Any(run.targets().nameable());
  if (unflagged != kNull && run.random().Chance(1, 4) && run.Emit(op::Unflag(unflagged))) return;
  if (flagged == kNull || !run.Emit(op::Flag(flagged))) return;
  if (run.random().Chance(1, 3)) return;
  run.PlanCuts(flagged, {flagged, 0});
  run.Plan(run.Marking() ? op::CollectKeeping() : op::StartKeeping());
}

}  // namespace properties::moves
