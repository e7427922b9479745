// properties/reflecting/judging/kin/classes_with_parts.h -- classes whose objects have parts, weak
// references of every shape, and what cannot be copied.
//
// Included by core_parts.cc only.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "core/reflect/raw_property.h"
#include "core/reflect/reflected.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

using Any = gc::ObjectPtr<gc::NamedObject>;
using Weak = gc::WeakPtr<gc::NamedObject>;

enum class Tone : std::uint8_t { kLow, kHigh };

class Leaf : public gc::NamedObject {
  GC_REFLECTED(Leaf, gc::NamedObject)
  explicit Leaf(const gc::Birth& birth) : NamedObject(birth) {}
  int Twice(int number) const { return 2 * number; }
  Any up;
  Weak aside;
};

// What passes is not copied: each copy has what a new one has.
struct Sheet {
  GC_REFLECTED_STRUCT(Sheet)
  int stays = 1;
  int passes = 2;
};
struct Binder {
  GC_REFLECTED_STRUCT(Binder)
  Sheet first;
  std::vector<Sheet> rest;
};

class Whole : public gc::NamedObject {
  GC_REFLECTED(Whole, gc::NamedObject)
  explicit Whole(const gc::Birth& birth) : NamedObject(birth) {
    left = CreateDefaultSubobject<Leaf>("left");
    right = CreateDefaultSubobject<Leaf>("right");
    own = left;
  }
  gc::ObjectPtr<Leaf> left;
  gc::ObjectPtr<Leaf> right;
  Any own;  // starts as a part of its own
  Any strong;
  Weak weak;
  Weak row[2];
  std::vector<Weak> watched;
  std::optional<Weak> maybe;
  std::variant<int, Weak> chosen;
  gc::ObjectPtr<> bare;
  Tone tone = Tone::kLow;
  Binder binder;
  std::vector<Binder> binders;
  std::variant<int, Sheet> either;
  std::string text;
};

// Its weak references are elements of a set, and may lead to its part.
class Album : public gc::NamedObject {
  GC_REFLECTED(Album, gc::NamedObject)
  explicit Album(const gc::Birth& birth) : NamedObject(birth) {
    part = CreateDefaultSubobject<Leaf>("part");
  }
  gc::ObjectPtr<Leaf> part;
  std::unordered_set<Weak> marked;
};

// Has a plain pointer, which only collections with the world stopped may follow.
class Signpost : public gc::NamedObject {
  GC_REFLECTED(Signpost, gc::NamedObject)
  explicit Signpost(const gc::Birth& birth) : NamedObject(birth) {}
  gc::NamedObject* to = nullptr;
};

// A weak reference that is a key cannot be changed where it stands.
class Ring : public gc::NamedObject {
  GC_REFLECTED(Ring, gc::NamedObject)
  explicit Ring(const gc::Birth& birth) : NamedObject(birth) {}
  std::unordered_map<Weak, int> keys;
};

// Is known by the path of its class, and has no name.
class Plain : public gc::Object {
  GC_REFLECTED(Plain, gc::Object)
  explicit Plain(const gc::Birth& birth) : Object(birth) {}
  int number = 0;
};

class Nameless : public gc::Object {
 public:
  explicit Nameless(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
inline const gc::Class Nameless::kClass = gc::Describe<Nameless>("Nameless", {});

// Is found by its name alone.
class Lone : public gc::NamedObject {
 public:
  Lone(const gc::Birth& birth, int) : NamedObject(birth) {}
  static const gc::Class kClass;
};
inline const gc::Class Lone::kClass = gc::DescribeNamed<Lone>("Lone", gc::NamedObject::kClass);

}  // namespace properties::reflecting

GC_DESCRIBE_ENUM(properties::reflecting::Tone, kLow, kHigh)
GC_DESCRIBE_STRUCT(properties::reflecting::Sheet, "/Script/Parts", GC_PROPERTY_OF(stays),
                   GC_PROPERTY_OF(passes, gc::property::kTransient))
GC_DESCRIBE_STRUCT(properties::reflecting::Binder, "/Script/Parts", GC_PROPERTY_OF(first),
                   GC_PROPERTY_OF(rest))
GC_DESCRIBE(properties::reflecting::Leaf, "/Script/Parts", GC_PROPERTY_OF(up),
            GC_PROPERTY_OF(aside), GC_FUNCTION_OF(Twice, "number"))
GC_DESCRIBE(properties::reflecting::Whole, "/Script/Parts", GC_PROPERTY_OF(left),
            GC_PROPERTY_OF(right), GC_PROPERTY_OF(own), GC_PROPERTY_OF(strong),
            GC_PROPERTY_OF(weak), GC_PROPERTY_OF(row), GC_PROPERTY_OF(watched),
            GC_PROPERTY_OF(maybe), GC_PROPERTY_OF(chosen), GC_PROPERTY_OF(bare),
            GC_PROPERTY_OF(tone), GC_PROPERTY_OF(text), GC_PROPERTY_OF(binder),
            GC_PROPERTY_OF(binders), GC_PROPERTY_OF(either))
GC_DESCRIBE(properties::reflecting::Album, "/Script/Parts", GC_PROPERTY_OF(part),
            GC_PROPERTY_OF(marked))
GC_DESCRIBE(properties::reflecting::Plain, "/Script/Parts", GC_PROPERTY_OF(number))
GC_DESCRIBE(properties::reflecting::Ring, "/Script/Parts", GC_PROPERTY_OF(keys))
template <>
struct gc::Reflector<properties::reflecting::Signpost> {
  static constexpr const char* kName = "Signpost";
  static constexpr const char* kModule = "/Script/Parts";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::RawPropertyOf(&properties::reflecting::Signpost::to, "to"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(properties::reflecting::Signpost)
