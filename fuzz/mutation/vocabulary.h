// fuzz/mutation/vocabulary.h -- what the mutator could say at a place of a trace, so that a new
// line does something.
//
// Operands are drawn from what the mutator can name at that place, which a dry run of the lines
// before it tells. Now and then an operand is drawn from all names, since the dry run is not the
// real run.
//
// Read next: fuzz/mutation/trace_mutator.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fuzz/mutation/dry_run.h"
#include "properties/base/random.h"
#include "reference/trace/trace.h"
#include "reference/trace/trace_grammar.h"

namespace fuzz {

struct Edge {
  reference::Name from = reference::kNull;
  std::uint16_t field = 0;
  reference::Name to = reference::kNull;
};

class Vocabulary {
 public:
  // The names made up here are below this, unless the trace has higher ones already: collectors
  // fail on small heaps, and runs on them are fast.
  static constexpr reference::Name kMostNames = 48;

  // The vocabulary in front of the operation at `position`.
  Vocabulary(const reference::Trace& trace, std::size_t position);

  // Fills in the members of one operand.
  void Fill(reference::Operand operand, properties::Random& random,
            reference::Operation& operation) const;

  // An operation with this verb; and one with a verb that is drawn, often a useful one.
  reference::Operation Make(reference::Verb verb, properties::Random& random) const;
  reference::Operation MakeAny(properties::Random& random) const;

  // A field that the mutator can name, and the object that it refers to; empty if all fields are
  // null.
  std::optional<Edge> PickEdge(properties::Random& random) const;
  // An operation that makes something else hold the object: a field, a root, a count, a referencer.
  reference::Operation MakeHolder(reference::Name object, properties::Random& random) const;

  // An object that the mutator can name; now and then, or if there is none, any name.
  reference::Name PickObject(properties::Random& random) const;
  // The lowest name above all names of the trace.
  reference::Name fresh() const { return fresh_; }

 private:
  static constexpr int kAttempts = 6;  // to draw an operation that the mutator could do
  reference::Operation Draw(reference::Verb verb, properties::Random& random) const;
  std::uint8_t PickLane(reference::Verb verb, properties::Random& random) const;
  std::uint16_t PickField(reference::Name object, properties::Random& random) const;

  DryRun dry_run_;
  std::vector<reference::Name> nameable_;
  reference::Name fresh_ = 0;
};

}  // namespace fuzz
