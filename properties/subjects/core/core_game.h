// properties/subjects/core/core_game.h -- what a judged heap has around it in a run with several
// threads or with frames: the lock, the lanes' sections, and a scheduler.
//
// A scheduler depends on the clock, but a run must not. So the scheduler's clock moves on by a
// millisecond with each unit that the collector publishes, and never otherwise: how many units a
// slice has room for is plain arithmetic. Game time is what the trace says.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/verify/fingerprint.h"
#include "core/schedule/scheduler.h"
#include "properties/subjects/core/core_lanes.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

struct UnitClock final : gc::Environment {
  gc::Nanoseconds Now() override { return now; }
  double FreeMegabytes() override { return 1e6; }
  void Pause() override {}
  void NotReadyInTime(const gc::Unready&) override {}  // unready objects wait

  gc::Nanoseconds now = 0;
};

// Made and used by the heap's own thread; only sections are entered and left by other lanes.
class CoreGame {
 public:
  explicit CoreGame(gc::Heap& heap) : scheduler_(heap, lock_, clock_, SettingsOfFrames()) {
    heap.ShareUnder(&lock_);
    scheduler_.WorldBeganPlay();
  }

  // Called as the lane.
  void Enter(std::uint8_t lane) { sections_[lane].push_back(std::make_unique<gc::Section>(lock_)); }
  void Leave(std::uint8_t lane) { sections_[lane].pop_back(); }
  // Ends every section that is still open when the run ends.
  void EndSections(CoreLanes& lanes) {
    for (std::uint8_t lane = 1; lane < reference::kLaneLimit; ++lane) {
      if (sections_[lane].empty()) continue;
      lanes.Run(lane, [&] {
        while (!sections_[lane].empty()) Leave(lane);
      });
    }
  }

  bool IsInside() const { return lock_.Sections() != 0; }
  // Whether a frame would wait for ever: it waits for open sections if it has work to go on with,
  // and no other thread runs here that could end one.
  bool WouldWait(const gc::Heap& heap) const {
    return IsInside() && (scheduler_.MarkingPending() || scheduler_.PurgePending() ||
                          gc::HasWaiting(heap.collector().purger));
  }

  // Does a collector step of the trace itself, under the lock; no section is open then.
  template <typename Step>
  void Do(const Step& step) {
    lock_.Acquire();
    step();
    lock_.Release();
  }
  bool TryCollect() { return scheduler_.TryCollect(); }
  void Frame(std::uint32_t seconds) {
    scheduler_.WorldTick({.frame = ++frame_, .delta = static_cast<double>(seconds)});
  }
  void Count(const gc::Event& event) {
    if (event.kind < gc::EventKind::kCycleEnd) clock_.now += kUnit;
  }

  void AddTo(gc::Hasher& hasher) const {
    const double due = scheduler_.settings().interval + 1;
    hasher.Add(static_cast<std::uint64_t>(std::min(scheduler_.Elapsed(), due)));
    for (std::size_t lane = 1; lane < sections_.size(); ++lane) {
      if (!sections_[lane].empty()) hasher.Add(lane << 32 | sections_[lane].size());
    }
  }

 private:
  static constexpr gc::Nanoseconds kUnit = 1'000'000;
  static constexpr double kSlice = 0.005;  // room for five units

  // All phases work in slices. A try never waits, since no other thread runs that could let it go
  // on.
  static gc::Settings SettingsOfFrames() {
    gc::Settings settings;
    settings.trace_incremental = settings.gather_incremental = true;
    settings.trace_poll = settings.begin_poll = settings.purge_poll = 1;
    settings.trace_slice = settings.gather_slice = settings.purge_slice = kSlice;
    settings.tries_before_forcing = 0;
    settings.purge_grace = 0;
    return settings;
  }

  gc::Lock lock_;
  UnitClock clock_;
  gc::Scheduler scheduler_;
  std::array<std::vector<std::unique_ptr<gc::Section>>, reference::kLaneLimit> sections_;
  std::uint64_t frame_ = 0;
};

}  // namespace
}  // namespace properties
