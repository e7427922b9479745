// properties/search/generator_moves.cc -- the moves of a directed run (generator.h says what each
// is for).

#include <algorithm>

#include "properties/search/generator.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Verb;
namespace op = reference::op;

Name DirectedGenerator::Any(const std::vector<Name>& names, Name otherwise) {
  if (names.empty()) return otherwise;
  return names[random_.Below(static_cast<std::uint32_t>(names.size()))];
}

// A field of one of the objects; its object is kNull if none has one.
Place DirectedGenerator::AnyPlace(const std::vector<Name>& names) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Name object = Any(names);
    if (object == kNull) break;
    const auto fields = static_cast<std::uint32_t>(session_.oracle().Fields(object).size());
    if (fields > 0) return {object, static_cast<std::uint16_t>(random_.Below(fields))};
  }
  return {};
}

// A field that the mutator can name and that holds something, white if asked.
Place DirectedGenerator::PlaceHolding(bool white) {
  std::vector<Place> places;
  for (const Name object : targets_.nameable()) {
    const std::vector<Name>& fields = session_.oracle().Fields(object);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == kNull || (white && !targets_.IsPrey(fields[i]))) continue;
      places.push_back({object, static_cast<std::uint16_t>(i)});
    }
  }
  return places.empty() ? Place{} : random_.Pick<Place>(places);
}

// What matters now: something white if there is any, else anything nameable.
Name DirectedGenerator::Target() {
  if (!targets_.white().empty() && !random_.Chance(1, 6)) return Any(targets_.white());
  return Any(targets_.nameable());
}

void DirectedGenerator::Create() {
  if (next_ >= objects_) return Store();
  const Name born = next_;
  const Place place = AnyPlace(targets_.nameable());
  const Name container = Any(ContainersOf(targets_.nameable()));
  const bool named = Has(Verb::kCreateNamed) && random_.Chance(1, 8);
  const auto create = named ? op::CreateNamed : op::Create;
  if (!Emit(create(born, random_.Below(most_fields_ + 1)))) return;
  next_ += 1;
  if (container != kNull && Has(Verb::kAppend) && random_.Chance(1, 2)) {
    return Plan(op::Append(container, born));
  }
  // Most hang below another object: without depth there is nothing for a wavefront to cross.
  if (place.object != kNull && random_.Chance(4, 5)) {
    Plan(op::Store(place.object, place.field, born));
  } else if (random_.Chance(2, 3)) {
    Plan(op::Root(born));
  }
}

// A newborn, kept by a root or by a field, with something hung below it.
void DirectedGenerator::Bear() {
  if (next_ >= objects_) return Hide();
  const Name born = next_;
  if (!Emit(op::Create(born, random_.Between(1, most_fields_)))) return;
  next_ += 1;
  const Place place = AnyPlace(targets_.nameable());
  if (place.object != kNull && random_.Chance(1, 3)) {
    Plan(op::Store(place.object, place.field, born));
  } else {
    Plan(op::Root(born));
  }
  const Name target = Target();
  if (target == kNull || random_.Chance(1, 3)) return;
  Plan(op::Store(born, 0, target));
  if (Marking()) PlanCuts(target, {born, 0});
}

// A newborn that takes what another object refers to, by preference something white.
void DirectedGenerator::Copy() {
  if (next_ >= objects_) return Carry();
  const Name born = next_;
  const Place from = PlaceHolding(!random_.Chance(1, 6));
  const Name like = from.object != kNull ? from.object : Any(targets_.nameable());
  if (like == kNull || !Emit(op::Copy(born, like))) return;
  next_ += 1;
  Plan(op::Root(born));
  if (from.object == kNull || !Marking()) return;
  PlanCuts(session_.oracle().Fields(born)[from.field], {born, from.field});
}

void DirectedGenerator::Store() {
  const Place place = AnyPlace(targets_.nameable());
  if (place.object == kNull) return;
  Emit(op::Store(place.object, place.field, Any(targets_.nameable())));
}

void DirectedGenerator::Cut() {
  const Place place = PlaceHolding(false);
  if (place.object != kNull) Emit(op::Store(place.object, place.field, kNull));
}

void DirectedGenerator::Hide() {
  const Name target = Target();
  const Place place = AnyPlace(targets_.black());
  if (target == kNull) return;
  // Bear comes back here when there are no more objects to be had.
  if (place.object == kNull) return next_ < objects_ ? Bear() : Store();
  if (Emit(op::Store(place.object, place.field, target))) PlanCuts(target, place);
}

