// properties/worlds/game_of_worlds.h -- a game in small, changed beside the table on paper.
//
// Its clock moves on by a millisecond with each unit of the collector's work, and by nothing else.
//
// Included by core_worlds.cc only.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "properties/worlds/stage.h"
#include "properties/worlds/worlds_run.h"
#include "reference/worlds/paper_worlds.h"

namespace properties::worlds {
namespace {

using reference::worlds::kNone;
using reference::worlds::PaperWorlds;

struct UnitTime final : gc::Environment {
  gc::Nanoseconds Now() override { return now; }
  double FreeMegabytes() override { return 1e6; }
  void Pause() override {}
  gc::Nanoseconds now = 0;
};

// What is around the worlds: a heap under a lock, and a scheduler that works in slices.
class Surroundings {
 protected:
  static constexpr gc::Nanoseconds kUnit = 1'000'000;

  static gc::HeapOptions Options(gc::Lock& lock) {
    gc::HeapOptions options;
    options.lock = &lock;
    options.clusters = {.create = true, .min_objects = 1, .actors = true};
    return options;
  }
  static gc::Settings Sliced() {
    gc::Settings settings;
    settings.trace_incremental = settings.gather_incremental = true;
    settings.trace_poll = settings.begin_poll = settings.purge_poll = 1;
    settings.trace_slice = settings.gather_slice = settings.purge_slice = 0.005;
    settings.cluster_actors = true;
    settings.cluster_min_objects = 1;
    settings.collect_on_level_unload = true;
    return settings;
  }

  Diary diary_;  // outlives the heap, whose objects write into it when they are dropped
  UnitTime time_;
  gc::Lock lock_;
  gc::Heap heap_{Options(lock_)};
  gc::Scheduler scheduler_{heap_, lock_, time_, Sliced()};
  std::uint32_t own_objects_ = 0;
  std::uint64_t frame_ = 0;
};

class GameOfWorlds : protected Surroundings {
 public:
  GameOfWorlds() {
    diary = &diary_;
    diary_.on_play = [this](int actor, bool begins) { OnPlay(actor, begins); };
    heap_.SetEventSink({.publish =
                            [](void* time, const gc::Event& event) {
                              if (event.kind >= gc::EventKind::kCycleEnd) return;
                              static_cast<UnitTime*>(time)->now += kUnit;
                            },
                        .context = &time_});
    scheduler_.WorldBeganPlay();
    for (const gc::Class* type : {&StageActor::kClass, &StagePart::kClass}) {
      worlds_->factory().ClassOf(*type);
    }
    const auto hear = [](void* self, const gc::Notification& told) {
      static_cast<GameOfWorlds*>(self)->Hear(told);
    };
    for (const gc::Notice notice : {gc::Notice::kCleanUp, gc::Notice::kPostCollect}) {
      scheduler_.notices().Subscribe(notice, {.call = hear, .context = this});
    }
    worlds_->ReportLeaks([this](const gc::LevelLeak& leak) { leaks_told_.push_back(leak.left); });
    worlds_->factory().TransientPackage();  // in which all worlds are
    own_objects_ = heap_.ObjectCount();
  }
  ~GameOfWorlds() {
    held_.Reset();
    worlds_.reset();
    diary_.on_play = [](int, bool) {};
  }
  GameOfWorlds(const GameOfWorlds&) = delete;
  GameOfWorlds& operator=(const GameOfWorlds&) = delete;

  // Does the operation in the heap and on paper; false if it cannot be done.
  bool Apply(const WorldsOperation& operation);

 protected:
  static constexpr std::size_t kMostWorlds = 3, kMostLevels = 6, kMostActors = 12, kMostParts = 3;

  // In no list of a game that plays there is garbage.
  bool IsOpen(int world) const { return Has(paper_.worlds(), world) && paper_.WorldAt(world).open; }
  bool IsThere(int level) const {
    return Has(paper_.levels(), level) &&
           paper_.LevelAt(level).state != reference::worlds::State::kLeft;
  }
  bool Lives(int actor) const { return Has(paper_.actors(), actor) && !paper_.At(actor).garbage; }
  // Numbers go round: each names one of those that there are.
  template <class T>
  static int OneOf(const std::vector<T>& list, int number) {
    return list.empty() ? kNone : number % static_cast<int>(list.size());
  }
  template <class T>
  static bool Has(const std::vector<T>& list, int number) {
    return number >= 0 && static_cast<std::size_t>(number) < list.size();
  }
  bool IsGone(int actor) const { return std::ranges::count(diary_.actors_gone, actor) != 0; }
  StageActor& ActorAt(int actor) const { return *made_[static_cast<std::size_t>(actor)]; }
  gc::Level& LevelAt(int level) const { return *levels_[static_cast<std::size_t>(level)]; }
  gc::World& WorldAt(int world) const { return *opened_[static_cast<std::size_t>(world)]; }

