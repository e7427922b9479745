// core/base/lock.h -- keeps the collector and all other threads from using the heap at once.
//
// The collector works in slices, on its own thread. Other threads may only touch managed objects
// inside a Section. The collector holds the Lock during each slice, and no slice overlaps a section
// of another thread. It would not be enough if a thread looked first and entered afterwards:
//
//     worker       sees that no slice runs                          enters, and stores
//     collector                             sees no section, runs          scans, misses the store
//
// Therefore a worker enters and looks in one atomic step: it adds itself to the count of sections,
// and the same step returns the word before the addition. If a slice runs or is wanted, the worker
// steps back: it subtracts itself again, under the mutex, and sleeps there.
//
// The protocol has one word: the number of sections n, and two bits. The bits change only under the
// mutex; any thread may change the count at any time.
//
//     state      word: n, bits  next
//     free       0              Enter: open. Try, Acquire: slice. Reserve: reserved
//     open       n              Enter: n + 1. Leave: n - 1. Acquire: wanted. Try: false
//     reserved   n, wanted      the same as wanted, but the collector does not sleep yet: its next
//                               Acquire finds no section but those of its own thread. CallOff: b
//     wanted     n, wanted      Leave: n - 1, the last one wakes the collector. Enter: blocked
//     handing    0, wanted      the collector takes the word to "slice" in one step
//     slice      n, running     Enter: blocked. Release: the word becomes b, the number of blocked
//
// In "slice", n counts the workers that have not stepped back yet. The last worker that steps back
// from "wanted" wakes the collector, as Leave does. If the bits are clear when a worker gets the
// mutex, it need not step back: its section is open.
//
// The lock is fair in both directions. A collector that waits for the lock holds off new sections,
// so that it waits only for those that are open (S7.5). Release counts every blocked worker as a
// section before it admits new ones: each gets one section before the next slice.
//
// Happens-before, edge by edge:
//   section -> slice     Leave subtracts with release; the collector sets "running" with acquire.
//                        Steps of other threads on the word in between are read-modify-writes, so
//                        they continue the release sequence.
//   slice -> section     Release changes the word with release; Enter adds with acquire. A blocked
//                        worker was already counted by Release, and acquires through the mutex.
//   sleeping, waking     A thread that sleeps tests its condition under the mutex. A thread that
//                        makes the condition true takes the mutex before it wakes the sleeper. So
//                        no wake-up is lost between the test and the sleep.
//
// Upholds: lock-excludes, lock-wakes, lock-is-fair.   Read next: core/schedule/scheduler.h.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <source_location>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/build.h"
#include "core/base/fibre.h"
#include "core/base/guarded.h"
#include "core/base/loan.h"

