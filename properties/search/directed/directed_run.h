// properties/search/directed/directed_run.h -- a directed run as it is made: the trace so far, what
// is planned next, and the tools with which every move chooses names and places.
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

// How large a run becomes; drawn once, from its seed.
struct RunSizes {
  std::size_t length = 0;       // operations, before those that see the last cycle through
  reference::Name objects = 0;  // created at most
  std::uint32_t fields = 0;     // of an object, at most
  std::uint32_t weaks = 0;
  std::uint32_t referencers = 0;
  std::uint8_t lanes = 0;  // beside the first
};

class DirectedRun {
 public:
  using Name = reference::Name;
  using Operation = reference::Operation;

  // Draws the sizes and the profile of the run, and begins it. `out` becomes the trace.
  DirectedRun(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
              reference::Trace& out);

  // Applies and judges the operation, if the mutator could do it now and the run has its verb.
  bool Emit(const Operation& operation);
  // The operation comes soon; collector steps may fall in between.
  void Plan(const Operation& operation) { plan_.push_back(operation); }
  // Plans to cut every way to the object that is not through `kept`.
  void PlanCuts(Name object, Place kept);
  // Takes the next planned operation. False: nothing is planned.
  bool TakePlanned(Operation& operation);
  // Ends a section, if one is open.
  bool LeaveSection();
  // Looks at where the wavefront stands now.
  void Look() { targets_.Look(session_); }
  Verdict End() { return session_.End(); }

  // One of the names; `otherwise` if there is none.
  Name Any(const std::vector<Name>& names, Name otherwise = reference::kNull);
  // A field of one of the objects; its object is kNull if none has one.
  Place AnyPlace(const std::vector<Name>& names);
  // A field that the mutator can name and that holds something, white if asked.
  Place PlaceHolding(bool white);
  // What matters now: something white if there is any, else anything nameable.
  Name Target();
  std::vector<Name> ContainersOf(const std::vector<Name>& names) const;

  bool Has(reference::Verb verb) const { return verbs_.Has(verb); }
  bool Marking() const {
    return targets_.stage() == Stage::kMarking || targets_.stage() == Stage::kSettled;
  }
  // Whether as many objects were created as the run may have.
  bool Full() const { return next_ >= sizes_.objects; }
  // The name of the next object to be created. A move that has created it says CountBirth().
  Name next() const { return next_; }
  void CountBirth() { next_ += 1; }

  // The run is over: something was found that ends it.
  bool over() const { return over_; }
  std::size_t operations() const { return out_.operations.size(); }
  std::size_t planned() const { return plan_.size(); }
  const RunSizes& sizes() const { return sizes_; }
  Profile profile() const { return profile_; }
  Random& random() { return random_; }
  TargetSelector& targets() { return targets_; }
  const reference::Oracle& oracle() const { return session_.oracle(); }
  const reference::Answer& last_answer() const { return session_.last_answer(); }
  // How a referencer was last told to hold something.
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
  bool over_ = false;
};

}  // namespace properties
