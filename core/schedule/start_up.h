// core/schedule/start_up.h -- the settings that are read once, before the first object is made.
//
// The size of the object table is fixed when the table is made. Which settings apply depends on the
// program. A shipped program uses them all. An editor has its own limit of objects; it has no
// disregarded objects, because it loads and unloads everything, and no clusters, because it changes
// everything. A shipped program that prepares its content as it goes has neither disregarded
// objects nor clusters.
//
// To tune the number of disregarded objects: run once, read how many permanent objects there are
// when loading is over (S1.19), and set table.disregarded to that number.
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
  Program program = Program::kShipped;
  std::uint32_t max_objects = 0;
  std::uint32_t disregarded_objects = 0;
  std::uint32_t permanent_bytes = 0;
  bool preallocate = false;
  bool counts_at_limit = false;
  Settings settings = {};  // for the options that may change later
};

// The settings that apply at start-up. Freezes the configuration: later changes are refused.
StartUp ReadStartUp(Configuration& configuration, Program program, bool dedicated_server);

// The cluster options of a program.
ClusterOptions ClusterOptionsFrom(const Settings& settings, Program program);
// What a program keeps by default: an editor its assets, which nothing needs to refer to; any other
// program nothing (S2.7).
ObjectFlags KeepFlagsOf(Program program);

// Gives those options that may change while a heap lives the values of the settings, and leaves the
// others alone.
void SetChangeable(const Settings& settings, Program program, HeapOptions& options);

// The options of a heap, for a machine that runs `threads` threads at once (0: unknown).
HeapOptions OptionsFor(const StartUp& start_up,
                       unsigned threads = std::thread::hardware_concurrency());

}  // namespace GC_BUILD
}  // namespace gc
