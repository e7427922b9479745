// core/base/lock_steps_test.cc -- a slice that is tried between any two instructions of a section's
// entrance never overlaps the section.
//
// A thread must enter and look in one step (core/base/lock.h). If it looked first and entered
// afterwards, the collector would have to come in an instruction or two for anything to be seen,
// and a test that only runs both at once misses that nearly always. So the processor is told to
// stop the entering thread after each instruction, and after the n-th the collector tries to begin
// a slice, for every n:
//
//     worker       i1  i2 .. in                              in+1 ..
//     collector                 TryAcquire: yes or no
//
// If the answer is yes, the section must not open until the slice is over; if it is no, the section
// has been counted. In the same way a slice is ended after each instruction of a section that meets
// it: the section must not wait for the end of what is over.
//
// Label: threads.

#include <gtest/gtest.h>

#include <ucontext.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <new>
#include <thread>

#include "core/base/lock.h"

// A thread that is stopped by a signal inside a call of the sanitizer's would hold its locks.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_THREAD__)
#define GC_CAN_STEP 1
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef GC_CAN_STEP
#define GC_CAN_STEP 0
#endif
#endif
#else
#define GC_CAN_STEP 0
#endif

namespace gc {
namespace {

#if GC_CAN_STEP

// What the two threads and the signal's handler know of the present attempt.
struct Attempt {
  std::atomic<int> left{0};         // instructions until the collector is asked
  std::atomic<int> patience{-1};    // how often to yield to it at most; below 0: until it answers
  std::atomic<bool> asked{false};   // for a slice
  std::atomic<bool> tried{false};   // and it answered
  std::atomic<bool> opened{false};  // the section
  std::atomic<bool> overlap{false};
};
Attempt attempt;

constexpr unsigned long kTrapFlag = 0x100;  // of the processor: stops after each instruction

// The flags are on the stack for a moment, below what the compiler may have put behind its end.
void StartStepping() {
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\tpushfq\n\torq %0, (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp"
      :
      : "i"(kTrapFlag)
      : "cc", "memory");
}
void StopStepping() {
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\tpushfq\n\tandq %0, (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp"
      :
      : "i"(~kTrapFlag)
      : "cc", "memory");
}

// After each instruction of the worker. The handler itself is not stepped through.
void OnStep(int, siginfo_t*, void* context) {
  if (attempt.left.fetch_sub(1) != 1) return;
  attempt.asked = true;
  for (int turns = 0; !attempt.tried && turns != attempt.patience; ++turns) {
    std::this_thread::yield();
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &=
      ~static_cast<long long>(kTrapFlag);
}

class LockSteps : public testing::Test {
 protected:
  LockSteps() {
    struct sigaction action = {};
    action.sa_sigaction = OnStep;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, &before_);
  }
  ~LockSteps() override { sigaction(SIGTRAP, &before_, nullptr); }

  // Opens a section; after its n-th instruction a slice is tried. False if there are fewer.
  bool TryAfter(int n) {
    Begin(n, -1);
    const std::jthread worker([this] { OpenStepping(); });
    while (!attempt.asked && !attempt.opened) std::this_thread::yield();
    if (!attempt.asked) return false;
    const bool runs = lock_.TryAcquire();
    began_ += runs;
    attempt.tried = true;
    while (runs && !attempt.opened && lock_.Blocked() == 0) std::this_thread::yield();
    if (runs) lock_.Release();
    return true;
  }

  // Opens a section in a slice, which ends after its n-th instruction or where it waits. False if
  // it waits before. If it is stopped with a mutex in its hands, the slice cannot end until it goes
  // on.
  bool EndAfter(int n) {
    lock_.Acquire();
    Begin(n, 300);
    const std::jthread worker([this] { OpenStepping(); });
    while (!attempt.asked && lock_.Blocked() == 0) std::this_thread::yield();
    const bool asked = attempt.asked;
    lock_.Release();
    attempt.tried = true;
    while (!attempt.opened && lock_.Blocked() == 0) std::this_thread::yield();
    if (lock_.Blocked() != 0) {
      missed_ += 1;
      lock_.Acquire();
      lock_.Release();
    }
    return asked;
  }

  Lock lock_;
  int began_ = 0;   // slices
  int missed_ = 0;  // ends of slices

 private:
  static void Begin(int n, int patience) {
    attempt.left = n;
    attempt.patience = patience;
    attempt.asked = attempt.tried = attempt.opened = false;
  }
  void OpenStepping() {
    // Not std::optional, or its instructions would be stepped through too.
    alignas(Section) std::byte place[sizeof(Section)];
    StartStepping();
    Section* const section = new (place) Section(lock_);
    StopStepping();
    if (lock_.IsLocked()) attempt.overlap = true;
    attempt.opened = true;
    section->~Section();
  }

  struct sigaction before_ = {};
};

// S7.2
TEST_F(LockSteps, NoSliceBeginsBetweenTheLookAndTheEntrance) {
  int steps = 0;
  while (TryAfter(steps + 1)) steps += 1;
  EXPECT_FALSE(attempt.overlap);
  EXPECT_GT(began_, 0) << "of " << steps;
  EXPECT_LT(began_, steps) << "the section was counted before its last instruction";
}

// S7.2: a section that found a slice, and has not begun to wait for its end, sees the end.
TEST_F(LockSteps, NoSectionWaitsForASliceThatHasEnded) {
  int steps = 0;
  while (missed_ == 0 && EndAfter(steps + 1)) steps += 1;
  EXPECT_FALSE(attempt.overlap);
  EXPECT_EQ(missed_, 0) << "of " << steps;
  EXPECT_GT(steps, 0);
}

#endif

}  // namespace
}  // namespace gc
