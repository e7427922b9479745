// properties/search/directed/target_selector.h -- what a directed run looks at before it chooses
// its next operation.
//
// Which operation matters depends on where the wavefront stands. This gathers the names that the
// mutator could use now, sorted by colour, and the stage of the cycle; for a subject that shows
// neither colours nor phase it guesses: any object may be white, and a trace may be pending for
// some time after `start`.
//
// Read next: properties/search/directed/directed.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/base/random.h"
#include "properties/judge/judge.h"
#include "reference/trace/trace.h"

namespace properties {

// Where a run stands, as far as the choice of operations goes.
enum class Stage : std::uint8_t {
  kIdle,
  kMarking,  // and something white is in the mutator's hand: the moment at which stores matter
  kSettled,  // marking, and nothing is
  kAfter,    // gathering, or a purge on its own
};
inline constexpr std::size_t kStageCount = 4;

// A field of an object.
struct Place {
  reference::Name object = reference::kNull;
  std::uint16_t field = 0;
};

class TargetSelector {
 public:
  // Looks at the session as it is now.
  void Look(JudgeSession& session);
  // Tells what was applied, which guesses need.
  void Applied(const reference::Operation& operation);
  // An attack on this white object is under way: to touch it again while marking would only save
  // it, so it is no target until marking has ended.
  void LeaveAlone(reference::Name object) { left_alone_.push_back(object); }

  Stage stage() const { return stage_; }
  bool purge_pending() const { return observation_.purge_pending; }
  // What the mutator can name: all of it; what is white and not to be left alone; what is black.
  const std::vector<reference::Name>& nameable() const { return nameable_; }
  const std::vector<reference::Name>& white() const { return white_; }
  const std::vector<reference::Name>& black() const { return black_; }
  // Created and not yet freed, nameable or not.
  const std::vector<reference::Name>& existing() const { return existing_; }
  // White, and not to be left alone.
  bool IsTarget(reference::Name object) const;

 private:
  static constexpr int kGuessedTrace = 24;  // steps after `start` in which a trace may be pending
  bool Has(reference::Name object, reference::Colour colour) const;

  Stage stage_ = Stage::kIdle;
  bool colours_ = false;
  int guess_ = 0;
  reference::Observation observation_;
  std::vector<reference::Name> nameable_, white_, black_, existing_, left_alone_;
};

}  // namespace properties
