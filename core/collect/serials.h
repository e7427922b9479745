// core/collect/serials.h -- what tells an object from the next one at its index.
//
// A serial is given when the first weak reference is made, and retired when the object is freed; a
// counter of the heap makes sure that no two occupants of an index share one. An object that was
// freed may be made again, with the index and the serial that it had (core/object/identity.h).
//
// Owns the counter and the identities that may come back. Calls the population. Thread rules: both
// change under the table lock, which Of and Remember take, and Claim and Forget want held.
//
// Upholds: serial-moves-on.   Read next: core/collect/weak_references.cc.

#pragma once

#include "core/object/identity.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Serials {
 public:
  explicit Serials(Population& heap) : heap_(heap) {}
  Serials(const Serials&) = delete;
  Serials& operator=(const Serials&) = delete;

  // The object's serial, given now if it has none.
  Serial Of(const Object& object);
  // The last one that was given.
  Serial Last() const { return last_; }
  void SkipTo(Serial last) { last_ = last; }

  // What an object needs to be made again.
  Identity Remember(const Object& object, std::uint64_t remote);
  void Forget(const Identity& identity) { identities_.Forget(identity); }
  // Whether an object may be made with this identity; its index is then taken.
  bool Claim(const Identity& identity);

  void Recycle() {
    last_ = 0;
    identities_.Recycle();
  }

 private:
  Population& heap_;
  Serial last_ = 0;
  KnownIdentities identities_;
};

}  // namespace GC_BUILD
}  // namespace gc
