// reference/oracle/oracle_room.cc -- births in a heap that has memory for few objects (S1.29).
//
// A birth that finds no room is no step of the collector: nothing is marked, nobody's local dies,
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
//
// Read next: reference/oracle/purge.h.

#include <algorithm>

#include "reference/oracle/oracle.h"

namespace reference {

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
