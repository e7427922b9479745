// properties/crowds/crowd_deferred.h -- stores that are shaded together
// (HeapOptions::deferred_stores).
//
// A white object that is stored while marking is noted, and shaded when the room for notes is used
// up or the next step begins. A heap with a lock or with clusters shades each in its store.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

struct Book : gc::Object {
  explicit Book(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
inline const gc::Class Book::kClass = gc::Describe<Book>("Book");

struct Shelf : gc::Object {
  explicit Shelf(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Book> books[300];
  static const gc::Class kClass;
};
inline const gc::Reference kShelfReferences[] = {gc::Reference::To(&Shelf::books, "books")};
inline const gc::Class Shelf::kClass = gc::Describe<Shelf>("Shelf", kShelfReferences);

// In the build that ships: the one with faults is told of each store by another path.
inline void CompareDeferred(CrowdVerdict& verdict, Random& random) {
  if (gc::kFaulty) return;
  constexpr std::uint32_t kOthers = 12;
  constexpr std::uint32_t kRooms[] = {0, 1, 3, 128, 500};
  const std::uint32_t room = std::min(kRooms[random.Below(5)], 128u);
  const std::uint32_t stores = 1 + random.Below(random.Chance(1, 2) ? 10 : 300);
  const std::uint32_t instead = random.Below(5);  // 0: clusters, 1: a lock; else: neither
  gc::Lock lock;
  const std::uint32_t workers = random.Between(1, 2);
  gc::Heap heap(
      {.workers = workers, .lock = instead == 1 ? &lock : nullptr, .deferred_stores = room});
  const auto step = [&](auto call) {
    if (instead == 1) lock.Acquire();
    call();
    if (instead == 1) lock.Release();
  };
  Shelf* const shelf = heap.New<Shelf>();
  heap.AddRoot(shelf);
  if (instead == 0) {
    Shelf* const clustered = heap.New<Shelf>();
    heap.AddRoot(clustered);
    clustered->books[0] = heap.New<Book>();
    heap.AllocateCluster(clustered);
    heap.AddToCluster(clustered, clustered->books[0].Get());
  }
  std::vector<Book*> books(stores);
  for (Book*& book : books) book = heap.New<Book>();
  for (std::uint32_t i = 0; i < kOthers; ++i)
    heap.AddRoot(heap.New<Book>());  // marking goes on for longer
  step([&] { heap.Start(); });
  step([&] { heap.Tick(1 + random.Below(kOthers)); });
  const auto& wavefront = heap.collector().wavefront;
  verdict.Same("a heap with objects to scan is marking", heap.phase() == gc::Phase::kMarking, true);
  const std::size_t before = wavefront.barrier().size();
  for (std::uint32_t i = 0; i < stores; ++i) shelf->books[i] = books[i];
  const bool defers = instead > 1 && room != 0;
  const std::size_t left = defers ? (stores - 1) % room + 1 : 0;
  verdict.Same("stored objects that are shaded later", wavefront.stored().Items().size(), left);
  if (instead != 1 && workers == 1) {  // others have a list that threads share
    verdict.Same("stored objects that were shaded", wavefront.barrier().size() - before,
                 stores - left);
  }
  step([&] { heap.Tick(1); });
  verdict.Same("stored objects that no step has shaded", wavefront.stored().Items().size(), 0);
  step([&] { heap.Collect(); });
  verdict.Same("objects that live", heap.ObjectCount(), (instead == 0 ? 3 : 1) + stores + kOthers);
}

}  // namespace
}  // namespace properties::crowds
