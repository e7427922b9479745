// core/world/worlds.cc -- what leaves ends its play first, and is marked afterwards.
//
// EndPlay is code of the game: it may destroy other actors, stream out another level, or read what
// is about to end. So whatever leaves says so before the first call, lists are read by index, and
// what is inside is collected and marked only when all play has ended.

#include "core/world/worlds.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/check.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

[[noreturn]] void Refuse(const char* sentence, const NamedObject& object, const Class& type) {
  const std::string what = std::string(type.name) + " in " + object.PathName();
  Abort(Misuse{.sentence = sentence, .where = GC_HERE, .what = what.c_str()});
}

}  // namespace

void Level::CloseGaps() {
  actors.Edit([](std::vector<ObjectPtr<Actor>>& list) { std::erase(list, nullptr); });
}

Worlds::Worlds(Heap& heap, Lock& lock, Scheduler& scheduler)
    : heap_(heap),
      scheduler_(scheduler),
      make_(heap),
      loader_(heap, lock, scheduler.notices()),
      departures_(heap, lock) {
  for (const Class* type : {&World::kClass, &Level::kClass, &Actor::kClass, &Component::kClass}) {
    make_.ClassOf(*type);
  }
  scheduler_.notices().Subscribe(Notice::kCleanUp, OnCleanUp());
  scheduler_.notices().Subscribe(Notice::kPostCollect, OnPostCollect());
}

Worlds::~Worlds() {
  while (!open_.empty()) {
    if (World* const world = open_.back().Get()) {
      CleanUp(*world);
    } else {
      open_.pop_back();
    }
  }
  scheduler_.notices().Unsubscribe(Notice::kPostCollect, OnPostCollect());
  scheduler_.notices().Unsubscribe(Notice::kCleanUp, OnCleanUp());
}

Subscriber Worlds::OnCleanUp() {
  return {.call = [](void* self, const Notification&) { static_cast<Worlds*>(self)->CloseGaps(); },
          .context = this,
          .name = "worlds"};
}

Subscriber Worlds::OnPostCollect() {
  return {.call =
              [](void* self, const Notification& notification) {
                static_cast<Worlds*>(self)->TellNewLeaks(notification.cycle);
              },
          .context = this,
          .name = "worlds"};
}

void Worlds::CloseGaps() {
  for (const WeakPtr<World>& one : open_) {
    World* const world = one.Get();
    if (world == nullptr) continue;
    for (const ObjectPtr<Level>& level : *world->levels) {
      if (level != nullptr) level->CloseGaps();
    }
  }
}

void Worlds::TellNewLeaks(std::uint64_t cycle) {
  if (!report_) return;
  const auto report = report_;  // which may replace itself
  for (const LevelLeak& leak : departures_.FindNewLeaks(cycle)) report(leak);
}

World* Worlds::Open(std::string_view name) {
  World* const world = make_.New<World>({.name = name});
  heap_.AddRoot(world);
  open_.emplace_back(world);
  return world;
}

Level* Worlds::AddLevel(World& world, std::string_view name) {
  CheckOpen(world);
  Level* const level = make_.New<Level>({.outer = &world, .name = name});
  level->state_ = Level::State::kInPlay;
  world.levels.push_back(level);
  return level;
}

void Worlds::CheckOpen(const World& world) const {
  if (IsOpen(world)) return;
  Refuse("a level is added to a world that is open: Worlds::Open makes one", world, Level::kClass);
}

void Worlds::CheckOpen(const Level& level, const Class& type) {
  if (level.state_ != Level::State::kLeft) return;
  Refuse("an actor is spawned in a level that has not left: spawn it in another one", level, type);
}

void Worlds::CheckNotEnded(const Actor& actor, const Class& type) {
  if (actor.play_ != Play::kEnded) return;
  Refuse("a component is added to an actor whose play has not ended: ask Actor::play before", actor,
         type);
}

// A template's own components were copied with it; those that were added to it later are not the
// new actor's.
void Worlds::Enter(Level& level, Actor& actor, const SpawnPlan& plan) {
  actor.components.Edit([&actor](std::vector<ObjectPtr<Component>>& list) {
    std::erase_if(list, [&actor](const ObjectPtr<Component>& component) {
      return component == nullptr || component->outer() != &actor;
    });
  });
  actor.instigator = plan.instigator;
  actor.deferred_ = plan.deferred;
  actor.in_level_ = true;
  level.actors.push_back(&actor);
  if (!plan.deferred && level.state_ == Level::State::kInPlay) actor.Begin();
}

