// model/conformance/abstraction.h -- finds the states of the model that look like a heap that is
// seen.
//
// Two things of a collector cannot be seen from outside: in which list a grey object waits, and
// which of the waiting objects were polled already. So a heap that is seen stands for every state
// that looks the same. A collector that shows its insides says both, and then there is one state.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include <algorithm>
#include <vector>

#include "model/conformance/recorder.h"
#include "model/machine/state.h"

namespace model {

// Gives each name an entry, the same before and after the unit.
class Entries {
 public:
  explicit Entries(const ObservedHeap& before) {
    for (const ObservedObject& object : before.objects) names_.push_back(object.name);
  }
  // The entry of an object that is born.
  Entry Add(reference::Name name) {
    names_.push_back(name);
    return Of(name);
  }
  Entry Of(reference::Name name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? kNone : static_cast<Entry>(found - names_.begin());
  }

 private:
  std::vector<reference::Name> names_;
};

// The part of the model's state that is certain. Unless the collector shows its insides, no object
// is in a list of grey objects, and none is noted as polled.
State Certain(const ObservedHeap& seen, const Entries& entries);

bool LooksLike(const State& state, const ObservedHeap& seen, const Entries& entries);

// Calls `visit` for every subset of a mask, the mask itself and the empty one included.
template <typename Visit>
void ForEachPart(Mask whole, Visit&& visit) {
  for (Mask part = whole;; part = static_cast<Mask>((part - 1) & whole)) {
    visit(part);
    if (part == 0) return;
  }
}

// Calls `visit` for every state that looks like this heap: each grey object may be in either list,
// and each waiting object may have been polled.
template <typename Visit>
void ForEachState(const ObservedHeap& seen, const Entries& entries, Visit&& visit) {
  const State certain = Certain(seen, entries);
  if (seen.inside) return visit(certain);
  Mask grey = 0;
  for (const ObservedObject& object : seen.objects) {
    const bool member = object.cluster != reference::kNull && object.cluster != object.name;
    if (object.colour != reference::Colour::kGrey || member) continue;  // its root waits
    Add(grey, Bit(entries.Of(object.name)));
  }
  ForEachPart(grey, [&](Mask in_work) {
    ForEachPart(certain.purge_pending ? certain.waiting : Mask{0}, [&](Mask asked_later) {
      State state = certain;
      state.work = in_work;
      state.barrier = static_cast<Mask>(grey & ~in_work);
      state.polling = asked_later;
      visit(state);
    });
  });
}

}  // namespace model
