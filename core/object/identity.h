// core/object/identity.h -- lets a freed object be made again with its old index and serial.
//
// An object that is written to a file, or that lives on another machine, may come back: it is made
// anew from what was saved, and weak references from before must find it. They know it by index and
// serial, so the new object must have both. That is sound only if no weak reference to a different
// object has the same serial. Therefore a heap records every identity that Heap::IdentityOf
// returned; it accepts a recorded identity, or one whose serial it has never given out, to any
// object.
//
// Upholds: serial-moves-on (the rule is about a different object at the same index).
// Read next: core/population/serials.h.

#pragma once

#include <cstdint>
#include <new>
#include <unordered_map>

#include "core/base/pool.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Identity {
  Index index = kNoIndex;
  Serial serial = 0;
  std::uint64_t remote = 0;  // the name on another machine; not interpreted

  friend bool operator==(const Identity&, const Identity&) = default;
};

// What Heap::New does differently for one object.
struct BirthOptions {
  ObjectFlags flags = object_flag::kNone;
  std::uint32_t tail = 0;              // length of the trailing array; see Heap::NewWithTail
  const Identity* identity = nullptr;  // the identity to be given again, or null
  // For core/collect/construction.h: the object will be listed as under construction.
  bool in_two_parts = false;
};

class KnownIdentities {
 public:
  void Remember(const Identity& identity) { known_[identity.serial] = identity; }
  void Forget(const Identity& identity) {
    if (Knows(identity)) known_.erase(identity.serial);
  }
  bool Knows(const Identity& identity) const {
    const auto found = known_.find(identity.serial);
    return found != known_.end() && found->second == identity;
  }
  bool KnowsSerial(Serial serial) const { return known_.contains(serial); }
  void Recycle() { gc::Recycle(known_); }
  // Keeps what it has if there is no memory for less.
  void Trim() noexcept {
    try {
      known_.rehash(0);
    } catch (const std::bad_alloc&) {
    }
  }
  std::size_t room() const { return known_.bucket_count(); }

 private:
  std::unordered_map<Serial, Identity> known_;
};

}  // namespace GC_BUILD
}  // namespace gc
