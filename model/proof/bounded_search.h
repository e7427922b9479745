// model/proof/bounded_search.h -- the shortest violation on a finite heap, as Z3 sees it.
//
// The explorer and the transition system state one machine twice. Where both can speak, they are
// made to: the shortest run from the empty heap to a violation must have the same length in both.
// The explorer is the faster one, so this is a cross-check and not the search. It has no clusters:
// their relations of two objects would cost every search a good deal.
//
// Read next: model/explorer/explorer.h.

#pragma once

#include <cstddef>
#include <optional>

#include "core/fault_set.h"
#include "core/rules.h"
#include "model/explorer/next_steps.h"
#include "reference/trace/trace.h"

namespace model {

struct BoundedSearchOptions {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  Bounds bounds;
  std::size_t from_depth = 1;  // shorter runs are not asked for
  std::size_t max_depth = 10;
  unsigned timeout_ms = 60'000;  // for each depth
};

struct BoundedSearch {
  std::optional<std::size_t> length;  // of the shortest violation up to the depth
  bool inconclusive = false;          // a depth ran out of time
  double seconds = 0;
};

// Whether it has an action for all that these bounds ask for.
bool CanSearch(const Bounds& bounds);

BoundedSearch SearchBounded(const BoundedSearchOptions& options);

}  // namespace model
