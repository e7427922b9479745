// model/bounded/bounded_search.h -- lets Z3 search for the shortest violation on a finite heap.
//
// The machine is stated twice, for the explorer and as formulas. If the two statements agree, the
// shortest run from the empty heap to a violation has the same length in both. This search finds
// the length for the formulas. It is slower than the explorer, and serves only for this comparison:
// where the explorer's length is known, two questions are enough, for that length and the one
// below. It has no clusters: with relations of two objects, every search would take far longer.
//
// Read next: model/explorer/explorer.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/fault_set.h"
#include "core/rules.h"
#include "model/explorer/next_steps.h"
#include "reference/trace/trace.h"

namespace model {

struct BoundedSearchOptions {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  Bounds bounds;
  std::size_t from_depth = 1;  // the first question is about all runs of at most so many steps
  std::size_t max_depth = 10;
  unsigned timeout_ms = 60'000;  // for each depth
};

struct BoundedSearch {
  std::optional<std::size_t> length;  // of the shortest violation; empty: none up to max_depth
  bool inconclusive = false;          // Z3 ran out of time at some depth
  double seconds = 0;
};

BoundedSearch SearchBounded(const BoundedSearchOptions& options);

// What Z3 says of a length that another search found.
enum class LengthVerdict : std::uint8_t {
  kConfirmed,     // a run of this length breaks something, and no shorter one does
  kShorter,       // a shorter one does
  kLonger,        // none of this length does, or shorter
  kInconclusive,  // out of time
};
std::string_view WordOf(LengthVerdict verdict);
struct LengthCheck {
  LengthVerdict verdict = LengthVerdict::kInconclusive;
  double seconds = 0;
};
// Depths of the options are not used. `length`: at least 1.
LengthCheck CheckLength(const BoundedSearchOptions& options, std::size_t length);

}  // namespace model
