// properties/misuse/step_misuses.cc -- each step of the collector, asked for at a time when
// something else uses the heap.
//
// The table: whatever is called on a heap as a step of its collector is refused in a constructor,
// in a callback, while a referencer is asked, while an object shows its references, and on a heap
// with a lock by a thread that does not hold it. The same step of another heap, or under the lock,
// is none of these mistakes.

#include <string>
#include <vector>

#include "properties/misuse/busy.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

struct Step {
  const char* name;
  void (*take)(gc::Heap& heap);
};

const Step kSteps[] = {
    {"Start", [](gc::Heap& heap) { heap.Start(); }},
    {"Tick", [](gc::Heap& heap) { heap.Tick(1); }},
    {"TickUntil", [](gc::Heap& heap) { heap.TickUntil({}); }},
    {"Collect", [](gc::Heap& heap) { heap.Collect(); }},
    {"Purge", [](gc::Heap& heap) { heap.Purge(); }},
    {"PurgeUntil", [](gc::Heap& heap) { heap.PurgeUntil({}); }},
    {"FinishPurge", [](gc::Heap& heap) { heap.FinishPurge({}); }},
    {"Trim", [](gc::Heap& heap) { heap.Trim(); }},
};

// Runs what is set as `in_callback` while a heap is in use.
struct Time {
  const char* name;
  const char* refused_as;  // a part of the sentence
  void (*pass)(gc::Heap& heap);
};

const Time kTimes[] = {
    {"in a constructor", "a referencer", [](gc::Heap& heap) { heap.New<Busy>(true); }},
    {"in a callback", "a referencer",
     [](gc::Heap& heap) {
       heap.New<Busy>();
       heap.Collect();
     }},
    {"while a referencer is asked", "a referencer",
     [](gc::Heap& heap) {
       const Asked asked(heap);
       heap.Collect();
     }},
    {"while an object shows its references", "shows its references",
     [](gc::Heap& heap) {
       heap.AddRoot(heap.New<Shown>());
       heap.Collect();
     }},
};

Misuse AtATime(const Step& step, const Time& time) {
  return {.name = std::string(step.name) + " is called " + time.name,
          .refusal = {"scan-is-atomic", {"no collector step", time.refused_as}},
          .wrong =
              [&step, &time] {
                gc::Heap heap;
                in_callback = [&] { step.take(heap); };
                time.pass(heap);
              },
          .right =
              [&step, &time] {
                gc::Heap heap, other;
                in_callback = [&] { step.take(other); };
                time.pass(heap);
              }};
}

Misuse WithoutTheLock(const Step& step) {
  return {.name = std::string(step.name) + " is called on a heap whose lock is not held",
          .refusal = {"lock-excludes", {"a step of a heap with a lock is taken under it"}},
          .wrong =
              [&step] {
                gc::Lock lock;
                gc::Heap heap({.lock = &lock});
                step.take(heap);
              },
          .right =
              [&step] {
                gc::Lock lock;
                gc::Heap heap({.lock = &lock});
                lock.Acquire();
                step.take(heap);
                lock.Release();
              }};
}

Misuse ReservedInASection() {
  return {.name = "a slice is reserved in a section of the same thread",
          .refusal = {"lock-excludes", {"deadlock", "its section is at ", "step_misuses.cc:"}},
          .wrong =
              [] {
                gc::Lock lock;
                const gc::Section section(lock);
                lock.Reserve();
              },
          .right =
              [] {
                gc::Lock lock;
                { const gc::Section section(lock); }
                lock.Reserve();
                lock.CallOff();
              }};
}

}  // namespace

std::vector<Misuse> StepMisuses() {
  std::vector<Misuse> all;
  for (const Step& step : kSteps) {
    for (const Time& time : kTimes) all.push_back(AtATime(step, time));
    all.push_back(WithoutTheLock(step));
  }
  all.push_back(ReservedInASection());
  return all;
}

}  // namespace properties::misuse
