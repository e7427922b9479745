// properties/search/directed/moves_reads.cc -- the moves of a directed run that ask for an object:
// by a weak reference, by its name, by a handle.

#include "properties/search/directed/moves.h"

namespace properties::moves {

using reference::kNull;
using reference::Name;
using reference::Verb;
namespace op = reference::op;

namespace {

// A weak reference, preferably one to a white or unreachable object.
std::uint32_t AnyWeak(DirectedRun& run) {
  const reference::Oracle& oracle = run.oracle();
  std::vector<std::uint32_t> good;
  for (std::uint32_t w = 0; w < oracle.WeakCount(); ++w) {
    const Name target = oracle.WeakTarget(w);
    if (target != kNull && (run.targets().IsTarget(target) || !oracle.IsReachable(target)))
      good.push_back(w);
  }
  return good.empty() || run.random().Chance(1, 5) ? run.random().Below(run.sizes().weaks)
                                                   : run.Any(good);
}

// Holds the object that was just read.
void KeepRead(DirectedRun& run) {
  const Name read = run.last_answer().object;
  if (read == kNull || run.random().Chance(1, 4)) return;
  const Place place = run.AnyPlace(run.targets().black());
  if (run.Has(Verb::kHold) && run.random().Chance(1, 4)) {
    run.Plan(op::Hold(read));
  } else if (place.object != kNull && run.random().Chance(1, 2)) {
    run.Plan(op::Store(place.object, place.field, read));
  } else {
    run.Plan(op::Root(read));
  }
}

}  // namespace

void WeakMake(DirectedRun& run) {
  const Name target = run.Target();
  if (target != kNull) run.Emit(op::WeakMake(run.random().Below(run.sizes().weaks), target));
}

void Revive(DirectedRun& run) {
  if (run.Emit(op::WeakRead(AnyWeak(run))) && !run.over()) KeepRead(run);
}

void Find(DirectedRun& run) {
  const reference::Oracle& oracle = run.oracle();
  if (run.next() > 0 && run.random().Chance(1, 6)) {  // perhaps one that is gone
    run.Emit(op::Find(run.random().Below(run.next())));
    return;
  }
  std::vector<Name> named;
  std::vector<Name> good;
  for (const Name name : run.targets().existing()) {
    if (!oracle.heap().At(name).named) continue;
    named.push_back(name);
    if (run.targets().IsTarget(name) || !oracle.IsReachable(name)) good.push_back(name);
  }
  if (named.empty()) return;
  const Name sought = good.empty() || run.random().Chance(1, 5) ? run.Any(named) : run.Any(good);
  if (run.Emit(op::Find(sought)) && !run.over()) KeepRead(run);
}

void Rename(DirectedRun& run) {
  std::vector<Name> named;
  for (const Name name : run.targets().nameable()) {
    if (run.oracle().heap().At(name).named) named.push_back(name);
  }
  const Name renamed = run.Any(named);
  if (renamed != kNull) run.Emit(op::Rename(renamed));
}

// Resolves a field of a black object and then cuts all other references to the object it yields: so
// only the resolving can shade that object. This needs a weak reference to a white object,
// preferably one made before marking began.
void Resolve(DirectedRun& run) {
  if (!run.Marking() && run.random().Chance(1, 2)) return WeakMake(run);
  std::uint32_t w = AnyWeak(run);
  Place place =
      run.AnyPlace(run.random().Chance(7, 8) ? run.targets().black() : run.targets().nameable());
  if (place.object == kNull) place = run.AnyPlace(run.targets().nameable());
  if (place.object == kNull) return;
  if (run.Marking() && run.random().Chance(1, 2)) {
    const Name target = run.Target();
    w = run.random().Below(run.sizes().weaks);
    if (target == kNull || !run.Emit(op::WeakMake(w, target))) return;
  }
  if (!run.Emit(op::Resolve(place.object, place.field, w)) || run.over() || !run.Marking()) return;
  const Name found = run.last_answer().object;
  if (found != kNull) run.PlanCuts(found, place);
}

}  // namespace properties::moves
