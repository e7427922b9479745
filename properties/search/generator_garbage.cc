// properties/search/generator_garbage.cc -- the directed run's moves with garbage by decree
// (generator.h says what they are for).

#include "properties/search/generator.h"

namespace properties {

using reference::kNull;
using reference::Name;
namespace op = reference::op;

// Garbage that only an outer holds, or that is stored behind the wavefront; or just garbage.
void DirectedGenerator::Garbage() {
  const Name target = Target();
  if (target == kNull) return;
  const Place place = AnyPlace(targets_.black());
  const bool hides = Marking() && place.object != kNull && random_.Chance(1, 2);
  if (!hides && random_.Chance(1, 2)) {
    const Name holder = Any(targets_.nameable());
    if (holder != target && Emit(op::Outer(holder, target))) {
      const std::size_t last = session_.oracle().Fields(holder).size() - 1;
      PlanCuts(target, {holder, static_cast<std::uint16_t>(last)});
    }
  }
  if (referencers_ > 0 && !hides && random_.Chance(1, 4)) {
    Emit(op::ReferencerProtect(random_.Below(referencers_), target));
  }
  Emit(op::Garbage(target));
  if (hides) Plan(op::Store(place.object, place.field, target));
}

}  // namespace properties
