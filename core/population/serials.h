// core/population/serials.h -- the number that tells an object from the next one at its index.
//
// A serial is given when the first weak reference is made, and retired when the object is freed. A
// counter makes sure that no two occupants of an index have the same serial. An object that was
// freed may be made again, with the index and the serial that it had (core/object/identity.h).
//
// The machinery of a dropped heap serves the next heap, with the same indices:
//
//     heap 1    weak = n           n has index 1, serial 1; the heap is dropped
//     heap 2    makes m            m has index 1; if the counter began again, m would get serial 1
//               weak.Get()         would answer m
//
// So the counter goes on from heap to heap (S1.14). Machinery that is freed leaves behind how far
// it came, and new machinery, which may be at the same address, begins there. No heap waits for
// another to get a serial. If more than half of all serials were given, the machinery serves no
// further heap (IsUsedUp): each heap has two thousand million serials at least.
//
// What a heap shows must not depend on the heaps before it; so whatever is shown of a serial is its
// number in the heap (Ordinal).
//
// Owns the counter and the identities that may come back. Calls the population. Thread rules: both
// change under the table lock; Of and Remember take it, and the callers of Claim and Forget hold
// it.
//
// Upholds: serial-moves-on.
// Read next: core/collect/weak_references.cc.

#pragma once

#include "core/base/guarded.h"
#include "core/object/identity.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Serials {
 public:
  explicit Serials(Population& heap);
  ~Serials();
  Serials(const Serials&) = delete;
  Serials& operator=(const Serials&) = delete;

  // The object's serial, given now if it has none.
  Serial Of(const Object& object);
  // The serial that was given last. SkipTo makes the next one the one after `last`.
  Serial Last() const { return last_; }
  void SkipTo(Serial last) { last_ = last; }
  // The number of a serial among those of this heap, from 1; 0 is 0.
  Serial Ordinal(Serial serial) const { return serial == 0 ? 0 : serial - before_; }
  // Whether too few serials are left for one more heap.
  bool IsUsedUp() const { return last_ > kMost; }

  // The identity with which the object can be made again; it is remembered until Forget.
  Identity Remember(const Object& object, std::uint64_t remote);
  void Forget(const Identity& identity);
  // Whether an object may be made with this identity; if so, its index is taken.
  bool Claim(const Identity& identity);
  // The object of the last Claim was not made: identity, serials and index are what they were
  // before. Under the same hold of the table lock as that Claim.
  void TakeBackClaim(const Identity& identity);

  // Gives back the room of identities that were forgotten.
  void Trim() { identities_->Trim(); }
  // How many identities have room.
  std::size_t room() const { return identities_.Peek().room(); }
  void Recycle() {
    before_ = last_;
    identities_.Peek().Recycle();
  }

 private:
  bool TryRemember(const Identity& identity);

  static constexpr Serial kMost = ~Serial{0} / 2;

  Population& heap_;
  Serial before_;  // given by the heaps before this one
  Serial last_;
  Guarded<KnownIdentities, Sharing> identities_{heap_.sharing};
  // What the last Claim has changed.
  struct LastClaim {
    bool is_new = false;  // the identity was not known
    Serial last = 0;      // `last_` before it
  };
  LastClaim claim_;
};

}  // namespace GC_BUILD
}  // namespace gc
