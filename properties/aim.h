// properties/aim.h -- what a directed run looks at before it chooses its next operation.
//
// Which operation matters depends on where the wavefront stands. This gathers the names that the
// mutator could use now, sorted by colour, and the stage of the cycle; for a subject that shows
// neither colours nor phase it guesses: any object may be white, and a trace may be pending for
// some time after `start`.
//
// Read next: properties/directed.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/judge.h"
#include "properties/random.h"
#include "reference/trace.h"

namespace properties {

// Where a run stands, as far as the choice of operations goes. A purge on its own counts as after.
enum class Stage : std::uint8_t { kIdle, kTracing, kAfter };
inline constexpr std::size_t kStageCount = 3;

// A field of an object.
struct Place {
  reference::Name object = reference::kNull;
  std::uint16_t field = 0;
};

class Aim {
 public:
  // Forgets the last run.
  void Reset() { guess_ = 0; }
  // Looks at the session as it is now.
  void Look(JudgeSession& session);
  // Tells what was applied, which guesses need.
  void Applied(const reference::Operation& operation);

  Stage stage() const { return stage_; }
  bool purge_pending() const { return observation_.purge_pending; }
  // What the mutator can name: all of it, what is white, and what is grey or black.
  const std::vector<reference::Name>& nameable() const { return nameable_; }
  const std::vector<reference::Name>& white() const { return white_; }
  const std::vector<reference::Name>& marked() const { return marked_; }
  // Created and not yet freed, nameable or not.
  const std::vector<reference::Name>& existing() const { return existing_; }
  bool IsWhite(reference::Name object) const;
  bool IsBlack(reference::Name object) const;

 private:
  static constexpr int kGuessedTrace = 24;  // steps after `start` in which a trace may be pending
  reference::Colour ColourOf(reference::Name object) const;

  Stage stage_ = Stage::kIdle;
  bool colours_ = false;
  int guess_ = 0;
  reference::Observation observation_;
  std::vector<reference::Name> nameable_, white_, marked_, existing_;
};

}  // namespace properties