namespace gc {
inline namespace GC_BUILD {

class Section;

// Must outlive its sections and the threads that open them. The thread that constructs the lock is
// the collector's thread. Acquire, TryAcquire and Release abort on any other (S7.2). A fibre counts
// as a thread of its own (core/base/fibre.h).
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
  // Acquire in two parts: when the lock is reserved no section is open, and no other thread opens
  // one until it is released; the next Acquire does not wait. What runs in between must not wait
  // for a thread that opens a section (see Awaiting). Reserve waits until no section is open;
  // TryReserve answers false at once if one is. CallOff gives the reservation back.
  void Reserve();
  bool TryReserve();
  void CallOff();
#if TRICOLOUR_FAULTY
  // Begins a slice although sections may be open: the fault of lock-excludes.
  void Overrun() { word_.fetch_or(kRunning, std::memory_order_relaxed); }
#endif

  // Queries, from any thread. The answer may be out of date at once.
  bool IsLocked() const { return (word_.load(std::memory_order_relaxed) & kRunning) != 0; }
  bool IsWanted() const { return (word_.load(std::memory_order_relaxed) & kWanted) != 0; }
  // Open sections, nested ones not counted; it includes threads that are about to step back.
  std::uint32_t Sections() const { return word_.load(std::memory_order_relaxed) & kCount; }
  // The number of threads that wait for the slice to end.
  std::uint32_t Blocked() const;
  bool OnCollectorThread() const { return &Fibre::Running() == collector_; }
  // Whether this thread has a section open.
  bool InSection() const { return OwnSection() != nullptr; }
  // Who waits for whom, for a program that hangs: a line for each thread that waits for the slice
  // to end, with the place of its section, and for each thread that the collector awaits.
  std::string TextOfWaits() const;

 private:
  friend class Section;
  friend class Lender;
  friend class Awaiting;
  static constexpr std::uint32_t kRunning = 1u << 31;
  static constexpr std::uint32_t kWanted = 1u << 30;
  static constexpr std::uint32_t kCount = kWanted - 1;

  // A thread, and the place in the user's code where it began to wait.
  struct Waiter {
    std::thread::id thread;
    std::source_location where;
  };
  // A blocked thread lies on its own stack, since there may be no memory for a list: a section is
  // opened by destructors too.
  struct Queued : Waiter {
    Queued* next = nullptr;
  };
  struct Queue {
    Queued* first = nullptr;
    Queued** end = &first;
    std::uint32_t count = 0;
    Queue() = default;
    Queue& operator=(const Queue&) = delete;
    void Append(Queued& last);
    void Empty() { first = nullptr, end = &first, count = 0; }
    const Queued* Find(std::thread::id thread) const;
  };

  void Enter(const std::source_location& where);
  void EnterSlowly(const std::source_location& where);
  Section* OwnSection() const;
  Section* OutermostSection() const;
  void Leave();
  void StepBack();
  void Admit(std::uint32_t bit);
  void CheckMayWait() const;
  void CheckCollector(const char* what) const;

  const Strand* const collector_ = &Fibre::Running();
  const std::thread::id thread_ = std::this_thread::get_id();  // where the collector runs
  std::atomic<std::uint32_t> word_{0};
  mutable Mutex mutex_;
  std::condition_variable nobody_is_left_;
  std::condition_variable slice_is_over_;
  Guarded<std::uint64_t> releases_{mutex_};
  Guarded<Queue> blocked_{mutex_};                // counted as sections by the next Release
  Guarded<std::vector<Waiter>> awaited_{mutex_};  // the collector waits for these; see Awaiting
};

// While a Section lives, the collector cannot start a slice, so its thread may use managed objects.
// If a slice runs or is wanted, the constructor waits for the slice to end. Sections of one thread
// nest, and end in reverse order on the thread that began them; any other order aborts.
//
// The collector's thread may open a section between slices, also between TryReserve and Acquire,
// but must close it before Acquire, which aborts otherwise. Inside a slice it would wait for
// itself, so the constructor aborts (S7.4).
class Section {
 public:
  explicit Section(Lock& lock, std::source_location where = std::source_location::current());
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

 private:
  friend class Lock;
  friend class Lender;
  void GiveBack();

  Lock& lock_;
  Section* const outer_;              // the enclosing section of this thread, of any lock
  Section& outermost_;                // of this lock; itself, unless it is nested
  Loan* loans_ = nullptr;             // of the outermost one
  bool asked_ = false;                // Lender::AsksAgain
  const std::source_location where_;  // named when a deadlock is found
};

// While an Awaiting lives, the collector's thread waits for the given thread, as a callback does
// that joins it. If that thread asked for a section during the slice, both would wait for ever.
// With an Awaiting this deadlock aborts and names the thread and both places, whichever of the two
// waits first. It is made on the collector's thread.
class Awaiting {
 public:
  Awaiting(Lock& lock, std::thread::id thread,
           std::source_location where = std::source_location::current());
  ~Awaiting();
  Awaiting(const Awaiting&) = delete;
  Awaiting& operator=(const Awaiting&) = delete;

 private:
  Lock& lock_;
  const std::thread::id thread_;
};

}  // namespace GC_BUILD
}  // namespace gc
