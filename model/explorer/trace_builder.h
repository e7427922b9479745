// model/explorer/trace_builder.h -- makes a run of the states on the way to a finding.
//
// A search keeps states, up to symmetry, but not the steps between them. A builder finds the steps
// again, from the empty heap on, gives names to the objects, and writes the run as a trace.

#pragma once

#include <vector>

#include "model/explorer/next_steps.h"
#include "model/explorer/symmetry.h"
#include "model/replay/witness.h"
#include "reference/trace/trace.h"

namespace model {

class TraceBuilder {
 public:
  // `path` holds the packed states after each step, from the empty heap on. `in_order`: the search
  // kept indices in order (ExploreOptions::indices_in_order), and so does the run.
  TraceBuilder(const Machine& machine, const Bounds& bounds, const std::vector<Packed>& path,
               bool in_order = false);

  // Each run along the path whose last step breaks the property.
  std::vector<reference::Trace> TracesTo(reference::Property property) const;
  // The units of the first of these runs.
  UnitCounts UnitsTo(reference::Property property) const;

 private:
  // Calls `visit(step, finding, next)` for each step that may be taken now.
  template <typename Visit>
  void ForEachNext(Visit&& visit) const;
  void Take(const Step& step, const State& next);
  reference::Operation OperationOf(const Step& step) const;
  // Writes one operand of the operation.
  void Write(reference::Operand operand, const Step& step, reference::Operation& operation) const;
  reference::Name NameOf(Entry entry) const;

  const Machine& machine_;
  const Bounds& bounds_;
  const bool in_order_;
  reference::Trace trace_;
  UnitCounts units_;
  State state_;
  std::vector<reference::Name> names_;
  reference::Name next_name_ = 0;
};

}  // namespace model
