// core/pointer/rewriting.h -- stores into the slots of an object that its schema shows.
//
// A visitor of slots usually reads. What copies values, makes a duplicate or replaces references
// stores through it: each value goes through the barrier, and a container whose keys change puts
// its elements where they then belong (core/pointer/container.h).
//
// Upholds: copy-barrier, insertion-barrier (as the caller names it).
// Thread rules: as for a store into the object.
// Read next: core/heap/template.cc.

#pragma once

#include <cstddef>
#include <vector>

#include "core/object/class.h"
#include "core/pointer/barrier.h"

namespace gc {
inline namespace GC_BUILD {

// A slot that takes a value through the barrier.
class WrittenSlot : public ObjectSlot {
 public:
  static void Take(ObjectSlot& slot, Object* value, Upholds why) {
    static_cast<WrittenSlot&>(slot).value_ = value;
    Stored(&slot, value, why);
  }
};

inline std::byte* BytesOf(Object& object) { return reinterpret_cast<std::byte*>(&object); }

// Calls visit(ObjectSlot&) as ForEachSlotOf does, for a visit that stores into the slots. A
// std::bad_alloc if there is no memory to move a key; then its container is as it was. A plain
// pointer (ReferenceKind::kRaw) takes nothing but null.
template <class Visit>
void RewriteSlotsOf(const Reference& line, Object& object, Visit& visit) {
  if (!line.ShowsItself()) return ForEachSlotOf(line, object, visit);
  const SlotVisitor visitor(
      [](void* context, ObjectSlot& slot) { (*static_cast<Visit*>(context))(slot); }, &visit,
      Visits::kToStore);
  line.field->visit(BytesOf(object) + line.offset, visitor);
}

// What the slots of one line hold, in their order.
inline std::vector<Object*> ReferentsOf(const Reference& line, Object& object) {
  std::vector<Object*> found;
  ForEachSlotOf(line, object, [&found](const ObjectSlot& slot) { found.push_back(slot.Raw()); });
  return found;
}

// Copies the references of one line of a schema. A container is copied first, by its own
// assignment, so that both have as many slots. `own_of` maps a value to the one that the copy gets.
template <class OwnOf>
void CopyReferences(const Reference& line, Object& from, Object& to, OwnOf&& own_of) {
  if (line.ShowsItself() && line.field->copy != nullptr) {
    const Upholding copies({Rule::kCopyBarrier, Fault::kBlockCopy, GC_HERE});
    line.field->copy(BytesOf(to) + line.offset, BytesOf(from) + line.offset);
  }
  std::vector<Object*> values = ReferentsOf(line, from);
  for (Object*& value : values) value = own_of(value);
  std::size_t at = 0;
  auto take = [&](ObjectSlot& slot) {
    if (at == values.size()) return;
    Object* const value = values[at++];
    // copy-barrier: the value is assigned through the barrier; the new object was born black, and
    // is not scanned for it.
    if (slot.Raw() != value) {
      WrittenSlot::Take(slot, value, {Rule::kCopyBarrier, Fault::kBlockCopy, GC_HERE});
    }
  };
  RewriteSlotsOf(line, to, take);
}

}  // namespace GC_BUILD
}  // namespace gc
