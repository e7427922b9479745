// reference/oracle/oracle_sections.cc -- lanes and their sections: whose turn it is, and who was
// kept out.
//
// The lanes of a trace are threads that take turns. Lane 0 is the collector's thread. Another lane
// uses the heap inside a section only, and no step of the collector overlaps one: a step that waits
// for sections to end would wait for ever here, so it is skipped for everybody, and one that asks
// instead of waiting is told no.

#include "reference/oracle/oracle.h"

namespace reference {

bool Oracle::AllowsLane(const Operation& operation) const {
  if (operation.lane >= kLaneLimit) return false;
  const std::uint32_t open = sections_[operation.lane];
  switch (operation.verb) {
    case Verb::kEnter:
      return operation.lane != 0 && open < kNestLimit;
    case Verb::kLeave:
      return open > 0;
    case Verb::kTryCollect:
      return operation.lane == 0;
    case Verb::kFrame:  // what is pending is gone on with, and that waits; a start is a try
      return operation.lane == 0 && (!SectionIsOpen() || IsSettled());
    case Verb::kCollect:
    case Verb::kStart:
    case Verb::kTick:
      return operation.lane == 0 && !SectionIsOpen();
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return true;
    default:
      return operation.lane == 0 || open > 0;
  }
}

// Nothing is pending, and nobody waits to finish.
bool Oracle::IsSettled() const {
  if (stage_ != Stage::kIdle || batch_ > 0 || purge_open_) return false;
  for (const Name name : waiting_) {
    if (notes_[name].waiting) return false;
  }
  return true;
}

void Oracle::EnterOrLeave(const Operation& operation) {
  std::uint8_t& open = sections_[operation.lane];
  if (operation.verb == Verb::kEnter) {
    lanes_inside_ += open == 0;
    open += 1;
  } else {
    open -= 1;
    lanes_inside_ -= open == 0;
  }
}

// A step that somebody else decides on: refused, it is no step at all, and names live on.
std::optional<Violation> Oracle::Ask(const Operation& operation, const Answer& answer,
                                     std::span<const Event> events) {
  const bool is_try = operation.verb == Verb::kTryCollect;
  const bool refused = answer.kind == Answer::Kind::kRefused;
  const std::string what = is_try ? "a try" : "a frame";
  if (!SectionIsOpen() && !(is_try && heap_.ConstructingCount() > 0)) {
    if (!is_try || !refused) return Step(operation, events);
    return Violation{Property::kProgress, kNull,
                     "a try was answered with no, and no section was open"};
  }
  const std::string meanwhile =
      SectionIsOpen() ? "while a section was open" : "while a constructor was running";
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    return Violation{Property::kSafety, kNull, what + " collected " + meanwhile};
  }
  if (!is_try || refused) return std::nullopt;
  return Violation{Property::kSafety, kNull, what + " was answered with yes " + meanwhile};
}

}  // namespace reference
