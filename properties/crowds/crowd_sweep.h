// properties/crowds/crowd_sweep.h -- a gather that the clock cuts into pieces.
//
// Workers gather pieces of the table at once, and each stops where the time is over; the next slice
// goes on with what is left of each piece, or one thread does, if the workers help no longer. Every
// index is gathered once, whoever comes to it, and nothing is doomed that can be reached.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <vector>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// The gather as its events tell it.
struct Told {
  CrowdHeap& crowd;
  std::vector<std::uint32_t> indices = {};
  std::uint32_t doomed_though_it_lives = 0;

  static void Hear(void* self, const gc::Event& event) {
    Told& told = *static_cast<Told*>(self);
    if (event.kind != gc::EventKind::kGather) return;
    told.indices.push_back(event.detail);
    if (event.flag == 0) return;
    const Id id = static_cast<const Being*>(event.object)->id;
    told.doomed_though_it_lives += told.crowd.paper.Lives(id);
  }
};

// Each index from the first one that has a colour to the last, once.
inline void CompareIndices(CrowdHeap& crowd, std::vector<std::uint32_t> indices,
                           std::uint32_t end) {
  const std::uint32_t first = crowd.heap->collector().population.table.First();
  std::ranges::sort(indices);
  crowd.Same("indices that were gathered", indices.size(), end - first);
  bool each_once = true;
  for (std::size_t i = 0; i < indices.size(); ++i) each_once = each_once && indices[i] == first + i;
  crowd.Same("each index is gathered once", each_once, true);
}

// What is left of a gather is cut into so many pieces at most, side by side.
inline void ComparePieces(CrowdHeap& crowd, std::uint32_t most) {
  const gc::Gatherer& gatherer = crowd.heap->collector().gatherer;
  const auto pieces = gatherer.Pieces(most);
  crowd.Same("pieces of a gather are too many", pieces.size() > most, false);
  gc::Index next = gatherer.next();
  for (const auto& piece : pieces) {
    crowd.Same("where a piece of a gather begins", piece.next, next);
    next = piece.end;
  }
  crowd.Same("where the last piece ends", next, gatherer.end());
}

// Gathers in slices of some readings of the clock, in the midst of which workers may begin to help,
// or stop. Returns how many units that took.
inline gc::Work GatherInSlices(CrowdHeap& crowd, Random& random) {
  ComparePieces(crowd, random.Between(1, 9));
  gc::Work units = 0;
  while (crowd.heap->phase() == gc::Phase::kGathering) {
    Readings clock;
    const std::uint32_t looks = random.Below(5);
    units += crowd.Step([&] { return crowd.heap->TickUntil(clock.After(looks)); });
    if (random.Chance(1, 2)) continue;
    crowd.options.parallel = !crowd.options.parallel;
    crowd.heap->Change(crowd.options);
    Beside::Choose(crowd.options);
  }
  return units;
}

inline void Sweep(CrowdHeap& crowd, Random& random) {
  gc::Heap& heap = *crowd.heap;
  if (heap.phase() == gc::Phase::kGathering) {
    GatherInSlices(crowd, random);
    return;
  }
  crowd.Step([&] { return heap.Start(); });
  Told told{crowd};
  const bool is_told = random.Chance(1, 2);
  if (is_told) heap.SetEventSink({.publish = Told::Hear, .context = &told});
  while (heap.phase() == gc::Phase::kMarking) crowd.Step([&] { return heap.Tick(1); });
  const std::uint32_t end = heap.collector().population.table.End();
  const gc::Work units = GatherInSlices(crowd, random);
  heap.SetEventSink({});
  // Those of the purge may follow in the last slice: a few for each that is doomed.
  const gc::Work indices = end - heap.collector().population.table.First();
  crowd.Same("units of a gather, and of what follows at once",
             units < indices || units > 4 * indices, false);
  if (!is_told) return;
  if (crowd.lie == CrowdLie::kGathersTwice && !told.indices.empty()) {
    told.indices.push_back(told.indices.back());
  }
  CompareIndices(crowd, told.indices, end);
  crowd.Same("doomed objects that can be reached", told.doomed_though_it_lives, 0);
}

// A gather that has doomed one object may not free the rest as it goes: that one may look at it.
// Of a crowd at rest.
inline void SweepBehindOne(CrowdHeap& crowd) {
  const Id holder = crowd.paper.Size();
  for (const Kind kind : {Kind::kCaller, Kind::kPlain}) {
    Being* const one = crowd.MakeOne(kind, crowd.paper.Size(), 0);
    if (one == nullptr) return;
    crowd.Enter(kind, one, 0, /*root=*/true);
  }
  crowd.Store(holder, 0, holder + 1);
  for (const Id id : {holder, holder + 1}) crowd.SetRoot(id, false);
  crowd.Step([&] { return crowd.heap->Start(); });
  const gc::Gatherer& gatherer = crowd.heap->collector().gatherer;
  const auto is_under_way = [&] { return crowd.heap->phase() != gc::Phase::kIdle; };
  while (is_under_way() && gatherer.gathered().empty()) {
    crowd.Step([&] { return crowd.heap->Tick(1); });
  }
  crowd.Settle();
}

}  // namespace
}  // namespace properties::crowds
