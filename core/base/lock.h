// core/base/lock.h -- who may touch the heap now: the collector, or everybody else.
//
// The collector works in slices on its own thread, and the code of that thread cannot run inside
// one. Other threads can. What another thread does to managed objects it does inside a Section; the
// collector takes the Lock for each slice; and no section of another thread overlaps a slice.
//
// Looking first and entering then is not enough:
//
//     worker       sees that no slice runs                          enters, and stores
//     collector                             sees no section, runs          scans, misses the store
//
// So a worker enters first and looks then, in one atomic step: it adds itself to the count and is
// told by the same step what the word was before. If it finds the collector there, it steps back.
//
// The protocol. One word: how many sections there are, and two bits. Bits change under the mutex
// only, the count by anybody at any time.
//
//     state      word: n, bits  next
//     free       0              Enter: open. Try, Acquire: slice
//     open       n              Enter: n + 1. Leave: n - 1. Acquire: wanted. Try: false
//     wanted     n, wanted      Leave: n - 1, the last one wakes the collector. Enter: blocked
//     handing    0, wanted      the collector takes the word to "slice" in one step
//     slice      n, running     Enter: blocked. Release: the word becomes b, the number of blocked
//
// Whoever becomes blocked was counted for a moment: Enter adds itself, sees a bit, steps back under
// the mutex and sleeps there. So in "slice" the n are those who have not stepped back yet, and the
// last one to step back from "wanted" wakes the collector as Leave would. If the bits have gone
// before it has the mutex, it keeps its place. In terms of three counters (wants, running,
// sections), this is the protocol in which every step on any of them is one step on all three.
//
// Fair both ways. A collector that wants to run holds off new sections, so that it waits only for
// those that are open (S7.5). And Release counts every worker that is blocked in, before it opens
// the door: each gets one section before the next slice, even if the collector comes back at once.
//
// Happens-before, edge by edge:
//   section -> slice     Leave releases by its subtraction; the collector takes the word from
//                        "wanted, 0" (or 0) to "running" by an acquire. Others' steps on the word
//                        in between are read-modify-writes, so they continue the release sequence.
//   slice -> section     Release releases by its step on the word; Enter acquires by its addition.
//                        A blocked worker was counted in by Release, and acquires by the mutex.
//   sleeping, waking     whoever sleeps looks at its condition under the mutex; whoever makes the
//                        condition true holds the mutex when it wakes the sleeper, after it made it
//                        true: no wake-up falls between the look and the sleep.
//
// Upholds: lock-excludes, lock-wakes, lock-is-fair.   Read next: core/schedule/scheduler.h.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class Section;

// Must outlive its sections and the threads that open them. The thread that makes it is the
// collector's.
class Lock {
 public:
  Lock() = default;
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  // On the collector's thread. Acquire waits until no section is open; TryAcquire answers false at
  // once if one is. Neither nests.
  void Acquire();
  bool TryAcquire();
  void Release();
#if TRICOLOUR_FAULTY
  // Begins a slice whoever is in a section. No shipped collector can.
  void Overrun() { word_.fetch_or(kRunning, std::memory_order_relaxed); }
#endif

  // Queries, from any thread. What other threads do can make the answer old.
  bool IsLocked() const { return (word_.load(std::memory_order_relaxed) & kRunning) != 0; }
  bool IsWanted() const { return (word_.load(std::memory_order_relaxed) & kWanted) != 0; }
  // Sections that are open, not counting nested ones, and those that are about to step back.
  std::uint32_t Sections() const { return word_.load(std::memory_order_relaxed) & kCount; }
  // Threads that wait for the collector.
  std::uint32_t Blocked() const;
  bool OnCollectorThread() const { return std::this_thread::get_id() == collector_; }
  // Whether this thread has a section open.
  bool InSection() const;

 private:
  friend class Section;
  friend class Awaiting;
  static constexpr std::uint32_t kRunning = 1u << 31;
  static constexpr std::uint32_t kWanted = 1u << 30;
  static constexpr std::uint32_t kCount = kWanted - 1;

  void Enter();
  void EnterSlowly();
  void Leave();
  void StepBack();
  void CheckCollector(const char* what) const;

  const std::thread::id collector_ = std::this_thread::get_id();
  std::atomic<std::uint32_t> word_{0};
  mutable std::mutex mutex_;
  std::condition_variable nobody_is_left_;
  std::condition_variable slice_is_over_;
  std::uint64_t releases_ = 0;            // under the mutex, as all below
  std::vector<std::thread::id> blocked_;  // counted in by the next Release
  std::vector<std::thread::id> awaited_;  // the collector waits for these; see Awaiting
};

// While it lives, the collector cannot start a slice: this thread may use managed objects. If a
// slice is running, or wanted, the constructor waits for it to end. Sections of one thread nest,
// and end in reverse order on the thread that began them.
//
// The collector's thread may open one between slices; it is then in its own way, which Acquire
// reports. Inside a slice it would wait for itself, which is reported here.
class Section {
 public:
  explicit Section(Lock& lock);
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

 private:
  friend class Lock;
  Lock& lock_;
  const Section* const outer_;  // of this thread, whatever its lock
  const bool nested_;
};

// While it lives, the collector's thread waits for another thread: a callback joins it, say. If
// that thread asks for a section in a slice, both wait for ever; said like this, it is an abort
// that names the thread, whichever of the two comes first. Made on the collector's thread.
class Awaiting {
 public:
  Awaiting(Lock& lock, std::thread::id thread);
  ~Awaiting();
  Awaiting(const Awaiting&) = delete;
  Awaiting& operator=(const Awaiting&) = delete;

 private:
  Lock& lock_;
  const std::thread::id thread_;
};

}  // namespace GC_BUILD
}  // namespace gc
