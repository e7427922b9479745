// core/reflect/layout.cc -- subtracts what is listed from what there is.

#include "core/reflect/layout.h"

#include <algorithm>

#include "core/object/class.h"
#include "core/reflect/registry.h"

namespace gc {
inline namespace GC_BUILD {

std::vector<Gap> GapsOf(const Reflection& type) {
  if (type.IsStruct() || type.has_rest) return {};
  constexpr std::uint32_t kWord = sizeof(ObjectSlot);
  const std::uint32_t end = type.size - type.type->object_offset;
  const std::uint32_t start = type.super_class != nullptr
                                  ? type.super_class->size - type.super_class->object_offset
                                  : sizeof(Object);
  std::vector<bool> covered((end + kWord - 1) / kWord, false);
  for (const Property& property : type.properties) {
    if (property.offset < 0) continue;  // of a base that stands before the Object part
    const std::uint32_t first = static_cast<std::uint32_t>(property.offset);
    const std::uint32_t last = std::min(first + property.type->size, end);
    for (std::uint32_t at = first / kWord; at * kWord < last; ++at) covered[at] = true;
  }
  std::vector<Gap> gaps;
  for (std::uint32_t at = (start + kWord - 1) / kWord; (at + 1) * kWord <= end; ++at) {
    if (covered[at]) continue;
    const bool goes_on = !gaps.empty() && gaps.back().offset + gaps.back().bytes == at * kWord;
    if (goes_on) {
      gaps.back().bytes += kWord;
    } else {
      gaps.push_back({&type, at * kWord, kWord});
    }
  }
  return gaps;
}

std::vector<Gap> FindGaps() {
  std::vector<Gap> all;
  for (const Reflection* const type : AllReflections()) {
    const std::vector<Gap> gaps = GapsOf(*type);
    all.insert(all.end(), gaps.begin(), gaps.end());
  }
  return all;
}

std::string DescriptionOf(const Gap& gap) {
  return gap.type->Path() + " has " + std::to_string(gap.bytes) + " bytes at " +
         std::to_string(gap.offset) +
         " that no property covers: list the members there, or add GC_REST if none of them is a "
         "reference";
}

}  // namespace GC_BUILD
}  // namespace gc
