// fuzz/mutation/vocabulary.h -- what can be said at a place of a trace, so that a new line means
// something.
//
// Operands are drawn from what the mutator can name there, by a dry run of the lines before it;
// and only now and then from anywhere, since the dry run is not the run.
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
  // Names made up here are below this, unless the trace has higher ones already: small heaps are
  // where collectors fail, and where they fail fast.
  static constexpr reference::Name kMostNames = 48;

  // What can be said before the operation at `position`.
  Vocabulary(const reference::Trace& trace, std::size_t position);

  // Fills in the members of one operand.
  void Fill(reference::Operand operand, properties::Random& random,
            reference::Operation& operation) const;

  // An operation with this verb, or with one that is often useful.
  reference::Operation Make(reference::Verb verb, properties::Random& random) const;
  reference::Operation MakeAny(properties::Random& random) const;

  // A field that the mutator can name, and the object it leads to; empty if all are null.
  std::optional<Edge> PickEdge(properties::Random& random) const;
  // An operation that makes something else hold the object: a field, a root, a count, a referencer.
  reference::Operation MakeHolder(reference::Name object, properties::Random& random) const;

  // An object that the mutator can name, if there is one.
  reference::Name PickObject(properties::Random& random) const;
  // The lowest name above all that the trace has.
  reference::Name fresh() const { return fresh_; }

 private:
  static constexpr int kAttempts = 6;  // at an operation that the mutator could do
  reference::Operation Draw(reference::Verb verb, properties::Random& random) const;
  std::uint8_t PickLane(reference::Verb verb, properties::Random& random) const;
  std::uint16_t PickField(reference::Name object, properties::Random& random) const;

  DryRun dry_run_;
  std::vector<reference::Name> nameable_;
  reference::Name fresh_ = 0;
};

}  // namespace fuzz
