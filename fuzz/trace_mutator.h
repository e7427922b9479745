// fuzz/trace_mutator.h -- changes traces in their own words: operations and slices.
//
// What loses an object is an interleaving: a store that stands between two units instead of behind
// them, a cycle that begins before the last purge has ended, a slice of one run in the middle of
// another. Few of these are one byte away from a run that loses nothing; nearly all are one or two
// changes of lines away. So these are the changes made here.
//
// The result is always well-formed, has no expectations if the trace had none, and names nothing
// that bytes cannot (reference/trace_bytes.h) if the trace did not. Equal seeds make equal changes.
//
// Read next: fuzz/byte_mutator.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/random.h"
#include "reference/trace.h"

namespace fuzz {

class TraceMutator {
 public:
  // Traces grow to `most_operations` at most.
  TraceMutator(std::uint64_t seed, std::size_t most_operations)
      : random_(seed), most_operations_(most_operations) {}

  // Makes a few changes, at least one.
  void Mutate(reference::Trace& trace);
  // Puts a slice of the other trace somewhere into this one, or in place of a slice of it. The
  // slice's objects keep their names, or it brings its own objects along under new names.
  void Splice(reference::Trace& trace, const reference::Trace& other);

 private:
  using Change = void (TraceMutator::*)(reference::Trace&);
  struct Slice {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  void Insert(reference::Trace& trace);
  void InsertAttached(reference::Trace& trace);
  void InsertCollectorSteps(reference::Trace& trace);
  void Erase(reference::Trace& trace);
  void Duplicate(reference::Trace& trace);
  void SwapTwo(reference::Trace& trace);
  void MoveSlice(reference::Trace& trace);
  void ChangeOperand(reference::Trace& trace);
  void ChangeVerb(reference::Trace& trace);
  void SplitTick(reference::Trace& trace);
  void ChangeLocals(reference::Trace& trace);

  std::size_t Position(std::size_t count);  // from 0 to count, both included
  std::size_t Gap(const reference::Trace& trace);
  Slice PickSlice(const reference::Trace& trace);
  void Trim(reference::Trace& trace);

  properties::Random random_;
  std::size_t most_operations_;
};

}  // namespace fuzz
