// core/reflect/reflection.h -- what is known at run time of a class or struct of the user.
//
// One description serves everybody: the collector finds references by it, new objects take their
// defaults by it, and look-up by name, serialisation and scripts read it (S4.24). It is written
// once, by the macros of core/reflect/reflected.h or by the header tool, beside the type or into a
// generated file, and is there before main.
//
// A class is known by its path, "/Script/Game.Door": the module that it was compiled into, and its
// name (S4.23).
//
// Thread rules: constant after the start of the program or of the library that has the class.
// Read next: core/reflect/registry.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/object/class.h"
#include "core/reflect/function.h"
#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

class Heap;

struct Reflection {
  const char* name = "";
  const char* module = "";                // "/Script/Game"
  const Class* type = nullptr;            // null: a struct
  const Class* super_class = nullptr;     // null: gc::Object is above
  const Reflection* super = nullptr;      // the nearest reflected class above; null: there is none
  Object* (*make)(Heap& heap) = nullptr;  // null: only a factory makes it, or nobody by name
  std::uint32_t size = 0;
  Properties properties = {};                // its own, without those of `super`
  std::span<const Function> functions = {};  // its own
  std::span<const Metadata> metadata = {};
  // Of a class that many casts ask for: one bit, else 0. And the bits of all that it derives from,
  // with its own (S4.23).
  std::uint64_t cast_flag = 0;
  std::uint64_t cast_flags = 0;
  bool has_rest = false;  // members that are not listed, on purpose
  std::string Path() const { return std::string(module) + '.' + name; }
  bool IsStruct() const { return type == nullptr; }
  // A property or function by its name, the type's own or one above; null if there is none.
  const Property* Find(std::string_view property) const;
  const Function* FindFunction(std::string_view function) const;
};

// What a class lists when it is linked: its super's lines first, then its own, in which structs are
// flattened and what holds no reference is left out (S4.9, S4.11). Never freed.
Schema LinkedLines(const Reflection& reflection);
// The same for properties.
Properties LinkedProperties(const Reflection& reflection);

// Calls visit(const Property&) for all properties, those of the top class first.
template <class Visit>
void ForEachProperty(const Reflection& reflection, Visit&& visit) {
  if (reflection.super != nullptr) ForEachProperty(*reflection.super, visit);
  for (const Property& property : reflection.properties) visit(property);
}

// What a key says in the metadata; empty if it is not there.
std::string_view FindMetadata(std::span<const Metadata> metadata, std::string_view key);

// The value of a property in an object, or in a struct at `in`.
inline void* ValueIn(Object& object, const Property& property) {
  return reinterpret_cast<std::byte*>(&object) + property.offset;
}
inline void* ValueIn(void* in, const Property& property) {
  return static_cast<std::byte*>(in) + property.offset;
}

}  // namespace GC_BUILD
}  // namespace gc
