// model/conformance/observed_heap.h -- all that can be seen of a judged collector between two
// steps.
//
// Colours and phase are published by every collector, the edges and clusters are known to the
// oracle, and the rest follows from the events so far. So the check depends on no particular
// collector. One that shows its insides too (reference/oracle/insides.h) leaves no choice: then the
// heap that is seen is one state of the model.
//
// Read next: abstraction.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/state.h"
#include "reference/oracle/heap.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// One of at most kMaxEntries objects, with at most kMaxFields fields.
struct ObservedObject {
  reference::Name name = reference::kNull;
  reference::Colour colour = reference::Colour::kBlack;
  std::array<reference::Name, kMaxFields> fields = {reference::kNull, reference::kNull};
  bool constructing = false;
  bool permanent = false;
  bool root = false, kept = false, strong = false, held = false, ready = true;
  // Whether a referencer of this kind reports the object.
  bool wrapper = false, raw = false, protect = false;
  bool garbage = false, container = false, flagged = false, masked = false, by_hand = false;
  reference::Name cluster = reference::kNull;  // the root of its cluster
  std::size_t outer = kMaxFields;              // the field that is an outer; kMaxFields: none
  bool begun = false, finished = false, waiting = false;  // as events said
  // Of a collector that shows its insides: in how many places of the two lists the object stands,
  // whether it is still to be asked if it is ready, and whether the gather has still to visit it.
  std::uint8_t in_work = 0, in_shaded = 0;
  bool unasked = false, unvisited = false;
};

struct ObservedHeap {
  reference::Phase phase = reference::Phase::kIdle;
  bool initial_references_taken = false;
  bool purge_pending = false;
  bool inside = false;  // the collector shows its insides
  std::vector<ObservedObject> objects;
  std::vector<reference::Heap::Cluster> clusters;
};

}  // namespace model
