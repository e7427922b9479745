// core/population/activity.h -- whether a step of the collector, or code of the user that it
// called, is running.
//
// While a step runs no object may be made, and while a constructor or a callback of the user runs
// no step may be asked for; nor while the units of a step are done, in which objects show their
// references. The code that runs any of these says so here for the length of a block (StepScope,
// UnitsScope, Calling).
//
// Owns two counts and a flag. Calls the sink of events where a step begins and ends. Thread rules:
// steps on the collector's thread; calls on any thread of the heap.
//
// Read next: core/collect/cycle.cc.

#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>

#include "core/base/sharing.h"
#include "core/base/striped_counter.h"
#include "core/population/reports.h"

namespace gc {
inline namespace GC_BUILD {

class Activity {
 public:
  Activity(const Sharing& sharing, const Reports& reports) : sharing_(sharing), reports_(reports) {}

  // How many constructors and callbacks of the user are running. A thread that asks for a step has
  // excluded all other threads, so every call that it counts is its own; relaxed order is enough,
  // since the heap's lock orders the rest.
  std::uint32_t Calls() const { return calls_.Sum(); }
  [[gnu::always_inline]] void EnterCall() { AddCalls(1); }
  // The same where it is known that no other thread acts in the heap.
  void EnterCallAlone() { calls_.AddAlone(1); }
  [[gnu::always_inline]] void LeaveCall() { AddCalls(~std::uint32_t{0}); }

  // Whether a step is running.
  bool Stepping() const { return steps_ != 0; }
  void EnterStep() { steps_ += 1; }
  void LeaveStep() { steps_ -= 1; }
  // Whether units of a step are being done. Set by the thread of the step; a worker that it starts
  // meanwhile may read it.
  bool DoesUnits() const { return does_units_; }
  // Leaves all steps, and answers how many; Resume enters them again.
  std::uint32_t Pause() { return std::exchange(steps_, 0); }
  void Resume(std::uint32_t steps) { steps_ = steps; }
  const EventSink& sink() const { return reports_.sink(); }

  // For core/population/use.h: the thread inside a call of a heap without a lock. Claim answers
  // which it was; if it was none, it is `self` from here on. Relaxed, so that it orders nothing.
  std::thread::id Claim(std::thread::id self) const {
    std::thread::id none;
    user_.compare_exchange_strong(none, self, std::memory_order_relaxed);
    return none;
  }
  void Disclaim() const { user_.store({}, std::memory_order_relaxed); }

  void Recycle() {
    calls_.Clear();
    steps_ = 0;
  }

 private:
  friend class UnitsScope;
  [[gnu::always_inline]] void AddCalls(std::uint32_t change) {
    if (sharing_.IsConcurrent()) [[unlikely]] {
      calls_.Add(change);
    } else {
      calls_.AddAlone(change);
    }
  }

  const Sharing& sharing_;
  const Reports& reports_;
  StripedCounter calls_;
  std::uint32_t steps_ = 0;
  bool does_units_ = false;
  mutable std::atomic<std::thread::id> user_{};
};

// Marks a step as running: no object is made meanwhile. Tells the sink of events where the step
// begins and ends.
class StepScope {
 public:
  StepScope(Activity& activity, Step step)
      : activity_(activity), sink_(activity.sink()), step_(step) {
    activity_.EnterStep();
    if (sink_.step != nullptr) sink_.step(sink_.context, step_, true);
  }
  ~StepScope() {
    if (sink_.step != nullptr) sink_.step(sink_.context, step_, false);
    activity_.LeaveStep();
  }
  StepScope(const StepScope&) = delete;
  StepScope& operator=(const StepScope&) = delete;

 private:
  Activity& activity_;
  const EventSink sink_;
  const Step step_;
};

// Marks units of a step as being done. Restores what was: a fault lets a step begin in another.
class UnitsScope {
 public:
  explicit UnitsScope(Activity& activity)
      : activity_(activity), outer_(std::exchange(activity.does_units_, true)) {}
  ~UnitsScope() { activity_.does_units_ = outer_; }
  UnitsScope(const UnitsScope&) = delete;
  UnitsScope& operator=(const UnitsScope&) = delete;

 private:
  Activity& activity_;
  const bool outer_;
};

// A pause in the middle of a step that others may use, with the heap's lock released: objects are
// made meanwhile. The sink of events is told nothing: for it the step goes on.
//
// Happens-before: the steps are left before the lock is released, and entered again when it is
// held; a thread that asks whether one runs is in a section of that lock.
class StepPause {
 public:
  explicit StepPause(Activity& activity) : activity_(activity), steps_(activity.Pause()) {}
  ~StepPause() { activity_.Resume(steps_); }
  StepPause(const StepPause&) = delete;
  StepPause& operator=(const StepPause&) = delete;

 private:
  Activity& activity_;
  const std::uint32_t steps_;
};

// Marks a constructor or callback of the user as running.
class Calling {
 public:
  explicit Calling(Activity& activity) : activity_(activity) { activity_.EnterCall(); }
  ~Calling() { activity_.LeaveCall(); }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

 private:
  Activity& activity_;
};

}  // namespace GC_BUILD
}  // namespace gc
