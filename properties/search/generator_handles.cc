// properties/search/generator_handles.cc -- moves of a directed run that ask for an object: by a
// weak reference, by its name, by a handle.
//
// Read next: properties/search/generator_moves.cc.

#include "properties/search/generator.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Verb;
namespace op = reference::op;

// A weak reference, by preference one whose object is white or unreachable.
std::uint32_t DirectedGenerator::AnyWeak() {
  const reference::Oracle& oracle = session_.oracle();
  std::vector<std::uint32_t> good;
  for (std::uint32_t w = 0; w < oracle.WeakCount(); ++w) {
    const Name target = oracle.WeakTarget(w);
    if (target != kNull && (targets_.IsPrey(target) || !oracle.IsReachable(target)))
      good.push_back(w);
  }
  return good.empty() || random_.Chance(1, 5) ? random_.Below(weaks_) : Any(good);
}

// Keeps what was read just now.
void DirectedGenerator::KeepRead() {
  const Name read = session_.last_answer().object;
  if (read == kNull || random_.Chance(1, 4)) return;
  const Place place = AnyPlace(targets_.black());
  if (Has(Verb::kHold) && random_.Chance(1, 4)) {
    Plan(op::Hold(read));
  } else if (place.object != kNull && random_.Chance(1, 2)) {
    Plan(op::Store(place.object, place.field, read));
  } else {
    Plan(op::Root(read));
  }
}

void DirectedGenerator::Revive() {
  if (Emit(op::WeakRead(AnyWeak())) && !over_) KeepRead();
}

void DirectedGenerator::Find() {
  const reference::Oracle& oracle = session_.oracle();
  std::vector<Name> named;
  std::vector<Name> good;
  for (const Name name : targets_.existing()) {
    if (!oracle.heap().At(name).named) continue;
    named.push_back(name);
    if (targets_.IsPrey(name) || !oracle.IsReachable(name)) good.push_back(name);
  }
  if (named.empty()) return;
  const Name sought = good.empty() || random_.Chance(1, 5) ? Any(named) : Any(good);
  if (Emit(op::Find(sought)) && !over_) KeepRead();
}

// What a black field is resolved to, and is cut everywhere else, only the handle can shade.
// Something white must have a weak reference for that, by preference since before the trace.
void DirectedGenerator::Resolve() {
  if (!Marking() && random_.Chance(1, 2)) return WeakMake();
  std::uint32_t w = AnyWeak();
  Place place = AnyPlace(random_.Chance(7, 8) ? targets_.black() : targets_.nameable());
  if (place.object == kNull) place = AnyPlace(targets_.nameable());
  if (place.object == kNull) return;
  if (Marking() && random_.Chance(1, 2)) {
    const Name target = Target();
    w = random_.Below(weaks_);
    if (target == kNull || !Emit(op::WeakMake(w, target))) return;
  }
  if (!Emit(op::Resolve(place.object, place.field, w)) || over_ || !Marking()) return;
  const Name found = session_.last_answer().object;
  if (found != kNull) PlanCuts(found, place);
}

}  // namespace properties
