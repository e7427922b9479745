// properties/pilot_handles.cc -- moves of a directed run: what weak references mean, and handles
// that are resolved to it.
//
// Read next: properties/pilot_moves.cc.

#include "properties/pilot.h"

namespace properties {

using reference::kNull;
using reference::Name;
namespace op = reference::op;

// A weak reference, by preference one whose object is white or unreachable.
std::uint32_t Pilot::AnyWeak() {
  const reference::Oracle& oracle = session_.oracle();
  std::vector<std::uint32_t> good;
  for (std::uint32_t w = 0; w < oracle.WeakCount(); ++w) {
    const Name target = oracle.WeakTarget(w);
    if (target != kNull && (aim_.IsPrey(target) || !oracle.IsReachable(target))) good.push_back(w);
  }
  return good.empty() || random_.Chance(1, 5) ? random_.Below(weaks_) : Any(good);
}

// What a black field is resolved to, and is cut everywhere else, only the handle can shade.
void Pilot::Resolve() {
  const std::uint32_t w = AnyWeak();
  Place place = AnyPlace(random_.Chance(7, 8) ? aim_.black() : aim_.nameable());
  if (place.object == kNull) place = AnyPlace(aim_.nameable());
  if (place.object == kNull) return;
  if (!Emit(op::Resolve(place.object, place.field, w)) || over_ || !Tracing()) return;
  const Name found = session_.last_answer().object;
  if (found != kNull) PlanCuts(found, place);
}

}  // namespace properties
