// core/schedule/start_up.h -- the settings that are read once, before the first object is made.
//
// How many objects there may be is fixed when the table is made. Which of the settings counts
// depends on the program: one that ships reads them all; an editor has a limit of its own and no
// objects that are never freed, since it loads and unloads everything, nor clusters, since it
// changes everything; one that ships but prepares its content as it goes has neither.
//
// To tune them: run once, read how many permanent objects there are when loading is over (S1.19),
// and set table.disregarded to that number.
//
// Read next: core/heap/heap.h.

#pragma once

#include <cstdint>
#include <thread>

#include "core/heap/heap.h"
#include "core/schedule/configuration.h"

namespace gc {
inline namespace GC_BUILD {

enum class Program : std::uint8_t { kShipped, kPreparesAsItGoes, kEditor };

struct StartUp {
  std::uint32_t max_objects = 0;
  std::uint32_t disregarded_objects = 0;
  std::uint32_t permanent_bytes = 0;
  bool preallocate = false;
  ClusterOptions clusters = {.create = false};
  bool parallel = true;
  bool counts_at_limit = false;
  bool eliminate_garbage = true;
};

// What counts at start-up. Freezes the configuration: no later change has an effect.
StartUp ReadStartUp(Configuration& configuration, Program program, bool dedicated_server);

// The clusters of such a program: may be asked again, and given to the heap, whenever a setting has
// changed.
ClusterOptions ClusterOptionsFrom(const Settings& settings, Program program);

// The same as a heap's options, on a machine that runs so many threads at once (0: nobody knows).
HeapOptions OptionsFor(const StartUp& start_up,
                       unsigned threads = std::thread::hardware_concurrency());

}  // namespace GC_BUILD
}  // namespace gc
