// properties/misuse/bare_members.h -- members that hold references in containers of which the
// collector knows nothing.
//
// Included by class_misuses.cc only.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "core/reflect/reflected.h"
#include "core/reflect/reflection.h"

namespace properties::misuse {

struct Cell {
  GC_REFLECTED_STRUCT(Cell)
  gc::ObjectPtr<> item;
};
struct Key {
  GC_REFLECTED_STRUCT(Key)
  gc::ObjectPtr<> item;
  bool operator<(const Key& other) const { return item.Get() < other.item.Get(); }
};
struct Number {
  GC_REFLECTED_STRUCT(Number)
  int number = 0;
};
struct Cells {
  GC_REFLECTED_STRUCT(Cells)
  std::vector<Cell> all;
};
struct Members {
  std::vector<Cell> cells;
  std::vector<Number> numbers;
  gc::Container<std::vector<Cells>> shown;
  gc::Container<std::vector<Cell>> shown_cells;
  std::optional<Cells> maybe;
  std::variant<std::vector<Cell>, gc::ObjectPtr<>> either;
  std::variant<std::set<Key>, gc::ObjectPtr<>> keys;
  std::variant<std::map<int, Cell>, gc::ObjectPtr<>> table;
  Cell cell;
};

// The lines of a class that has this member alone.
inline gc::Schema LinesOf(const gc::Property& property) {
  const gc::Property properties[] = {property};
  gc::Reflection reflection{.name = "Members", .module = "/Script/Misuse"};
  reflection.properties = properties;
  return gc::LinkedLines(reflection);
}

}  // namespace properties::misuse

GC_DESCRIBE_STRUCT(properties::misuse::Cell, "/Script/Misuse", GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(properties::misuse::Key, "/Script/Misuse", GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(properties::misuse::Number, "/Script/Misuse", GC_PROPERTY_OF(number))
GC_DESCRIBE_STRUCT(properties::misuse::Cells, "/Script/Misuse", GC_PROPERTY_OF(all))
