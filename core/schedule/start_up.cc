#include "core/schedule/start_up.h"

#include <algorithm>

namespace gc {
inline namespace GC_BUILD {

StartUp ReadStartUp(Configuration& configuration, Program program, bool dedicated_server) {
  configuration.Freeze();
  const Settings& settings = configuration.values();
  StartUp start_up{
      .program = program, .counts_at_limit = settings.report_counts_at_limit, .settings = settings};
  if (program == Program::kEditor) {
    start_up.max_objects = settings.max_objects_in_editor;
    return start_up;
  }
  start_up.max_objects = settings.max_objects;
  start_up.preallocate = settings.preallocate;
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

ObjectFlags KeepFlagsOf(Program program) {
  return program == Program::kEditor ? object_flag::kStandalone : object_flag::kNone;
}

void SetChangeable(const Settings& settings, Program program, HeapOptions& options) {
  options.clusters = ClusterOptionsFrom(settings, program);
  options.parallel = settings.trace_parallel;
  options.task_objects = settings.trace_task_objects;
  options.destroy_off_thread = settings.purge_off_thread;
  options.names_in_trace = settings.debug_names_in_trace;
  options.raw_fields = static_cast<RawFields>(settings.raw_members);
  options.eliminate = settings.eliminate_garbage ? Origins::All() : Origins::None();
}

HeapOptions OptionsFor(const StartUp& start_up, unsigned threads) {
  HeapOptions options;
  options.max_objects = start_up.max_objects;
  options.max_disregarded = start_up.disregarded_objects;
  options.permanent_bytes = start_up.permanent_bytes;
  options.preallocate = start_up.preallocate;
  options.dump_classes_when_full = start_up.counts_at_limit;
  options.workers = std::max(1u, threads);
  SetChangeable(start_up.settings, start_up.program, options);
  return options;
}

}  // namespace GC_BUILD
}  // namespace gc
