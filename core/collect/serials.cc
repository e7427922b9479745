// core/collect/serials.cc -- gives serials, and lets an object come back with the serial that it
// had.
//
// Upholds: serial-moves-on.

#include "core/collect/serials.h"

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

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
  if (last_ == 2 && !heap_.Obeys(Rule::kSerialMovesOn, Fault::kWrapSerial, GC_HERE)) last_ = 0;
  last_ += 1;
  // Another thread may have given the object a serial meanwhile; then both use that one.
  const bool first = entry.serial.compare_exchange_strong(serial, last_, std::memory_order_relaxed);
  return first ? last_ : serial;
}

Identity Serials::Remember(const Object& object, std::uint64_t remote) {
  const Identity identity{.index = object.header().index, .serial = Of(object), .remote = remote};
  const TableLock lock(heap_.sharing);
  identities_.Remember(identity);
  return identity;
}

bool Serials::Claim(const Identity& identity) {
  Table& table = heap_.table;
  const bool fresh = identity.serial > last_;
  if (identity.serial != 0 && !fresh && !identities_.Knows(identity)) return false;
  const bool known = identity.index != kNoIndex && identity.index < table.End();
  if (const Object* const occupant = known ? table[identity.index].Occupant() : nullptr) {
    Abort(Misuse{.rule = Rule::kSerialMovesOn,
                 .sentence = "an object can be made again only at an index that has no object",
                 .where = GC_HERE,
                 .what = occupant->header().type->name});
  }
  if (!table.Claim(identity.index)) return false;
  if (fresh) {
    last_ = identity.serial;
    identities_.Remember(identity);
  }
  table[identity.index].serial.store(identity.serial, std::memory_order_relaxed);
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
