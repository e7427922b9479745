// reference/oracle/insides.h -- what only a collector knows of itself: lists, ranges, serials.
//
// Colours, phase and events are what any collector can show. But a state of the proved model has
// more: in which of two lists a grey object waits, which indices the gather has still to visit,
// which objects are in which cluster. Where that is not seen, a comparison with the model has to
// try all of it, and what is lost there is missed. So a subject that has these things may show them
// too.
//
// Looking changes nothing: no object is shaded or held, and no serial is given.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include <cstdint>
#include <vector>

#include "reference/oracle/heap.h"
#include "reference/trace/trace.h"

namespace reference {

struct Insides {
  // In how many places of the two lists of grey objects the object stands, and more of one object.
  struct Object {
    std::uint32_t index = 0;     // 0: there is no such object
    std::uint32_t serial = 0;    // counted from the heap's first; 0: it has none
    std::uint8_t in_work = 0;    // to be scanned by the collector
    std::uint8_t in_shaded = 0;  // shaded by the mutator, and not taken over yet
    bool unasked = false;        // of a purge that is pending: not asked yet whether it is ready
  };
  std::vector<Object> objects;  // indexed by name
  // The indices of objects that may be collected: `first` and above, below `end`.
  std::uint32_t first = 1;
  std::uint32_t end = 1;
  std::vector<std::uint32_t> unvisited;  // by the gather that is pending, in ascending order
  std::vector<std::uint32_t> stale;      // indices without an object that have a serial
  std::uint32_t last_serial = 0;         // the serial that was given last
  // The clusters that are neither doomed nor about to be dissolved.
  std::vector<Heap::Cluster> clusters;
};

}  // namespace reference
