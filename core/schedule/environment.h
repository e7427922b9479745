// core/schedule/environment.h -- what the scheduler asks about the program and the machine.
//
// A decision that reads the clock, the free memory or the state of a loader can be tested only if
// the test controls them. Therefore the scheduler asks an Environment. The default one has the
// machine's clock and memory, loads nothing, and is not a server. A program overrides what it knows
// better; a test overrides everything.
//
// Thread rules: Now may be called by several threads at once, the rest by the collector's thread
// only.
// Read next: core/schedule/scheduler.h.

#pragma once

#include "core/base/build.h"
#include "core/base/clock.h"
#include "core/purge/unready.h"

namespace gc {
inline namespace GC_BUILD {

class Environment {
 public:
  virtual ~Environment() = default;

  // Nanoseconds since an arbitrary start. Never goes back.
  virtual Nanoseconds Now();
  // Memory that is available to the program, in megabytes.
  virtual double FreeMegabytes();

  // IsLoading: whether something is being loaded beside the game. FinishLoading waits for its end.
  virtual bool IsLoading() { return false; }
  virtual void FinishLoading() {}
  // Whether levels wait to be unloaded, for which a collection is needed.
  virtual bool LevelsWait() { return false; }

  virtual bool IsDedicatedServer() { return false; }
  virtual bool HasPlayers() { return true; }

  // Called again and again, without the lock, while a full purge waits for objects that are not
  // ready. Lets other threads run.
  virtual void Pause();
  // Called when objects were not ready in time. The default aborts and names them.
  virtual void NotReadyInTime(const Unready& unready);

  Clock clock() {
    return {.now = [](void* self) { return static_cast<Environment*>(self)->Now(); },
            .context = this};
  }
};

}  // namespace GC_BUILD
}  // namespace gc
