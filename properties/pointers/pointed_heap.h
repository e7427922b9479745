// properties/pointers/pointed_heap.h -- a heap, and the pointers into it that are no fields.
//
// Included by core_pointers.cc only.

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/pointer/raw_view.h"
#include "reference/crowds/paper_crowd.h"

namespace properties::pointers {

using reference::crowds::Id;
using reference::crowds::kNobody;
using reference::crowds::PaperCrowd;

inline constexpr std::size_t kEach = 4;      // pointers of each kind
inline constexpr std::size_t kWatched = 70;  // slots of a referencer: more than two batches
inline constexpr std::size_t kListed = 6;    // elements of a list
inline constexpr std::size_t kShelves = 2;   // objects with containers
inline constexpr std::size_t kShelved = 88;  // elements of the containers of each

struct Cell : gc::Object {
  Cell(const gc::Birth& birth, Id named) : Object(birth), id(named) {}
  const Id id;
  gc::ObjectPtr<Cell> next;
  gc::Vector<Cell> list;
  static const gc::Class kClass;
};
inline const gc::Reference kCellReferences[] = {gc::Reference::To(&Cell::next, "next"),
                                                gc::Reference::To(&Cell::list, "list")};
inline const gc::Class Cell::kClass = gc::Describe<Cell>("Cell", kCellReferences);

// It reports its slots one by one, or all at once.
struct Watcher : gc::Referencer {
  Watcher(gc::Heap& heap, Kind kind, const char* named) : Referencer(heap, kind, named) {}
  void Report(gc::Reporter& to) const override {
    if (kind() == Kind::kRaw) {
      for (Cell* const one : raw) to.Raw(one);
    } else if (kind() == Kind::kWrapper) {
      to(std::span<const gc::ObjectPtr<Cell>>(slots));
    } else {
      for (const gc::ObjectPtr<Cell>& one : slots) to(one);
    }
  }
  Cell* At(std::size_t slot) const { return kind() == Kind::kRaw ? raw[slot] : slots[slot].Get(); }
  // A plain pointer must tell the collector of its store by itself.
  void Store(std::size_t slot, Cell* target) {
    if (kind() == Kind::kRaw) {
      raw[slot] = target;
      gc::NoteForeignStore(target);
    } else {
      slots[slot] = target;
    }
  }
  std::array<gc::ObjectPtr<Cell>, kWatched> slots;
  std::array<Cell*, kWatched> raw{};
};

// A weak pointer of some kind, and what it was given.
template <class Pointer>
struct Weakly {
  Pointer pointer;
  Id id = kNobody;
};

// The paper has an object that is a root for each strong pointer, guard and referencer: it holds
// what they hold.
struct PointedHeap {
  PointedHeap() {
    for (std::size_t i = 0; i < kEach; ++i) {
      strong_on_paper[i] = paper.Add(0, 1, true);
      guard_on_paper[i] = paper.Add(0, kListed, true);
      watcher_on_paper[i] = paper.Add(0, kWatched, true);
    }
    for (Id& shelf : shelf_on_paper) shelf = paper.Add(0, kShelved, true);
    first = paper.Size();
    bodies.resize(first);
  }
  ~PointedHeap() {
    for (auto& one : watchers) one.reset();
    for (auto& one : guards) one.reset();
    for (auto& one : strong) one.Reset();
  }
  PointedHeap(const PointedHeap&) = delete;
  PointedHeap& operator=(const PointedHeap&) = delete;

  bool IsCell(Id id) const { return id >= first; }
  // What may be touched: reachable, and not marked garbage.
  std::vector<Id> Cells() const {
    std::vector<Id> cells;
    for (const Id id : paper.Living()) {
      if (IsCell(id) && !paper.At(id).garbage) cells.push_back(id);
    }
    return cells;
  }
  // Nothing holds it yet.
  Id NewCell() {
    const Id id = paper.Size();
    bodies.push_back(heap.New<Cell>(id));
    return paper.Add(1, 1 + kListed, false);
  }
  Cell* BodyOf(Id id) const { return id == kNobody ? nullptr : bodies[id]; }

  PaperCrowd paper;
  Id first = 0;               // cells have numbers from here
  std::vector<Cell*> bodies;  // by id
  gc::Heap heap;
  std::array<Id, kEach> strong_on_paper{}, guard_on_paper{}, watcher_on_paper{};
  std::array<Id, kShelves> shelf_on_paper{};
  std::array<gc::StrongPtr<Cell>, kEach> strong;
  std::array<std::optional<gc::ScopeGuard<Cell>>, kEach> guards;
  std::array<std::optional<gc::Registered<Watcher>>, kEach> watchers;
  std::array<Weakly<gc::WeakPtr<Cell>>, kEach> weak;
  std::array<Weakly<gc::CheckedPtr<Cell>>, kEach> checked;
  std::array<Weakly<std::function<bool(Id)>>, kEach> later;
};

}  // namespace properties::pointers
