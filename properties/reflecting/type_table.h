// properties/reflecting/type_table.h -- the types that a member may have, in C++ and on paper.
//
// A table, because a type of C++ is made by the compiler. For each there is what a member of the
// type needs, and how a value on paper becomes one of C++ and back. The latter uses the type as a
// program does that knows it: no description is asked.
//
// Read next: properties/reflecting/known_types.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/reflect/reflected.h"
#include "reference/reflecting/paper_values.h"

namespace properties::reflecting {

using reference::reflecting::Name;
using reference::reflecting::PaperType;
using reference::reflecting::PaperValue;

// Which object has which name.
struct Named {
  gc::PathTable& paths;
  std::map<Name, gc::NamedObject*> objects = {};
  std::map<const gc::Object*, Name> names = {};

  void Add(Name name, gc::NamedObject& object) {
    objects[name] = &object;
    names[&object] = name;
  }
  gc::NamedObject* At(Name name) const { return name == 0 ? nullptr : objects.at(name); }
  // A name that nothing has, if the object has none.
  Name Of(const gc::Object* object) const {
    if (object == nullptr) return 0;
    const auto found = names.find(object);
    return found != names.end() ? found->second : ~Name{0};
  }
};

struct TypeEntry {
  const PaperType* paper = nullptr;
  const gc::ValueType* type = nullptr;
  std::uint32_t size = 0;
  std::uint32_t alignment = 0;
  std::size_t needs = 0;   // the structs below this number
  bool is_opaque = false;  // cannot be saved
  // A property of a class or a struct.
  gc::Property (*property)(std::int32_t offset, const char* name, gc::PropertyFlags flags,
                           bool of_class) = nullptr;
  void (*construct)(std::byte* at) = nullptr;
  void (*destroy)(std::byte* at) = nullptr;
  void (*copy)(std::byte* to, const std::byte* from) = nullptr;
  void (*set)(std::byte* at, const PaperValue& value, const Named& named) = nullptr;
  PaperValue (*get)(const std::byte* at, const Named& named) = nullptr;
  // What a path names in an object, by a program that takes it for one of this type.
  const void* (*find)(gc::Object& object, std::string_view path, std::string& error) = nullptr;
  bool (*store)(gc::Object& object, std::string_view path, const PaperValue& value,
                const Named& named, std::string& error) = nullptr;  // null: an array of C
};

// Constant, and made at the first call.
std::span<const TypeEntry> TypeTable();

}  // namespace properties::reflecting
