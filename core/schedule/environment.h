// core/schedule/environment.h -- what the scheduler has to know of the program and the machine.
//
// A decision that looks at the clock, the free memory or a loader cannot be tested, unless the test
// says what there is to be seen. So the scheduler looks at nothing by itself: it asks an
// Environment. The default one has the machine's clock and memory, loads nothing and serves nobody;
// a program overrides what it knows better, a test overrides everything.
//
// Thread rules: Now may be asked by several threads at once, the rest by the collector's thread.
// Read next: core/schedule/scheduler.h.

#pragma once

#include "core/base/build.h"
#include "core/base/clock.h"
#include "core/collect/unready.h"

namespace gc {
inline namespace GC_BUILD {

class Environment {
 public:
  virtual ~Environment() = default;

  // Never goes back.
  virtual Nanoseconds Now();
  // Memory that could still be had.
  virtual double FreeMegabytes();

  // Whether something is being loaded beside the game; and waits until nothing is.
  virtual bool IsLoading() { return false; }
  virtual void FinishLoading() {}
  // Whether levels wait to be unloaded, which a collection would do.
  virtual bool LevelsWait() { return false; }

  virtual bool IsDedicatedServer() { return false; }
  virtual bool HasPlayers() { return true; }

  // A full purge waits for objects that are not ready, outside the lock: lets somebody else run.
  virtual void Pause();
  // They were not ready in time. By default an abort that names them.
  virtual void NotReadyInTime(const Unready& unready);

  Clock clock() {
    return {.now = [](void* self) { return static_cast<Environment*>(self)->Now(); },
            .context = this};
  }
};

constexpr double kNanosecondsPerSecond = 1e9;
inline double Seconds(Nanoseconds time) {
  return static_cast<double>(time) / kNanosecondsPerSecond;
}

}  // namespace GC_BUILD
}  // namespace gc