void Worlds::FinishSpawning(Actor& actor) {
  actor.deferred_ = false;
  const Level* const level = actor.level();
  if (level != nullptr && level->state_ == Level::State::kInPlay) actor.Begin();
}

bool Worlds::Destroy(Actor& actor) {
  Level* const level = actor.level();
  if (level == nullptr || actor.play_ == Play::kEnded) return false;
  actor.End(WhyEnded::kDestroyed);
  actor.in_level_ = false;
  const auto place = std::ranges::find(level->actors, &actor);
  if (place != level->actors.end()) *place = nullptr;
  make_.EndEachInside(actor, [this](NamedObject* inner) { heap_.MarkGarbage(inner); });
  heap_.MarkGarbage(&actor);
  return true;
}

Level* Worlds::StreamIn(World& world, std::string_view name) {
  CheckOpen(world);
  Level* const level = make_.New<Level>({.outer = &world, .name = name});
  loader_.Begin(*level);
  return level;
}

// Play begins before clusters are formed: what an actor stores when it begins would end its cluster
// at once.
std::uint32_t Worlds::Loaded(Level& level) {
  World* const world = WorldOf(level);
  if (level.state_ != Level::State::kLoading || world == nullptr) {
    Refuse("a level is loaded once, after StreamIn", level, Level::kClass);
  }
  level.state_ = Level::State::kInPlay;
  world->levels.push_back(&level);
  for (std::size_t i = 0; i < level.actors.size(); ++i) {
    Actor* const actor = level.actors[i].Get();
    if (actor != nullptr && !actor->deferred_) actor->Begin();
  }
  return level.state_ == Level::State::kInPlay ? loader_.End(level) : 0;
}

void Worlds::StreamOut(Level& level) {
  if (level.state_ == Level::State::kLeft) return;
  if (WorldOf(level) == nullptr) {
    Refuse("a level leaves its world: StreamIn and AddLevel make one", level, Level::kClass);
  }
  Leave(level, WhyEnded::kLevelLeft);
  scheduler_.LevelUnloaded();
}

void Worlds::Leave(Level& level, WhyEnded why) {
  level.state_ = Level::State::kLeft;
  for (std::size_t i = 0; i < level.actors.size(); ++i) {
    Actor* const actor = level.actors[i].Get();
    if (actor == nullptr) continue;
    actor->End(why);
    actor->in_level_ = false;
  }
  loader_.GiveUp(level);
  WorldOf(level)->levels.Edit([&level](auto& levels) { std::erase(levels, &level); });
  level.actors.clear();
  departures_.Add(level, scheduler_.cycle());
  EndWhole(level);
}

bool Worlds::IsOpen(const World& world) const {
  return std::ranges::count(open_, WeakPtr<World>(&world)) != 0;
}

// Null for a level that a program made inside of something else.
World* Worlds::WorldOf(const Level& level) {
  NamedObject* const outer = level.outer();
  const bool is_world = outer != nullptr && outer->IsA(*make_.ClassOf<World>());
  return is_world ? static_cast<World*>(outer) : nullptr;
}

// A level in the world that has not left. The levels that are still loading are not in the list of
// the world.
Level* Worlds::LevelThatIsIn(World& world) {
  Level* found = nullptr;
  const ClassObject& level_class = *make_.ClassOf<Level>();
  make_.EndEachInside(world, [&](NamedObject* inner) {
    if (inner->outer() != &world || !inner->IsA(level_class)) return;
    Level* const level = static_cast<Level*>(inner);
    if (found == nullptr && level->state_ != Level::State::kLeft) found = level;
  });
  return found;
}

void Worlds::CleanUp(World& world) {
  if (!IsOpen(world)) return;
  std::erase(open_, WeakPtr<World>(&world));
  while (Level* const level = LevelThatIsIn(world)) Leave(*level, WhyEnded::kWorldLeft);
  departures_.Add(world, scheduler_.cycle());
  EndWhole(world);
  scheduler_.LevelUnloaded();
}

// Takes the root flags off all that is inside, and marks it garbage.
void Worlds::EndWhole(NamedObject& outer) {
  const auto end = [this](NamedObject* object) {
    if (heap_.IsRoot(object)) heap_.RemoveRoot(object);
    heap_.MarkGarbage(object);
  };
  make_.EndEachInside(outer, end);
  end(&outer);
}

}  // namespace GC_BUILD
}  // namespace gc
