// core/inspect/report/inspector.h -- all that can be known of a heap's cycles, for whoever asks.
//
// One object beside the heap: it listens to the events, keeps the statistics and the histories that
// it was asked for, writes log lines to a sink of the user, and runs the verification modes. A heap
// without an inspector pays one test for each event, and nothing else.
//
//     gc::Inspector inspector(heap, {.records = 60, .log = {.line = Print}});
//     ...
//     inspector.records()[0].freed;
//
// It stands between the heap and the sink that was there before, and hands on to it. Inspectors
// leave in the reverse of the order in which they came, and all before their heap is dropped.
//
// Thread rules: those of its heap; it is called in the collector's steps.
// Read next: core/inspect/report/statistics.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/clock.h"
#include "core/collect/event.h"
#include "core/heap/heap.h"
#include "core/inspect/report/cycle_history.h"
#include "core/inspect/report/garbage_holders.h"
#include "core/inspect/report/graph_history.h"
#include "core/inspect/report/statistics.h"
#include "core/inspect/verify/verification.h"

namespace gc {
inline namespace GC_BUILD {

struct Settings;

// Takes a line of the log, without its end.
struct LogSink {
  void (*line)(void* context, std::string_view line) = nullptr;
  void* context = nullptr;
  bool verbose = false;  // also a line for each barrier list that is taken, and a round's
};

struct InspectorOptions {
  Clock clock = {};         // without one there are no times
  std::size_t records = 0;  // of cycles, that are kept
  std::size_t graphs = 0;   // of cycles, that are kept
  std::size_t most_graph_bytes = std::size_t{64} << 20;
  bool count_classes = false;  // in each record: costs a pass over the heap for each cycle
  LogSink log = {};
  VerificationOptions verify = {};
  // Looks, at the end of each trace that followed garbage, who refers to it, and says so to
  // `findings` and the log.
  TrackGarbage track_garbage = TrackGarbage::kOff;
  FindingSink findings = {};
};
// What the settings say: the history, the log and the verification modes.
InspectorOptions InspectorOptionsFrom(const Settings& settings);

class Inspector {
 public:
  explicit Inspector(Heap& heap, const InspectorOptions& options = {});
  ~Inspector();
  Inspector(const Inspector&) = delete;
  Inspector& operator=(const Inspector&) = delete;

  const Statistics& statistics() const { return statistics_; }
  const CycleHistory& records() const { return records_; }
  const GraphHistory& graphs() const { return graphs_; }
  const Verification& verification() const { return verification_; }

 private:
  void OnEvent(const Event& event);
  void OnStep(Step step, bool begins);
  void Log(std::string_view line);
  void ReportGarbageHolders();

  Heap& heap_;
  const InspectorOptions options_;
  const EventSink before_;
  Statistics statistics_;
  CycleHistory records_;
  GraphHistory graphs_;
  Verification verification_;
};

}  // namespace GC_BUILD
}  // namespace gc
