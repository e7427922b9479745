// core/testing/failing_memory.h -- counts allocations, and lets chosen ones fail.
//
// What happens when memory runs out is a promise like any other, and a test of it must reach every
// place that allocates. So the process's operator new counts while an object of this kind lives,
// and fails from a number on, once or several times. A test repeats a run with each number there
// is: what fails first is then each allocation of the run in turn.
//
// The operators are replaced in core/collect/allocation_test.cc. Sanitizers have operators of their
// own; then kWorks is false, and nothing fails.
//
// Thread rules: one object at a time; any thread allocates.

#pragma once

#include <atomic>
#include <limits>

namespace gc {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GC_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GC_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef GC_COUNTS_ALLOCATIONS
#define GC_COUNTS_ALLOCATIONS 1
#endif

class FailingMemory {
 public:
  static constexpr bool kWorks = GC_COUNTS_ALLOCATIONS != 0;
  static constexpr int kNever = std::numeric_limits<int>::max();
  static constexpr int kForEver = std::numeric_limits<int>::max();

  // Lets `many` allocations fail, from number `from` on; the first has number 0.
  explicit FailingMemory(int from = kNever, int many = 1) : from_(from), many_(many) {
    now_ = this;
  }
  ~FailingMemory() { now_ = nullptr; }
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;

  // Allocations so far, those that failed included; and those alone.
  int count() const { return count_; }
  int failed() const { return failed_; }

  // Nothing is counted and nothing fails while one of these lives: for what a test itself
  // allocates.
  class Pause {
   public:
    Pause() : paused_(now_.exchange(nullptr)) {}
    ~Pause() { now_ = paused_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    FailingMemory* const paused_;
  };

  // For operator new: whether this allocation fails.
  static bool Fails() {
    FailingMemory* const now = now_;
    if (now == nullptr) return false;
    const int number = now->count_.fetch_add(1, std::memory_order_relaxed);
    if (number < now->from_ || number - now->from_ >= now->many_) return false;
    now->failed_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

 private:
  static inline std::atomic<FailingMemory*> now_{nullptr};
  const int from_;
  const int many_;
  std::atomic<int> count_{0};
  std::atomic<int> failed_{0};
};

}  // namespace gc
