// core/population/event.h -- what the collector says of its own work: one event for each unit.
//
// Every unit of work publishes its event, so a listener misses nothing. The sink is a function and
// a context; without a sink, publishing costs one test.
//
// Read next: core/collect/cycle.cc.

#pragma once

#include <cstdint>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

enum class EventKind : std::uint8_t {
  // Units.
  kFlip,               // flip and roots
  kInitialReferences,  // the referencers were asked; detail: references found
  kBarrierList,        // the barrier's list was taken; detail: entries taken
  kScan,               // object: the one scanned
  kEndCheck,           // flag: 1 if marking ended
  kGather,             // detail: the index; object: its occupant or null; flag: 1 if it was doomed
  kBegin,              // object
  kPoll,               // object; flag: 1 if it was ready, and then it finishes in this unit
  kFree,               // object: it is destroyed after this event
  // Not units.
  kCycleEnd,        // a purge has ended: a cycle's, or a round of the waiting list
  kDissolved,       // object: a cluster root; marking reached it, and its cluster refers to garbage
  kFaultCommitted,  // the faulty build broke a rule; flag: the Fault; where: file:line
};

struct Event {
  EventKind kind = EventKind::kFlip;
  std::uint8_t flag = 0;
  std::uint32_t detail = 0;
  Object* object = nullptr;
  const char* where = nullptr;  // kFaultCommitted only
};

// What the collector was asked for.
enum class Step : std::uint8_t { kStart, kTick, kCollect };

// `publish` is called for each event, and `step` where a step begins and ends, both on the thread
// that takes the step. Neither may change the heap.
struct EventSink {
  void (*publish)(void* context, const Event& event) = nullptr;
  void* context = nullptr;
  void (*step)(void* context, Step step, bool begins) = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
