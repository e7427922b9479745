// core/collect/serials.h -- the number that tells an object from the next one at its index.
//
// A serial is given when the first weak reference is made, and retired when the object is freed. A
// counter of the heap makes sure that no two occupants of an index have the same serial. An object
// that was freed may be made again, with the index and the serial that it had
// (core/object/identity.h).
//
// Owns the counter and the identities that may come back. Calls the population. Thread rules: both
// change under the table lock; Of and Remember take it, and the callers of Claim and Forget hold
// it.
//
// Upholds: serial-moves-on.
// Read next: core/collect/weak_references.cc.

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
  // The serial that was given last. SkipTo makes the next one the one after `last`.
  Serial Last() const { return last_; }
  void SkipTo(Serial last) { last_ = last; }

  // The identity with which the object can be made again; it is remembered until Forget.
  Identity Remember(const Object& object, std::uint64_t remote);
  void Forget(const Identity& identity) { identities_.Forget(identity); }
  // Whether an object may be made with this identity; if so, its index is taken.
  bool Claim(const Identity& identity);

  // Gives back the room of identities that were forgotten.
  void Trim() { identities_.Trim(); }
  // How many identities have room.
  std::size_t room() const { return identities_.room(); }
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
