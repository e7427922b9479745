// core/collect/capacity.cc -- notices when the table is nearly full, and when it is full.

#include "core/collect/capacity.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gc {
inline namespace GC_BUILD {

void Capacity::Open(const HeapOptions& options) {
  max_objects_ = options.max_objects;
  dump_classes_ = options.dump_classes_when_full;
  notices_ = options.notices;
  warn_at_ = 0;
  if (notices_.say == nullptr) return;
  constexpr std::uint64_t kPercent = 85;
  warn_at_ = options.warn_at_objects != 0 ? options.warn_at_objects
                                          : static_cast<std::uint32_t>(Limit() * kPercent / 100);
}

// The object that was made has an index, and is not counted before it is registered.
std::optional<CapacityNotice> Capacity::NoticeOfBirth() {
  const std::uint32_t count = heap_.Count() + 1;
  if (count < warn_at_) return std::nullopt;
  warn_at_ = 0;
  return CapacityNotice{.kind = CapacityNoticeKind::kTableNearlyFull,
                        .count = count,
                        .limit = Limit(),
                        .setting = "HeapOptions::max_objects"};
}

std::optional<CapacityNotice> Capacity::NoticeOfFull(const char* tried) const {
  if (!heap_.table.IsFull()) return std::nullopt;
  return CapacityNotice{.kind = CapacityNoticeKind::kTableFull,
                        .count = heap_.Count(),
                        .limit = Limit(),
                        .setting = "HeapOptions::max_objects",
                        .tried = tried};
}

void Capacity::Say(const CapacityNotice& notice) const {
  if (notices_.say != nullptr) notices_.say(notices_.context, notice);
}

void Capacity::SayWhyFull(const char* tried) const {
  if (heap_.table.IsFull()) {
    std::fprintf(stderr, "gc: the table is full: %u objects of at most %u (max_objects is %u)\n",
                 heap_.Count(), Limit(), max_objects_);
  } else {
    std::fprintf(stderr, "gc: out of memory: %zu bytes in %u objects\n", memory_.bytes(),
                 heap_.Count());
  }
  std::fprintf(stderr, "gc: %s\n", tried);
  if (!dump_classes_) return;
  std::map<const char*, std::uint32_t> counts;
  for (Index index = 1; index < heap_.table.End(); ++index) {
    const Object* const object = heap_.table[index].Occupant();
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
