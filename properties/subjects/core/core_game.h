// properties/subjects/core/core_game.h -- what a judged heap has around it in a run with several
// threads or with frames: the lock, the sections of the lanes, and a scheduler whose clock counts
// units.
//
// A scheduler works by the clock, and a run must not: so its clock goes on by a millisecond with
// each unit that the collector publishes, and with nothing else. A slice has room for so many
// units, and that is arithmetic. Game time is what the trace says it is.
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
#include "properties/subjects/core/lanes.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

struct UnitClock final : gc::Environment {
  gc::Nanoseconds Now() override { return now; }
  double FreeMegabytes() override { return 1e6; }
  void Pause() override {}
  void NotReadyInTime(const gc::Unready&) override {}  // they wait

  gc::Nanoseconds now = 0;
};

// Made and used by the heap's own thread, but for the sections.
class CoreGame {
 public:
  explicit CoreGame(gc::Heap& heap) : scheduler_(heap, lock_, clock_, SettingsOfFrames()) {
    heap.ShareUnder(&lock_);
    scheduler_.WorldBeganPlay();
  }

  // On the lane's own thread.
  void Enter(std::uint8_t lane) { sections_[lane].push_back(std::make_unique<gc::Section>(lock_)); }
  void Leave(std::uint8_t lane) { sections_[lane].pop_back(); }
  // The run is over: ends every section that is open.
  void EndSections(Lanes& lanes) {
    for (std::uint8_t lane = 1; lane < reference::kLaneLimit; ++lane) {
      if (sections_[lane].empty()) continue;
      lanes.Run(lane, [&] {
        while (!sections_[lane].empty()) Leave(lane);
      });
    }
  }

  bool IsInside() const { return lock_.Sections() != 0; }
  // A frame that has something to go on with waits for sections, and here no other thread would end
  // one.
  bool WouldWait(const gc::Heap& heap) const {
    return IsInside() && (scheduler_.MarkingPending() || scheduler_.PurgePending() ||
                          !heap.collector().purger.waiting().empty());
  }

  // A step that is the trace's own: no section is open.
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
  static constexpr double kSlice = 0.005;  // five units

  // Everything in slices; a try never waits, since no other thread runs that could let it go on.
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
