#include "core/inspect/report/statistics.h"

#include <algorithm>
#include <utility>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

Spent SpentBy(EventKind kind) {
  switch (kind) {
    case EventKind::kFlip:
      return Spent::kStart;
    case EventKind::kGather:
      return Spent::kGather;
    case EventKind::kBegin:
      return Spent::kBegin;
    case EventKind::kPoll:
      return Spent::kFinish;
    case EventKind::kFree:
    case EventKind::kCycleEnd:
      return Spent::kFree;
    case EventKind::kInitialReferences:
    case EventKind::kBarrierList:
    case EventKind::kScan:
    case EventKind::kEndCheck:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      break;
  }
  return Spent::kTrace;
}

bool IsPurge(Spent spent) { return spent >= Spent::kBegin; }

void Add(SliceFigures& to, const SliceFigures& more) {
  to.count += more.count;
  to.units += more.units;
  to.most_units = std::max(to.most_units, more.most_units);
  to.time += more.time;
  to.slowest = std::max(to.slowest, more.slowest);
}

void Add(CycleRecord& to, const CycleRecord& more) {
  for (std::size_t i = 0; i < kSpentKinds; ++i) {
    to.units[i] += more.units[i];
    to.time[i] += more.time[i];
  }
  Add(to.slices, more.slices);
  to.roots += more.roots;
  to.initial_references += more.initial_references;
  to.barrier_objects += more.barrier_objects;
  to.barrier_passes += more.barrier_passes;
  to.scanned += more.scanned;
  to.end_checks += more.end_checks;
  to.doomed += more.doomed;
  to.begun += more.begun;
  to.polled += more.polled;
  to.not_ready += more.not_ready;
  to.freed += more.freed;
}

}  // namespace

// The kind of work that the collector does next.
Spent Statistics::SpentNow() const {
  if (collector_.population.phase() == Phase::kMarking) return Spent::kTrace;
  switch (collector_.purger.stage()) {
    case Stage::kBegin:
      return Spent::kBegin;
    case Stage::kPoll:
      return Spent::kFinish;
    case Stage::kFree:
      return Spent::kFree;
    case Stage::kNone:
      break;
  }
  return collector_.population.phase() == Phase::kGathering ? Spent::kGather : Spent::kFinish;
}

void Statistics::OnStep(Step step, bool begins) {
  if (begins && depth_++ == 0) {
    collecting_ = step == Step::kCollect;
    since_ = clock_.Now();
    is_first_ = true;
  } else if (begins && step == Step::kStart && !is_first_) {
    Switch(Spent::kStart);  // a full collection has finished what was pending
  }
  if (begins || --depth_ != 0) return;
  if (!is_first_) Switch(now_);
  if (marking_) CloseSlice(*marking_);
  if (purging_) CloseSlice(*purging_);
  collecting_ = false;
}

// Adds the time since the last reading of the clock to the kind of work that ends here.
void Statistics::Switch(Spent next) {
  const Nanoseconds time = clock_.Now();
  if (time != since_) {
    const bool idle = IsPurge(now_) ? !purging_ : !marking_;
    if (!idle) {
      Open& open = RecordFor(now_);
      open.record.time[static_cast<std::size_t>(now_)] += time - since_;
      open.step_time += time - since_;
    }
    since_ = time;
  }
  now_ = next;
}

Statistics::Open& Statistics::RecordFor(Spent spent) {
  std::optional<Open>& open = IsPurge(spent) ? purging_ : marking_;
  if (!open) open = Open();
  return *open;
}

void Statistics::CloseSlice(Open& open) {
  SliceFigures& slices = open.record.slices;
  slices.count += open.step_units != 0;
  slices.units += open.step_units;
  slices.most_units = std::max(slices.most_units, open.step_units);
  slices.time += open.step_time;
  slices.slowest = std::max(slices.slowest, open.step_time);
  open.step_units = 0;
  open.step_time = 0;
}

void Statistics::BeginCycle() {
  marking_ = Open();
  CycleRecord& record = marking_->record;
  record.cycle = collector_.marker.flips();
  record.full = collecting_;
  record.started_at = since_;
  record.objects_at_start = collector_.population.Count();
  record.roots = collector_.wavefront.work().size();
}

// The gather is over: later units belong to the purge.
void Statistics::EndTraceRecord() {
  if (!marking_ || !marking_->gathered) return;
  purging_ = std::move(marking_);
  marking_.reset();
}

const CycleRecord* Statistics::OnEvent(const Event& event) {
  if (event.kind >= EventKind::kDissolved) return nullptr;
  EndTraceRecord();
  const Spent spent = SpentBy(event.kind);
  // What a step does first is known when it has begun: a purge may go on beside a marking.
  if (std::exchange(is_first_, false)) now_ = spent;
  if (event.kind == EventKind::kCycleEnd) return Complete();
  if (event.kind == EventKind::kFlip) BeginCycle();
  if (!IsPurge(spent) && !marking_) return nullptr;  // begun before the inspector was made
  if (spent != now_) Switch(spent);
  Open& open = RecordFor(spent);
  open.record.units[static_cast<std::size_t>(spent)] += 1;
  open.step_units += 1;
  Count(event, open.record);
  if (event.kind == EventKind::kFlip) Switch(Spent::kTrace);
  if (event.kind == EventKind::kEndCheck && event.flag != 0) {
    open.to_gather = collector_.gatherer.end() - collector_.gatherer.next();
    open.gathered = open.to_gather == 0;
    Switch(SpentNow());  // a purge that is pending goes first
  }
  if (event.kind == EventKind::kGather && --open.to_gather == 0) {
    open.gathered = true;
    Switch(Spent::kGather);
    now_ = Spent::kBegin;
    EndTraceRecord();
  }
  return nullptr;
}

void Statistics::Count(const Event& event, CycleRecord& record) {
  switch (event.kind) {
    case EventKind::kInitialReferences:
      record.initial_references += event.detail;
      break;
    case EventKind::kBarrierList:
      record.barrier_objects += event.detail;
      record.barrier_passes += 1;
      break;
    case EventKind::kScan:
      record.scanned += 1;
      break;
    case EventKind::kEndCheck:
      record.end_checks += 1;
      break;
    case EventKind::kGather:
      record.doomed += event.flag;
      break;
    case EventKind::kBegin:
      record.begun += 1;
      break;
    case EventKind::kPoll:
      record.polled += 1;
      record.not_ready += event.flag == 0;
      break;
    case EventKind::kFree:
      record.freed += 1;
      break;
    case EventKind::kFlip:
    case EventKind::kCycleEnd:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      break;
  }
}

const CycleRecord* Statistics::Complete() {
  Switch(SpentNow());  // a step may go on, with the gather of the next cycle
  if (!purging_) purging_ = Open();
  CloseSlice(*purging_);
  completed_ = std::move(purging_->record);
  purging_.reset();
  completed_.ended_at = since_;
  completed_.objects_at_end = collector_.population.Count();
  if (count_classes_) completed_.classes = CountClasses(collector_);
  Add(total_, completed_);
  total_.objects_at_end = completed_.objects_at_end;
  if (completed_.cycle != 0) {
    total_.cycle = completed_.cycle;
    cycles_ += 1;
    last_start_ = Seconds(completed_.started_at);
    last_duration_ = Seconds(completed_.Time());
  }
  return &completed_;
}

}  // namespace GC_BUILD
}  // namespace gc
