// reference/trace/event.h -- what a collector says of its own work.
//
// Read next: reference/oracle/subject.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "reference/trace/trace.h"

namespace reference {

// What a collector publishes. The units are its work, one event each; the facts are what happened
// to an object, learnt from the object itself (its callbacks, its allocator) and not from the
// collector.
enum class EventKind : std::uint8_t {
  // Units.
  kFlip,               // flip and roots
  kInitialReferences,  // the referencers were asked; detail: references found
  kBarrierList,        // the barrier's list was taken; detail: entries taken
  kScan,               // object: the one scanned
  kEndCheck,           // flag: 1 if the trace ended
  kGather,             // detail: the index; object: its occupant or kNull; flag: 1 if it was doomed
  kBegin,              // object
  kPoll,               // object; flag: 1 if it was ready, and then it finished in the same unit
  kFree,               // object: destructor and memory
  // The end of a purge: of a cycle's, or of a round of the objects that wait; not a unit.
  kCycleEnd,
  // Facts about an object.
  kBegan,
  kFinished,
  kFreed,
  // Not a unit. object: the root of a cluster that the trace came to, and that refers to garbage:
  // it is one no longer, nor is any that refers to it.
  kDissolved,
  // The faulty build broke a rule here; flag: the gc::Fault, or kOwnRule; where: file:line. Not a
  // unit.
  kFaultCommitted,
};
constexpr bool IsUnit(EventKind kind) { return kind <= EventKind::kFree; }
inline constexpr std::array<std::string_view, 15> kEventWords = {
    "flip",   "initial-references", "barrier-list", "scan",      "end-check",
    "gather", "begin-destroy",      "poll",         "free",      "cycle-end",
    "began",  "finished",           "freed",        "dissolved", "fault"};
constexpr std::string_view WordOf(EventKind kind) {
  return kEventWords[static_cast<std::size_t>(kind)];
}

// In place of a gc::Fault: a rule that core does not have.
inline constexpr std::uint8_t kOwnRule = 0xFF;

struct Event {
  EventKind kind = EventKind::kFlip;
  std::uint8_t flag = 0;
  Name object = kNull;
  std::uint32_t detail = 0;
  const char* where = nullptr;  // kFaultCommitted only: a literal "file:line"
};

}  // namespace reference
