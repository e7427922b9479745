// reference/oracle/oracle_reads.cc -- the mutator asks for an object: by a weak reference, by a
// handle, or by its name. All three are answered in the same way.
//
// Read next: reference/oracle/oracle_events.cc.

#include <string>
#include <utility>

#include "reference/oracle/oracle.h"

namespace reference {

// By a weak reference, or a handle: what is garbage by decree is gone for those who ask so. By its
// name it is found as it was.
std::optional<Violation> Oracle::ReadValid(Name target, const Answer& answer) {
  if (!IsGarbage(target)) return Read(target, answer);
  if (answer.object == kNull) return std::nullopt;
  return Violation{Property::kWeakAnswer, target,
                   "a weak read answered " + NameText(answer.object) + " for " + NameText(target) +
                       ", which is marked garbage"};
}

// What was made once, and may be dead by now, is asked for.
std::optional<Violation> Oracle::Read(Name target, const Answer& answer) {
  const auto wrong = [target](std::string message) {
    return Violation{Property::kWeakAnswer, target, std::move(message)};
  };
  if (answer.object != kNull && answer.object != target) {
    return wrong("a weak reference to " + NameText(target) + " answered " +
                 NameText(answer.object));
  }
  if (IsConstructing(target)) {
    if (answer.object == kNull) return std::nullopt;
    return wrong("a weak read answered " + NameText(target) + ", whose constructor runs");
  }
  if (heap_[target].life != Life::kAlive) {
    if (answer.object == kNull) return std::nullopt;
    return wrong("a weak read answered " + NameText(target) + ", which is doomed or dead");
  }
  if (!IsReachable(target) && !CanName(target)) return ReadUnreachable(target, answer);
  if (answer.object == kNull) {
    return wrong("a weak read answered null for " + NameText(target) + ", which is " +
                 (IsReachable(target) ? "reachable: " + PathTo(target) : "in the mutator's hand"));
  }
  Yield(target);
  return std::nullopt;
}

// Here the subject may choose, and what it chose is adopted.
std::optional<Violation> Oracle::ReadUnreachable(Name target, const Answer& answer) {
  if (answer.object == kNull) {
    notes_[target].denied = true;
    return std::nullopt;
  }
  heap_.Close(target, scratch_);
  const auto led_to = [target](Property property, Name name, const char* why) {
    return Violation{property, name,
                     "a weak read answered " + NameText(target) + ", and " + NameText(name) + why};
  };
  for (const Name name : scratch_) {
    if (heap_[name].life == Life::kAlive) continue;
    return led_to(Property::kSafety, name, ", to which it leads, is doomed or dead");
  }
  for (const Name name : scratch_) {
    if (notes_[name].denied) {
      return led_to(Property::kWeakAnswer, name, " was answered with null before");
    }
    if (stage_ == Stage::kGathering && notes_[name].must_go) {
      return led_to(Property::kWeakAnswer, name,
                    " was unreachable at the flip, and the trace has ended");
    }
  }
  Yield(target);
  return std::nullopt;
}

void Oracle::Yield(Name target) {
  LearnNames();
  heap_.Close(target, scratch_);
  for (const Name name : scratch_) {
    Notes& notes = notes_[name];
    notes.nameable_since = steps_;
    notes.must_go = false;
    notes.collects = 0;
    if (stage_ == Stage::kGathering) notes.promised = true;
  }
}

}  // namespace reference
