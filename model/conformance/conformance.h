// model/conformance/conformance.h -- whether what a collector did is what the model says it may do.
//
// A proof about a model says nothing of the code unless the two are tied. The tie is a simulation:
// before and after each unit that a collector publishes, what can be seen of it is mapped to the
// states of the model that look the same; the unit must be allowed in one of them, and lead to one
// that looks like what the collector shows afterwards. More than one looks the same because not all
// can be seen: in which list a grey object waits, or who of the waiting was asked already.
//
// What is seen is what any judged collector publishes: its colours and phase, the oracle's edges,
// and the events so far. So the tie depends on no collector.
//
// An operation of the mutator is held against the model too, since it is the barrier that the proof
// is about.
//
// Use: give a ConformanceRecorder every operation and event, one unit at a time (a tick of one),
// and ask.
//
// Read next: model/machine/machine.h.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "reference/oracle/oracle.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// What can be seen between two units: at most kMaxEntries objects with kMaxFields fields.
struct ConformanceObject {
  reference::Name name = reference::kNull;
  reference::Colour colour = reference::Colour::kBlack;
  std::array<reference::Name, kMaxFields> fields = {reference::kNull, reference::kNull};
  bool constructing = false;
  bool permanent = false;
  bool root = false, kept = false, strong = false, held = false, ready = true;
  // Reported by a referencer of this kind.
  bool wrapper = false, raw = false, protect = false;
  bool garbage = false, container = false;
  reference::Name cluster = reference::kNull;             // its root
  std::size_t outer = kMaxFields;                         // the field that is one; this: none
  bool begun = false, finished = false, waiting = false;  // as the object and its polls said
};

struct ConformanceState {
  reference::Phase phase = reference::Phase::kIdle;
  bool initial_references_taken = false;
  bool purge_pending = false;
  std::vector<ConformanceObject> objects;
  std::vector<reference::Heap::Cluster> clusters;
};

struct ConformanceVerdict {
  enum class Kind : std::uint8_t {
    kNothing,  // there was nothing to compare: several units at once, or none
    kAllowed,
    kRefused,
    kOutside,  // larger than the model can hold
  };
  Kind kind = Kind::kNothing;
  std::string reason;                         // kRefused, kOutside: one sentence
  reference::Name object = reference::kNull;  // kRefused: what the unit or operation is about
};

// Whether the model allows this unit between these two states.
ConformanceVerdict Allows(const ConformanceState& before, const reference::Event& unit,
                          const ConformanceState& after, reference::Locals locals);

// Follows a run for the tie: remembers of each object what only events tell.
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
  // The same for who does not ask: faster, and the next operation wants Before.
  void Follow(const std::vector<reference::Event>& events);

 private:
  struct Life {
    bool begun = false, finished = false, waiting = false;
  };
  void Note(const reference::Event& event);
  ConformanceVerdict SeeUnit(const reference::Event& unit, const ConformanceState& before,
                             const ConformanceState& after);
  // Empty if it is larger than the model can hold.
  std::optional<ConformanceState> Look(const reference::Oracle& oracle,
                                       const reference::Subject& subject);

  reference::Locals locals_ = reference::Locals::kDead;
  std::vector<Life> lives_;
  std::set<std::uint32_t> visited_;  // indices, in this gather
  bool looked_ = false;
  std::optional<ConformanceState> before_;  // empty if the heap is larger than the model can hold
  reference::Operation operation_;
  reference::Name reported_ = reference::kNull;     // by the operation's referencer, before it
  reference::Name weak_target_ = reference::kNull;  // of its weak reference
  std::size_t size_ = 0;                            // of its object: fields, before
  reference::Observation observation_;
  std::vector<reference::Name> fields_;
};

}  // namespace model
