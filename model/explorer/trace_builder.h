// model/explorer/trace_builder.h -- from states that were seen back to a run that reaches them.
//
// A search keeps states up to symmetry and not the steps between them. Here the steps are found
// again from the empty heap, objects get names, and the run becomes a trace.

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

  // The runs along the path whose next step breaks a property.
  std::vector<reference::Trace> TracesTo(reference::Property property) const;

 private:
  void Take(const Step& step, const State& next);
  reference::Operation OperationOf(const Step& step) const;
  // One word of its line.
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
