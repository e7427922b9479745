#include "core/schedule/settings.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace gc {
inline namespace GC_BUILD {

namespace {

using S = Settings;

constexpr double k31Bits = 2'147'483'647.0;
constexpr double k32Bits = 4'294'967'295.0;
constexpr std::array<std::string_view, 3> kTracking = {"off", "all", "sampled"};
constexpr std::array<std::string_view, 3> kRawMembers = {"allow", "log", "refuse"};

// A setting that is on or off.
constexpr Setting Switch(std::string_view key, bool S::*member, std::string_view read_by,
                         std::string_view meaning, std::string_view engine_name,
                         When when = When::kAnyTime) {
  return {key, member, "", 0, 1, when, read_by, meaning, engine_name};
}

constexpr std::string_view kHere = "core/schedule";
constexpr std::string_view kHeap = "core/collect";
constexpr std::string_view kInspect = "core/inspect";

constexpr Setting kSettings[] = {
    Switch("trace.incremental", &S::trace_incremental, kHere, "mark in slices",
           "gc.AllowIncrementalReachability"),
    {"trace.slice", &S::trace_slice, "s", 0, 10, When::kAnyTime, kHere,
     "soft limit of a slice of marking; 0: none", "gc.IncrementalReachabilityTimeLimit"},
    {"trace.poll", &S::trace_poll, "units", 1, 1e6, When::kAnyTime, kHere,
     "the clock is read after so many units of marking at most", ""},
    {"trace.delay", &S::trace_delay, "frames", 0, 1e6, When::kAnyTime, kHere,
     "frames between two slices of marking, to widen races", "gc.DelayReachabilityIterations"},
    Switch("trace.continuous", &S::trace_continuous, kHere,
           "begin the next cycle as soon as one has ended", "gc.ContinuousIncrementalGC"),
    Switch("trace.parallel", &S::trace_parallel, kHeap, "let worker threads help",
           "gc.AllowParallelGC"),
    {"trace.task_objects", &S::trace_task_objects, "objects", 1, 1e6, When::kAnyTime, kHeap,
     "the fewest objects of a gather that are handed to a worker thread",
     "gc.MinDesiredObjectsPerSubTask"},
    Switch("gather.incremental", &S::gather_incremental, kHere, "gather in slices",
           "gc.AllowIncrementalGather"),
    {"gather.slice", &S::gather_slice, "s", 0, 10, When::kAnyTime, kHere,
     "soft limit of a gather slice; 0: that of a slice of marking",
     "gc.IncrementalGatherTimeLimit"},
    Switch("purge.begin_incremental", &S::begin_incremental, kHere,
           "begin-destroy in slices; off: all at once after the gather",
           "gc.IncrementalBeginDestroyEnabled"),
    {"purge.begin_poll", &S::begin_poll, "units", 1, 1e6, When::kAnyTime, kHere,
     "the clock is read after so many begin-destroys at most",
     "gc.IncrementalBeginDestroyGranularity"},
    {"purge.slice", &S::purge_slice, "s", 0, 10, When::kAnyTime, kHere,
     "soft limit of a purge slice; 0: none", "gc.IncrementalGCTimePerFrame"},
    {"purge.poll", &S::purge_poll, "units", 1, 1e6, When::kAnyTime, kHere,
     "the clock is read after so many units of finishing and freeing", ""},
    Switch("purge.off_thread", &S::purge_off_thread, kHeap,
           "destroy on a worker thread the objects that allow it",
           "gc.MultithreadedDestructionEnabled"),
    {"purge.grace", &S::purge_grace, "s", 0, 3600, When::kAnyTime, kHere,
     "how long a full purge waits for objects that are not ready",
     "gc.AdditionalFinishDestroyTimeGC"},
    {"purge.culprits", &S::purge_culprits, "objects", 0, 10, When::kAnyTime, kHere,
     "how many of the objects that were not ready in time are named",
     "gc.MaxFinishDestroyTimeoutObjectsToLog"},
    {"schedule.interval", &S::interval, "s of game time", -1, 1e6, When::kAnyTime, kHere,
     "time between two timed cycles; 0 or less: none", "gc.TimeBetweenPurgingPendingKillObjects"},
    {"schedule.idle_server_factor", &S::idle_server_factor, "times", 1, 1e6, When::kAnyTime, kHere,
     "factor of the interval on a dedicated server without players",
     "gc.TimeBetweenPurgingPendingKillObjectsOnIdleServerMultiplier"},
    {"schedule.tries_before_forcing", &S::tries_before_forcing, "tries", 0, 1e6, When::kAnyTime,
     kHere, "after so many tries that met a section, wait for it; 0: never wait",
     "gc.NumRetriesBeforeForcingGC"},
    Switch("schedule.collect_while_loading", &S::collect_while_loading, kHere,
           "collect even while something is being loaded", "gc.PerformGCWhileAsyncLoading"),
    Switch("schedule.flush_loading_first", &S::flush_loading_first, kHere,
           "finish loading before collecting", "gc.FlushStreamingOnGC"),
    Switch("schedule.collect_on_level_unload", &S::collect_on_level_unload, kHere,
           "request a full collection when a level is unloaded", "s.ForceGCAfterLevelStreamedOut"),
    {"low_memory.threshold", &S::low_memory_threshold, "MB", 0, 1e9, When::kAnyTime, kHere,
     "memory is low when less than this is free; 0: never", "gc.LowMemory.MemoryThresholdMB"},
    {"low_memory.interval", &S::low_memory_interval, "s of game time", 0.1, 1e6, When::kAnyTime,
     kHere, "the interval when memory is low, if it is shorter than the usual one",
     "gc.LowMemory.TimeBetweenPurgingPendingKillObjects"},
    {"low_memory.level_interval", &S::low_memory_level_interval, "s of game time", 0.1, 1e6,
     When::kAnyTime, kHere, "the same, while levels wait to be unloaded",
     "gc.LowMemory.TimeBetweenPurgingPendingLevels"},
    {"low_memory.purge_slice", &S::low_memory_purge_slice, "s", 0, 10, When::kAnyTime, kHere,
     "soft limit of a purge slice when memory is low", "gc.LowMemory.IncrementalGCTimePerFrame"},
    {"table.max_objects", &S::max_objects, "objects", 1, k31Bits, When::kStartUp, kHeap,
     "the most objects; the table is rounded up to whole chunks", "gc.MaxObjectsInGame"},
    {"table.max_objects_in_editor", &S::max_objects_in_editor, "objects", 1, k31Bits,
     When::kStartUp, kHeap, "the same for an editor", "gc.MaxObjectsInEditor"},
    {"table.disregarded", &S::disregarded_objects, "objects", 0, k31Bits, When::kStartUp, kHeap,
     "how many objects can be disregarded", "gc.MaxObjectsNotConsideredByGC"},
    Switch("table.disregard_on_servers", &S::disregard_on_servers, kHere,
           "have disregarded objects on dedicated servers too",
           "gc.UseDisregardForGCOnDedicatedServers", When::kStartUp),
    {"table.permanent_bytes", &S::permanent_bytes, "bytes", 0, k32Bits, When::kStartUp, kHeap,
     "size of the pool from which disregarded objects are allocated",
     "gc.SizeOfPermanentObjectPool"},
    Switch("table.preallocate", &S::preallocate, kHeap, "make all chunks of the table at the start",
           "gc.PreAllocateUObjectArray", When::kStartUp),
    Switch("cluster.create", &S::clusters, kHeap,
           "make clusters; off: those that exist are dissolved too", "gc.CreateGCClusters"),
    {"cluster.min_objects", &S::cluster_min_objects, "objects", 2, 1e6, When::kAnyTime, kHeap,
     "the smallest cluster, its root included", "gc.MinGCClusterSize"},
    Switch("cluster.assets", &S::cluster_assets, kHeap, "let assets be cluster roots",
           "gc.AssetClustreringEnabled"),
    Switch("cluster.actors", &S::cluster_actors, kHeap, "let actors be cluster roots",
           "gc.ActorClusteringEnabled"),
    Switch("cluster.scripts", &S::cluster_scripts, kHeap, "let script classes be cluster roots",
           "gc.BlueprintClusteringEnabled"),
    Switch("garbage.eliminate", &S::eliminate_garbage, kHeap,
           "clear references to objects marked garbage, from the next cycle on",
           "gc.GarbageEliminationEnabled"),
    {"garbage.track", &S::track_garbage, "", 0, 2, When::kAnyTime, kInspect,
     "report references to objects marked garbage", "gc.GarbageReferenceTrackingEnabled",
     kTracking},
    Switch("verify.unreachable", &S::verify_unreachable, kInspect,
           "search again from the roots before the gather, and compare",
           "gc.VerifyNoUnreachableObjects"),
    Switch("verify.assumptions", &S::verify_assumptions, kInspect,
           "check what clusters and disregarded objects rely on", "gc.VerifyAssumptions"),
    Switch("verify.assumptions_on_full", &S::verify_assumptions_on_full, kInspect,
           "the same, in full collections only", "gc.VerifyAssumptionsOnFullPurge"),
    {"verify.chance", &S::verify_chance, "of 1", 0, 1, When::kAnyTime, kInspect,
     "the same, in this share of all collections", "gc.VerifyAssumptionsChance"},
    Switch("verify.referencers", &S::verify_referencers, kInspect,
           "report managed objects that are referencers too", "gc.VerifyUObjectsAreNotFGCObjects"),
    {"verify.raw_members", &S::raw_members, "", 0, 2, When::kAnyTime, kHeap,
     "what happens if a schema names a raw pointer", "NonEngineNativePointerMemberBehavior",
     kRawMembers},
    Switch(
        "debug.names_in_trace", &S::debug_names_in_trace, kHeap,
        "look at each reference before marking follows it, and name holder and field of a bad one",
        "gc.ForceEnableGCProcessor"),
    {"debug.every_frames", &S::debug_every_frames, "frames", 0, 1e6, When::kAnyTime, kHere,
     "try a full collection every so many frames; 0: no", "gc.CollectGarbageEveryFrame"},
    Switch("debug.force_every_frame", &S::debug_force_every_frame, kHere,
           "a full collection in every frame, waiting for sections",
           "gc.ForceCollectGarbageEveryFrame"),
    Switch("debug.stress_loading", &S::debug_stress_loading, kHere,
           "a full collection in every frame in which something is being loaded",
           "gc.StressTestGC"),
    Switch("report.cycles", &S::report_cycles, kInspect,
           "log every cycle, the barrier's finds and the rounds of waiting objects",
           "gc.DumpAnalyticsToLog"),
    Switch("report.counts_at_limit", &S::report_counts_at_limit, kHeap,
           "report objects by class when the table is full",
           "gc.DumpObjectCountsToLogWhenMaxObjectLimitExceeded", When::kStartUp),
    {"report.graph_limit", &S::report_graph_limit, "s", 0, 10, When::kAnyTime, kInspect,
     "a graph of the heap that takes longer to draw is given up; 0: none is",
     "gc.DebugGraphSafeDurationThresholdMs"},
    {"history.size", &S::history_size, "cycles", 0, 1e4, When::kAnyTime, kInspect,
     "how many cycles are remembered; 0: none", "gc.HistorySize"},
};

// The least number of edits (a letter added, removed or replaced) between two words.
std::size_t Distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t exchanged = corner + (from[i - 1] == to[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({exchanged, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[to.size()];
}

}  // namespace

std::span<const Setting> AllSettings() { return kSettings; }

const Setting* FindSetting(std::string_view key) {
  const auto found = std::ranges::find(kSettings, key, &Setting::key);
  return found == std::end(kSettings) ? nullptr : &*found;
}

std::string_view NearestKey(std::string_view key) {
  return std::ranges::min_element(
             kSettings, {}, [&](const Setting& setting) { return Distance(key, setting.key); })
      ->key;
}

}  // namespace GC_BUILD
}  // namespace gc
