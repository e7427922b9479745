// model/conformance/recorder.h -- whether what a collector did is what the model says it may do.
//
// A proof about a model says something of the code only if the code is checked against the model.
// The check is a simulation: before and after each unit that a collector publishes, what can be
// seen of it is mapped to the states of the model that look the same (abstraction.h); the unit must
// be allowed in one of them, and lead to one that looks like what the collector shows afterwards.
//
// The operations of the mutator are checked in the same way, since the proof is about the barrier
// in them too.
//
// Use: give a ConformanceRecorder every operation and event, one unit at a time (a tick of one),
// and ask.
//
// Read next: unit_check.h.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "model/conformance/unit_check.h"
#include "reference/oracle/oracle.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// Follows a run: remembers of each object what only events tell.
class ConformanceRecorder {
 public:
  void Reset(const reference::TraceHeader& header);
  // Called before the operation is done, unless the one before was given to See.
  void Before(const reference::Operation& operation, const reference::Oracle& oracle,
              const reference::Subject& subject);
  // The operation was done, the oracle has been told of it, and this was answered and published.
  // Refused if the model does not allow it; a collector's step of several units is not judged.
  ConformanceVerdict See(const reference::Answer& answer,
                         const std::vector<reference::Event>& events,
                         const reference::Oracle& oracle, const reference::Subject& subject);
  // The same without a question: faster, and the next operation wants Before.
  void Follow(const std::vector<reference::Event>& events);

 private:
  struct Life {
    bool begun = false, finished = false, waiting = false;
  };
  void Note(const reference::Event& event);
  ConformanceVerdict SeeUnit(const reference::Event& unit, const ObservedHeap& before,
                             const ObservedHeap& after);
  // Empty if it is larger than the model can hold.
  std::optional<ObservedHeap> Look(const reference::Oracle& oracle,
                                   const reference::Subject& subject);

  reference::Locals locals_ = reference::Locals::kDead;
  std::vector<Life> lives_;
  std::set<std::uint32_t> visited_;  // indices, in this gather
  bool looked_ = false;
  std::optional<ObservedHeap> before_;  // empty if the heap is larger than the model can hold
  reference::Operation operation_;
  reference::Name reported_ = reference::kNull;     // by the operation's referencer, before it
  reference::Name weak_target_ = reference::kNull;  // of its weak reference
  std::size_t size_ = 0;                            // of its object: fields, before
  reference::Observation observation_;
  std::vector<reference::Name> fields_;
};

}  // namespace model
