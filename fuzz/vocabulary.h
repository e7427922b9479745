// fuzz/vocabulary.h -- what a trace already talks about, so that a new line can talk about it too.
//
// An operation on an object that was never made is skipped by everybody, and so is one on a field
// that the object does not have. A line made without looking is nearly always skipped. So operands
// are drawn from what the trace has made before the place where the line will stand, and only now
// and then from anywhere.
//
// Read next: fuzz/trace_mutator.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/random.h"
#include "reference/trace.h"
#include "reference/trace_grammar.h"

namespace fuzz {

class Vocabulary {
 public:
  // Names made up here are below this, unless the trace has higher ones already: small heaps are
  // where collectors fail, and where they fail fast.
  static constexpr reference::Name kMostNames = 48;

  explicit Vocabulary(const reference::Trace& trace);

  // Fills in the members of one operand, for an operation that is to stand at `position`.
  void Fill(reference::Operand operand, std::size_t position, properties::Random& random,
            reference::Operation& operation) const;

  // An operation with this verb, or with one that is often useful.
  reference::Operation Make(reference::Verb verb, std::size_t position,
                            properties::Random& random) const;
  reference::Operation MakeAny(std::size_t position, properties::Random& random) const;

  // An object that was made before the position, if there is one.
  reference::Name PickObject(std::size_t position, properties::Random& random) const;
  // The lowest name that no line of the trace has.
  reference::Name fresh() const { return fresh_; }

 private:
  struct Made {
    reference::Name name = 0;
    std::uint32_t fields = 0;
    std::size_t position = 0;
  };
  std::uint16_t PickField(reference::Name object, properties::Random& random) const;

  reference::Locals locals_;
  std::vector<Made> made_;  // by position
  reference::Name fresh_ = 0;
  std::uint32_t weaks_ = 0;  // slots in use are below these
  std::uint32_t referencers_ = 0;
};

}  // namespace fuzz
