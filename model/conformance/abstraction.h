// model/conformance/abstraction.h -- the states of the model that look like what is seen of a
// collector.
//
// Not all of a collector's state can be seen from outside: in which list a grey object waits, or
// which of the waiting were polled already. So what is seen maps to every state that looks the
// same.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include <algorithm>
#include <vector>

#include "model/conformance/recorder.h"
#include "model/machine/state.h"

namespace model {

// Gives entries to names, the same before and after the unit.
class Entries {
 public:
  explicit Entries(const ObservedHeap& before) {
    for (const ObservedObject& object : before.objects) names_.push_back(object.name);
  }
  // Of an object that is born.
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

// What is certain of the model's state. In which list an object waits, and which were polled, is
// left open.
State Certain(const ObservedHeap& seen, const Entries& entries);

bool LooksLike(const State& state, const ObservedHeap& seen, const Entries& entries);

// The parts of a mask, itself and nothing included.
template <typename Visit>
void ForEachPart(Mask whole, Visit&& visit) {
  for (Mask part = whole;; part = static_cast<Mask>((part - 1) & whole)) {
    visit(part);
    if (part == 0) return;
  }
}

// Every state that looks like this one: grey objects in either list, any of the waiting asked.
template <typename Visit>
void ForEachState(const ObservedHeap& seen, const Entries& entries, Visit&& visit) {
  const State certain = Certain(seen, entries);
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
