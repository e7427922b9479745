// properties/explain/seen/losing_store.h -- which store is to blame when nothing of the collector
// shows.
//
// A collector that publishes no colours still lets us ask two questions of a loss. When did the
// path come to be by which the object should have been kept? The operation that made its last
// reference is the first to look at. And would the same store, done once more by another function
// of the collector's interface, have kept it? If so, the first function is at fault: that is how a
// missing barrier is named in a collector that is known by its interface alone.
//
// Read next: properties/explain/blame.h.

#pragma once

#include <cstddef>
#include <optional>

#include "properties/explain/seen/watch.h"

namespace properties {

// The operation of the mutator that made the last reference of the path to the object of the
// finding, if that was lost; for a finding about what an object holds, the last that stored into
// it. Empty if there is none, and for what no store has to do with, such as an answer of a weak
// reference.
std::optional<std::size_t> OpeningStep(const reference::Trace& trace, const Watched& watched,
                                       const Finding& finding);

struct LosingStore {
  std::size_t step = 0;
  bool saves = false;  // doing it again at once makes the run agree
};

// The opening step or, if doing that again does not help, an earlier store that does.
// Subject::ObeyAll makes a subject without rules do its stores again, each by another function;
// one that cannot (Promises::obeys) is blamed for the opening step without an experiment.
// `max_runs` bounds the experiments.
std::optional<LosingStore> FindLosingStore(const reference::Trace& trace,
                                           reference::Subject& subject, const JudgeOptions& options,
                                           const Watched& watched, const Finding& finding,
                                           std::size_t max_runs);

}  // namespace properties
