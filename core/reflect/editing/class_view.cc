#include "core/reflect/editing/class_view.h"

#include <algorithm>
#include <set>

#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

using Seen = std::set<const ValueType*>;

// A type may contain itself, by an array of structs.
bool MayHoldWeak(const ValueType& type, Seen& seen) {
  if (type.kind == ValueKind::kWeak) return true;
  if (!seen.insert(&type).second) return false;
  if (type.kind == ValueKind::kStruct) {
    return std::ranges::any_of(type.structure().properties, [&seen](const Property& property) {
      return MayHoldWeak(*property.type, seen);
    });
  }
  if (type.key != nullptr && MayHoldWeak(*type.key, seen)) return true;
  if (type.element != nullptr && MayHoldWeak(*type.element, seen)) return true;
  return std::ranges::any_of(
      type.choices, [&seen](const ValueType* choice) { return MayHoldWeak(*choice, seen); });
}

void AddLeaves(Properties properties, std::int32_t start, bool is_transient,
               std::vector<Leaf>& leaves) {
  for (const Property& property : properties) {
    if (property.type == nullptr) continue;
    const bool transient = is_transient || (property.flags & property::kTransient) != 0;
    const std::int32_t offset = start + property.offset;
    if (property.type->kind == ValueKind::kStruct) {
      AddLeaves(property.type->structure().properties, offset, transient, leaves);
      continue;
    }
    Seen seen;
    leaves.push_back({.type = property.type,
                      .offset = offset,
                      .name = property.name,
                      .is_transient = transient,
                      .may_hold_weak = MayHoldWeak(*property.type, seen)});
  }
}

}  // namespace

ClassView::ClassView(const Class& type) {
  AddLeaves(type.properties, 0, false, leaves);
  for (const Property& property : type.properties) {
    if (property.type == nullptr) untyped.push_back(&property);
  }
  // What an object shows itself, and what trails it, lies where no leaf does: an offset of 0 is
  // that of the header, and the trailing array begins where the object ends.
  for (const Reference& line : type.references) {
    const auto leaf = std::ranges::find(leaves, line.offset, &Leaf::offset);
    if (leaf != leaves.end()) {
      leaf->line = &line;
    } else {
      lines.push_back(&line);
    }
  }
}

}  // namespace GC_BUILD
}  // namespace gc
