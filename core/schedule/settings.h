// core/schedule/settings.h -- all settings, each defined once: name, unit, default, range, meaning.
//
// If a setting were named in one place, printed in another and documented in a third, the three
// would soon differ. Here each setting is a member of Settings, whose initialiser is its default,
// and one row of AllSettings(), which has the rest. Code that reads a file, prints values or checks
// a range goes through the rows; code that uses a setting reads the member.
//
// Each row says which room reads the setting, and when: once at start-up, or whenever it is needed.
// A change of the latter takes effect at once (core/configure/live_settings.h).
//
// Read next: core/schedule/configuration.h.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <variant>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

struct Settings {
  // trace
  bool trace_incremental = false;
  double trace_slice = 0.005;
  std::uint32_t trace_poll = 128;
  std::uint32_t trace_delay = 0;
  bool trace_continuous = false;
  bool trace_parallel = true;
  std::uint32_t trace_task_objects = 20;
  // gather
  bool gather_incremental = false;
  double gather_slice = 0;
  // purge
  bool begin_incremental = true;
  std::uint32_t begin_poll = 10;
  double purge_slice = 0.002;
  std::uint32_t purge_poll = 1;
  bool purge_off_thread = true;
  double purge_grace = 40;
  std::uint32_t purge_culprits = 10;
  // schedule
  double interval = 60;
  double idle_server_factor = 10;
  std::uint32_t tries_before_forcing = 10;
  bool collect_while_loading = false;
  bool flush_loading_first = false;
  bool collect_on_level_unload = false;
  // low memory
  double low_memory_threshold = 0;
  double low_memory_interval = 30;
  double low_memory_level_interval = 15;
  double low_memory_purge_slice = 0.002;
  // table
  std::uint32_t max_objects = 2 * 1024 * 1024;
  std::uint32_t max_objects_in_editor = 25'165'824;
  std::uint32_t disregarded_objects = 0;
  bool disregard_on_servers = true;
  std::uint32_t permanent_bytes = 0;
  bool preallocate = false;
  // clusters
  bool clusters = true;
  std::uint32_t cluster_min_objects = 5;
  bool cluster_assets = false;
  bool cluster_actors = false;
  bool cluster_scripts = false;
  // garbage
  bool eliminate_garbage = true;
  std::uint32_t track_garbage = 0;
  // verify
  bool verify_unreachable = false;
  bool verify_assumptions = false;
  bool verify_assumptions_on_full = false;
  double verify_chance = 0;
  bool verify_referencers = false;
  std::uint32_t raw_members = 0;
  // debug
  bool debug_names_in_trace = false;
  std::uint32_t debug_every_frames = 0;
  bool debug_force_every_frame = false;
  bool debug_stress_loading = false;
  // report
  bool report_cycles = false;
  bool report_counts_at_limit = false;
  double report_graph_limit = 0.004;
  std::uint32_t history_size = 0;

  friend bool operator==(const Settings&, const Settings&) = default;
};

// The names of the values, for a setting that has a few named ones.
using Choices = std::span<const std::string_view>;

// When a setting is read: once, before the first object is made, or whenever it is needed.
enum class When : std::uint8_t { kStartUp, kAnyTime };

struct Setting {
  using Member = std::variant<bool Settings::*, std::uint32_t Settings::*, double Settings::*>;
  std::string_view key;
  Member member;
  std::string_view unit;  // empty: the value is on or off, or one of `choices`
  double least;
  double most;
  When when;
  std::string_view read_by;  // the folder that reads it
  std::string_view meaning;
  std::string_view engine_name;  // its name in the engine's documentation; may be empty
  Choices choices = {};
};

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// Every setting, in the order of Settings.
std::span<const Setting> AllSettings();
// The row of a key; null if the key does not exist.
const Setting* FindSetting(std::string_view key);
// The existing key that is the fewest edits away.
std::string_view NearestKey(std::string_view key);

}  // namespace GC_BUILD
}  // namespace gc
