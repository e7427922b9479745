// core/configure/live_settings.h -- carries a configuration to the parts of a running program.
//
// A configuration alone changes nothing: the heap was made with options, the scheduler has a copy
// of the settings, the inspector has options of its own. If each program had to pass on every
// change to each of them, some would be forgotten, and a switch would have no effect. So one object
// listens to the configuration and passes on all of it:
//
//     gc::Configuration configuration;
//     configuration.ReadFile("game.cfg");
//     configuration.ReadArguments(argc, argv);
//     const gc::StartUp start_up = gc::ReadStartUp(configuration, gc::Program::kShipped, false);
//     gc::Heap heap(gc::OptionsFor(start_up));
//     gc::Scheduler scheduler(heap, lock, environment);
//     gc::Inspector inspector(heap, {.log = sink});
//     gc::LiveSettings live(configuration, start_up.program,
//                           {.heap = heap, .scheduler = &scheduler, .inspector = &inspector});
//     ...
//     configuration.Read("trace.slice = 0.001", "console", gc::Layer::kRunning);
//
// What is read at start-up is the heap's already and is refused from then on (ReadStartUp); the
// rest takes effect in the call that changes it, except where the setting says otherwise.
//
// Thread rules: the collector's thread, between steps; so is every change of the configuration.
//
// Read next: core/schedule/configuration.h.

#pragma once

#include "core/collect/heap_options.h"
#include "core/heap/heap.h"
#include "core/inspect/report/inspector.h"
#include "core/schedule/configuration.h"
#include "core/schedule/scheduler.h"
#include "core/schedule/start_up.h"

namespace gc {
inline namespace GC_BUILD {

class LiveSettings {
 public:
  // The parts of a program that have settings; all of them outlive the LiveSettings.
  struct Parts {
    Heap& heap;
    Scheduler* scheduler = nullptr;
    Inspector* inspector = nullptr;
  };

  // Passes on the values as they are now, and from here on every change. The scheduler keeps by
  // default what such a program keeps (KeepFlagsOf).
  LiveSettings(Configuration& configuration, Program program, const Parts& parts);
  ~LiveSettings();
  LiveSettings(const LiveSettings&) = delete;
  LiveSettings& operator=(const LiveSettings&) = delete;

 private:
  void Apply();
  Configuration::Listener Listening();

  Configuration& configuration_;
  const Program program_;
  const Parts parts_;
};

}  // namespace GC_BUILD
}  // namespace gc
