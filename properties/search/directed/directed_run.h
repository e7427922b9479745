// properties/search/directed/directed_run.h -- a directed run while it is made: the trace so far,
// the plan, and the tools with which moves choose names and places.
//
// Read next: properties/search/directed/moves.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "properties/base/random.h"
#include "properties/search/directed/directed.h"
#include "properties/search/directed/target_selector.h"

namespace properties {

// How large a run becomes; the sizes are drawn once, from the seed.
struct RunSizes {
  std::size_t length = 0;       // operations, without those that complete the last cycle
  reference::Name objects = 0;  // objects created at most
  std::uint32_t fields = 0;     // fields of an object at most
  std::uint32_t weaks = 0;
  std::uint32_t referencers = 0;
  std::uint8_t lanes = 0;  // lanes beside lane 0
};

class DirectedRun {
 public:
  using Name = reference::Name;
  using Operation = reference::Operation;

  // Draws the sizes and the profile of the run and begins it. `out` becomes the trace.
  DirectedRun(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
              reference::Trace& out);

  // Applies and judges the operation if the mutator could do it now and the run has its verb.
  // Returns whether it did.
  bool Emit(const Operation& operation);
  // Plans the operation to come soon; collector steps may come before it.
  void Plan(const Operation& operation) { plan_.push_back(operation); }
  // Plans to cut every reference to the object but the one at `kept`.
  void PlanCuts(Name object, Place kept);
  // Takes the next planned operation; false if nothing is planned.
  bool TakePlanned(Operation& operation);
  // Ends a section, if one is open.
  bool LeaveSection();
  // Looks at where the wavefront stands now.
  void Look() { targets_.Look(session_); }
  Verdict End() { return session_.End(); }

  // One of the names, drawn; `otherwise` if there are none.
  Name Any(const std::vector<Name>& names, Name otherwise = reference::kNull);
  // A field of one of the objects, drawn; its object is kNull if none of them has a field.
  Place AnyPlace(const std::vector<Name>& names);
  // A field that the mutator can name and that holds an object, a white one if `white`.
  Place PlaceHolding(bool white);
  // The best target now: a white object if there is one, else any object that the mutator can name.
  Name Target();
  std::vector<Name> ContainersOf(const std::vector<Name>& names) const;

  bool Has(reference::Verb verb) const { return verbs_.Has(verb); }
  bool Marking() const {
    return targets_.stage() == Stage::kMarking || targets_.stage() == Stage::kSettled;
  }
  // Whether the run has created as many objects as it may.
  bool Full() const { return next_ >= sizes_.objects; }
  // The name of the next object to be created. A move that has created it must call CountBirth().
  Name next() const { return next_; }
  void CountBirth() { next_ += 1; }

  // Whether a finding has ended the run.
  bool over() const { return over_; }
  std::size_t operations() const { return out_.operations.size(); }
  std::size_t planned() const { return plan_.size(); }
  const RunSizes& sizes() const { return sizes_; }
  Profile profile() const { return profile_; }
  Random& random() { return random_; }
  TargetSelector& targets() { return targets_; }
  const reference::Oracle& oracle() const { return session_.oracle(); }
  const reference::Answer& last_answer() const { return session_.last_answer(); }
  // The operation by which a referencer was last told to hold an object.
  const Operation& last_held(std::uint32_t referencer) const { return last_held_[referencer]; }

 private:
  Operation OnSomeLane(const Operation& operation);

  JudgeSession& session_;
  reference::Trace& out_;
  Random random_;
  TargetSelector targets_;
  reference::VerbSet verbs_;
  Profile profile_ = Profile::kEverything;
  RunSizes sizes_;
  Name next_ = 0;
  std::deque<Operation> plan_;
  std::array<Operation, 2> last_held_;  // by referencer
  Coverage* const coverage_;
  MomentWatch watch_;
  bool over_ = false;
};

}  // namespace properties
