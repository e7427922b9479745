// core/reflect/linking.cc -- the lines of a class, from the descriptions of it and of all above.
//
// A line for each slot, or row of slots, is what the collector walks; it must not have to look into
// structs to find them. So a struct inside of an object is taken apart here, once:
//
//     struct Slot { int count; ObjectPtr item; }
//     class Bag { int id; Slot first; }              Bag: id at 24, first at 32
//     lines of Bag                                   "first.item" at 40
//
// What is in a container has no fixed place: one line shows all of it. What a struct contributes to
// the packed schema of such a line, and so how its elements are walked, its description says too
// (S4.17).

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/heap/named_object.h"
#include "core/reflect/link_checks.h"
#include "core/reflect/reflected.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Names that a line has for a slot inside of a struct; they live as long as the program.
const char* Kept(std::string name) {
  static std::deque<std::string>& kept = *new std::deque<std::string>;
  return kept.emplace_back(std::move(name)).c_str();
}

using Seen = std::set<const ValueType*>;

// A type may contain itself, by an array of structs: what is being asked already adds nothing.
bool Follows(const ValueType& type, Seen& seen);

bool FollowsInStruct(const ValueType& type, Seen& seen) {
  if (!seen.insert(&type).second) return false;
  for (const Property& property : type.structure().properties) {
    if (Follows(*property.type, seen)) return true;
  }
  return false;
}

bool Follows(const ValueType& type, Seen& seen) {
  switch (type.kind) {
    case ValueKind::kOpaque:
      return type.shows_references;
    case ValueKind::kBool:
    case ValueKind::kInteger:
    case ValueKind::kReal:
    case ValueKind::kString:
    case ValueKind::kEnumeration:
    case ValueKind::kWeak:
    case ValueKind::kSoft:
      return false;
    case ValueKind::kObject:
    case ValueKind::kLazy:
      return true;
    case ValueKind::kStruct:
      return FollowsInStruct(type, seen);
    case ValueKind::kFixedArray:
    case ValueKind::kArray:
    case ValueKind::kSet:
    case ValueKind::kOptional:
      return Follows(*type.element, seen);
    case ValueKind::kMap:
      return Follows(*type.key, seen) || Follows(*type.element, seen);
    case ValueKind::kVariant:
      for (const ValueType* const choice : type.choices) {
        if (Follows(*choice, seen)) return true;
      }
      return false;
  }
  return false;
}

// Adds the lines of the properties, which start at an offset in the object.
void AddLines(Properties properties, std::int32_t start, const std::string& within,
              std::vector<Reference>& lines) {
  for (const Property& property : properties) {
    MustHaveALine(property);
    if (property.type->kind == ValueKind::kStruct) {
      AddLines(property.type->structure().properties, start + property.offset,
               within + property.name + '.', lines);
    } else if (property.line && FollowsReferences(*property.type)) {
      Reference line = *property.line;
      line.offset += start;
      if (HasRawInside(*property.type)) line.kind = ReferenceKind::kRaw;
      if (!within.empty()) line.name = Kept(within + property.name);
      lines.push_back(line);
    }
  }
}

// What is joined for a class below is led to by nothing else: this holds it, for the tools that
// look for memory which was lost.
template <class Line>
std::span<const Line> Held(std::span<const Line> joined) {
  static std::deque<std::span<const Line>>& held = *new std::deque<std::span<const Line>>;
  return held.emplace_back(joined);
}

// A class above that is described by hand must be described before; a reflected one need not, as
// its description is there before any class is.
Schema LinesAbove(const Reflection& reflection) {
  if (reflection.super_class == nullptr) return {};
  if (reflection.super != nullptr && reflection.super->type == reflection.super_class) {
    return LinkedLines(*reflection.super);
  }
  NamedSchema::MustBeDescribed(*reflection.super_class, reflection.name);
  return reflection.super_class->references;
}

Properties PropertiesAbove(const Reflection& reflection) {
  if (reflection.super_class == nullptr) return {};
  if (reflection.super != nullptr && reflection.super->type == reflection.super_class) {
    return LinkedProperties(*reflection.super);
  }
  return reflection.super_class->properties;
}

}  // namespace

bool FollowsReferences(const ValueType& type) {
  Seen seen;
  return Follows(type, seen);
}

Schema LinkedLines(const Reflection& reflection) {
  std::vector<Reference> own;
  AddLines(reflection.properties, 0, "", own);
  return Held(NamedSchema::Join(LinesAbove(reflection), own));
}

Properties LinkedProperties(const Reflection& reflection) {
  return Held(NamedSchema::Join(PropertiesAbove(reflection), reflection.properties));
}

void ContributeStruct(const Reflection& reflection, Entries& entries, std::int64_t at) {
  for (const Property& property : reflection.properties) {
    if (!property.line) continue;
    const std::int64_t field = at + property.offset;
    if (property.line->ShowsItself()) {
      property.line->field->contribute(entries, field);
    } else {
      entries.Slots(field, property.line->count);
    }
  }
}

void VisitStruct(const Reflection& reflection, void* at, const SlotVisitor& visit) {
  for (const Property& property : reflection.properties) {
    if (!property.line) continue;
    void* const field = ValueIn(at, property);
    if (property.line->ShowsItself()) {
      property.line->field->visit(field, visit);
      continue;
    }
    ObjectSlot* const slots = static_cast<ObjectSlot*>(field);
    for (std::uint32_t i = 0; i < property.line->count; ++i) visit(slots[i]);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
