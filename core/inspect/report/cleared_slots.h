// core/inspect/report/cleared_slots.h -- which references to garbage a cycle cleared, and where.
//
// After a collection a list has nulls in it and is as long as before, and its owner wonders what
// put them there: an object was marked garbage, and marking cleared each slot that held it when it
// came to the slot's holder. So the slots are listed by holder and field, for the present cycle.
//
// Takes the place of the sink that the heap has for this, so there is one list for a heap at a
// time. Thread rules: those of the heap; it is told in the collector's steps.
//
// Read next: core/population/elimination.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

// The cleared slots of one field: one slot, or those of an array or a container.
struct ClearedSlots {
  Index holder = kNoIndex;      // kNoIndex: a referencer
  const char* class_name = "";  // of the holder
  const char* field = "";
  std::uint32_t count = 0;
};
// "3 references to garbage were cleared in .items of Bag 5".
std::string TextOf(const ClearedSlots& cleared);

class ClearedSlotList {
 public:
  // Records only if `on`.
  ClearedSlotList(Heap& heap, bool on);
  ~ClearedSlotList();
  ClearedSlotList(const ClearedSlotList&) = delete;
  ClearedSlotList& operator=(const ClearedSlotList&) = delete;

  // In the order in which marking came to the holders.
  const std::vector<ClearedSlots>& slots() const { return slots_; }
  // A new cycle begins. With workers, referencers are asked beside the flip, and what they lose
  // then is not listed.
  void BeginCycle() { slots_.clear(); }

 private:
  void Add(const Object* holder, const Reference* line);

  Heap& heap_;
  const bool on_;
  std::vector<ClearedSlots> slots_;
};

}  // namespace GC_BUILD
}  // namespace gc
