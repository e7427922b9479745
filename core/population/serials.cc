// core/population/serials.cc -- gives serials, and lets an object come back with the serial that it
// had.
//
// Upholds: serial-moves-on.

#include "core/population/serials.h"

#include <atomic>
#include <new>

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// How far the counters of machinery that was freed had come.
std::atomic<Serial> freed_at{0};

}  // namespace

Serials::Serials(Population& heap)
    : heap_(heap), before_(freed_at.load(std::memory_order_relaxed)), last_(before_) {}

Serials::~Serials() {
  Serial seen = freed_at.load(std::memory_order_relaxed);
  while (seen < last_) {
    if (freed_at.compare_exchange_weak(seen, last_, std::memory_order_relaxed)) return;
  }
}

Serial Serials::Of(const Object& object) {
  if (!GC_ASSERT(heap_, heap_.IsLive(object), Rule::kSerialMovesOn, object.header().index,
                 "a weak reference is made to an object that was not freed")) {
    return 0;
  }
  Entry& entry = heap_.EntryOf(object);
  Serial serial = entry.serial.load(std::memory_order_relaxed);
  if (serial != 0) return serial;
  const TableLock lock(heap_.sharing);
  GC_CHECK(heap_, last_ + 1 != 0, Rule::kSerialMovesOn, object.header().index,
           "a heap must not run out of serials");
  if (Ordinal(last_) == 2 && !heap_.Obeys(Rule::kSerialMovesOn, Fault::kWrapSerial, GC_HERE)) {
    last_ = before_;
  }
  last_ += 1;
  // Another thread may have given the object a serial meanwhile; then both use that one.
  const bool first = entry.serial.compare_exchange_strong(serial, last_, std::memory_order_relaxed);
  return first ? last_ : serial;
}

Identity Serials::Remember(const Object& object, std::uint64_t remote) {
  const Identity identity{.index = object.header().index, .serial = Of(object), .remote = remote};
  const TableLock lock(heap_.sharing);
  identities_->Remember(identity);
  return identity;
}

// A serial of an earlier heap may come back, as one of another machine may. So that no other object
// gets it afterwards, it is never quite forgotten.
void Serials::Forget(const Identity& identity) {
  if (identity.serial > before_) return identities_->Forget(identity);
  if (identities_->Knows(identity)) identities_->Remember({.serial = identity.serial});
}

// False if there is no memory.
bool Serials::TryRemember(const Identity& identity) {
  try {
    identities_->Remember(identity);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

bool Serials::Claim(const Identity& identity) {
  // No object has this index, and a heap without objects may have no memory for its entry.
  if (identity.index == kNoIndex) return false;
  Table& table = heap_.table;
  const bool elsewhere = identity.serial <= before_ && !identities_->KnowsSerial(identity.serial);
  const bool fresh = identity.serial > last_;
  if (identity.serial != 0 && !fresh && !elsewhere && !identities_->Knows(identity)) return false;
  const bool known = identity.index < table.End();
  if (const Object* const occupant = known ? table[identity.index].Occupant() : nullptr) {
    Abort(Misuse{.rule = Rule::kSerialMovesOn,
                 .sentence = "an object can be made again only at an index that has no object",
                 .where = GC_HERE,
                 .what = occupant->header().type->name});
  }
  const bool is_new = identity.serial != 0 && (fresh || elsewhere);
  if (is_new && !TryRemember(identity)) return false;
  if (!table.Claim(identity.index)) {
    if (is_new) identities_->Forget(identity);
    return false;
  }
  claim_ = {.is_new = is_new, .last = last_};
  if (fresh) last_ = identity.serial;
  table[identity.index].serial.store(identity.serial, std::memory_order_relaxed);
  return true;
}

// The entry is empty again, with the serial that an empty entry has: whatever object gets the index
// next is not the one with this identity.
void Serials::TakeBackClaim(const Identity& identity) {
  heap_.table[identity.index].serial.store(0, std::memory_order_relaxed);
  if (claim_.is_new) identities_->Forget(identity);
  last_ = claim_.last;
  heap_.table.Release(identity.index);
}

}  // namespace GC_BUILD
}  // namespace gc
