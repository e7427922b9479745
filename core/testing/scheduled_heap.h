// core/testing/scheduled_heap.h -- a heap, a lock and a scheduler, with a clock that the test
// controls.
//
// The clock advances by a fixed number of nanoseconds for each unit of the collector's work, and by
// nothing else. So a test can compute how many units a slice does.
//
// Read next: core/schedule/scheduler_test.cc.

#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/schedule/scheduler.h"
#include "core/testing/nodes.h"

namespace gc {

struct FakeEnvironment : Environment {
  Nanoseconds Now() override {
    readings += 1;
    return now;
  }
  double FreeMegabytes() override { return free_megabytes; }
  bool IsLoading() override {
    asked_loading += 1;
    return loading;
  }
  void FinishLoading() override {
    loading = false;
    finished_loading += 1;
  }
  bool LevelsWait() override { return levels_wait; }
  bool IsDedicatedServer() override { return dedicated_server; }
  bool HasPlayers() override { return players; }
  void Pause() override {
    now += 1'000'000'000;
    pauses += 1;
    if (on_pause) on_pause();
  }
  void NotReadyInTime(const Unready& unready) override {
    for (const Unready::Culprit& one : unready.culprits) culprits.push_back(one.type->name);
    not_ready = unready.count;
  }

  Nanoseconds now = 0;
  std::atomic<int> readings{0};  // of the clock
  double free_megabytes = 1e6;
  bool loading = false;
  int asked_loading = 0;
  int finished_loading = 0;
  bool levels_wait = false;
  bool dedicated_server = false;
  bool players = true;
  int pauses = 0;
  std::function<void()> on_pause;
  std::vector<std::string> culprits;
  std::size_t not_ready = 0;
};

inline constexpr double kMillisecond = 0.001;

// All phases are sliced, a slice lasts five units of 1 ms, and the clock is read after each unit.
inline Settings Sliced() {
  Settings settings;
  settings.trace_incremental = settings.gather_incremental = true;
  settings.trace_poll = settings.begin_poll = settings.purge_poll = 1;
  settings.trace_slice = settings.purge_slice = settings.gather_slice = 5 * kMillisecond;
  return settings;
}

// A heap with a scheduler, whose world has begun to play, at frame 0. A unit of work takes 1 ms.
struct ScheduledHeap {
  explicit ScheduledHeap(const Settings& settings = {}, HeapOptions options = {})
      : heap(UnderThe(lock, options)), scheduler(heap, lock, environment, settings) {
    heap.SetEventSink({.publish = Count, .context = this});
    scheduler.WorldBeganPlay();
    for (std::size_t i = 0; i < kNoticeCount; ++i) {
      scheduler.notices().Subscribe(static_cast<Notice>(i), {.call = Hear, .context = this});
    }
  }

  // Runs the first tick of the next frame, and returns its report.
  const FrameReport& Frame(double delta = 1) {
    scheduler.WorldTick({.frame = ++frame, .delta = delta});
    return scheduler.frame_report();
  }
  // Runs a further tick in the same frame.
  const FrameReport& Again() {
    scheduler.WorldTick({.frame = frame, .delta = 1});
    return scheduler.frame_report();
  }
  // Makes a chain of `length` objects, of which the first is in the root set.
  Node* MakeChain(int length, char name = 'c') {
    Node* const first = heap.New<Node>(name);
    heap.AddRoot(first);
    for (int i = 1; i < length; ++i) {
      Node* const link = heap.New<Node>(name);
      link->left = first->left;
      first->left = link;
    }
    return first;
  }
  void MakeGarbage(int count) {
    for (int i = 0; i < count; ++i) heap.New<Node>('x');
  }
  // The notices since the last call, as "started locked" or "post-collect open".
  Diary Heard() { return std::exchange(heard, {}); }

  static HeapOptions UnderThe(Lock& lock, HeapOptions options) {
    options.lock = &lock;
    return options;
  }
  static void Count(void* self, const Event& event) {
    ScheduledHeap& world = *static_cast<ScheduledHeap*>(self);
    if (event.kind < EventKind::kCycleEnd) world.environment.now += world.unit_takes;
  }
  static void Hear(void* self, const Notification& notification) {
    ScheduledHeap& world = *static_cast<ScheduledHeap*>(self);
    world.heard.push_back(std::string(NameOf(notification.notice)) +
                          (world.lock.IsLocked() ? " locked" : " open"));
    if (world.on_notice) world.on_notice(notification);
  }

  Nanoseconds unit_takes = 1'000'000;
  Diary heard;
  std::function<void(const Notification&)> on_notice;
  FakeEnvironment environment;
  Lock lock;
  Heap heap;
  Scheduler scheduler;
  std::uint64_t frame = 0;
};

// Another thread with an open section, which it leaves when this object ends.
class Elsewhere {
 public:
  explicit Elsewhere(Lock& lock)
      : thread_([this, &lock] {
          const Section section(lock);
          open_ = true;
          while (!leave_) std::this_thread::yield();
        }) {
    while (!open_) std::this_thread::yield();
  }
  ~Elsewhere() { Leave(); }
  void Leave() {
    leave_ = true;
    if (thread_.joinable()) thread_.join();
  }
  // Lets the thread leave its section as soon as the collector waits for it.
  void LeaveWhenWanted(const Lock& lock) {
    helper_ = std::jthread([this, &lock] {
      while (!lock.IsWanted() && !leave_) std::this_thread::yield();
      leave_ = true;
    });
  }

 private:
  std::atomic<bool> open_{false};
  std::atomic<bool> leave_{false};
  std::jthread thread_;
  std::jthread helper_;
};

}  // namespace gc
