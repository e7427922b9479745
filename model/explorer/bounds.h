// model/explorer/bounds.h -- the heaps that a search may use, and what may happen in them.

#pragma once

#include <cstddef>

#include "model/machine/machine.h"

namespace model {

// The heaps that a search may use: their size, and the verbs that may be applied to them.
struct Bounds {
  std::size_t entries = 3;  // the most objects at a time: 1 to kMaxEntries
  std::size_t fields = 2;   // fields of each object: 0 to kMaxFields
  std::size_t weak_slots = 1;
  reference::VerbSet verbs = reference::VerbSet::All();
  DeedSet deeds = {};  // beside the verbs; no trace can be written of a run that has some
  // Whether a purge may be asked for by itself, so that its units come also while marking. The
  // search writes no trace of such a run.
  bool purge_slices = false;

  // Whether every object is a container with at most `fields` elements. So it is if `append` is
  // among the verbs, and no verb that writes or clears a field by its number. Then no element is
  // null, and the elements are in the first fields.
  bool Containers() const {
    using reference::Verb;
    return verbs.Has(Verb::kAppend) && !verbs.Has(Verb::kStore) && !verbs.Has(Verb::kMove) &&
           !verbs.Has(Verb::kSwap) && !verbs.Has(Verb::kResolve) && !verbs.Has(Verb::kGarbage);
  }
  // Whether every object can be looked up, because all are made with a name.
  bool Named() const {
    using reference::Verb;
    return verbs.Has(Verb::kCreateNamed) && !verbs.Has(Verb::kCreate) &&
           !verbs.Has(Verb::kReserve) && !verbs.Has(Verb::kCopy);
  }
};

}  // namespace model
