#include "core/inspect/report/cleared_slots.h"

#include "core/base/room.h"
#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

std::string TextOf(const ClearedSlots& cleared) {
  const bool one = cleared.count == 1;
  std::string text = std::to_string(cleared.count) + " reference" + (one ? "" : "s") +
                     " to garbage " + (one ? "was" : "were") + " cleared in ";
  if (cleared.holder == kNoIndex) return text + "what referencers report";
  return text + '.' + cleared.field + " of " + cleared.class_name + ' ' +
         std::to_string(cleared.holder);
}

ClearedSlotList::ClearedSlotList(Heap& heap, bool on) : heap_(heap), on_(on) {
  if (!on_) return;
  heap_.collector().elimination.SetSink(
      {.cleared =
           [](void* self, const Object* holder, const Reference* line) {
             static_cast<ClearedSlotList*>(self)->Add(holder, line);
           },
       .context = this});
}

ClearedSlotList::~ClearedSlotList() {
  if (on_) heap_.collector().elimination.SetSink({});
}

// The slots of one field come one after the other. In the middle of a scan nothing may be thrown:
// what there is no memory for is not listed.
void ClearedSlotList::Add(const Object* holder, const Reference* line) {
  const ClearedSlots now = {
      .holder = holder != nullptr ? holder->header().index : kNoIndex,
      .class_name = holder != nullptr ? holder->header().type->name : "",
      .field = line != nullptr ? line->name : "",
  };
  const bool more = !slots_.empty() && slots_.back().holder == now.holder &&
                    std::string_view(slots_.back().field) == now.field;
  if (!more && !TryPush(slots_, now)) return;
  slots_.back().count += 1;
}

}  // namespace GC_BUILD
}  // namespace gc
