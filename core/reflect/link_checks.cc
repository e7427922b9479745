#include "core/reflect/link_checks.h"

#include <set>
#include <string>

#include "core/base/check.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

using Seen = std::set<const ValueType*>;

// Calls visit(const ValueType&) for the types of the parts of a value, but a struct's properties.
template <class Visit>
void ForEachPartType(const ValueType& type, Visit&& visit) {
  if (type.key != nullptr) visit(*type.key);
  if (type.element != nullptr) visit(*type.element);
  for (const ValueType* const choice : type.choices) visit(*choice);
}

[[noreturn]] void Refuse(const std::string& where) {
  Abort(Misuse{.sentence = "a container of structs with references needs a gc::Container",
               .where = GC_HERE,
               .what = where.c_str()});
}

bool OwnsMemory(const ValueType& type) {
  return type.kind == ValueKind::kArray || type.kind == ValueKind::kSet ||
         type.kind == ValueKind::kMap;
}

void CheckProperty(const Property& property, const std::string& where, Seen& seen);

void CheckType(const ValueType& type, const std::string& where, Seen& seen) {
  if (OwnsMemory(type) && !type.shows_references && FollowsReferences(type)) Refuse(where);
  ForEachPartType(type, [&](const ValueType& part) { CheckType(part, where, seen); });
  if (type.kind != ValueKind::kStruct || !seen.insert(&type).second) return;
  const Reflection& structure = type.structure();
  for (const Property& property : structure.properties) {
    CheckProperty(property, structure.Path() + '.' + property.name, seen);
  }
}

void CheckProperty(const Property& property, const std::string& where, Seen& seen) {
  if (!property.line && FollowsReferences(*property.type)) Refuse(where);
  CheckType(*property.type, where, seen);
}

bool HasRaw(const ValueType& type, Seen& seen) {
  bool has_raw = false;
  ForEachPartType(type, [&](const ValueType& part) { has_raw = has_raw || HasRaw(part, seen); });
  if (type.kind != ValueKind::kStruct) return has_raw;
  if (!seen.insert(&type).second) return false;
  for (const Property& property : type.structure().properties) {
    if (property.line && property.line->kind == ReferenceKind::kRaw) return true;
    if (HasRaw(*property.type, seen)) return true;
  }
  return false;
}

}  // namespace

void MustHaveALine(const Property& property) {
  Seen seen;
  CheckProperty(property, property.name, seen);
}

bool HasRawInside(const ValueType& type) {
  Seen seen;
  return HasRaw(type, seen);
}

}  // namespace GC_BUILD
}  // namespace gc
