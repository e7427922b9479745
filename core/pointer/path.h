// core/pointer/path.h -- a name of an object, as soft pointers and lazy handles hold it.
//
// A path names an object that may not be loaded yet, or no longer. The pointers do not know how
// names are found: a Resolver is handed in. Paths are interned in a PathTable, so that a reference
// to a path is one address. They live as long as the table, which must outlive every pointer that
// holds one.
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

// Finds objects by name. `wanted` is the class that the caller requires, or null for any. The
// result is null or an object of that class that is fully constructed and not doomed.
class Resolver {
 public:
  virtual ~Resolver() = default;
  // The object if it is loaded, else null.
  virtual Object* Find(std::string_view path, const Class* wanted) = 0;
  // The object, loaded if it was not; null if there is nothing to load.
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

  // The path of a text; equal texts give the same path.
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

// The class that a pointer to T requires of a resolver; null for a T without one. Aborts if T has
// only that of its base: an object of any class below the base would pass for a T.
template <class T>
const Class* WantedClass() {
  if constexpr (HasClass<T>) {
    MustDescribe<std::remove_const_t<T>>(T::kClass);
    return &T::kClass;
  }
  return nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
