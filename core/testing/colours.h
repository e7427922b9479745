// core/testing/colours.h -- the colour of one object in the midst of a marking.

#pragma once

#include <algorithm>

#include "core/collect/collector.h"
#include "core/gc.h"

namespace gc {

// Whether the object is white by its mark, and is to be shaded soon.
inline bool IsDeferred(const Heap& heap, const Object* object) {
  const Population& population = heap.collector().population;
  return std::ranges::count(heap.collector().wavefront.stored().Items(), object) != 0 &&
         population.marks().IsWhite(population.MarkOf(*object));
}
// Whether it is white, by its mark, or grey, by the lists.
inline bool IsWhite(const Heap& heap, const Object* object) {
  const Population& population = heap.collector().population;
  return population.marks().IsWhite(population.MarkOf(*object)) && !IsDeferred(heap, object);
}
inline bool IsGrey(const Heap& heap, const Object* object) {
  for (const auto* list :
       {&heap.collector().wavefront.work(), &heap.collector().wavefront.barrier()}) {
    for (const Object* waiting : *list) {
      if (waiting == object) return true;
    }
  }
  return IsDeferred(heap, object);
}

}  // namespace gc
