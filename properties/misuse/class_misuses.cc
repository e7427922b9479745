// properties/misuse/class_misuses.cc -- mistakes in the description of a class.

#include <cstddef>
#include <vector>

#include "core/gc.h"
#include "core/reflect/link_checks.h"
#include "core/reflect/reflected.h"
#include "core/reflect/registry.h"
#include "properties/misuse/bare_members.h"
#include "properties/misuse/item.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

struct Namesake : Item {
  using Item::Item;
  int more[4] = {};
};

struct Undescribed : gc::Object {
  explicit Undescribed(const gc::Birth& birth) : Object(birth) {}
  static gc::Class kClass;
};
gc::Class Undescribed::kClass;

struct Borrower : gc::Object {
  explicit Borrower(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Reference kBorrowed[] = {gc::Reference::To(&Item::right, "right")};
const gc::Class Borrower::kClass = gc::Describe<Borrower>("Borrower", kBorrowed);

struct Row : gc::Object {
  explicit Row(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Reference kRowLines[] = {gc::Reference::Trailing<Row>("rest")};
const gc::Class Row::kClass = gc::Describe<Row>("Row", kRowLines);
struct LongerRow : Row {
  using Row::Row;
  gc::ObjectPtr<gc::Object> own[2];
  static const gc::Class kClass;
};
const gc::Class LongerRow::kClass = gc::Describe<LongerRow>("LongerRow", kRowLines);

struct Front {
  std::byte bytes[2048];
};
struct Behind : Front, gc::Object {
  explicit Behind(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Class Behind::kClass = gc::Describe<Behind>("Behind");

struct Nested : gc::Object {
  explicit Nested(const gc::Birth& birth) : Object(birth), inner(birth) {}
  Item inner;
  static const gc::Class kClass;
};
const gc::Class Nested::kClass = gc::Describe<Nested>("Nested");

struct Pair {
  int first = 0;
  int second = 0;
};
// Both of them, as they are declared.
std::vector<gc::Property> Both() {
  return {gc::PropertyOf(&Pair::first, "first"), gc::PropertyOf(&Pair::second, "second")};
}
// A struct with these properties, which is registered and at once no longer.
void Register(const char* name, std::vector<gc::Property> properties) {
  gc::Reflection pair{.name = name, .module = "/Script/Misuse"};
  pair.properties = properties;
  const gc::RegisteredType registered{pair};
}

}  // namespace

std::vector<Misuse> ClassMisuses() {
  return {
      {"a class has its base's description",
       {"", {"kClass", "Item of ", " bytes, for ", "Namesake"}},
       [] {
         gc::Heap heap;
         heap.New<Namesake>();
       }},
      {"a class is not described yet",
       {"", {"kClass", "no class of 0 bytes"}},
       [] {
         gc::Heap heap;
         heap.New<Undescribed>();
       }},
      {"an object is reserved of a class that is not described yet",
       {"", {"kClass", "no class of 0 bytes"}},
       [] {
         gc::Heap heap;
         heap.ReserveWithTail<Undescribed>(0);
       }},
      {"a class lists a field of another",
       {"", {"the type's own", "Borrower.right\n"}},
       [] {
         gc::Heap heap;
         heap.New<Borrower>();
       }},
      {"a class lists its base's trailing references, which lie in its members",
       {"", {"the type's own", "LongerRow.rest\n"}},
       [] {
         gc::Heap heap;
         heap.NewWithTail<LongerRow>(2);
       },
       [] {
         gc::Heap heap;
         heap.NewWithTail<Row>(2);
       }},
      {"the object's part begins too far behind",
       {"", {"2048", "Behind\n"}},
       [] {
         gc::Heap heap;
         heap.New<Behind>();
       }},
      {"an object is a part of another",
       {"", {"a part of another: Nested\n"}},
       [] {
         gc::Heap heap;
         heap.New<Nested>();
       }},
      {"a property is listed twice",
       {"", {"listed once", "/Script/Misuse.Twice.first\n"}},
       [] {
         Register("Twice", {Both()[0], Both()[0]});
       },
       [] { Register("Once", Both()); }},
      {"properties are not listed in their order",
       {"", {"in the order of their declaration", "/Script/Misuse.Turned.second\n"}},
       [] {
         Register("Turned", {Both()[1], Both()[0]});
       }},
      {"a container of structs with references is no gc::Container",
       {"", {"needs a gc::Container", "cells\n"}},
       [] { LinesOf(gc::PropertyOf(&Members::cells, "cells")); },
       [] {
         LinesOf(gc::PropertyOf(&Members::numbers, "numbers"));
         LinesOf(gc::PropertyOf(&Members::shown_cells, "shown_cells"));
         LinesOf(gc::PropertyOf(&Members::cell, "cell"));
       }},
      {"such a container is in a struct in a gc::Container",
       {"", {"needs a gc::Container", "Cells.all\n"}},
       [] { LinesOf(gc::PropertyOf(&Members::shown, "shown")); }},
      {"such a container is in a struct that may be there",
       {"", {"needs a gc::Container", "Cells.all\n"}},
       [] { LinesOf(gc::PropertyOf(&Members::maybe, "maybe")); }},
      {"such a container is beside a reference",
       {"", {"needs a gc::Container", "either\n"}},
       [] { LinesOf(gc::PropertyOf(&Members::either, "either")); }},
      {"a set of structs with references is no gc::Container",
       {"", {"needs a gc::Container", "keys\n"}},
       [] { LinesOf(gc::PropertyOf(&Members::keys, "keys")); }},
      {"a map of structs with references is no gc::Container",
       {"", {"needs a gc::Container", "table\n"}},
       [] { LinesOf(gc::PropertyOf(&Members::table, "table")); }},
      {"two types have one path",
       {"", {"one reflected type", "/Script/Misuse.Both\n"}},
       [] {
         gc::Reflection one{.name = "Both", .module = "/Script/Misuse"};
         const gc::RegisteredType first{one};
         Register("Both", {});
       },
       [] {
         Register("Both", {});
         Register("Both", {});
       }},
  };
}

}  // namespace properties::misuse
