// properties/schedule/core_schedule.cc -- core's scheduler as a subject.
//
// The heap's objects refer to nothing: what a scheduler decides does not depend on a graph. Its
// clock moves on by a millisecond with each unit that the heap publishes, and by what subscribers
// are said to take. Settings are given as text, as a program's file has them. One is not the
// default: marking reads its clock after each unit, so that a slice does as many units as fit.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/schedule/configuration.h"
#include "core/schedule/scheduler.h"
#include "properties/schedule/paper_machine.h"
#include "properties/schedule/schedule_subject.h"
#include "properties/schedule/section_thread.h"
#include "reference/schedule/paper_settings.h"
#include "reference/schedule/schedule_text.h"

namespace properties::schedule {
namespace {

using reference::schedule::Act;
using reference::schedule::Asked;
using reference::schedule::Deed;
using reference::schedule::kNoticeWords;
using reference::schedule::LockState;
using reference::schedule::Operation;
using reference::schedule::Shown;
using reference::schedule::Told;
using reference::schedule::Verb;

constexpr std::string_view kLookAfterEachUnit = "trace.poll = 1";

gc::Settings StartingSettings() {
  gc::Settings settings;
  settings.trace_poll = 1;
  return settings;
}

// The places in this file from which a collection is asked for, by what stands there.
struct Places {
  std::uint32_t request = 0, unload = 0, collect = 0, try_ = 0, map = 0;
};

// One run, from a new heap on.
class Run {
 public:
  explicit Run(SectionThread& helper)
      : helper_(helper),
        section_(lock_),
        heap_(Options()),
        scheduler_(heap_, lock_, machine_, StartingSettings()) {
    heap_.SetEventSink(machine_.Sink());
    for (std::size_t i = 0; i < gc::kNoticeCount; ++i) {
      scheduler_.notices().Subscribe(static_cast<gc::Notice>(i), Subscriber());
    }
  }

  const Shown& Apply(const Operation& one, bool waits) {
    shown_.told.clear();
    shown_.answer = shown_.waited = false;
    const bool was_open = section_.IsOpen() && one.verb != Verb::kSection;
    {
      const SectionThread::Watch watch(helper_, section_, waits);
      Do(one);
    }
    shown_.waited = was_open && !section_.IsOpen();
    ShowState();
    if (!shown_.told.empty() || one.verb == Verb::kSubscribe || one.verb == Verb::kUnsubscribe)
      ShowSubscribers();
    return shown_;
  }

 private:
  gc::HeapOptions Options() {
    gc::HeapOptions options;
    options.lock = &lock_;
    options.raw_fields = gc::RawFields::kLog;
    options.raw_field_log = {
        .say = [](void* self,
                  const gc::RawField&) { ++static_cast<Run*>(self)->machine_.named_plain; },
        .context = this};
    return options;
  }
  static void Hear(void* self, const gc::Notification& one) { static_cast<Run*>(self)->Heard(one); }

  gc::Subscriber Subscriber() { return {.call = Hear, .context = this, .name = "judge"}; }

  LockState Lock() const {
    if (lock_.IsLocked()) return LockState::kHeld;
    return lock_.IsWanted() ? LockState::kReserved : LockState::kOpen;
  }

  void Heard(const gc::Notification& one) {
    const auto notice = static_cast<std::size_t>(one.notice);
    shown_.told.push_back({.notice = Named(gc::NameOf(one.notice)),
                           .full = one.full,
                           .purging_fully = scheduler_.IsPurgingFully(),
                           .marking = scheduler_.MarkingPending(),
                           .purge = scheduler_.PurgePending(),
                           .collecting = scheduler_.IsCollecting(),
                           .names_locked = scheduler_.NamesAreLocked(),
                           .holds_memory = one.notice == gc::Notice::kComplete && HoldsMemory(),
                           .lock = Lock(),
                           .cycle = one.cycle,
                           .milliseconds = machine_.now / kMillisecond});
    machine_.now += cost_;
    const std::optional<Deed> deed = deeds_[notice];
    deeds_[notice].reset();
    if (deed) DoInside(*deed);
  }

  // A name that no notice has counts as the last one's.
  static reference::schedule::Notice Named(std::string_view name) {
    std::size_t which = 0;
    while (which + 1 < kNoticeWords.size() && kNoticeWords[which] != name) ++which;
    return static_cast<reference::schedule::Notice>(which);
  }

