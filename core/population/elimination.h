// core/population/elimination.h -- which references give way to what is marked garbage.
//
// A slot that holds an object marked garbage is cleared when the marking comes to it, and not
// followed. Not every reference gives way: a class and an outer are immutable, and slots of an
// origin that the heap does not eliminate are their holder's business. These are followed, and so
// is whatever the mutator stores.
//
// Owns the choice of origins, and whether a reference of this cycle that may not be cleared led to
// garbage. Calls the population. Thread rules: in a step.
//
// Upholds: garbage-is-nulled, immutable-is-followed.   Read next: core/heap/garbage.cc.

#pragma once

#include "core/object/origin.h"
#include "core/object/schema.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Elimination {
 public:
  explicit Elimination(Population& heap) : heap_(heap) {}

  void Open(Origins eliminate) { eliminate_ = eliminate; }
  // Whether any reference is cleared.
  bool Any() const { return eliminate_.Any(); }
  // Whether an object that a slot holds is marked garbage. A marker that follows the reference has
  // read this word anyhow.
  bool IsGarbage(const Object& target) const {
    return heap_.EntryOf(target).flags.Has(flag::kGarbage);
  }

  // A slot of a scanned object holds garbage. True if it is cleared, and so not followed.
  bool Clears(ObjectSlot& slot, const Reference& line);
  // The same for a slot that a referencer reported and does not protect, whatever it holds.
  bool ClearsReported(ObjectSlot& slot);

  // Inspectors that ask which references keep garbage are told only where there was one (S9.19).
  void Notice(const Object& target) {
    if (IsGarbage(target)) [[unlikely]]
      followed_ = true;
  }
  bool Followed() const { return followed_; }
  void BeginCycle() { followed_ = false; }

 private:
  Population& heap_;
  Origins eliminate_ = Origins::All();
  bool followed_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
