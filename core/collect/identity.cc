// core/collect/identity.cc -- an object is found by its index, and made again as what it was.
//
// Upholds: serial-moves-on, doomed-is-hidden, weak-read-barrier.
// Read next: core/object/identity.h.

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

Identity Collector::IdentityOf(Object& object, std::uint64_t remote) {
  const Identity identity{
      .index = object.header().index, .serial = SerialOf(object), .remote = remote};
  const TableLock lock(sharing);
  identities.Remember(identity);
  return identity;
}

// Under the table lock. Whether an object may be made with this identity; its index is then taken.
bool Collector::ClaimIdentity(const Identity& identity) {
  const bool fresh = identity.serial > last_serial;
  if (identity.serial != 0 && !fresh && !identities.Knows(identity)) return false;
  const bool known = identity.index != kNoIndex && identity.index < table.End();
  if (const Object* const occupant = known ? table[identity.index].Occupant() : nullptr) {
    Abort(Misuse{.row = "S1.8, rule serial-moves-on",
                 .sentence = "an object is made again at an index that has none",
                 .where = GC_HERE,
                 .what = occupant->header().type->name});
  }
  if (!table.Claim(identity.index)) return false;
  if (fresh) {
    last_serial = identity.serial;
    identities.Remember(identity);
  }
  table[identity.index].serial.store(identity.serial, std::memory_order_relaxed);
  return true;
}

// What a visit of all objects yields, shaded.
Object* Collector::Found(Index index) {
  if (Stopped()) return nullptr;
  const Entry& entry = table[index];
  Object* const object = entry.Occupant();
  if (object == nullptr || IsHidden(entry) || entry.flags.Has(flag::kPendingConstruction)) {
    return nullptr;
  }
  Shade(object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE});
  return object;
}

}  // namespace GC_BUILD
}  // namespace gc
