// properties/search/directed/moves_edges.cc -- the moves of a directed run that change what objects
// refer to.

#include "properties/search/directed/moves.h"

namespace properties::moves {

using reference::kNull;
using reference::Name;
using reference::Verb;
namespace op = reference::op;

namespace {

// Moves all elements of a container, among them a white object, into another container, preferably
// a black one.
void Take(DirectedRun& run) {
  const reference::Oracle& oracle = run.oracle();
  std::vector<Place> holding;
  for (const Name name : run.ContainersOf(run.targets().nameable())) {
    const std::vector<Name>& elements = oracle.Fields(name);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const bool is_target = elements[i] != kNull && run.targets().IsTarget(elements[i]);
      if (is_target) holding.push_back({name, static_cast<std::uint16_t>(i)});
    }
  }
  if (holding.empty()) return;
  Name to = run.Any(run.ContainersOf(run.random().Chance(7, 8) ? run.targets().black()
                                                               : run.targets().nameable()));
  if (to == kNull) {  // an object created while marking is black
    if (run.Full() || !run.Emit(op::Create(run.next(), 0))) return;
    to = run.next();
    run.CountBirth();
    run.Plan(op::Root(to));
  }
  const Place from = run.random().Pick<Place>(holding);
  const Name target = oracle.Fields(from.object)[from.field];
  if (run.Emit(op::Take(to, from.object))) run.PlanCuts(target, {to, from.field});
}

}  // namespace

void Store(DirectedRun& run) {
  const Place place = run.AnyPlace(run.targets().nameable());
  if (place.object == kNull) return;
  run.Emit(op::Store(place.object, place.field, run.Any(run.targets().nameable())));
}

void Cut(DirectedRun& run) {
  const Place place = run.PlaceHolding(false);
  if (place.object != kNull) run.Emit(op::Store(place.object, place.field, kNull));
}

void Hide(DirectedRun& run) {
  const Name target = run.Target();
  const Place place = run.AnyPlace(run.targets().black());
  if (target == kNull) return;
  // Bear calls Hide when the run may create no more objects: so Hide calls Bear only if it may.
  if (place.object == kNull) return !run.Full() ? Bear(run) : Store(run);
  if (run.Emit(op::Store(place.object, place.field, target))) run.PlanCuts(target, place);
}

void Carry(DirectedRun& run) {
  const Place from = run.PlaceHolding(!run.random().Chance(1, 6));
  const Place to =
      run.AnyPlace(run.random().Chance(7, 8) ? run.targets().black() : run.targets().nameable());
  if (from.object == kNull) return;
  if (to.object == kNull) return Bear(run);
  const Name target = run.oracle().Fields(from.object)[from.field];
  const bool swap = run.Has(Verb::kSwap) && run.random().Chance(1, 2);
  const auto carry = swap ? op::Swap : op::Move;
  const bool turned = swap && run.random().Chance(1, 2);
  const bool emitted = run.Emit(turned ? carry(from.object, from.field, to.object, to.field)
                                       : carry(to.object, to.field, from.object, from.field));
  if (emitted) run.PlanCuts(target, to);
}

void Contain(DirectedRun& run) {
  if (run.Marking() && run.random().Chance(2, 3)) return Take(run);
  const std::vector<Name> containers = run.ContainersOf(run.targets().nameable());
  const std::vector<Name> black = run.ContainersOf(run.targets().black());
  const Name into = run.Any(black.empty() || run.random().Chance(1, 3) ? containers : black);
  if (into == kNull) return;
  if (run.random().Chance(1, 8)) {
    run.Emit(op::Take(into, run.Any(containers)));
    return;
  }
  const auto size = static_cast<std::uint32_t>(run.oracle().Fields(into).size());
  if (size > 0 && run.random().Chance(1, 4)) {
    run.Emit(op::Erase(into, static_cast<std::uint16_t>(run.random().Below(size))));
    return;
  }
  const Name target = run.Target();
  const auto end = static_cast<std::uint16_t>(size);
  if (target != kNull && run.Emit(op::Append(into, target)) && run.Marking()) {
    run.PlanCuts(target, {into, end});
  }
}

}  // namespace properties::moves
