// reference/oracle/oracle_reads.cc -- the mutator asks for an object: by a weak reference, by a
// handle, or by its name. All three are answered in the same way.
//
// Read next: reference/oracle/cycle.h.

#include <string>
#include <utility>

#include "reference/oracle/oracle.h"

namespace reference {

// Both sides go on from what the subject answered.
Finding Oracle::Answered(const Operation& operation, const Answer& answer) {
  if (operation.verb == Verb::kFind) return Read(operation.object, answer);
  if (Finding wrong = ReadValid(WeakTarget(operation.number), answer)) return wrong;
  if (operation.verb == Verb::kResolve) {
    Mutate(op::Store(operation.object, operation.field, answer.object));
  }
  return std::nullopt;
}

// By a weak reference, or a handle: an object that is marked garbage is gone. By its name it is
// found as it was.
Finding Oracle::ReadValid(Name target, const Answer& answer) {
  if (!heap_.At(target).garbage) return Read(target, answer);
  if (answer.object == kNull) return std::nullopt;
  return Violation{Property::kWeakAnswer, target,
                   "a weak read answered " + NameText(answer.object) + " for " + NameText(target) +
                       ", which is marked garbage"};
}

// The object was made once, and may be dead by now.
Finding Oracle::Read(Name target, const Answer& answer) {
  const auto wrong = [target](std::string message) {
    return Violation{Property::kWeakAnswer, target, std::move(message)};
  };
  if (answer.object != kNull && answer.object != target) {
    return wrong("a weak reference to " + NameText(target) + " answered " +
                 NameText(answer.object));
  }
  if (heap_.At(target).constructing) {
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
Finding Oracle::ReadUnreachable(Name target, const Answer& answer) {
  if (answer.object == kNull) {
    cycle_.Denied(target);
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
    if (cycle_.NoteOf(name).denied) {
      return led_to(Property::kWeakAnswer, name, " was answered with null before");
    }
    if (Gathering() && cycle_.NoteOf(name).must_go) {
      return led_to(Property::kWeakAnswer, name,
                    " was unreachable at the flip, and the trace has ended");
    }
  }
  Yield(target);
  return std::nullopt;
}

// What a read answered can be named, with all that it leads to.
void Oracle::Yield(Name target) {
  names_.Learn(heap_);
  heap_.Close(target, scratch_);
  for (const Name name : scratch_) {
    names_.Read(name);
    cycle_.Read(name);
  }
}

}  // namespace reference
