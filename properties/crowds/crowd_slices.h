// properties/crowds/crowd_slices.h -- a marking that the clock cuts into pieces.
//
// One object holds so many that no worker scans them in one batch. Where the time is over, each
// worker gives back what it has, and the next slice goes on with it; between two slices the mutator
// moves references about. Nothing that can be reached is lost.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "properties/crowds/crowd_clusters.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// A root that holds `wide` objects, each of which holds one more. False: there is no room.
inline bool MakeWide(CrowdHeap& crowd, std::uint32_t wide) {
  const Id root = crowd.paper.Size();
  Being* const body = crowd.MakeOne(Kind::kTailed, root, wide);
  if (body == nullptr) return false;
  crowd.Enter(Kind::kTailed, body, wide, /*root=*/true);
  for (std::uint32_t i = 0; i < wide; ++i) {
    Id holder = root;
    for (const std::size_t field : {std::size_t{2} + i, std::size_t{0}}) {
      const Id id = crowd.paper.Size();
      Being* const one = crowd.MakeOne(Kind::kPlain, id, 0);
      if (one == nullptr) return false;
      crowd.Enter(Kind::kPlain, one, 0, /*root=*/false);
      crowd.Store(holder, field, id);
      holder = id;
    }
  }
  return true;
}

// A cluster that only `holder` holds. kNobody: there is no room.
inline Id MakeClusterBehind(CrowdHeap& crowd, Id holder, Random& random) {
  const Id root = crowd.paper.Size();
  MakeCluster(crowd, 5, random);
  if (!crowd.paper.Lives(root) || crowd.paper.At(holder).cluster != kNobody) return kNobody;
  crowd.Store(holder, 1, root);
  crowd.SetRoot(root, false);
  return root;
}

// What one field refers to goes into another one, in each of the ways that C++ has; the first is
// null afterwards.
inline void Move(CrowdHeap& crowd, Id from, Id to, std::size_t field, Random& random) {
  gc::ObjectPtr<Being>& out = crowd.SlotOf(from, 0);
  gc::ObjectPtr<Being>& into = crowd.SlotOf(to, field);
  crowd.paper.Store(to, field, crowd.paper.At(from).fields[0]);
  crowd.paper.Store(from, 0, kNobody);
  switch (random.Below(5)) {
    case 0:
      into = out.Get();
      break;
    case 1:
      into = out;
      break;
    case 2:
      into = std::move(out);
      break;
    case 3:
      std::construct_at(&into, out);
      break;
    default:
      std::construct_at(&into, std::move(out));
      break;
  }
  out = nullptr;
}

// What some objects hold takes their place in the root, and they let go of it.
inline void MoveUp(CrowdHeap& crowd, Id root, Random& random) {
  const auto wide = static_cast<std::uint32_t>(crowd.paper.At(root).fields.size() - 2);
  for (int i = 0; i < 20; ++i) {
    const std::size_t field = 2 + random.Below(wide);
    const Id holder = crowd.paper.At(root).fields[field];
    if (crowd.StorableFields(holder) == 0 || crowd.paper.At(holder).fields[0] == kNobody) continue;
    Move(crowd, holder, root, field, random);
  }
}

inline void MarkInSlices(CrowdHeap& crowd, std::uint32_t many, Random& random) {
  gc::Heap& heap = *crowd.heap;
  const Id root = crowd.paper.Size();
  const Id holder = root + 2;  // what is found first is scanned last
  Id cluster = kNobody;
  const bool idle = heap.phase() == gc::Phase::kIdle;
  if (idle) {
    if (!MakeWide(crowd, 200 + many % 400)) return;
    cluster = MakeClusterBehind(crowd, holder, random);
  }
  crowd.Step([&] { return heap.Start(); });
  while (heap.phase() == gc::Phase::kMarking) {
    Readings clock;
    const std::uint32_t looks = random.Below(4);
    crowd.Step([&] { return heap.TickUntil(clock.After(looks)); });
    if (!idle) continue;
    MoveUp(crowd, root, random);
    if (cluster == kNobody || random.Chance(1, 2)) continue;
    crowd.Store(root, 0, cluster);
    if (crowd.paper.Lives(holder)) crowd.Store(holder, 1, kNobody);
    cluster = kNobody;
  }
}

}  // namespace
}  // namespace properties::crowds
