#include "reference/starting/paper_starting.h"

#include <algorithm>

namespace reference::starting {
namespace {

constexpr std::array<double, 4> kSwitch = {0, 1, 1, 0};
constexpr PaperSetting kSettings[] = {
    {"trace.incremental", 0, kSwitch},
    {"trace.slice", 0.005, {0, 0.25, 1, 10}},
    {"trace.parallel", 1, kSwitch},
    {"trace.task_objects", 20, {1, 2, 700, 1000000}},
    {"gather.slice", 0, {0, 0.5, 10, 0.125}},
    {"purge.slice", 0.002, {0, 0.5, 10, 0.125}},
    {"purge.off_thread", 1, kSwitch},
    {"schedule.interval", 60, {-1, 0, 30, 100}},
    {"schedule.idle_server_factor", 10, {1, 2, 5, 100}},
    {"low_memory.threshold", 0, {0, 1, 100, 4000}},
    {"low_memory.interval", 30, {0.5, 10, 20, 500}},
    {"low_memory.level_interval", 15, {0.25, 5, 15, 700}},
    {"low_memory.purge_slice", 0.002, {0, 0.5, 10, 0.125}},
    {"table.max_objects", 2'097'152, {1, 5, 100000, 2147483647}, true},
    {"table.max_objects_in_editor", 25'165'824, {1, 7, 200000, 2147483647}, true},
    {"table.disregarded", 0, {0, 1, 50, 1000}, true},
    {"table.disregard_on_servers", 1, kSwitch, true},
    {"table.permanent_bytes", 0, {0, 8, 4096, 100000}, true},
    {"table.preallocate", 0, kSwitch, true},
    {"cluster.create", 1, kSwitch},
    {"cluster.min_objects", 5, {2, 3, 20, 1000000}},
    {"cluster.assets", 0, kSwitch},
    {"cluster.actors", 0, kSwitch},
    {"cluster.scripts", 0, kSwitch},
    {"garbage.eliminate", 1, kSwitch},
    {"debug.names_in_trace", 0, kSwitch},
    {"report.counts_at_limit", 0, kSwitch, true},
    {"history.size", 0, {0, 1, 3, 8}},
};

}  // namespace

std::span<const PaperSetting> PaperSettings() { return kSettings; }

double PaperValues::Of(std::string_view key) const {
  const auto found = set_.find(key);
  if (found != set_.end()) return found->second;
  return std::ranges::find(kSettings, key, &PaperSetting::key)->standard;
}

// An editor has a table of its own size, and everything in it may go. Another program that is not
// shipped prepares its assets as it goes, so that it has none that are there from the start.
PaperOptions FixedOptions(const PaperValues& values, PaperProgram program, bool server,
                          unsigned threads) {
  const bool editor = program == PaperProgram::kEditor;
  const bool disregards =
      program == PaperProgram::kShipped && (!server || values.IsOn("table.disregard_on_servers"));
  return {
      {"max_objects", values.Of(editor ? "table.max_objects_in_editor" : "table.max_objects")},
      {"max_disregarded", disregards ? values.Of("table.disregarded") : 0},
      {"permanent_bytes", disregards ? values.Of("table.permanent_bytes") : 0},
      {"preallocate", editor ? 0 : values.Of("table.preallocate")},
      {"dump_classes_when_full", values.Of("report.counts_at_limit")},
      {"workers", threads == 0 ? 1.0 : threads},
  };
}

// Clusters are for what is shipped: in the other programs objects change too much.
PaperOptions LiveOptions(const PaperValues& values, PaperProgram program) {
  return {
      {"clusters.create", program == PaperProgram::kShipped && values.IsOn("cluster.create")},
      {"clusters.min_objects", values.Of("cluster.min_objects")},
      {"clusters.assets", values.Of("cluster.assets")},
      {"clusters.actors", values.Of("cluster.actors")},
      {"clusters.scripts", values.Of("cluster.scripts")},
      {"parallel", values.Of("trace.parallel")},
      {"task_objects", values.Of("trace.task_objects")},
      {"destroy_off_thread", values.Of("purge.off_thread")},
      {"names_in_trace", values.Of("debug.names_in_trace")},
      {"eliminate", values.Of("garbage.eliminate")},
  };
}

bool KeepsStandalone(PaperProgram program) { return program == PaperProgram::kEditor; }

PaperSituation PaperSituationOf(unsigned bits) {
  std::array<bool, 9> is{};
  for (bool& one : is) {
    one = bits % 2 != 0;
    bits /= 2;
  }
  return {is[0], is[1], is[2], is[3], is[4], is[5], is[6], is[7], is[8]};
}

PaperDecision PaperDecide(const PaperSituation& now) {
  if (now.again) {
    if (!now.marking) return {"S13.1", "nothing"};
    if (now.resting) return {"S9.22", "nothing"};
    return {"S13.2", "marking slice"};
  }
  if (now.full_request) return {"S13.5(0)", "collect fully"};
  if (!now.playing) return {"S13.3", "nothing"};
  if (now.delay) return {"S13.5(1)", "skip frame"};
  if (now.marking) {
    if (now.resting) return {"S9.22", "nothing"};
    return {"S13.5(2)", "marking slice"};
  }
  if (now.purge) return {"S13.5(4)", "purge slice"};
  if (now.due) return {"S13.5(3)", "start"};
  if (now.request) return {"S13.10", "start"};
  return {"S13.5(4)", "purge slice"};
}

bool IsScarce(const PaperValues& values, const PaperLoad& load) {
  const double threshold = values.Of("low_memory.threshold");
  return threshold != 0 && load.free_megabytes < threshold;
}

double PaperInterval(const PaperValues& values, const PaperLoad& load) {
  const double usual = values.Of("schedule.interval");
  if (usual <= 0) return 0;
  const bool idle = load.server && !load.players;
  double interval = idle ? usual * values.Of("schedule.idle_server_factor") : usual;
  if (IsScarce(values, load)) {
    interval = std::min(interval, values.Of("low_memory.interval"));
    if (load.levels_wait) interval = std::min(interval, values.Of("low_memory.level_interval"));
  }
  return interval;
}

double PaperPurgeLimit(const PaperValues& values, const PaperLoad& load) {
  return values.Of(IsScarce(values, load) ? "low_memory.purge_slice" : "purge.slice");
}
double PaperMarkingLimit(const PaperValues& values) {
  return values.IsOn("trace.incremental") ? values.Of("trace.slice") : 0;
}
double PaperGatherLimit(const PaperValues& values) {
  return values.Of(values.IsOn("gather.slice") ? "gather.slice" : "trace.slice");
}

}  // namespace reference::starting
