// properties/crowds/crowd_notices.h -- what a heap tells of its table comes once, in time, and with
// the figures of the paper.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// It comes with the first object of as many as were asked for, or of 85 of 100 that fit. An object
// is counted from the end of its making on: of two threads that make one, each may find it too
// early, or find that the other one is counted before it says so. Then the figure is one more.
inline void CompareNearlyFull(CrowdHeap& crowd, const gc::CapacityNotice& told) {
  const std::uint32_t warn = crowd.options.warn_at_objects;
  const std::uint32_t low = crowd.options.max_disregarded;
  const std::uint64_t fit = crowd.heap->collector().population.table.Capacity() - 1 - low;
  const std::uint64_t due = warn != 0 ? warn : fit * 85 / 100;
  const bool one_more = crowd.heard.nearly_shared && told.count == due + 1;
  crowd.Same("objects when the table is nearly full", told.count, due + one_more);
  if (low == 0) crowd.Same("objects that would fit the table", told.limit, fit);
}

inline void CompareNotices(CrowdHeap& crowd) {
  const Heard& heard = crowd.heard;
  const std::uint32_t warn = crowd.options.warn_at_objects;
  const bool is_heard = crowd.options.notices.say != nullptr;
  const bool must = is_heard && warn != 0 && crowd.paper.Living().size() >= warn;
  crowd.Same("notices that the table is nearly full", heard.nearly_full <= 1, true);
  crowd.Same("the table is nearly full, and nothing says so", must && heard.nearly_full == 0,
             false);
  if (heard.nearly) CompareNearlyFull(crowd, *heard.nearly);
  crowd.Same("the window's end is told", heard.closed.has_value(), is_heard);
  if (heard.closed) {
    crowd.Same("objects in the window that are told of", heard.closed->count,
               crowd.noted.in_window);
    crowd.Same("objects that would fit the window", heard.closed->limit,
               crowd.options.max_disregarded);
  }
  crowd.Same("fields that go past the barrier and are told", heard.raw_fields <= 2, true);
  crowd.Same("objects whose end is told while they are in the table", heard.still_there, 0);
  crowd.Same("objects that were gone when what holds them began its end", crowd.ends.blind, 0);
}

}  // namespace
}  // namespace properties::crowds
