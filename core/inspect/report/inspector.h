// core/inspect/report/inspector.h -- records what the collector of one heap does, for its user.
//
// An inspector listens to the events of a heap. It keeps the statistics and histories that its
// options ask for, writes log lines to a sink of the user, and runs the verification modes. A heap
// without an inspector pays one test for each event.
//
//     gc::Inspector inspector(heap, {.records = 60, .log = {.line = Print}});
//     ...
//     inspector.records()[0].freed;
//
// An inspector takes the place of the heap's event sink and hands each event on to the sink that
// was there before. So inspectors must be dropped in the reverse of the order in which they were
// made, and all of them before their heap.
//
// Thread rules: those of its heap. An inspector runs in the steps of the collector.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/clock.h"
#include "core/heap/heap.h"
#include "core/inspect/report/cleared_slots.h"
#include "core/inspect/report/cycle_history.h"
#include "core/inspect/report/garbage_holders.h"
#include "core/inspect/report/graph_history.h"
#include "core/inspect/report/statistics.h"
#include "core/inspect/verify/verification.h"
#include "core/population/event.h"

namespace gc {
inline namespace GC_BUILD {

struct Settings;

// Receives the log, line by line, without line ends.
struct LogSink {
  void (*line)(void* context, std::string_view line) = nullptr;
  void* context = nullptr;
  bool cycles = true;    // a line for each cycle
  bool verbose = false;  // also lines for barrier lists and for rounds of waiting objects
};

struct InspectorOptions {
  Clock clock = {};         // without a clock, all times are 0
  std::size_t records = 0;  // number of cycles whose records are kept
  std::size_t graphs = 0;   // number of cycles whose graphs are kept
  std::size_t most_graph_bytes = std::size_t{64} << 20;
  double graph_limit = 0;  // seconds, by the clock; a graph that takes longer is given up; 0: none
  bool count_classes = false;  // costs a pass over the heap for each cycle
  // Lists the slots that hold garbage when marking clears them, and logs them when it ends.
  bool cleared_slots = false;
  LogSink log = {};
  VerificationOptions verify = {};
  // At the end of each marking that followed garbage, searches for the references that hold it, and
  // reports them to `findings` and the log.
  TrackGarbage track_garbage = TrackGarbage::kOff;
  FindingSink findings = {};
};
// The options with those that are settings (history, graphs, log, verification modes) set.
InspectorOptions InspectorOptionsFrom(const Settings& settings, InspectorOptions options = {});

class Inspector {
 public:
  explicit Inspector(Heap& heap, const InspectorOptions& options = {});
  ~Inspector();
  Inspector(const Inspector&) = delete;
  Inspector& operator=(const Inspector&) = delete;

  // Takes over what are settings, at once; clock and sinks stay. A history that becomes shorter
  // drops its oldest cycles.
  void Configure(const Settings& settings);

  const Statistics& statistics() const { return statistics_; }
  const CycleHistory& records() const { return records_; }
  const GraphHistory& graphs() const { return graphs_; }
  const Verification& verification() const { return verification_; }
  // Of the last cycle, while marking too; empty unless the option is on.
  const ClearedSlotList& cleared() const { return cleared_; }

 private:
  void OnEvent(const Event& event);
  void NoteCycle(const Event& event);
  void NoteCleared(const Event& event);
  void NoteGraph(const Event& event);
  void NoteMarking(const Event& event);
  void OnStep(Step step, bool begins);
  void Log(std::string_view line);
  void ReportGarbageHolders();

  Heap& heap_;
  InspectorOptions options_;
  const EventSink before_;
  Statistics statistics_;
  CycleHistory records_;
  GraphHistory graphs_;
  Verification verification_;
  ClearedSlotList cleared_;
};

}  // namespace GC_BUILD
}  // namespace gc
