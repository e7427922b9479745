#include "core/reflect/editing/value_copy.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/reflect/editing/temporary.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

using Seen = std::set<const ValueType*>;

bool IsTransient(const Property& property) { return (property.flags & property::kTransient) != 0; }

// What of a value lies inside of it, and is copied part by part.
bool IsTakenApart(const ValueType& type) {
  return type.kind == ValueKind::kStruct || type.kind == ValueKind::kFixedArray;
}

// A type may contain itself, by an array of structs. Keys are left as they are.
bool HasTransient(const ValueType& type, Seen& seen) {
  if (type.kind != ValueKind::kStruct && !type.HasParts()) return false;
  if (!seen.insert(&type).second) return false;
  if (type.kind == ValueKind::kStruct) {
    return std::ranges::any_of(type.structure().properties, [&seen](const Property& property) {
      return IsTransient(property) || HasTransient(*property.type, seen);
    });
  }
  if (type.kind == ValueKind::kSet) return false;
  if (type.element != nullptr && HasTransient(*type.element, seen)) return true;
  return std::ranges::any_of(
      type.choices, [&seen](const ValueType* choice) { return HasTransient(*choice, seen); });
}

void ResetTransient(const ValueType& type, void* value);

// What a new struct has, or a new value of the property if no new struct can be made.
void ResetProperty(const Property& property, void* at, const void* usual) {
  const ValueOperations& operations = property.type->operations;
  if (operations.copy == nullptr) return;
  if (usual != nullptr) return operations.copy(at, usual);
  if (operations.construct == nullptr) return;
  Temporary made(*property.type);
  operations.copy(at, made.at());
}

void ResetProperties(const ValueType& type, void* value) {
  std::optional<Temporary> usual;
  if (type.operations.construct != nullptr) usual.emplace(type);
  for (const Property& property : type.structure().properties) {
    void* const at = ValueIn(value, property);
    if (IsTransient(property)) {
      ResetProperty(property, at, usual ? ValueIn(usual->at(), property) : nullptr);
    } else {
      ResetTransient(*property.type, at);
    }
  }
}

void ResetTransient(const ValueType& type, void* value) {
  Seen seen;
  if (!HasTransient(type, seen)) return;
  if (type.kind == ValueKind::kStruct) return ResetProperties(type, value);
  if (type.kind == ValueKind::kVariant && type.operations.size(value) == 0) return;
  const ValueType* const part =
      type.kind == ValueKind::kVariant ? type.choices[type.operations.choice(value)] : type.element;
  type.operations.each(value, {.take =
                                   [](void* of, const void*, void* element) {
                                     ResetTransient(*static_cast<const ValueType*>(of), element);
                                   },
                               .context = const_cast<ValueType*>(part)});
}

}  // namespace

bool CanCopyValue(const ValueType& type) {
  if (type.kind == ValueKind::kFixedArray) return CanCopyValue(*type.element);
  if (type.kind != ValueKind::kStruct) return type.operations.copy != nullptr;
  return std::ranges::all_of(type.structure().properties, [](const Property& property) {
    return IsTransient(property) || CanCopyValue(*property.type);
  });
}

void CopyValue(const ValueType& type, void* to, const void* from) {
  if (!IsTakenApart(type)) {
    type.operations.copy(to, from);
    return ResetTransient(type, to);
  }
  if (type.kind == ValueKind::kStruct) {
    for (const Property& property : type.structure().properties) {
      if (IsTransient(property)) continue;
      CopyValue(*property.type, ValueIn(to, property),
                static_cast<const std::byte*>(from) + property.offset);
    }
    return;
  }
  for (std::size_t i = 0; i < type.count; ++i) {
    CopyValue(*type.element, type.operations.at(to, i),
              type.operations.at(const_cast<void*>(from), i));
  }
}

}  // namespace GC_BUILD
}  // namespace gc