  void DoInside(Deed deed) {
    switch (deed) {
      case Deed::kRequest:
        return scheduler_.RequestCollection(false);
      case Deed::kRequestFull:
        return scheduler_.RequestCollection(true);
      case Deed::kDelay:
        return scheduler_.DelayCollection();
      case Deed::kTry:
        shown_.answer = scheduler_.TryCollect();
        return;
    }
  }

  // A new heap may have been given a block that another one has left.
  bool HoldsMemory() const {
    return has_made_objects_ && heap_.collector().memory.blocks().blocks() != 0;
  }

  static std::source_location Here(std::uint32_t& place, std::source_location where) {
    place = where.line();
    return where;
  }
  static std::source_location This(std::source_location where = std::source_location::current()) {
    return where;
  }

  void Do(const Operation& one) {
    switch (one.verb) {
      case Verb::kPlay:
        return scheduler_.WorldBeganPlay();
      case Verb::kTick:
        return scheduler_.WorldTick({.frame = ++frame_, .delta = one.number});
      case Verb::kAgain:
        return scheduler_.WorldTick({.frame = frame_, .delta = one.number});
      case Verb::kRequest:
        return scheduler_.RequestCollection(one.full, Here(places_.request, This()));
      case Verb::kDelay:
        return scheduler_.DelayCollection();
      case Verb::kUntil:
        return scheduler_.SetTimeUntilNext(one.number);
      case Verb::kUnload:
        return scheduler_.LevelUnloaded(Here(places_.unload, This()));
      case Verb::kKeep:
        return scheduler_.Keep(one.on ? gc::object_flag::kStandalone : gc::object_flag::kNone);
      case Verb::kCollect:
        return Collect(one);
      case Verb::kTry:
        return Try(one);
      case Verb::kMap:
        return scheduler_.MapChanged(Here(places_.map, This()));
      case Verb::kSet:
        return Set(one);
      case Verb::kMemory:
      case Verb::kLevels:
      case Verb::kServer:
      case Verb::kPlayers:
      case Verb::kLoading:
      case Verb::kSection:
        return Surround(one);
      case Verb::kLive:
      case Verb::kDrop:
      case Verb::kGarbage:
      case Verb::kAsset:
      case Verb::kSlow:
        return Populate(one);
      case Verb::kCost:
        cost_ = static_cast<gc::Nanoseconds>(one.number) * kMillisecond;
        return;
      case Verb::kAt:
        deeds_[one.which] = static_cast<Deed>(one.deed);
        return;
      case Verb::kReady:
        machine_.ready = one.on;
        return;
      case Verb::kSubscribe:
        return scheduler_.notices().Subscribe(static_cast<gc::Notice>(one.which), Subscriber());
      case Verb::kUnsubscribe:
        shown_.answer =
            scheduler_.notices().Unsubscribe(static_cast<gc::Notice>(one.which), Subscriber());
        return;
    }
  }

  void Collect(const Operation& one) {
    const std::source_location where = Here(places_.collect, This());
    if (one.on) return scheduler_.Collect(one.full, gc::object_flag::kStandalone, where);
    scheduler_.Collect(one.full, where);
  }

  void Try(const Operation& one) {
    const std::source_location where = Here(places_.try_, This());
    shown_.answer = one.on ? scheduler_.TryCollect(one.full, gc::object_flag::kStandalone, where)
                           : scheduler_.TryCollect(one.full, where);
  }

  void Set(const Operation& one) {
    const std::string line = reference::schedule::Print(one);
    std::string text = line.substr(line.find(' ') + 1);
    text.insert(text.find(' '), " =");
    if (!configuration_) configuration_.emplace().Read(kLookAfterEachUnit, "a run");
    configuration_->Read(text, "a run");
    scheduler_.Configure(configuration_->values());
  }

  void Surround(const Operation& one) {
    if (one.verb == Verb::kMemory) machine_.free_megabytes = one.number;
    if (one.verb == Verb::kLevels) machine_.levels_wait = one.on;
    if (one.verb == Verb::kServer) machine_.server = one.on;
    if (one.verb == Verb::kPlayers) machine_.players = one.on;
    if (one.verb == Verb::kLoading) machine_.loading = one.on;
    if (one.verb != Verb::kSection) return;
    if (one.on) {
      section_.Open();
    } else {
      section_.Close();
    }
  }

