// model/explorer/trace_builder.h -- makes a run of the states on the way to a finding.
//
// A search keeps states, up to symmetry, but not the steps between them. A builder finds the steps
// again, from the empty heap on, gives names to the objects, and writes the run as a trace.

#pragma once

#include <vector>

#include "model/explorer/next_steps.h"
#include "model/explorer/symmetry.h"
#include "reference/trace/trace.h"

namespace model {

class TraceBuilder {
 public:
  // `path` holds the packed states after each step, from the empty heap on.
  TraceBuilder(const Machine& machine, const Bounds& bounds, const std::vector<Packed>& path);

  // Each run along the path whose last step breaks the property.
  std::vector<reference::Trace> TracesTo(reference::Property property) const;

 private:
  void Take(const Step& step, const State& next);
  reference::Operation OperationOf(const Step& step) const;
  // Writes one operand of the operation.
  void Write(reference::Operand operand, const Step& step, reference::Operation& operation) const;
  reference::Name NameOf(Entry entry) const;

  const Machine& machine_;
  const Bounds& bounds_;
  reference::Trace trace_;
  State state_;
  std::vector<reference::Name> names_;
  reference::Name next_name_ = 0;
};

}  // namespace model
