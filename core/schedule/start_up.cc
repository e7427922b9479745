#include "core/schedule/start_up.h"

#include <algorithm>

namespace gc {
inline namespace GC_BUILD {

StartUp ReadStartUp(Configuration& configuration, Program program, bool dedicated_server) {
  configuration.Freeze();
  const Settings& settings = configuration.values();
  if (program == Program::kEditor) {
    return {.max_objects = settings.max_objects_in_editor,
            .clusters = ClusterOptionsFrom(settings, program),
            .parallel = settings.trace_parallel,
            .counts_at_limit = settings.report_counts_at_limit,
            .eliminate_garbage = settings.eliminate_garbage};
  }
  StartUp start_up{.max_objects = settings.max_objects,
                   .preallocate = settings.preallocate,
                   .parallel = settings.trace_parallel,
                   .counts_at_limit = settings.report_counts_at_limit,
                   .eliminate_garbage = settings.eliminate_garbage};
  start_up.clusters = ClusterOptionsFrom(settings, program);
  if (program == Program::kPreparesAsItGoes) return start_up;
  if (!dedicated_server || settings.disregard_on_servers) {
    start_up.disregarded_objects = settings.disregarded_objects;
    start_up.permanent_bytes = settings.permanent_bytes;
  }
  return start_up;
}

ClusterOptions ClusterOptionsFrom(const Settings& settings, Program program) {
  return {.create = settings.clusters && program == Program::kShipped,
          .min_objects = settings.cluster_min_objects,
          .assets = settings.cluster_assets,
          .actors = settings.cluster_actors,
          .scripts = settings.cluster_scripts};
}

HeapOptions OptionsFor(const StartUp& start_up, unsigned threads) {
  HeapOptions options;
  options.max_objects = start_up.max_objects;
  options.max_disregarded = start_up.disregarded_objects;
  options.permanent_bytes = start_up.permanent_bytes;
  options.preallocate = start_up.preallocate;
  options.dump_classes_when_full = start_up.counts_at_limit;
  options.clusters = start_up.clusters;
  if (!start_up.eliminate_garbage) options.eliminate = Origins::None();
  options.workers = start_up.parallel ? std::max(1u, threads) : 1;
  return options;
}

}  // namespace GC_BUILD
}  // namespace gc
