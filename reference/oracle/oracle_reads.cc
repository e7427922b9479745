// reference/oracle/oracle_reads.cc -- the mutator asks for an object: by a weak reference, by a
// handle, or by its name. All three are answered in the same way. And what a weak reference means
// is what has its object's identity. At the end: it asks for a new one, and there may be no room.
//
// Read next: reference/oracle/cycle.h.

#include <algorithm>
#include <string>
#include <utility>

#include "reference/oracle/oracle.h"

namespace reference {

// Both sides go on from what the subject answered.
Finding Oracle::Answered(const Operation& operation, const Answer& answer) {
  if (operation.verb == Verb::kFind) return Found(operation.object, answer);
  if (operation.verb == Verb::kWeakRead && MayStillAnswer(WeakTarget(operation.number), answer)) {
    return std::nullopt;
  }
  if (Finding wrong = ReadValid(WeakTarget(operation.number), answer)) return wrong;
  if (operation.verb == Verb::kResolve) {
    Mutate(op::Store(operation.object, operation.field, answer.object));
  }
  return std::nullopt;
}

// The object is doomed and not freed, and the subject does not promise to hide it. The mutator does
// nothing with it: it cannot be named.
bool Oracle::MayStillAnswer(Name target, const Answer& answer) const {
  const Life life = heap_.At(target).life;
  const bool doomed = life != Life::kUnborn && life != Life::kAlive && life != Life::kFreed;
  return promises_.weak_until_freed && doomed && answer.object == target;
}

// An object whose destruction was begun by hand has no name any more.
Finding Oracle::Found(Name target, const Answer& answer) {
  if (!heap_.At(target).begun) return Read(target, answer);
  if (answer.object == kNull) return std::nullopt;
  return Violation{Property::kWeakAnswer, target,
                   NameText(answer.object) +
                       " was found by its name, and it has begun its "
                       "destruction"};
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

// From now on the object is the one that is meant by all weak references to its identity.
void Oracle::Identify(Name object, Name identity) {
  heap_.SetIdentity(object, identity);
  for (Name& target : weaks_) {
    if (target != kNull && heap_[target].identity == identity) target = object;
  }
}

// An index that was freed may be another object's by now: one that was born since, and is there.
Finding Oracle::RefuseIdentity(const Operation& operation) {
  names_.Learn(heap_);
  const Name identity = heap_[operation.target].identity;
  std::uint32_t gone = 0;
  for (Name name = 0; name < heap_.NameCount(); ++name) {
    if (heap_[name].identity == identity) gone = std::max(gone, heap_[name].gone);
  }
  const bool may_be_taken =
      std::ranges::any_of(heap_.Present(), [&](Name name) { return heap_[name].born > gone; });
  if (may_be_taken && header_.heap.Value(Setting::kReuse) == "yes") return std::nullopt;
  return Violation{Property::kProgress, operation.object,
                   NameText(operation.target) +
                       " could not be made again, and nothing can have "
                       "its place"};
}

Name Oracle::LastOf(Name identity) const {
  const auto found = std::ranges::find_if(
      heap_.Present(), [&](Name name) { return heap_[name].identity == identity; });
  return found == heap_.Present().end() ? kNull : *found;
}

// Births in a heap that has memory for few objects (S1.29).
//
// A birth that finds no room is no step of the collector: nothing is marked, no local dies,
// and no cycle begins. But what was doomed already may end in it, in the order of every purge, and
// all of it must before the mutator is answered with null. So such a birth is judged as a
// `finish-purge`, and then as a birth.
//
// While a section is open no step may be taken, so that nothing ends and the answer is null at
// once.
//
// Memory is counted in bytes and `room` in objects. So the heap has memory for as many of the
// largest objects that a run may make here; of smaller ones there may be room for one more. What is
// held against a subject is a refusal that comes too early, and an end without need.

// Calls that end the program where there is no memory, and those that make other objects besides,
// are none of these runs. Objects are nearly equal in size.
bool Oracle::MayBearInRoom(const Operation& operation) const {
  return operation.verb == Verb::kCreate && operation.number <= kFieldsInRoom;
}

Finding Oracle::BearInRoom(const Operation& operation, const Answer& answer,
                           std::span<const Event> events) {
  const bool refused = answer.kind == Answer::Kind::kRefused;
  const bool ended = std::ranges::any_of(
      events, [](const Event& event) { return event.kind != EventKind::kFaultCommitted; });
  if (ended && SectionIsOpen()) {
    return Wrong(Property::kPause, operation.object,
                 "a birth did the collector's work while a section was open");
  }
  if (ended && heap_.Present().size() < Room()) {
    return Wrong(Property::kPause, operation.object,
                 "a birth did the collector's work, and there was room");
  }
  if (ended || (refused && !SectionIsOpen())) {
    if (Finding finding = MakeRoom(operation, events)) return finding;
  }
  if (!refused) {
    Mutate(operation);
    return std::nullopt;
  }
  names_.Learn(heap_);
  if (heap_.Present().size() >= Room()) return std::nullopt;
  return Wrong(Property::kProgress, operation.object,
               NameText(operation.object) + " was refused, and " +
                   std::to_string(heap_.Present().size()) + " of " + std::to_string(Room()) +
                   " objects are there");
}

// What was doomed ends, and what waits is asked again.
Finding Oracle::MakeRoom(const Operation& operation, std::span<const Event> events) {
  Operation finish = op::FinishPurge();
  finish.object = operation.object;
  if (Finding finding = cycle_.SeeStep(heap_, promises_, finish, events)) return finding;
  return cycle_.EndStep(heap_, promises_, finish);
}

}  // namespace reference
