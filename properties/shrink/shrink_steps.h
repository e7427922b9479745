// properties/shrink/shrink_steps.h -- the ways to make a trace a little smaller or simpler.
//
// The shrinker asks for candidates and keeps those that still disagree; this file makes the
// candidates. Each is made from a trace by one small change. A candidate need not be a sensible run
// (what the mutator could not do is skipped), nor need it be smaller: the shrinker compares.
//
// Read next: properties/shrink/shrink.cc.

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

// Tries a candidate. Returns true if it was kept; the steps then begin again with the new trace.
using TryCandidate = std::function<bool(const reference::Trace&)>;

// Each of these offers its candidates until one is kept (true) or none is left (false).
bool RemoveNames(const reference::Trace& trace, const TryCandidate& attempt);
bool RemovePairs(const reference::Trace& trace, const TryCandidate& attempt);
bool MergeNames(const reference::Trace& trace, const TryCandidate& attempt);
bool MergeSteps(const reference::Trace& trace, const TryCandidate& attempt);
bool SimplifyOperations(const reference::Trace& trace, const TryCandidate& attempt);
bool MoveOperations(const reference::Trace& trace, const TryCandidate& attempt);

// The same, of two changes at once (compound_steps.cc). For short traces only: they try much.
//
// Removes an object or an operation, and units of a tick with it: the collector then is at the
// place that matters with less work.
bool RemoveWithUnits(const reference::Trace& trace, const TryCandidate& attempt);
// Holds an object by what the trace empties anyway: `store a.0 b` for `root b` and `store a.0
// null`.
bool MergeHolders(const reference::Trace& trace, const TryCandidate& attempt);

// The trace with objects named a, b, c in order of creation, and weak references and referencers
// numbered in order of their first use.
reference::Trace WithCanonicalNames(const reference::Trace& trace);

// The objects that the trace mentions, in order.
std::vector<reference::Name> NamesOf(const reference::Trace& trace);

// The trace with another operation at a place, and the trace without it.
reference::Trace With(const reference::Trace& trace, std::size_t at,
                      const reference::Operation& operation);
reference::Trace WithoutAt(const reference::Trace& trace, std::size_t at);

// The trace without the operations for which `drop` is not 0.
reference::Trace Without(const reference::Trace& trace, const std::vector<char>& drop);

}  // namespace properties
