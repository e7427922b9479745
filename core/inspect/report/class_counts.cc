#include "core/inspect/report/class_counts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string Aligned(std::uint64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(width - std::min(width, digits.size()), ' ') + digits;
}

std::string LineOf(const ClassCount& count, const std::string& name) {
  return Aligned(count.objects, 10) + " objects " + Aligned(count.bytes, 12) + " bytes  " + name +
         (count.doomed != 0 ? ", of them doomed " + std::to_string(count.doomed) : "") + '\n';
}

}  // namespace

std::vector<ClassCount> CountClasses(const Heap& heap) { return CountClasses(heap.collector()); }

std::vector<ClassCount> CountClasses(const Collector& collector) {
  std::unordered_map<const Class*, ClassCount> by_class;
  for (const Index index : collector.population.table.Indices()) {
    const Entry& entry = collector.population.table[index];
    Object* const object = entry.Occupant();
    if (object == nullptr) continue;
    ClassCount& count = by_class[object->header().type];
    count.type = object->header().type;
    count.objects += 1;
    count.doomed += collector.population.IsDoomed(*object);
    count.bytes += ObjectMemory::BlockOf(*object).bytes;
  }
  std::vector<ClassCount> counts;
  counts.reserve(by_class.size());
  for (const auto& [type, count] : by_class) counts.push_back(count);
  std::ranges::sort(counts, [](const ClassCount& a, const ClassCount& b) {
    if (a.objects != b.objects) return a.objects > b.objects;
    return std::string_view(a.type->name) < b.type->name;
  });
  return counts;
}

std::vector<ClassChange> Changes(std::span<const ClassCount> before,
                                 std::span<const ClassCount> after) {
  std::vector<ClassChange> changes;
  const auto add = [&changes](const ClassCount& count, int sign) {
    auto at = std::ranges::find(changes, count.type, &ClassChange::type);
    if (at == changes.end()) at = changes.insert(at, {.type = count.type});
    at->objects += sign * static_cast<std::int64_t>(count.objects);
    at->bytes += sign * static_cast<std::int64_t>(count.bytes);
  };
  for (const ClassCount& count : after) add(count, 1);
  for (const ClassCount& count : before) add(count, -1);
  std::erase_if(changes,
                [](const ClassChange& change) { return change.objects == 0 && change.bytes == 0; });
  std::ranges::sort(changes, [](const ClassChange& a, const ClassChange& b) {
    if (a.objects != b.objects) return a.objects > b.objects;
    return std::string_view(a.type->name) < b.type->name;
  });
  return changes;
}

std::string TextOf(std::span<const ClassCount> counts, std::size_t most) {
  std::string text;
  ClassCount rest;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i < most) {
      text += LineOf(counts[i], counts[i].type->name);
      continue;
    }
    rest.objects += counts[i].objects;
    rest.doomed += counts[i].doomed;
    rest.bytes += counts[i].bytes;
  }
  if (counts.size() > most) {
    std::string others = std::to_string(counts.size() - most);
    others.insert(others.begin(), '(');
    text += LineOf(rest, others.append(" other classes)"));
  }
  return text;
}

}  // namespace GC_BUILD
}  // namespace gc
