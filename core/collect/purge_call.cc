// core/collect/purge_call.cc -- a purge on its own: in slices, or to its end.
//
// The scheduler gives a purge slices of its own, and a full collection wants it finished. A purge
// slice goes on with a gather, whose end is the purge's beginning, and leaves a trace alone.
//
// Who is not ready to finish is waited for in a full purge only, and not for ever: it may be
// waiting for a fence that nobody will signal. When the grace time is over, the purge is given up
// and who still waits is named; asking goes on in later ticks.
//
// Upholds: wait-is-revisited.   Read next: core/collect/purge.cc.

#include <algorithm>
#include <thread>

#include "core/collect/collector.h"
#include "core/collect/running.h"

namespace gc {
inline namespace GC_BUILD {

bool Collector::Purge(Work budget) {
  BeginStep();
  const StepScope scope(*this, Step::kTick);
  Work done = 0;
  while (PurgeOrGatherPending() && done < budget && !Stopped()) {
    const Work spent = Run(budget - done, Only::kPurge);
    done += spent;
    if (spent == 0 || deadline.Passed()) break;
  }
  return !PurgeOrGatherPending();
}

bool Collector::PurgeUntil(const Deadline& until) {
  deadline = until;
  const bool over = Purge(kUnlimited);
  deadline = {};
  return over;
}

// Everybody is asked once more at least; without a clock, exactly once.
Unready Collector::FinishPurge(const Deadline& grace) {
  Purge(kUnlimited);
  while (!purge.waiting.empty() && !Stopped()) {
    BeginPurge();
    Settle();
    Purge(kUnlimited);
    if (purge.waiting.empty() || !grace.clock.Runs() || grace.Passed()) break;
    std::this_thread::yield();
  }
  if (destroyer != nullptr) destroyer->Wait();
  Unready left{.count = purge.waiting.size()};
  const std::size_t named = std::min(left.count, Unready::kNamed);
  for (std::size_t i = 0; i < named; ++i) {
    const Doomed& doomed = purge.waiting[i];
    left.culprits.push_back({.index = doomed.index, .type = doomed.object->header().type});
  }
  return left;
}

}  // namespace GC_BUILD
}  // namespace gc
