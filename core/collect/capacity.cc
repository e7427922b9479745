// core/collect/capacity.cc -- how many objects there may be, and what is said when there are.
//
// A table that is full is the end of the program that fills it, so its owner is told before, and
// at the end learns what to change: the limit, the setting behind it, and of what there are so
// many.
//
// The disregard window is a part of start-up: what an engine makes before its first frame lives as
// long as it does, and need not be looked at in every cycle. While it is open, new objects take the
// low indices, as many as the setting allows, and carry none of the three reachability bits: no
// flip, trace or gather has anything to do with them. What does not fit is an object like others.
//
// What they may refer to, core/collect/checked_store.cc says.
// Read next: core/collect/birth.cc.

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

bool Collector::OpenDisregard() {
  disregard.open = true;
  return table.HasLow();
}

std::uint32_t Collector::CloseDisregard() {
  if (std::exchange(disregard.open, false)) {
    Say({.kind = CapacityNoticeKind::kDisregardClosed,
         .count = disregard.made,
         .limit = table.First() - 1,
         .setting = "HeapOptions::max_disregarded"});
  }
  return disregard.made;
}

// Under the table lock: what there is to say when an object was made, or could not be.
std::optional<CapacityNotice> Collector::NoticeOf(bool made) {
  CapacityNotice notice{.kind = CapacityNoticeKind::kTableFull,
                        .count = object_count + made,
                        .limit = table.Capacity() - table.First(),
                        .setting = "HeapOptions::max_objects"};
  if (!made) return table.IsFull() ? std::optional(notice) : std::nullopt;
  if (notice.count < capacity.warn_at) return std::nullopt;
  capacity.warn_at = 0;
  notice.kind = CapacityNoticeKind::kTableNearlyFull;
  return notice;
}

void Collector::Say(const CapacityNotice& notice) const {
  if (capacity.notices.say != nullptr) capacity.notices.say(capacity.notices.context, notice);
}

// The last words before New aborts.
void Collector::SayWhyFull() {
  if (table.IsFull()) {
    std::fprintf(stderr, "gc: the table is full: %u objects of at most %u (max_objects is %u)\n",
                 object_count, table.Capacity() - table.First(), capacity.max_objects);
  } else {
    std::fprintf(stderr, "gc: out of memory: %zu bytes in %u objects\n", memory.bytes(),
                 object_count);
  }
  if (!capacity.dump_classes) return;
  std::map<const char*, std::uint32_t> counts;
  for (Index index = 1; index < table.End(); ++index) {
    const Object* const object = table[index].Occupant();
    if (object != nullptr) counts[object->header().type->name] += 1;
  }
  std::vector<std::pair<std::uint32_t, std::string>> lines;
  for (const auto& [name, count] : counts) lines.emplace_back(count, name);
  std::sort(lines.rbegin(), lines.rend());
  for (const auto& [count, name] : lines) {
    std::fprintf(stderr, "gc: %10u %s\n", count, name.c_str());
  }
}

}  // namespace GC_BUILD
}  // namespace gc
