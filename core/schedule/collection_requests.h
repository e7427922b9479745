// core/schedule/collection_requests.h -- what was asked for, and what is due.
//
// CollectionRequests owns requests and delays, the game time since the last collection, the count
// of tries that failed, the frames until the next slice of marking, and the mask of the collections
// that have none of their own. It asks the environment about the machine, and knows nothing of the
// heap.
//
// Thread rules: the collector's thread only.   Read next: core/schedule/decision.h.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <source_location>

#include "core/object/object_flags.h"
#include "core/schedule/decision.h"
#include "core/schedule/environment.h"
#include "core/schedule/settings.h"

namespace gc {
inline namespace GC_BUILD {

// The frame of a world's tick.
struct Frame {
  std::uint64_t frame = 0;  // the number of the frame, the same for all worlds
  double delta = 0;         // seconds of game time since the last frame
};

class CollectionRequests {
 public:
  // Settings and environment must outlive the object. The settings are read whenever they are
  // needed.
  CollectionRequests(const Settings& settings, Environment& environment)
      : settings_(settings), environment_(environment) {}

  // What the program asks for; Scheduler says what each of these does.
  void WorldBeganPlay() { playing_ = true; }
  void Keep(ObjectFlags mask) { kept_ = mask; }
  void Request(bool full, const std::source_location& where);
  // The place of the first request that a collection, full or not, would grant; none: nothing was
  // requested by the user.
  const std::optional<std::source_location>& AskedAt(bool full) const {
    return asked_at_[full ? 1 : 0];
  }
  void Delay() { delay_ = true; }
  void SetTimeUntilNext(double seconds) { due_at_ = elapsed_ + seconds; }

  // Counts a tick of a world. Returns whether it is the first in its frame.
  bool BeginTick(const Frame& frame);
  // What was asked for and what is due; the heap's part of the situation is left empty.
  Situation Asked(bool again) const;
  // The delay ends with this frame.
  void SkipFrame() { delay_ = false; }
  // Whether the next full collection waits for sections, as it does if one is forced every frame.
  bool WaitsForSections() const { return forced_request_; }
  ObjectFlags kept() const { return kept_; }

  // Whether one more try may fail because of a section; otherwise it waits.
  bool MaySkip() const;
  void CountSkipped() { skipped_ += 1; }
  // A collection begins, so the counts of time and of tries begin again.
  void CollectionBegins();
  // A scheduled collection is what was requested; it ends a delay if it is full.
  void Granted(bool full);
  // Puts off the next slice of marking, if any is left, by as many frames as the settings say.
  void RestFromMarking(bool pending);

  double CurrentInterval() const {
    return Interval(settings_, CurrentLoad(settings_, environment_));
  }
  double elapsed() const { return elapsed_; }
  std::uint32_t skipped() const { return skipped_; }

 private:
  void BeginFrame(double delta);

  const Settings& settings_;
  Environment& environment_;
  bool playing_ = false;
  bool full_request_ = false;
  std::array<std::optional<std::source_location>, 2> asked_at_;  // by whether it is full
  bool forced_request_ = false;  // the full request waits for sections
  bool request_ = false;
  bool delay_ = false;
  ObjectFlags kept_ = object_flag::kNone;
  std::optional<double> due_at_;  // when set, replaces the interval once
  double elapsed_ = 0;            // seconds of game time since the last collection
  std::uint32_t skipped_ = 0;
  std::uint32_t rest_ = 0;  // frames until the next slice of marking
  std::optional<std::uint64_t> frame_;
  std::uint64_t frames_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
