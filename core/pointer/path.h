// core/pointer/path.h -- an object by name: what soft pointers and lazy handles hold.
//
// A path names an object that may not be loaded, or not any more. Who knows the names is no
// business of the pointers: a resolver is handed in. Paths are interned, so that a reference to one
// is an address, and they live as long as their table, which must outlive whoever holds one.
//
// Read next: core/pointer/soft_ptr.h.

#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/object/class.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// Knows the objects by name. `wanted` is the class that is asked for, or null: an answer is an
// object of that class, whole and not doomed, or null.
class Resolver {
 public:
  virtual ~Resolver() = default;
  // If it is loaded.
  virtual Object* Find(std::string_view path, const Class* wanted) = 0;
  // Loads it if it is not; null if there is nothing to load.
  virtual Object* Load(std::string_view path, const Class* wanted) = 0;
};

struct Path {
  Resolver& resolver;
  std::string text;
};

class PathTable {
 public:
  explicit PathTable(Resolver& resolver) : resolver_(resolver) {}
  PathTable(const PathTable&) = delete;
  PathTable& operator=(const PathTable&) = delete;

  // The same text gives the same path.
  const Path& Intern(std::string_view text) {
    const auto known = paths_.find(text);
    if (known != paths_.end()) return known->second;
    return paths_.emplace(text, Path{resolver_, std::string(text)}).first->second;
  }

 private:
  Resolver& resolver_;
  std::map<std::string, Path, std::less<>> paths_;
};

template <class T>
concept HasClass = requires {
  { &T::kClass } -> std::convertible_to<const Class*>;
};

// What a pointer to T asks a resolver for.
template <class T>
constexpr const Class* WantedClass() {
  if constexpr (HasClass<T>) return &T::kClass;
  return nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
