// core/population/elimination.h -- which references to explicitly marked garbage are cleared.
//
// A slot that holds an object marked garbage is cleared when its holder is scanned, and the
// reference is not followed. There are exceptions: class and outer are immutable references, and
// the heap may be told to spare the slots of some origins. These are followed, and so is whatever
// the mutator stores.
//
// Owns the choice of origins, and the note that a reference to garbage was followed in this cycle.
// Calls the population. Thread rules: in a step.
//
// Upholds: garbage-is-nulled, immutable-is-followed.
// Read next: core/heap/garbage.cc.

#pragma once

#include "core/object/origin.h"
#include "core/object/schema.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

// Is told of each slot that is cleared, with the line of its holder's class; `line` is null for a
// slot that a referencer reported. In a step.
struct ClearedSink {
  void (*cleared)(void* context, const Object* holder, const Reference* line) = nullptr;
  void* context = nullptr;
};

class Elimination {
 public:
  explicit Elimination(Population& heap) : heap_(heap) {}

  void Open(Origins eliminate) {
    eliminate_ = chosen_ = eliminate;
    sink_ = {};
    followed_ = false;
  }
  const ClearedSink& sink() const { return sink_; }
  void SetSink(const ClearedSink& sink) { sink_ = sink; }
  // From the next cycle on, slots of these origins are cleared. In the middle of a marking some
  // slots were cleared and others followed already.
  void Choose(Origins eliminate) { chosen_ = eliminate; }
  // A cycle is about to begin; no other thread looks yet.
  void TakeOverChoice() { eliminate_ = chosen_; }
  // Whether slots of any origin are cleared.
  bool Any() const { return eliminate_.Any(); }
  // Whether slots of this origin are cleared.
  bool Of(Origin origin) const { return eliminate_.Has(origin); }
  // Whether an object that a slot holds is marked garbage. It costs little: a marker that follows
  // the reference reads the same byte.
  bool IsGarbage(const Object& target) const { return target.header().mark.Has(mark::kGarbage); }

  // For a slot of `holder`, a scanned object, which holds garbage. True if the reference is not to
  // be followed: the slot was cleared.
  bool Clears(ObjectSlot& slot, const Object* holder, const Reference& line);
  // The same for a slot that a referencer reported without protecting it; the slot may hold any
  // object.
  bool ClearsReported(ObjectSlot& slot);

  // Notes whether a reference that is followed leads to garbage. The search for what keeps garbage
  // alive runs only after a cycle in which one did (S9.19).
  void Notice(const Object& target) {
    if (IsGarbage(target)) [[unlikely]]
      followed_ = true;
  }
  bool Followed() const { return followed_; }
  void BeginCycle() { followed_ = false; }

 private:
  void Clear(ObjectSlot& slot, const Object* holder, const Reference* line);

  Population& heap_;
  ClearedSink sink_;
  Origins eliminate_ = Origins::All();
  Origins chosen_ = Origins::All();  // for the next cycle
  bool followed_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
