// core/testing/world.h -- worlds, levels and actors, as simple as possible.
//
// The collector knows nothing of worlds, levels and actors. They show that an engine can build them
// from what the collector offers: a world is in the root set and refers to its levels, and the list
// of each level keeps its actors alive. An actor that is destroyed leaves the game at once: its
// entry in the list becomes null, and the list is compacted when the scheduler tells its clean-up
// notice.
//
// Read next: core/testing/world_test.cc.

#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/gc.h"
#include "core/pointer/container.h"
#include "core/schedule/scheduler.h"

namespace gc {

class Component : public NamedObject {
 public:
  explicit Component(const Birth& birth) : NamedObject(birth) {}
  int in_play = 0;
  static const Class kClass;
};
inline const Class Component::kClass = DescribeNamed<Component>("Component", NamedObject::kClass);

class Actor : public NamedObject {
 public:
  explicit Actor(const Birth& birth) : NamedObject(birth) {
    body = CreateDefaultSubobject<Component>("body");
  }

  ObjectPtr<Actor> instigator;  // the actor on whose behalf this one was spawned
  ObjectPtr<Component> body;
  int plays_begun = 0;
  int plays_ended = 0;
  static const Class kClass;
};
inline const Reference kActorReferences[] = {Reference::To(&Actor::instigator, "instigator"),
                                             Reference::To(&Actor::body, "body")};
inline const Class Actor::kClass =
    DescribeNamed<Actor>("Actor", NamedObject::kClass, kActorReferences);

class Level : public NamedObject {
 public:
  explicit Level(const Birth& birth) : NamedObject(birth) {}

  // An entry is null where an actor was destroyed, until the list is compacted.
  Vector<Actor> actors;

  // Removes the null entries; the others keep their order.
  void CleanActors() {
    actors.Edit([](std::vector<ObjectPtr<Actor>>& list) {
      list.erase(std::remove(list.begin(), list.end(), nullptr), list.end());
    });
  }
  static const Class kClass;
};
inline const Reference kLevelReferences[] = {Reference::To(&Level::actors, "actors")};
inline const Class Level::kClass =
    DescribeNamed<Level>("Level", NamedObject::kClass, kLevelReferences);

class World : public NamedObject {
 public:
  explicit World(const Birth& birth) : NamedObject(birth) {}
  Vector<Level> levels;
  static const Class kClass;
};
inline const Reference kWorldReferences[] = {Reference::To(&World::levels, "levels")};
inline const Class World::kClass =
    DescribeNamed<World>("World", NamedObject::kClass, kWorldReferences);

struct SpawnPlan {
  std::string_view name = {};
  Actor* instigator = nullptr;
  ObjectFlags flags = {};
  bool deferred = false;  // the caller calls FinishSpawning later
};

inline void FinishSpawning(Actor& actor) {
  actor.plays_begun += 1;
  actor.body->in_play += 1;
}

// Makes a T, which its level keeps alive from now on.
template <class T>
T* Spawn(Factory make, Level& level, const SpawnPlan& plan = {}) {
  T* const actor = make.New<T>({.outer = &level, .name = plan.name, .flags = plan.flags});
  actor->instigator = plan.instigator;
  level.actors.push_back(actor);
  if (!plan.deferred) FinishSpawning(*actor);
  return actor;
}

// Ends the actor's play and removes it from its level; its memory goes with the next collection.
inline void Destroy(Actor& actor) {
  Level& level = static_cast<Level&>(*actor.outer());
  actor.plays_ended += 1;
  actor.body->in_play -= 1;
  for (ObjectPtr<Actor>& entry : level.actors) {
    if (entry == &actor) entry = nullptr;
  }
}

// Compacts the lists of all levels at each clean-up notice.
class WorldCleaner {
 public:
  WorldCleaner(Factory make, Scheduler& scheduler) : make_(make), notices_(scheduler.notices()) {
    notices_.Subscribe(Notice::kCleanUp, Subscription());
  }
  ~WorldCleaner() { notices_.Unsubscribe(Notice::kCleanUp, Subscription()); }
  WorldCleaner(const WorldCleaner&) = delete;
  WorldCleaner& operator=(const WorldCleaner&) = delete;

  int runs() const { return runs_; }

 private:
  Subscriber Subscription() { return {.call = &Clean, .context = this, .name = "worlds"}; }
  static void Clean(void* context, const Notification&) {
    WorldCleaner& self = *static_cast<WorldCleaner*>(context);
    self.runs_ += 1;
    self.make_.ForEach<World>([](World* world) {
      for (const ObjectPtr<Level>& level : world->levels) level->CleanActors();
    });
  }

  Factory make_;
  Notices& notices_;
  int runs_ = 0;
};

}  // namespace gc
