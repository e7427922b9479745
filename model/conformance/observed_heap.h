// model/conformance/observed_heap.h -- what can be seen of a judged collector between two steps.
//
// It is what every collector publishes: its colours and its phase, the oracle's edges, and the
// events so far. So the check depends on no collector.
//
// Read next: abstraction.h.

#pragma once

#include <array>
#include <cstddef>
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
  // Reported by a referencer of this kind.
  bool wrapper = false, raw = false, protect = false;
  bool garbage = false, container = false;
  reference::Name cluster = reference::kNull;             // its root
  std::size_t outer = kMaxFields;                         // the field that is one; this: none
  bool begun = false, finished = false, waiting = false;  // as the object and its polls said
};

struct ObservedHeap {
  reference::Phase phase = reference::Phase::kIdle;
  bool initial_references_taken = false;
  bool purge_pending = false;
  std::vector<ObservedObject> objects;
  std::vector<reference::Heap::Cluster> clusters;
};

}  // namespace model
