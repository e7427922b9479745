#include "core/schedule/scheduler.h"

#include <optional>
#include <source_location>

namespace gc {
inline namespace GC_BUILD {

Scheduler::Scheduler(Heap& heap, Lock& lock, Environment& environment, const Settings& settings)
    : heap_(heap),
      lock_(lock),
      environment_(environment),
      settings_(settings),
      slice_lock_(heap, lock),
      cycle_(heap, slice_lock_, environment.clock()),
      requests_(settings_, environment),
      run_({.heap = heap,
            .settings = settings_,
            .environment = environment,
            .lock = slice_lock_,
            .cycle = cycle_,
            .requests = requests_,
            .report = report_}) {}

void Scheduler::CheckThread(const char* what) const {
  if (lock_.OnCollectorThread()) return;
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "only the collector's thread may collect",
               .where = GC_HERE,
               .what = what});
}

void Scheduler::CheckNotBusy(const char* what) const {
  if (!run_.IsBusy()) return;
  Abort(Misuse{.sentence = "a collection must not be demanded inside a collection",
               .where = GC_HERE,
               .what = what});
}

void Scheduler::Collect(bool full, ObjectFlags mask, std::source_location where) {
  CheckThread("Collect");
  CheckNotBusy("Collect");
  report_.asked_at = where;
  run_.Collect({.full = full, .wait = true, .mask = mask});
}

bool Scheduler::TryCollect(bool full, ObjectFlags mask, std::source_location where) {
  CheckThread("TryCollect");
  if (run_.IsBusy() || !run_.Collect({.full = full, .wait = false, .mask = mask})) return false;
  report_.asked_at = where;
  return true;
}

void Scheduler::MapChanged(std::source_location where) {
  CheckThread("MapChanged");
  CheckNotBusy("MapChanged");
  report_.asked_at = where;
  run_.Collect({.full = true, .wait = true, .trim = true, .mask = requests_.kept()});
}

void Scheduler::LevelUnloaded(std::source_location where) {
  if (settings_.collect_on_level_unload) requests_.Request(true, where);
}

void Scheduler::WorldTick(const Frame& frame) {
  CheckThread("WorldTick");
  CheckNotBusy("WorldTick");
  const Nanoseconds before = environment_.Now();
  const bool first = requests_.BeginTick(frame);
  if (first) report_ = {};
  const Row& row = Decide(Now(!first));
  Do(row.act);
  report_.row = row.id;
  report_.act = row.act;
  report_.pause += environment_.Now() - before;
}

Situation Scheduler::Now(bool again) const {
  Situation now = requests_.Asked(again);
  now.marking = MarkingPending();
  now.purge = PurgePending();
  return now;
}

void Scheduler::Do(Act act) {
  switch (act) {
    case Act::kNothing:
      break;
    case Act::kCollectFully:
      StartScheduled(true);
      break;
    case Act::kSkipFrame:
      requests_.SkipFrame();
      break;
    case Act::kMarkingSlice:
      run_.MarkingSlice();
      requests_.RestFromMarking(true);
      break;
    case Act::kStart:
      StartScheduled(false);
      break;
    case Act::kPurgeSlice:
      run_.PurgeSlice();
      break;
  }
}

// A try: if it fails, requests and delay stay as they are, and the next frame tries again.
void Scheduler::StartScheduled(bool full) {
  const std::optional<std::source_location> asked_at = requests_.AskedAt(full);
  if (!run_.Collect({.full = full,
                     .wait = requests_.WaitsForSections(),
                     .sliced = !full,
                     .scheduled = true,
                     .mask = requests_.kept()})) {
    return;
  }
  report_.asked_at = asked_at;
  requests_.RestFromMarking(MarkingPending());
  report_.started = true;
  cycle_.TellCleanUp(full);
}

}  // namespace GC_BUILD
}  // namespace gc
