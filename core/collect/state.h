// core/collect/state.h -- what a collector is in the middle of.
//
// The parts of the state that a step leaves behind for the next one: how far the trace, the gather
// and the purge have come, and what was said about the table.
//
// Read next: core/collect/collector.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/collect/doomed.h"
#include "core/object/capacity_notice.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// What there is to do next; see Collector::NextUnit.
enum class Unit : std::uint8_t {
  kNone,
  kInitialReferences,
  kScan,
  kBarrierList,
  kEndCheck,
  kGather,
  kBegin,
  kPoll,
  kFree,
};

// The state of a trace, from a flip to the end check.
struct TraceState {
  bool initial_references_taken = false;
  const Object* scanning = nullptr;  // null whenever the mutator runs
  bool garbage_followed = false;     // a reference that it may not clear led to garbage
  bool ran_dry = false;              // faulty build: the work list was empty once
  bool end_decided = false;          // faulty build: the next end check does not look
  // What the referencers said beside the flip, to be taken with the initial references.
  std::optional<std::vector<Object*>> reported = std::nullopt;
};

// The gather's range: indices from `next` to `end` - 1 are still to be looked at.
// Workers take it in pieces, `rest`, which a deadline may leave unfinished; then the first one
// starts at `next`, and there are gaps that were looked at.
struct GatherState {
  struct Range {
    Index next = 1;
    Index end = 1;
  };
  Index next = 1;
  Index end = 1;
  std::vector<Range> rest = {};
  bool in_order = true;  // purge.gathered is sorted by index
};

enum class Stage : std::uint8_t { kNone, kBegin, kPoll, kFree };

// The purge. `batch` is begun and then polled, whoever was waiting before behind the others; those
// that were ready are `finished`, and freed when all have been polled.
struct PurgeState {
  Stage stage = Stage::kNone;
  std::size_t next = 0;          // in batch
  std::size_t freed = 0;         // of finished
  std::vector<Doomed> gathered;  // by a gather that is not over
  std::vector<Doomed> batch;
  std::vector<Doomed> finished;
  std::vector<Doomed> waiting;  // were not ready, and are asked again
};

// Whether what is made now is never collected, if there is room for it, and how many that were.
struct DisregardState {
  bool open = true;
  std::uint32_t made = 0;  // while the window was open, whether there was room or not
};

// What the user said about the size of the table.
struct Capacity {
  std::uint32_t max_objects = 0;  // as set, before rounding
  std::uint32_t warn_at = 0;      // 0: never, or never again
  bool dump_classes = false;
  CapacitySink notices;
};

}  // namespace GC_BUILD
}  // namespace gc