void DirectedGenerator::Carry() {
  const Place from = PlaceHolding(!random_.Chance(1, 6));
  const Place to = AnyPlace(random_.Chance(7, 8) ? targets_.black() : targets_.nameable());
  if (from.object == kNull) return;
  if (to.object == kNull) return Bear();
  const Name target = session_.oracle().Fields(from.object)[from.field];
  const bool swap = Has(Verb::kSwap) && random_.Chance(1, 2);
  const auto carry = swap ? op::Swap : op::Move;
  const bool turned = swap && random_.Chance(1, 2);
  const bool emitted = Emit(turned ? carry(from.object, from.field, to.object, to.field)
                                   : carry(to.object, to.field, from.object, from.field));
  if (emitted) PlanCuts(target, to);
}

std::vector<Name> DirectedGenerator::ContainersOf(const std::vector<Name>& names) const {
  std::vector<Name> containers;
  for (const Name name : names) {
    if (session_.oracle().heap().At(name).container) containers.push_back(name);
  }
  return containers;
}

void DirectedGenerator::Contain() {
  if (Marking() && random_.Chance(2, 3)) return Take();
  const std::vector<Name> containers = ContainersOf(targets_.nameable());
  const Name into = Any(containers);
  if (into == kNull) return;
  const auto size = static_cast<std::uint32_t>(session_.oracle().Fields(into).size());
  if (size > 0 && random_.Chance(1, 6)) {
    Emit(op::Erase(into, static_cast<std::uint16_t>(random_.Below(size))));
    return;
  }
  const Name target = Target();
  const auto end = static_cast<std::uint16_t>(size);
  if (target != kNull && Emit(op::Append(into, target)) && Marking()) {
    PlanCuts(target, {into, end});
  }
}

// What is white in one container goes, with all the rest, into another, black if there is one.
void DirectedGenerator::Take() {
  const reference::Oracle& oracle = session_.oracle();
  std::vector<Place> holding;
  for (const Name name : ContainersOf(targets_.nameable())) {
    const std::vector<Name>& elements = oracle.Fields(name);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const bool prey = elements[i] != kNull && targets_.IsPrey(elements[i]);
      if (prey) holding.push_back({name, static_cast<std::uint16_t>(i)});
    }
  }
  if (holding.empty()) return;
  Name to = Any(ContainersOf(random_.Chance(7, 8) ? targets_.black() : targets_.nameable()));
  if (to == kNull) {  // what is born now is black
    if (next_ >= objects_ || !Emit(op::Create(next_, 0))) return;
    to = next_++;
    Plan(op::Root(to));
  }
  const Place from = random_.Pick<Place>(holding);
  const Name target = oracle.Fields(from.object)[from.field];
  if (Emit(op::Take(to, from.object))) PlanCuts(target, {to, from.field});
}

// Keeps a white object by what is no field, and cuts the rest.
void DirectedGenerator::Adopt() {
  const Name target = Target();
  if (target == kNull) return;
  const auto referencer = random_.Below(referencers_);
  switch (random_.Below(4)) {
    case 0:
      if (!Emit(op::Root(target))) return;
      break;
    case 1:
      if (!Emit(op::StrongTake(target))) return;
      break;
    case 2:
      if (!Emit(op::Keep(target))) return;
      break;
    default:
      if (!Emit(op::ReferencerHold(referencer, target)) &&
          !Emit(op::ReferencerHold(referencer, target, true))) {
        return;
      }
  }
  PlanCuts(target, {});
}

void DirectedGenerator::PlanCuts(Name object, Place kept) {
  if (Marking()) targets_.LeaveAlone(object);
  if (random_.Chance(1, 8)) return;
  const reference::Oracle& oracle = session_.oracle();
  for (const Name holder : targets_.nameable()) {
    const std::vector<Name>& fields = oracle.Fields(holder);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto field = static_cast<std::uint16_t>(i);
      if (fields[i] != object || (holder == kept.object && field == kept.field)) continue;
      Plan(op::Store(holder, field, kNull));
    }
  }
  if (kept.object == kNull) return;
  if (oracle.heap().At(object).root) Plan(op::Unroot(object));
  if (oracle.heap().At(object).kept) Plan(op::Unkeep(object));
  for (std::uint32_t i = 0; i < oracle.heap().At(object).strong; ++i) Plan(op::StrongDrop(object));
  for (std::uint32_t i = 0; i < oracle.ReferencerCount(); ++i) {
    if (oracle.ReferencerTarget(i) == object) Plan(op::ReferencerRelease(i));
  }
}

