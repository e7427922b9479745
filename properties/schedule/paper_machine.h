// properties/schedule/paper_machine.h -- the machine around core's scheduler in a run, and the
// objects of its heap: all that they answer is what the run says.
//
// Read next: properties/schedule/core_schedule.cc.

#pragma once

#include <cstdint>

#include "core/gc.h"
#include "core/schedule/scheduler.h"

namespace properties::schedule {

struct Thing : gc::Object {
  explicit Thing(const gc::Birth& birth) : gc::Object(birth) {}
  void BeginDestroy() noexcept {}
  bool IsReadyForFinishDestroy() const noexcept { return true; }
  void FinishDestroy() noexcept {}
  static const gc::Class kClass;
  gc::Object* plain = nullptr;
};
inline const gc::Reference kThingReferences[] = {gc::Reference::ToRaw(&Thing::plain, "plain")};
inline const gc::Class Thing::kClass = gc::Describe<Thing>("Thing", kThingReferences);

// Tries to collect while it is constructed: that is put off, and counts as nothing.
struct Trying : Thing {
  Trying(const gc::Birth& birth, gc::Scheduler& scheduler, bool& answer) : Thing(birth) {
    answer = scheduler.TryCollect();
  }
  static const gc::Class kClass;
};
inline const gc::Class Trying::kClass = gc::Describe<Trying>("Trying");

inline constexpr gc::Nanoseconds kMillisecond = 1'000'000;

struct PaperMachine final : gc::Environment {
  gc::Nanoseconds Now() override { return now; }
  double FreeMegabytes() override { return free_megabytes; }
  bool IsLoading() override { return loading; }
  void FinishLoading() override { loading = false; }
  bool LevelsWait() override { return levels_wait; }
  bool IsDedicatedServer() override { return server; }
  bool HasPlayers() override { return players; }
  void Pause() override {
    now += 1000 * kMillisecond;
    pauses += 1;
  }
  void NotReadyInTime(const gc::Unready& unready) override {
    given_up += unready.count;
    named += unready.culprits.size();
  }

  // Each unit takes a millisecond. A full collection is one step to the listener, whatever steps
  // are inside of it.
  gc::EventSink Sink() {
    return {.publish =
                [](void* self, const gc::Event& event) {
                  if (event.kind >= gc::EventKind::kCycleEnd) return;
                  static_cast<PaperMachine*>(self)->now += kMillisecond;
                },
            .context = this,
            .step =
                [](void* self, gc::Step step, bool begins) {
                  PaperMachine& machine = *static_cast<PaperMachine*>(self);
                  if (!begins) return void(--machine.depth);
                  const bool is_outermost = machine.depth++ == 0;
                  machine.whole_steps += is_outermost && step == gc::Step::kCollect;
                }};
  }

  gc::Nanoseconds now = 0;
  double free_megabytes = 1e6;
  bool loading = false;
  bool levels_wait = false;
  bool server = false;
  bool players = true;
  bool ready = true;  // slow objects are
  std::uint64_t pauses = 0;
  std::uint64_t given_up = 0;
  std::uint64_t named = 0;
  std::uint64_t named_plain = 0;
  std::uint64_t whole_steps = 0;
  int depth = 0;  // of steps
};

struct Slow : gc::Object {
  Slow(const gc::Birth& birth, const PaperMachine& of) : gc::Object(birth), machine(of) {}
  void BeginDestroy() noexcept {}
  bool IsReadyForFinishDestroy() const noexcept { return machine.ready; }
  void FinishDestroy() noexcept {}
  static const gc::Class kClass;
  const PaperMachine& machine;
};
inline const gc::Class Slow::kClass = gc::Describe<Slow>("Slow");

}  // namespace properties::schedule
