// core/base/guarded.h -- what only the holder of a mutex may touch, and says so.
//
// A function that forgets the mutex works as long as no other thread comes in between, which may be
// for years. The sanitizer finds it only if a second thread is there at that moment:
//
//     thread 1   Move        no lock, changes a bucket
//     thread 2                                           Find   takes the lock, reads the bucket
//
// Therefore what a mutex guards is wrapped, and every touch goes through the wrapper. In the build
// with faults it asks whether this thread holds the mutex, and aborts if not: one thread suffices
// to find the forgotten mutex. In the other builds nothing is asked, and the wrapper costs nothing.
//
// Thread rules: a Mutex is as a std::mutex. Peek is for when no other thread can be there.
//
// Read next: core/base/sharing.h, whose table lock guards in the same way.

#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "core/base/build.h"
#include "core/base/check.h"

namespace gc {
inline namespace GC_BUILD {

class Mutex : public std::mutex {
#if TRICOLOUR_FAULTY
 public:
  void lock() {
    std::mutex::lock();
    NoteHeld();
  }
  void unlock() {
    holder_.store({}, std::memory_order_relaxed);
    std::mutex::unlock();
  }
  // It was taken as the std::mutex that it is.
  void NoteHeld() { holder_.store(std::this_thread::get_id(), std::memory_order_relaxed); }
  bool IsHeld() const {
    return holder_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }
  void AssertHeld() const {
    if (IsHeld()) return;
    Abort(Misuse{.sentence = "what a mutex guards must be touched by its holder alone",
                 .where = GC_HERE});
  }

 private:
  std::atomic<std::thread::id> holder_{};
#else
 public:
  static constexpr void NoteHeld() {}
  static constexpr void AssertHeld() {}
#endif
};

// Waits until is() is true, which is asked under the mutex. It is held before and afterwards.
template <class Is>
void WaitUntil(std::condition_variable& change, Mutex& held, Is&& is) {
  held.AssertHeld();
  std::unique_lock<std::mutex> hold(held, std::adopt_lock);
  change.wait(hold, [&] {
    held.NoteHeld();
    return is();
  });
  hold.release();
}

// A T that is touched only under the guard: a mutex, or whatever else can AssertHeld.
template <class T, class Guard = Mutex>
class Guarded {
 public:
  template <class... Given>
  explicit Guarded([[maybe_unused]] const Guard& guard, Given&&... given)
      :
#if TRICOLOUR_FAULTY
        guard_(guard),
#endif
        value_(std::forward<Given>(given)...) {
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  T& operator*() { return AssertHeld(), value_; }
  const T& operator*() const { return AssertHeld(), value_; }
  T* operator->() { return AssertHeld(), &value_; }
  const T* operator->() const { return AssertHeld(), &value_; }
  template <class Key>
  decltype(auto) operator[](const Key& key) {
    return (**this)[key];
  }
  template <class Key>
  decltype(auto) operator[](const Key& key) const {
    return (**this)[key];
  }
  // Without the guard: where no other thread can be.
  T& Peek() { return value_; }
  const T& Peek() const { return value_; }

 private:
#if TRICOLOUR_FAULTY
  void AssertHeld() const { guard_.AssertHeld(); }
  const Guard& guard_;
#else
  static constexpr void AssertHeld() {}
#endif
  T value_;
};

}  // namespace GC_BUILD
}  // namespace gc
