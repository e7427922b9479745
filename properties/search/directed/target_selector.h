// properties/search/directed/target_selector.h -- what a directed run looks at before it chooses
// its next operation.
//
// Which operation matters depends on where the wavefront stands. This class gathers the names that
// the mutator could use now, sorted by colour, and the stage of the cycle. If a subject shows
// neither colours nor phase, the class guesses: any object may be white, and marking may go on for
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

// The stage of a cycle, as far as it matters for choosing operations.
enum class Stage : std::uint8_t {
  kIdle,
  kMarking,  // the mutator can name something white: stores matter now
  kSettled,  // marking, and the mutator can name nothing white
  kAfter,    // gathering, or a purge outside of marking
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
  // Notes an operation that was applied; the guesses depend on it.
  void Applied(const reference::Operation& operation);
  // Excludes a white object from the targets until marking has ended: a move has begun to hide it,
  // and touching it again would only save it.
  void LeaveAlone(reference::Name object) { left_alone_.push_back(object); }

  Stage stage() const { return stage_; }
  bool purge_pending() const { return observation_.purge_pending; }
  // The objects that the mutator can name: all of them, the targets (see IsTarget), and the black
  // ones.
  const std::vector<reference::Name>& nameable() const { return nameable_; }
  const std::vector<reference::Name>& white() const { return white_; }
  const std::vector<reference::Name>& black() const { return black_; }
  // The objects that were created and are not yet freed, nameable or not.
  const std::vector<reference::Name>& existing() const { return existing_; }
  // Whether the object is white and LeaveAlone has not excluded it.
  bool IsTarget(reference::Name object) const;

 private:
  static constexpr int kGuessedTrace = 24;  // ticks after `start` during which marking may go on
  bool Has(reference::Name object, reference::Colour colour) const;

  Stage stage_ = Stage::kIdle;
  bool colours_ = false;
  int guess_ = 0;
  reference::Observation observation_;
  std::vector<reference::Name> nameable_, white_, black_, existing_, left_alone_;
};

}  // namespace properties
