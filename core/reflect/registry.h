// core/reflect/registry.h -- all reflected types of the program, by their paths.
//
// A type enters itself before main, or when the library with it is loaded, as soon as its class is
// whole, and leaves when that is unloaded. Two types with one path would make everything that is
// found by path ambiguous, so the second one aborts, and names the path.
//
// Thread rules: all calls are allowed from any thread; what was found stays until its library is
// unloaded.
// Read next: core/reflect/cast.h.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/heap/factory.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

// The type with the path "/Script/Game.Door"; null if there is none.
const Reflection* FindReflection(std::string_view path);
// The same for a class.
const Class* FindReflectedClass(std::string_view path);
// All types, in the order of their paths.
std::vector<const Reflection*> AllReflections();

// A new object of the class with the path (S4.8). Null if no such class is registered, it cannot be
// made by name, or there is no room. A named object is made as the plan says.
Object* NewByPath(Heap& heap, std::string_view path, const Plan& plan = {});

// A bit that no other class has; 0 once all 64 are given.
std::uint64_t NextCastFlag();

// A type is registered as long as this lives.
class RegisteredType {
 public:
  // Aborts if the path is another type's, or the members of the description cannot be right: a name
  // that is there twice, or a member of a struct that is not where the listed ones put it.
  explicit RegisteredType(const Reflection& described);
  ~RegisteredType();
  RegisteredType(const RegisteredType&) = delete;
  RegisteredType& operator=(const RegisteredType&) = delete;

  const Reflection& reflection;  // outlives this
};

}  // namespace GC_BUILD
}  // namespace gc