  PaperWorlds paper_;
  std::unique_ptr<gc::Worlds> worlds_ = std::make_unique<gc::Worlds>(heap_, lock_, scheduler_);
  gc::Worlds* const game_ = worlds_.get();  // also while they are dropped
  std::vector<gc::World*> opened_;
  std::vector<gc::Level*> levels_;
  std::vector<StageActor*> made_;
  gc::StrongPtr<StageActor> held_;
  std::uint32_t clusters_ = 0, clusters_on_paper_ = 0;  // made by the last Loaded
  std::uint32_t all_clusters_on_paper_ = 0;
  bool destroys_ = false, destroys_on_paper_ = false;  // what was answered last
  bool whole_ = false;                                 // the last operation was a whole collection
  bool level_left_ = false;                            // since the last frame
  std::vector<std::string> leaks_told_, leaks_on_paper_;

 private:
  std::string PathOf(const reference::worlds::Departure& left) const {
    const std::string world = "Transient/w" + std::to_string(left.world);
    return left.level == kNone ? world : world + "/l" + std::to_string(left.level);
  }
  // The game's own code.
  void OnPlay(int actor, bool begins) {
    const int other = begins ? paper_.At(actor).ends_at_once : paper_.At(actor).ends_with_it;
    if (other == kNone || IsGone(other) || heap_.IsRoot(&ActorAt(other))) return;
    game_->Destroy(ActorAt(other));
  }
  void Hear(const gc::Notification& told) {
    if (told.notice == gc::Notice::kCleanUp) return paper_.CloseGaps();
    for (const int level : std::exchange(wait_, {})) {
      if (IsThere(level)) all_clusters_on_paper_ += paper_.Scenery(level);
    }
    for (const auto& leak : paper_.NewLeaks(told.cycle)) leaks_on_paper_.push_back(PathOf(leak));
  }

  bool AddLevel(int world, bool streamed);
  bool Loaded(int level);
  bool Spawn(int level, const WorldsOperation& operation, bool like);
  bool ChangeActor(WorldsVerb verb, int actor, int other);
  bool Collect(bool scheduled);
  void Frame() { scheduler_.WorldTick({.frame = ++frame_, .delta = 0}); }
  std::vector<int> wait_;  // levels that wait for a cycle's end with their clusters
  bool IsPending() const { return scheduler_.MarkingPending() || scheduler_.PurgePending(); }

