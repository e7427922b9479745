// model/explorer/reached_states.h -- visits the states of small heaps, and the classes of steps
// that are possible in them.
//
// Unlike a search (explorer.h), this keeps no runs and looks for nothing.
//
// Read next: model/coverage/step_class.h.

#pragma once

#include <cstddef>
#include <functional>

#include "model/coverage/step_class.h"
#include "model/explorer/next_steps.h"

namespace model {

// Visits each state that the machine reaches from the empty heap, up to symmetry and to this many,
// in the order of their depth. Steps that break something lead nowhere.
void ForEachReachedState(const Machine& machine, const Bounds& bounds, std::size_t max_states,
                         const std::function<void(const State&)>& visit);

// The classes of the steps that are possible in the heaps of two objects with one field on which
// faults are searched for, each to this many states.
StepClasses ExploredClasses(reference::Locals locals, std::size_t max_states);

}  // namespace model
