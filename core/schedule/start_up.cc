#include "core/schedule/start_up.h"

#include <algorithm>

namespace gc::inline GC_BUILD {

StartUp ReadStartUp(Configuration& configuration, Program program, bool dedicated_server) {
  configuration.Freeze();
  const Settings& settings = configuration.values();
  if (program == Program::kEditor) {
    return {.max_objects = settings.max_objects_in_editor,
            .clusters = settings.clusters,
            .parallel = settings.trace_parallel,
            .counts_at_limit = settings.report_counts_at_limit,
            .eliminate_garbage = settings.eliminate_garbage};
  }
  StartUp start_up{.max_objects = settings.max_objects,
                   .preallocate = settings.preallocate,
                   .parallel = settings.trace_parallel,
                   .counts_at_limit = settings.report_counts_at_limit,
                   .eliminate_garbage = settings.eliminate_garbage};
  if (program == Program::kPreparesAsItGoes) return start_up;
  start_up.clusters = settings.clusters;
  if (!dedicated_server || settings.disregard_on_servers) {
    start_up.disregarded_objects = settings.disregarded_objects;
    start_up.permanent_bytes = settings.permanent_bytes;
  }
  return start_up;
}

HeapOptions OptionsFor(const StartUp& start_up, unsigned threads) {
  HeapOptions options;
  options.max_objects = start_up.max_objects;
  options.max_disregarded = start_up.disregarded_objects;
  options.permanent_bytes = start_up.permanent_bytes;
  options.preallocate = start_up.preallocate;
  options.dump_classes_when_full = start_up.counts_at_limit;
  if (!start_up.eliminate_garbage) options.eliminate = Origins::None();
  options.workers = start_up.parallel ? std::max(1u, threads) : 1;
  return options;
}

}  // namespace gc::inline GC_BUILD
