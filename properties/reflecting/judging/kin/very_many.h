// properties/reflecting/judging/kin/very_many.h -- more slots in one object than marking takes at a
// time, and a base in front of the part that is the object's.
//
// Included by core_schemas.cc only.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/gc.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/kin/everything.h"
#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {
namespace {

struct InFront {
  std::uint64_t words[3] = {};
};
struct Behind : InFront, gc::NamedObject {
  explicit Behind(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<Leaf> leaf;
  int number = 0;
  static const gc::Class kClass;
};
const gc::Reference kBehindReferences[] = {gc::Reference::To(&Behind::leaf, "leaf")};
const gc::Property kBehindProperties[] = {gc::Property::Of(&Behind::number, "number")};
const gc::Class Behind::kClass = gc::DescribeNamed<Behind>("Behind", gc::NamedObject::kClass,
                                                           kBehindReferences, kBehindProperties);

// Many of these are taken at a time, and together they have more slots than that.
struct Rows : gc::Object {
  explicit Rows(const gc::Birth& birth) : Object(birth) {}
  gc::Container<std::vector<Told>> structs;
  static const gc::Class kClass;
};
const gc::Reference kRowsReferences[] = {gc::Reference::To(&Rows::structs, "structs")};
const gc::Class Rows::kClass = gc::Describe<Rows>("Rows", kRowsReferences);

// All that rows of some length refer to outlives a collection.
inline void CompareManyRows(Random& random, ReflectingVerdict& verdict) {
  constexpr std::size_t kRows = 200;
  gc::Heap heap;
  const std::size_t many = 10 + random.Below(20);
  for (std::size_t row = 0; row < kRows; ++row) {
    Rows* const rows = heap.New<Rows>();
    heap.AddRoot(rows);
    rows->structs.resize(many);
    for (Told& one : rows->structs) one.slot = heap.New<Leaf>();
  }
  heap.Collect();
  verdict.Same("objects that many rows refer to", heap.ObjectCount(), kRows * (1 + many));
}

// All that a long row refers to outlives a collection, whatever its elements are.
inline void CompareVeryMany(Random& random, ReflectingVerdict& verdict) {
  gc::Heap heap;
  Everything* const all = heap.New<Everything>();
  heap.AddRoot(all);
  const std::size_t many = 1000 + random.Below(2500);
  all->structs.resize(many);
  all->asked.resize(many);
  all->list.resize(many);
  for (std::size_t i = 0; i < many; ++i) {
    all->structs[i].slot = heap.New<Leaf>();
    all->asked[i].slot = heap.New<Leaf>();
    all->list[i] = heap.New<Leaf>();
  }
  heap.Collect();
  verdict.Same("objects that long rows refer to", heap.ObjectCount(), 1 + 3 * many);

  gc::Factory make(heap);
  Behind* const one = make.New<Behind>({.name = "one"});
  one->number = 7;
  one->leaf = heap.New<Leaf>();
  const Behind* const other = make.New<Behind>({.name = "other", .values_of = one});
  verdict.Same("a value behind another base is copied", static_cast<std::uint64_t>(other->number),
               7);
  verdict.Same("a reference behind another base is copied", other->leaf == one->leaf, true);
}

}  // namespace
}  // namespace properties::reflecting