void DirectedGenerator::Root(bool yes) {
  const Name object = yes ? Any(targets_.nameable()) : Any(targets_.existing());
  if (object != kNull) Emit(yes ? op::Root(object) : op::Unroot(object));
}

void DirectedGenerator::Strong() {
  const Name taken = Target();
  const Name dropped = Any(targets_.existing());
  if (dropped != kNull && random_.Chance(1, 3) && Emit(op::StrongDrop(dropped))) return;
  if (taken != kNull) Emit(op::StrongTake(taken));
}

void DirectedGenerator::Keep() {
  const Name kept = Target();
  const Name unkept = Any(targets_.existing());
  if (unkept != kNull && random_.Chance(1, 3) && Emit(op::Unkeep(unkept))) return;
  if (kept != kNull) Emit(op::Keep(kept));
}

void DirectedGenerator::Reserve() {
  if (next_ >= objects_) return Complete();
  const Name born = next_;
  const Name target = Any(targets_.nameable());
  if (!Emit(op::Reserve(born, random_.Between(1, most_fields_)))) return;
  next_ += 1;
  if (target != kNull) {
    Plan(op::Store(born, 0, target));
    PlanCuts(target, {born, 0});
  }
  if (random_.Chance(3, 4)) Plan(op::Root(born));
  if (random_.Chance(3, 4)) Plan(op::Start());
  if (random_.Chance(3, 4)) Plan(op::Complete(born));
}

void DirectedGenerator::Complete() {
  std::vector<Name> pending;
  for (const Name name : targets_.existing()) {
    if (session_.oracle().heap().At(name).constructing) pending.push_back(name);
  }
  if (!pending.empty()) Emit(op::Complete(Any(pending)));
}

void DirectedGenerator::Refer() {
  const auto referencer = random_.Below(referencers_);
  if (Marking() && Reregister(referencer)) return;
  if (random_.Chance(1, 4) && Emit(op::ReferencerRelease(referencer))) return;
  const Name target = Target();
  if (target == kNull) return;
  const bool raw = random_.Chance(1, 2);
  if (Emit(op::ReferencerHold(referencer, target, raw)) ||
      Emit(op::ReferencerHold(referencer, target, !raw))) {
    if (Marking()) PlanCuts(target, {});
  }
}

// A referencer that was not asked, and comes back with what it held before: nothing changes in its
// slot, so that only its registration can shade.
bool DirectedGenerator::Reregister(std::uint32_t referencer) {
  const Name held = session_.oracle().ReferencerTarget(referencer);
  const Name old = held != kNull ? held : last_held_[referencer].object;
  if (old == kNull || !targets_.IsPrey(old) || random_.Chance(1, 4)) return false;
  if (held != kNull) {
    Plan(op::ReferencerRelease(referencer));
    Plan(op::Tick(1));
  }
  Plan(last_held_[referencer]);
  PlanCuts(old, {});
  return true;
}

void DirectedGenerator::WeakMake() {
  const Name target = Target();
  if (target != kNull) Emit(op::WeakMake(random_.Below(weaks_), target));
}

void DirectedGenerator::Recycle() {
  const Name old = Any(targets_.nameable());
  if (old == kNull || next_ >= objects_) return;
  const std::uint32_t w = random_.Below(weaks_);
  if (!Emit(op::WeakMake(w, old))) return;
  PlanCuts(old, {old, 0});
  Plan(op::Collect());
  const Name born = next_;
  next_ += 1;
  Plan(op::Create(born, random_.Below(most_fields_ + 1)));
  Plan(op::WeakMake(random_.Below(weaks_), born));
  Plan(op::WeakRead(w));
}

void DirectedGenerator::Ready(bool yes) {
  const reference::Oracle& oracle = session_.oracle();
  std::vector<Name> names;
  for (const Name name : targets_.existing()) {
    if (oracle.heap().At(name).ready != yes) names.push_back(name);
  }
  const Name object = Any(names);
  if (object != kNull) Emit(op::Ready(object, yes));
}

void DirectedGenerator::Local() {
  const Name dropped = Any(targets_.existing());
  if (dropped != kNull && random_.Chance(1, 3) && Emit(op::Drop(dropped))) return;
  const Name held = Target();
  if (held == kNull || !Emit(op::Hold(held))) return;
  if (random_.Chance(1, 2)) PlanCuts(held, {held, 0});
}

}  // namespace properties
