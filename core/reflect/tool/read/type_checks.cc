#include "core/reflect/tool/read/type_checks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/reflect/tool/read/kinds.h"
#include "core/reflect/tool/read/parse.h"

namespace gc::header_tool {
namespace {

constexpr long long kSlotBits = 64;

const char* ArticledNameOf(Kind kind) {
  return kind == Kind::kMap ? "a map" : kind == Kind::kSet ? "a set" : "an array";
}

// The container that a value has in itself, not in a struct; kOther if there is none.
Kind ContainerIn(CXType type) {
  const Shape shape = ShapeOf(type);
  if (IsContainer(shape.kind)) return shape.kind;
  const bool is_wrapper =
      shape.kind == Kind::kOptional || shape.kind == Kind::kVariant || shape.kind == Kind::kTuple;
  if (!is_wrapper) return Kind::kOther;
  for (const CXType& part : shape.parts) {
    const Kind found = ContainerIn(part);
    if (found != Kind::kOther) return found;
  }
  return Kind::kOther;
}

// The outer and the inner container; kOther twice if no container is inside another.
std::pair<Kind, Kind> NestedContainers(CXType type) {
  const Shape shape = ShapeOf(type);
  const bool is_pointer =
      shape.kind == Kind::kRaw || shape.kind == Kind::kObject || shape.kind == Kind::kClass;
  if (is_pointer) return {Kind::kOther, Kind::kOther};
  for (const CXType& part : shape.parts) {
    if (IsContainer(shape.kind)) {
      const Kind inner = ContainerIn(part);
      if (inner != Kind::kOther) return {shape.kind, inner};
    }
    const std::pair<Kind, Kind> deeper = NestedContainers(part);
    if (deeper.first != Kind::kOther) return deeper;
  }
  return {Kind::kOther, Kind::kOther};
}

// Whether values of `wanted` are part of what `type` owns.
bool Owns(CXType type, CXType wanted, std::vector<CXType>& seen) {
  const Shape shape = ShapeOf(type);
  const auto owns = [&](CXType part) { return Owns(part, wanted, seen); };
  switch (shape.kind) {
    case Kind::kFixedArray:
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kSet:
    case Kind::kOptional:
    case Kind::kVariant:
    case Kind::kTuple:
      return std::ranges::any_of(shape.parts, owns);
    case Kind::kStruct: {
      if (clang_equalTypes(shape.type, wanted)) return true;
      const auto same = [&](CXType other) { return clang_equalTypes(shape.type, other) != 0; };
      if (std::ranges::any_of(seen, same)) return false;
      seen.push_back(shape.type);
      return std::ranges::any_of(FieldsOf(shape.type), [&](CXCursor field) {
        return Owns(clang_getCursorType(field), wanted, seen);
      });
    }
    case Kind::kBoolean:
    case Kind::kInteger:
    case Kind::kFloating:
    case Kind::kText:
    case Kind::kEnumeration:
    case Kind::kObject:
    case Kind::kClass:
    case Kind::kWeak:
    case Kind::kSoft:
    case Kind::kLazy:
    case Kind::kStrong:
    case Kind::kRaw:
    case Kind::kOther:
      return false;
  }
  return false;
}

void CheckNesting(CXCursor field, Findings& findings) {
  const auto [outer, inner] = NestedContainers(clang_getCursorType(field));
  if (outer == Kind::kOther) return;
  findings.push_back({Severity::kError, PlaceOf(field),
                      std::string("'") + Take(clang_getCursorSpelling(field)) + "' is " +
                          ArticledNameOf(outer) + " that contains " + ArticledNameOf(inner),
                      "put the inner container into a GC_STRUCT of its own"});
}

// A container that owns memory and has slots in it, outside of gc::Container. Plain pointers have
// no barrier that it could pass by.
bool HasBareContainer(CXType type) {
  const Shape shape = ShapeOf(type);
  const bool is_pointer = shape.kind == Kind::kRaw || shape.kind == Kind::kObject ||
                          shape.kind == Kind::kClass || shape.kind == Kind::kStruct;
  if (is_pointer) return false;
  const bool owns_memory =
      shape.kind == Kind::kArray || shape.kind == Kind::kMap || shape.kind == Kind::kSet;
  return std::ranges::any_of(shape.parts, [&](CXType part) {
    const bool has_slots = HoldsReferences(part) && !HasRaw(part);
    return HasBareContainer(part) || (owns_memory && !shape.is_wrapped && has_slots);
  });
}

void CheckWrapping(CXCursor field, Findings& findings) {
  if (!HasBareContainer(clang_getCursorType(field))) return;
  findings.push_back({Severity::kError, PlaceOf(field),
                      "'" + Take(clang_getCursorSpelling(field)) +
                          "' is a container of references, which the collector cannot follow",
                      "put it into a gc::Container"});
}

// The struct in a value, or behind a smart pointer in it, whose references nothing shows.
std::optional<CXType> HiddenIn(CXType type) {
  const Shape shape = ShapeOf(type);
  if (shape.kind == Kind::kStruct) {
    if (!HoldsReferences(shape.type) || ShowsItsReferences(shape.type)) return std::nullopt;
    return shape.type;
  }
  const bool has_parts = IsContainer(shape.kind) || shape.kind == Kind::kOptional ||
                         shape.kind == Kind::kVariant || shape.kind == Kind::kTuple;
  if (!has_parts) return std::nullopt;
  for (const CXType& part : shape.parts) {
    if (const std::optional<CXType> hidden = HiddenIn(part)) return hidden;
  }
  return std::nullopt;
}

void CheckHidden(CXCursor field, Findings& findings) {
  const std::optional<CXType> hidden = HiddenIn(clang_getCursorType(field));
  if (!hidden) return;
  const std::string name = QualifiedName(clang_getTypeDeclaration(*hidden));
  findings.push_back({Severity::kError, PlaceOf(field),
                      "'" + Take(clang_getCursorSpelling(field)) + "' refers to managed objects " +
                          "through '" + name + "', which does not show them to the collector",
                      name.starts_with("std::")
                          ? "make what it owns a member, or an element of a gc::Container"
                          : "annotate '" + name +
                                "' with GC_STRUCT and its members with "
                                "GC_PROPERTY, or give it a VisitReferences"});
}

void CheckRecursion(CXCursor field, Findings& findings) {
  const CXType owner =
      clang_getCanonicalType(clang_getCursorType(clang_getCursorSemanticParent(field)));
  std::vector<CXType> seen;
  if (!Owns(clang_getCursorType(field), owner, seen)) return;
  findings.push_back({Severity::kError, PlaceOf(field),
                      "'" + Take(clang_getTypeSpelling(owner)) + "' contains itself through '" +
                          Take(clang_getCursorSpelling(field)) + "', so its schema has no end",
                      "make the elements managed objects, and refer to them by gc::ObjectPtr"});
}

void CheckAlignment(CXCursor field, Findings& findings) {
  const CXType type = clang_getCursorType(field);
  const long long offset = clang_Cursor_getOffsetOfField(field);
  const bool has_slots = ShapeOf(type).kind == Kind::kRaw || HoldsReferences(type);
  if (!has_slots || offset < 0 || offset % kSlotBits == 0) return;
  findings.push_back({Severity::kError, PlaceOf(field),
                      "the slot '" + Take(clang_getCursorSpelling(field)) + "' stands at byte " +
                          std::to_string(offset / 8) + ", which is no multiple of 8",
                      "do not pack the type"});
}

void CheckPointee(CXCursor field, Findings& findings) {
  const CXType type = clang_getCanonicalType(clang_getCursorType(field));
  if (type.kind != CXType_Pointer) return;
  if (MayBeManaged(clang_getPointeeType(type))) return;
  findings.push_back({Severity::kError, PlaceOf(field),
                      "'" + Take(clang_getCursorSpelling(field)) +
                          "' is a plain pointer to what is not managed, which has no description",
                      "leave the annotation away, or make it a value"});
}

}  // namespace

void CheckTypeOfProperty(CXCursor field, Findings& findings) {
  CheckNesting(field, findings);
  CheckWrapping(field, findings);
  CheckHidden(field, findings);
  CheckRecursion(field, findings);
  CheckAlignment(field, findings);
  CheckPointee(field, findings);
}

}  // namespace gc::header_tool
