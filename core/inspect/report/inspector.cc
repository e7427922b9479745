#include "core/inspect/report/inspector.h"

#include <new>
#include <string>

#include "core/collect/collector.h"
#include "core/schedule/settings.h"

namespace gc {
inline namespace GC_BUILD {

InspectorOptions InspectorOptionsFrom(const Settings& settings, InspectorOptions options) {
  options.records = settings.history_size;
  options.graphs = settings.history_size;
  options.graph_limit = settings.report_graph_limit;
  options.log.cycles = options.log.verbose = settings.report_cycles;
  options.track_garbage = static_cast<TrackGarbage>(settings.track_garbage);
  options.verify = {.unreachable = settings.verify_unreachable,
                    .assumptions = settings.verify_assumptions,
                    .assumptions_on_full = settings.verify_assumptions_on_full,
                    .assumptions_chance = settings.verify_chance,
                    .referencers = settings.verify_referencers,
                    .seed = options.verify.seed};
  return options;
}

namespace {

GraphLimits GraphLimitsOf(const InspectorOptions& options) {
  return {.cycles = options.graphs,
          .most_bytes = options.most_graph_bytes,
          .clock = options.clock,
          .time = static_cast<Nanoseconds>(options.graph_limit * 1e9)};
}

}  // namespace

Inspector::Inspector(Heap& heap, const InspectorOptions& options)
    : heap_(heap),
      options_(options),
      before_(heap.collector().population.reports.sink()),
      statistics_(heap.collector(), options.clock, options.count_classes),
      records_(options.records),
      graphs_(heap, GraphLimitsOf(options)),
      verification_(heap, options.verify, options.findings),
      cleared_(heap, options.cleared_slots) {
  heap.SetEventSink(
      {.publish = [](void* self,
                     const Event& event) { static_cast<Inspector*>(self)->OnEvent(event); },
       .context = this,
       .step = [](void* self, Step step,
                  bool begins) { static_cast<Inspector*>(self)->OnStep(step, begins); }});
}

Inspector::~Inspector() {
  if (heap_.collector().population.reports.sink().context != this) {
    Abort(Misuse{.sentence = "inspectors leave in the reverse of the order in which they came",
                 .where = GC_HERE});
  }
  heap_.SetEventSink(before_);
}

void Inspector::Configure(const Settings& settings) {
  options_ = InspectorOptionsFrom(settings, options_);
  records_.SetLength(options_.records);
  graphs_.SetLimits(GraphLimitsOf(options_));
  verification_.SetOptions(options_.verify);
}

namespace {

// In the middle of a step nothing may be thrown: a report for which there is no memory is dropped,
// and the others are made.
template <class Make>
void IfThereIsMemory(const Make& make) {
  try {
    make();
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace

void Inspector::OnEvent(const Event& event) {
  if (before_.publish != nullptr) before_.publish(before_.context, event);
  IfThereIsMemory([&] { NoteCycle(event); });
  IfThereIsMemory([&] { NoteCleared(event); });
  IfThereIsMemory([&] { NoteGraph(event); });
  IfThereIsMemory([&] { verification_.OnEvent(event); });
  IfThereIsMemory([&] { NoteMarking(event); });
}

void Inspector::NoteCycle(const Event& event) {
  const CycleRecord* const record = statistics_.OnEvent(event);
  if (record == nullptr) return;
  if (record->cycle != 0) records_.Add(*record);
  const bool logged = record->cycle != 0 ? options_.log.cycles : options_.log.verbose;
  if (logged && options_.log.line != nullptr) Log(TextOf(*record));
}

void Inspector::NoteCleared(const Event& event) {
  if (event.kind == EventKind::kFlip) cleared_.BeginCycle();
  if (event.kind != EventKind::kEndCheck || event.flag == 0) return;
  for (const ClearedSlots& slots : cleared_.slots()) Log(TextOf(slots));
}

void Inspector::NoteGraph(const Event& event) {
  const std::uint64_t skipped = graphs_.Skipped();
  graphs_.OnEvent(event);
  if (graphs_.Skipped() != skipped) {
    Log("cycle " + std::to_string(heap_.collector().marker.flips()) +
        ": its graph was given up, for it took too much time or memory");
  }
}

void Inspector::NoteMarking(const Event& event) {
  if (event.kind == EventKind::kEndCheck && event.flag != 0 && TraceFollowedGarbage(heap_)) {
    ReportGarbageHolders();
  }
  if (event.kind == EventKind::kBarrierList && options_.log.verbose) {
    Log("cycle " + std::to_string(heap_.collector().marker.flips()) + ": the barrier added " +
        std::to_string(event.detail) + " objects");
  }
}

void Inspector::OnStep(Step step, bool begins) {
  if (before_.step != nullptr) before_.step(before_.context, step, begins);
  IfThereIsMemory([&] { statistics_.OnStep(step, begins); });
  IfThereIsMemory([&] { verification_.OnStep(step, begins); });
}

void Inspector::ReportGarbageHolders() {
  for (const Finding& finding : FindGarbageHolders(heap_, options_.track_garbage)) {
    const FindingSink& sink = options_.findings;
    if (sink.report != nullptr) sink.report(sink.context, finding);
    Log(std::string_view(finding.text).substr(0, finding.text.size() - 1));
  }
}

void Inspector::Log(std::string_view line) {
  if (options_.log.line != nullptr) options_.log.line(options_.log.context, line);
}

}  // namespace GC_BUILD
}  // namespace gc
