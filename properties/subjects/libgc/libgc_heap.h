// properties/subjects/libgc/libgc_heap.h -- the objects of a judged heap of libgc, and what is said
// of them to the collector.
//
// Included by libgc_subject.cc only.

#pragma once

#define GC_THREADS
#include <gc/gc.h>
#include <gc/gc_mark.h>
#include <gc/gc_typed.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
inline namespace libgc {

enum Fault : std::uint32_t {
  kNoFault,
  kStoreWithoutDirtying,
  kMoveWithoutDirtying,
  kGrowWithoutDirtying,
  kResolveWithoutDirtying,
  kMissField,
  kMissRoot,
  kMissLocal,
};
inline constexpr std::array kFaultNames = {"store-without-dirtying",
                                           "move-without-dirtying",
                                           "grow-without-dirtying",
                                           "resolve-without-dirtying",
                                           "descriptor-misses-the-last-field",
                                           "root-is-not-searched",
                                           "local-is-not-searched"};

// What a shape's bits say.
inline constexpr std::uint32_t kShareAPage = 1;    // objects are small, and several lie on a page
inline constexpr std::uint32_t kUntyped = 2;       // every word of an object may be a reference
inline constexpr std::uint32_t kGenerational = 4;  // two of three cycles take what was old as live
inline constexpr std::uint32_t kFinalized = 8;     // every other object has a finalizer
inline constexpr std::uint32_t kLongLinks = 16;    // weak references outlive the finalizer

inline constexpr std::size_t kMostFields = 64;
inline constexpr std::size_t kApart =
    2064;  // bytes: above half a page, an object has its pages alone
inline constexpr GC_word kMagic = 0x5AFE0000'00000000u;

// An object: its name as plain data, then its fields. A container has one word, its elements.
struct Cell {
  GC_word mark;  // kMagic and the name

  Cell** Fields() { return reinterpret_cast<Cell**>(this + 1); }
};

struct Named {
  Cell* cell = nullptr;  // null: not made yet, or gone
  std::uint32_t count = 0;
  bool container = false;
  bool rooted = false;
  bool held = false;
  std::vector<Cell**> strong;  // uncollectable cells
};

inline constexpr std::size_t kRoots = 1 << 14;
// Searched as static roots, by name modulo their number; a run has fewer objects that are rooted.
inline std::array<Cell*, kRoots> roots;

}  // namespace libgc
}  // namespace properties

struct tricolour_heap {
  using Cell = properties::Cell;
  using Named = properties::Named;
  const tricolour_host* host;
  std::uint32_t fault;
  std::uint32_t shape;
  std::vector<Named> named;
  std::unordered_map<const Cell*, tricolour_name> names;
  std::vector<Cell*> locals;                  // searched: of hold, by name
  std::vector<Cell*> referencers;             // searched: by number
  std::vector<std::unique_ptr<void*>> links;  // not searched: the disappearing links, by number
  bool pending = false;
  bool exhausted = false;
};

namespace properties {
namespace {

tricolour_heap* present = nullptr;  // the one whose locals are searched

GC_descr DescriptorOf(std::uint32_t fields) {
  static std::array<GC_descr, kMostFields + 1> known = {};
  static std::array<bool, kMostFields + 1> is_known = {};
  if (!is_known[fields]) {
    std::array<GC_word, kMostFields / GC_WORDSZ + 2> bits = {};
    for (std::size_t word = 1; word <= fields; ++word) GC_set_bit(bits.data(), word);
    known[fields] = GC_make_descriptor(bits.data(), fields + 1);
    is_known[fields] = true;
  }
  return known[fields];
}

void Publish(const tricolour_heap& heap, std::uint32_t kind, tricolour_name object) {
  tricolour_event event = {};
  TRICOLOUR_INIT(event);
  event.kind = kind;
  event.object = object;
  heap.host->publish(heap.host->judge, &event);
}

tricolour_name NameIn(const Cell* cell) { return static_cast<tricolour_name>(cell->mark); }

// A finalizer: its heap may be gone.
void Finalize(void* object, void* of) {
  auto* const heap = static_cast<tricolour_heap*>(of);
  if (heap == present) Publish(*heap, TRICOLOUR_FINISHED, NameIn(static_cast<Cell*>(object)));
}

Cell* New(tricolour_heap& heap, std::uint32_t words) {
  std::size_t bytes = sizeof(Cell) + words * sizeof(Cell*);
  if ((heap.shape & kShareAPage) == 0) bytes = std::max(bytes, kApart);
  const std::uint32_t told = heap.fault == kMissField && words > 0 ? words - 1 : words;
  void* const made = (heap.shape & kUntyped) != 0 && heap.fault != kMissField
                         ? GC_malloc(bytes)
                         : GC_malloc_explicitly_typed(bytes, DescriptorOf(told));
  if (made == nullptr) heap.exhausted = true;
  return static_cast<Cell*>(made);
}

void Set(const tricolour_heap& heap, Fault broken, Cell** field, Cell* value) {
  if (heap.fault == broken) {
    *field = value;
  } else {
    GC_ptr_store_and_dirty(field, value);
  }
}

Named* Find(tricolour_heap& heap, tricolour_name name) {
  return name < heap.named.size() ? &heap.named[name] : nullptr;
}

Cell** FieldsOf(const Named& named) {
  return named.container ? named.cell->Fields()[0]->Fields() : named.cell->Fields();
}

// An object with so many fields; none makes it a container, whose elements begin with room for
// four.
Named* Born(tricolour_heap& heap, tricolour_name name, std::uint32_t count, bool container) {
  if (name >= heap.named.size()) heap.named.resize(name + 1);
  Cell* const cell = New(heap, container ? 1 : count);
  if (cell == nullptr) return nullptr;
  cell->mark = kMagic | name;
  if (container) {
    Cell* const elements = New(heap, std::max(4u, count));
    if (elements == nullptr) return nullptr;
    Set(heap, kNoFault, &cell->Fields()[0], elements);
    GC_reachable_here(elements);
  }
  if ((heap.shape & kFinalized) != 0 && name % 2 == 0) {
    GC_register_finalizer_no_order(cell, &Finalize, &heap, nullptr, nullptr);
  }
  heap.named[name] = {.cell = cell, .count = container ? 0 : count, .container = container};
  heap.names[cell] = name;
  return &heap.named[name];
}

}  // namespace
}  // namespace properties
