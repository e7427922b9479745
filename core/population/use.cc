// core/population/use.cc -- a call by a thread that may not make it is named with both threads.

#include "core/population/use.h"

#include <sstream>
#include <string>
#include <thread>

#include "core/base/workers.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string ThreadText(std::thread::id thread) {
  std::ostringstream name;
  name << "thread " << thread;
  return name.str();
}

[[noreturn]] void Trespass(const char* sentence, const std::string& what, const char* where) {
  Abort(Misuse{
      .rule = Rule::kLockExcludes, .sentence = sentence, .where = where, .what = what.c_str()});
}

}  // namespace

// The collector's helpers use the heap for the thread that takes the step.
const Activity* Use::EnterHeap(const Population& heap, const char* call) {
  if (Workers::IsHelper() || Helping::IsRunning()) return nullptr;
  const std::thread::id self = std::this_thread::get_id();
  if (heap.sharing.lock() != nullptr) {
    if (heap.sharing.MayMutate()) return nullptr;
    Trespass("a thread that is not the collector's uses a heap in a section of its lock only",
             std::string(call) + " by " + ThreadText(self), GC_HERE);
  }
  const std::thread::id other = heap.activity.Claim(self);
  if (other == self) return nullptr;
  if (other != std::thread::id()) {
    Trespass(
        "a heap without a lock is used by one thread at a time: give it one",
        std::string(call) + " by " + ThreadText(self) + ", beside a call by " + ThreadText(other),
        GC_HERE);
  }
  return &heap.activity;
}

void Use::LeaveHeap(const Activity* outermost) {
  if (outermost != nullptr) outermost->Disclaim();
}

}  // namespace GC_BUILD
}  // namespace gc
