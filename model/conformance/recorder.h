// model/conformance/recorder.h -- checks that the model allows what a collector did.
//
// A proof about a model says something about code only if the code is compared with the model. The
// recorder does so unit by unit. Before a unit, the heap that is seen stands for the states of the
// model that look the same (abstraction.h). In one of them the model must allow the unit, and come
// to a state that looks like the heap after the unit. The operations of the mutator are checked in
// the same way, because the proof is about their barrier too.
//
// To use it, give a ConformanceRecorder every operation, with ticks of one unit, and what came of
// it.
//
// Read next: unit_check.h.

#pragma once

#include <optional>
#include <vector>

#include "model/conformance/insides_check.h"
#include "model/conformance/unit_check.h"
#include "model/coverage/step_class.h"
#include "reference/oracle/oracle.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// Follows a run. For each object it keeps what only events tell.
class ConformanceRecorder {
 public:
  void Reset(const reference::TraceHeader& header);
  // From now on the class of each step that the model allows is added to this set, unless it is
  // null.
  void CountClasses(StepClasses* reached) { reached_ = reached; }
  // To be called before the operation is done; not needed if the operation before it was given to
  // See.
  void Before(const reference::Operation& operation, const reference::Oracle& oracle,
              const reference::Subject& subject);
  // To be called when the operation is done and the oracle knows of it, with what was answered and
  // published. Refused if the model does not allow the operation. A step of the collector with
  // several units is not judged.
  ConformanceVerdict See(const reference::Answer& answer,
                         const std::vector<reference::Event>& events,
                         const reference::Oracle& oracle, const reference::Subject& subject);
  // Looks at the heap already now, for the next call of Before; for a caller that copies the
  // recorder, to go on from here more than once.
  void LookAhead(const reference::Oracle& oracle, const reference::Subject& subject);
  // Like See, but asks the model nothing and so is faster. Before the next operation, call Before.
  void Follow(const std::vector<reference::Event>& events, const reference::Subject& subject);

 private:
  struct Life {
    bool begun = false, finished = false, waiting = false;
    bool had_unit = false;  // of its own, in which a purge begins it or finds it begun
  };
  void Note(const reference::Event& event, const reference::Subject& subject);
  ConformanceVerdict Compare(const reference::Answer& answer,
                             const std::vector<reference::Event>& events,
                             const std::optional<ObservedHeap>& before,
                             const std::optional<ObservedHeap>& after) const;
  InsidesCheck::Refusal CheckInsides(const reference::Oracle& oracle);
  void Count(const std::vector<reference::Event>& events, const ObservedHeap& before) const;
  // The heap as it is seen now; empty if it is larger than the model can hold.
  std::optional<ObservedHeap> Look(const reference::Oracle& oracle,
                                   const reference::Subject& subject);

  StepClasses* reached_ = nullptr;
  reference::Locals locals_ = reference::Locals::kDead;
  std::vector<Life> lives_;
  bool looked_ = false;
  std::optional<ObservedHeap> before_;  // empty if the heap is larger than the model can hold
  reference::Operation operation_;
  reference::Name reported_ = reference::kNull;     // what its referencer reported before it
  reference::Name weak_target_ = reference::kNull;  // the target of its weak reference
  std::size_t size_ = 0;                            // the number of its object's fields before it
  reference::Observation observation_;
  // Of a collector that shows its insides: how they looked before and after the operation.
  bool inside_ = false;
  reference::Insides insides_before_, insides_;
  InsidesCheck insides_check_;
  std::vector<reference::Name> fields_;
};

}  // namespace model
