// properties/search/generator_holders.cc -- the moves about who holds what: permanent objects, last
// words.

#include "properties/search/generator.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Verb;
namespace op = reference::op;

// A permanent object: made, given something that nothing else will hold, or read weakly when it
// was reached in one cycle and not in the next.
void DirectedGenerator::Permanent() {
  const std::vector<Name>& permanent = session_.oracle().heap().Permanent();
  if (permanent.empty() || random_.Chance(1, 3)) {
    if (next_ >= objects_ || !Emit(op::Permanent(next_, random_.Between(1, most_fields_)))) return;
    next_ += 1;
  }
  const Name holder = Any(session_.oracle().heap().Permanent());
  if (holder == kNull) return;
  if (random_.Chance(1, 3)) return Enrol(holder);
  const Name target = Target();
  const Place place = AnyPlace({holder});
  if (target == kNull || place.object == kNull) return;
  if (Emit(op::Store(holder, place.field, target))) PlanCuts(target, place);
  if (random_.Chance(1, 2)) Plan(op::Collect());
}

// Reached while a trace is pending, and by nothing when the next one is.
void DirectedGenerator::Enrol(Name permanent) {
  const auto weak = random_.Below(weaks_);
  if (!Emit(op::WeakMake(weak, permanent))) return;
  Plan(op::Root(permanent));
  Plan(random_.Chance(1, 2) ? op::Collect() : op::Start());
  Plan(op::Unroot(permanent));
  Plan(op::Collect());
  Plan(op::WeakRead(weak));
}

// Somebody dies who has said into whom it wants to go.
void DirectedGenerator::Resurrect() {
  const Name leaver = Any(targets_.nameable());
  const Place place = AnyPlace(targets_.nameable());
  if (leaver == kNull || place.object == kNull || place.object == leaver) return;
  if (!Emit(op::Resurrect(leaver, place.object, place.field))) return;
  PlanCuts(leaver, {leaver, 0});
  if (random_.Chance(1, 2)) Plan(op::Collect());
}

}  // namespace properties