 protected:
  std::string LeakOnPaper() const {
    const reference::worlds::Departure* const leak = paper_.Leak();
    return leak == nullptr ? "none" : PathOf(*leak);
  }
};

bool GameOfWorlds::AddLevel(int world, bool streamed) {
  using reference::worlds::State;
  if (!IsOpen(world) || levels_.size() >= kMostLevels) return false;
  const int level = paper_.AddLevel(world, streamed ? State::kLoading : State::kInPlay);
  const std::string name = "l" + std::to_string(level);
  levels_.push_back(streamed ? worlds_->StreamIn(WorldAt(world), name)
                             : worlds_->AddLevel(WorldAt(world), name));
  return true;
}

// Clusters are made at once, or wait for the end of the cycle.
bool GameOfWorlds::Loaded(int level) {
  using reference::worlds::State;
  if (!IsThere(level) || paper_.LevelAt(level).state != State::kLoading) return false;
  paper_.Loaded(level);
  if (heap_.phase() != gc::Phase::kIdle) {
    wait_.push_back(level);
  } else {
    clusters_on_paper_ = paper_.Scenery(level);
    all_clusters_on_paper_ += clusters_on_paper_;
  }
  clusters_ = worlds_->Loaded(LevelAt(level));
  return true;
}

// Scenery is given nothing to refer to, so that its cluster has it and its parts.
bool GameOfWorlds::Spawn(int level, const WorldsOperation& operation, bool like) {
  const int kind = operation.numbers[1], other = OneOf(made_, operation.numbers[2]);
  if (!IsThere(level) || made_.size() >= kMostActors || (like && !Lives(other))) return false;
  reference::worlds::Actor plan{.deferred = (kind & 1) != 0, .scenery = !like && (kind & 2) != 0};
  if ((kind & 4) != 0 && !like && !plan.scenery && Lives(other)) plan.instigator = other;
  const int number = paper_.Spawn(level, plan, like ? other : kNone);
  const std::string name = "a" + std::to_string(number);
  diary_.next_actor = number;
  diary_.next_part = 0;
  made_.push_back(worlds_->Spawn<StageActor>(
      LevelAt(level), {.name = name,
                       .instigator = plan.instigator == kNone ? nullptr : &ActorAt(plan.instigator),
                       .values_of = like ? &ActorAt(other) : nullptr,
                       .deferred = plan.deferred}));
  made_.back()->scenery = plan.scenery;
  diary_.next_actor = kNone;
  return true;
}

bool GameOfWorlds::ChangeActor(WorldsVerb verb, int actor, int other) {
  reference::worlds::Actor& on_paper = paper_.At(actor);
  const bool both = Lives(other);
  switch (verb) {
    case WorldsVerb::kFinish:
      worlds_->FinishSpawning(ActorAt(actor));
      paper_.Finish(actor);
      return true;
    case WorldsVerb::kAddPart: {
      if (on_paper.parts.size() >= kMostParts || on_paper.play == reference::worlds::Play::kEnded)
        return false;
      diary_.next_actor = actor;
      diary_.next_part = paper_.AddPart(actor);
      worlds_->AddComponent<StagePart>(ActorAt(actor));
      diary_.next_actor = kNone;
      return true;
    }
    case WorldsVerb::kDestroy:
      if (on_paper.rooted) return false;
      destroys_ = worlds_->Destroy(ActorAt(actor));
      destroys_on_paper_ = paper_.Destroy(actor);
      return true;
    case WorldsVerb::kAim:
      if (!both || on_paper.scenery) return false;
      ActorAt(actor).target = &ActorAt(other);
      on_paper.target = other;
      return true;
    case WorldsVerb::kEndWith:
    case WorldsVerb::kEndAtOnce:
      // In one level, as levels of a world leave it in no order that is promised.
      if (!both || paper_.At(other).level != on_paper.level) return false;
      (verb == WorldsVerb::kEndWith ? on_paper.ends_with_it : on_paper.ends_at_once) = other;
      return true;
    case WorldsVerb::kRoot:
      if (on_paper.rooted) {
        heap_.RemoveRoot(&ActorAt(actor));
      } else {
        heap_.AddRoot(&ActorAt(actor));
      }
      on_paper.rooted = !on_paper.rooted;
      return true;
    case WorldsVerb::kHold:
      held_ = gc::StrongPtr<StageActor>(&ActorAt(actor));
      paper_.Hold(actor);
      return true;
    case WorldsVerb::kOpen:
    case WorldsVerb::kAddLevel:
    case WorldsVerb::kStreamIn:
    case WorldsVerb::kLoaded:
    case WorldsVerb::kStreamOut:
    case WorldsVerb::kCleanUp:
    case WorldsVerb::kSpawn:
    case WorldsVerb::kSpawnLike:
    case WorldsVerb::kRelease:
    case WorldsVerb::kFrame:
    case WorldsVerb::kCollect:
    case WorldsVerb::kCollectNow:
      break;
  }
  return false;
}

// First what is pending ends, without limits; then a whole one runs. Where a level has just left,
// the worlds have asked for it.
bool GameOfWorlds::Collect(bool scheduled) {
  const bool asked = std::exchange(level_left_, false) && !IsPending();
  while (IsPending()) Frame();
  if (scheduled) {
    if (!asked) scheduler_.RequestCollection(true);
    do {
      Frame();
    } while (IsPending());
  } else {
    scheduler_.Collect(true);
  }
  paper_.Collected();
  whole_ = true;
  return true;
}

bool GameOfWorlds::Apply(const WorldsOperation& operation) {
  const int world = OneOf(opened_, operation.numbers[0]);
  const int level = OneOf(levels_, operation.numbers[0]);
  const int actor = OneOf(made_, operation.numbers[0]);
  whole_ = false;
  clusters_ = clusters_on_paper_ = 0;
  switch (operation.verb) {
    case WorldsVerb::kOpen:
      if (opened_.size() >= kMostWorlds) return false;
      opened_.push_back(worlds_->Open("w" + std::to_string(paper_.Open())));
      return true;
    case WorldsVerb::kAddLevel:
    case WorldsVerb::kStreamIn:
      return AddLevel(world, operation.verb == WorldsVerb::kStreamIn);
    case WorldsVerb::kLoaded:
      return Loaded(level);
    case WorldsVerb::kStreamOut:
      if (!IsThere(level)) return false;
      paper_.StreamOut(level, scheduler_.cycle());
      worlds_->StreamOut(LevelAt(level));
      level_left_ = true;
      return true;
    case WorldsVerb::kCleanUp:
      if (!IsOpen(world)) return false;
      paper_.CleanUp(world, scheduler_.cycle());
      worlds_->CleanUp(WorldAt(world));
      level_left_ = true;
      return true;
    case WorldsVerb::kSpawn:
    case WorldsVerb::kSpawnLike:
      return Spawn(level, operation, operation.verb == WorldsVerb::kSpawnLike);
    case WorldsVerb::kRelease:
      held_.Reset();
      paper_.Hold(kNone);
      return true;
    case WorldsVerb::kFrame:
      if (operation.numbers[0] % 2 == 0) scheduler_.RequestCollection(false);
      level_left_ = false;
      Frame();
      return true;
    case WorldsVerb::kCollect:
    case WorldsVerb::kCollectNow:
      return Collect(operation.verb == WorldsVerb::kCollect);
    case WorldsVerb::kFinish:
    case WorldsVerb::kAddPart:
    case WorldsVerb::kDestroy:
    case WorldsVerb::kAim:
    case WorldsVerb::kEndWith:
    case WorldsVerb::kEndAtOnce:
    case WorldsVerb::kRoot:
    case WorldsVerb::kHold:
      return Lives(actor) && ChangeActor(operation.verb, actor, OneOf(made_, operation.numbers[1]));
  }
  return false;
}

}  // namespace
}  // namespace properties::worlds
