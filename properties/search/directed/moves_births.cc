// properties/search/directed/moves_births.cc -- the moves of a directed run that make objects.

#include "properties/search/directed/moves.h"

namespace properties::moves {

using reference::kNull;
using reference::Name;
using reference::Verb;
namespace op = reference::op;

void Create(DirectedRun& run) {
  if (run.Full()) return Store(run);
  const Name born = run.next();
  const Place place = run.AnyPlace(run.targets().nameable());
  const Name container = run.Any(run.ContainersOf(run.targets().nameable()));
  const bool named = run.Has(Verb::kCreateNamed) && run.random().Chance(1, 8);
  const auto create = named ? op::CreateNamed : op::Create;
  if (!run.Emit(create(born, run.random().Below(run.sizes().fields + 1)))) return;
  run.CountBirth();
  if (container != kNull && run.Has(Verb::kAppend) && run.random().Chance(1, 2)) {
    return run.Plan(op::Append(container, born));
  }
  // Most objects are put below another one: without depth there is nothing for a wavefront to
  // cross.
  if (place.object != kNull && run.random().Chance(4, 5)) {
    run.Plan(op::Store(place.object, place.field, born));
  } else if (run.random().Chance(2, 3)) {
    run.Plan(op::Root(born));
  }
}

// An object is given up, and its index is free for the next one.
void Abandon(DirectedRun& run) {
  if (run.Full()) return Create(run);
  const std::uint32_t weak = run.random().Below(run.sizes().weaks);
  if (!run.Emit(op::Abandon(run.next(), weak))) return;
  run.CountBirth();
  run.Plan(op::Create(run.next(), 1));
  run.Plan(op::WeakRead(weak));
}

// Creates an object, holds it by a root or by a field, and puts another object below it.
void Bear(DirectedRun& run) {
  if (run.Full()) return Hide(run);
  const Name born = run.next();
  if (!run.Emit(op::Create(born, run.random().Between(1, run.sizes().fields)))) return;
  run.CountBirth();
  const Place place = run.AnyPlace(run.targets().nameable());
  if (place.object != kNull && run.random().Chance(1, 3)) {
    run.Plan(op::Store(place.object, place.field, born));
  } else {
    run.Plan(op::Root(born));
  }
  const Name target = run.Target();
  if (target == kNull || run.random().Chance(1, 3)) return;
  run.Plan(op::Store(born, 0, target));
  if (run.Marking()) run.PlanCuts(target, {born, 0});
}

// Creates an object as a copy, so that it gets the template's references, preferably a white one.
void Copy(DirectedRun& run) {
  if (run.Full()) return Carry(run);
  const Name born = run.next();
  const Place from = run.PlaceHolding(!run.random().Chance(1, 6));
  const Name like = from.object != kNull ? from.object : run.Any(run.targets().nameable());
  if (like == kNull || !run.Emit(op::Copy(born, like))) return;
  run.CountBirth();
  run.Plan(op::Root(born));
  if (from.object == kNull || !run.Marking()) return;
  run.PlanCuts(run.oracle().Fields(born)[from.field], {born, from.field});
}

void Reserve(DirectedRun& run) {
  if (run.Full()) return Complete(run);
  const Name born = run.next();
  const Name target = run.Any(run.targets().nameable());
  if (!run.Emit(op::Reserve(born, run.random().Between(1, run.sizes().fields)))) return;
  run.CountBirth();
  if (target != kNull) {
    run.Plan(op::Store(born, 0, target));
    run.PlanCuts(target, {born, 0});
  }
  if (run.random().Chance(3, 4)) run.Plan(op::Root(born));
  if (run.random().Chance(3, 4)) run.Plan(op::Start());
  if (run.random().Chance(3, 4)) run.Plan(op::Complete(born));
}

void Complete(DirectedRun& run) {
  std::vector<Name> pending;
  for (const Name name : run.targets().existing()) {
    if (run.oracle().heap().At(name).constructing) pending.push_back(name);
  }
  if (!pending.empty()) run.Emit(op::Complete(run.Any(pending)));
}

void Recycle(DirectedRun& run) {
  const Name old = run.Any(run.targets().nameable());
  if (old == kNull || run.Full()) return;
  const std::uint32_t w = run.random().Below(run.sizes().weaks);
  if (!run.Emit(op::WeakMake(w, old))) return;
  run.PlanCuts(old, {old, 0});
  run.Plan(op::Collect());
  const Name born = run.next();
  run.CountBirth();
  run.Plan(op::Create(born, run.random().Below(run.sizes().fields + 1)));
  run.Plan(op::WeakMake(run.random().Below(run.sizes().weaks), born));
  run.Plan(op::WeakRead(w));
}

}  // namespace properties::moves