  void Populate(const Operation& one) {
    for (int i = 0; i < static_cast<int>(one.number); ++i) {
      if (one.verb == Verb::kDrop) {
        heap_.RemoveRoot(roots_.back());
        roots_.pop_back();
        continue;
      }
      has_made_objects_ = true;
      if (one.verb == Verb::kSlow) {
        heap_.New<Slow>(machine_);
        continue;
      }
      // A try that meets a section is counted.
      const bool tries = i == 1 && one.verb == Verb::kGarbage && !section_.IsOpen();
      Thing* const made = tries ? heap_.New<Trying>(scheduler_, shown_.answer) : heap_.New<Thing>();
      if (one.verb == Verb::kAsset) heap_.SetFlags(made, gc::object_flag::kStandalone);
      if (one.verb == Verb::kLive) {
        heap_.AddRoot(made);
        roots_.push_back(made);
      }
    }
  }

  Asked AskedBy(const std::optional<std::source_location>& where) const {
    if (!where) return Asked::kNot;
    const std::uint32_t line = where->line();
    if (line == places_.request) return Asked::kRequest;
    if (line == places_.unload) return Asked::kUnload;
    if (line == places_.collect) return Asked::kCollect;
    if (line == places_.try_) return Asked::kTry;
    return line == places_.map ? Asked::kMap : Asked::kInNotice;
  }

  // Changes where a notice is told, or with a subscription.
  void ShowSubscribers() {
    shown_.calls = shown_.called_for = shown_.duplicates = 0;
    for (const gc::Notices::Cost& cost : scheduler_.notices().Costs()) {
      shown_.calls += cost.calls;
      shown_.called_for += cost.total / kMillisecond;
    }
    for (const gc::Notices::Duplicate& one : scheduler_.notices().Duplicates()) {
      shown_.duplicates += one.count;
    }
  }

  void ShowState() {
    const gc::FrameReport& report = scheduler_.frame_report();
    shown_.row = report.row;
    shown_.act = static_cast<Act>(report.act);
    shown_.started = report.started;
    shown_.asked = AskedBy(report.asked_at);
    shown_.slices = report.slices;
    shown_.units = report.units;
    shown_.pause = report.pause / kMillisecond;
    shown_.longest_step = report.worst_step / kMillisecond;
    shown_.marking = scheduler_.MarkingPending();
    shown_.purge = scheduler_.PurgePending();
    shown_.collecting = scheduler_.IsCollecting();
    shown_.names_locked = scheduler_.NamesAreLocked();
    shown_.purging_fully = scheduler_.IsPurgingFully();
    shown_.lock = Lock();
    shown_.elapsed = scheduler_.Elapsed();
    shown_.interval = scheduler_.CurrentInterval();
    shown_.marking_limit = scheduler_.MarkingLimit();
    shown_.purge_limit = scheduler_.PurgeLimit();
    shown_.skipped = scheduler_.SkippedTries();
    shown_.cycle = scheduler_.cycle();
    shown_.objects = heap_.ObjectCount();
    shown_.pauses = machine_.pauses;
    shown_.given_up = machine_.given_up;
    shown_.named = machine_.named;
    shown_.named_plain = machine_.named_plain;
    shown_.whole_steps = machine_.whole_steps;
    shown_.loading = machine_.loading;
  }

  SectionThread& helper_;
  PaperMachine machine_;
  gc::Lock lock_;
  OtherSection section_;
  gc::Heap heap_;
  std::optional<gc::Configuration> configuration_;  // made when a setting is given
  gc::Scheduler scheduler_;
  std::vector<Thing*> roots_;
  bool has_made_objects_ = false;
  std::array<std::optional<Deed>, gc::kNoticeCount> deeds_;
  gc::Nanoseconds cost_ = 0;
  std::uint64_t frame_ = 0;
  Places places_;
  Shown shown_;
};

class CoreSchedule final : public ScheduleSubject {
 public:
  CoreSchedule() { beside_.New<Thing>(); }
  void Begin() override { run_.emplace(helper_); }
  const Shown& Apply(const Operation& one, bool waits) override { return run_->Apply(one, waits); }
  bool TellsMemory() const override { return gc::ObjectMemory::kHasSlots; }

 private:
  // Has an object, so that the region of a run's objects does not go back to the system at its end,
  // which clears two megabytes for the next.
  gc::Heap beside_;
  SectionThread helper_;
  std::optional<Run> run_;
};

}  // namespace

std::unique_ptr<ScheduleSubject> MakeCoreSchedule() { return std::make_unique<CoreSchedule>(); }

}  // namespace properties::schedule
