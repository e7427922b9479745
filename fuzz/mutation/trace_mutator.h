// fuzz/mutation/trace_mutator.h -- changes traces line by line, and keeps them within bounds.
//
// One changed line seldom makes a loss, and a trace that only grows is soon too slow to learn from.
// So a mutation is one or a few changes, drawn by weight, and then the trace is trimmed.
//
// The result is always well-formed. If the trace had no expectations, neither has the result; if
// bytes could express the trace (reference/trace/trace_bytes.h), they can express the result. Equal
// seeds make equal changes.
//
// Read next: fuzz/mutation/trace_changes.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace fuzz {

class TraceMutator {
 public:
  // Traces grow to `most_operations` at most.
  TraceMutator(std::uint64_t seed, std::size_t most_operations)
      : random_(seed), most_operations_(most_operations) {}

  // Makes a few changes, at least one.
  void Mutate(reference::Trace& trace);
  // Puts a slice of the other trace into this one.
  void Splice(reference::Trace& trace, const reference::Trace& other);

 private:
  void Trim(reference::Trace& trace);

  properties::Random random_;
  std::size_t most_operations_;
};

}  // namespace fuzz
