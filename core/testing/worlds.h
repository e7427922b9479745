// core/testing/worlds.h -- a game in small: doors with bodies, in a world that is ticked.
//
// What the doors and bodies are told of their play is kept as text: "door begins".
//
// Read next: core/world/worlds_test.cc.

#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/testing/scheduled_heap.h"
#include "core/world/worlds.h"

namespace gc {

inline Diary plays;  // of all doors and bodies

inline std::string Words(const char* what, WhyEnded why) {
  static constexpr const char* kWords[] = {"destroyed", "level left", "world left"};
  return std::string(what) + " ends: " + kWords[static_cast<int>(why)];
}

class Body : public Component {
 public:
  explicit Body(const Birth& birth) : Component(birth) {}
  static const Class kClass;

 protected:
  void BeginPlay() override { plays.emplace_back("body begins"); }
  void EndPlay(WhyEnded why) override { plays.push_back(Words("body", why)); }
};
inline const Class Body::kClass = DescribeNamed<Body>("Body", Component::kClass);

class Door : public Actor {
 public:
  explicit Door(const Birth& birth) : Actor(birth) { body = CreateComponent<Body>("body"); }

  bool CanBeClusterRoot() const noexcept override { return is_scenery; }

  ObjectPtr<Body> body;
  ObjectPtr<Actor> target;
  ObjectPtr<Component> part;  // of another actor
  bool is_scenery = false;
  std::function<void(Door&)> when_begun;
  std::function<void(Door&)> when_ended;
  static const Class kClass;

 protected:
  void BeginPlay() override {
    plays.emplace_back("door begins");
    if (when_begun) when_begun(*this);
  }
  void EndPlay(WhyEnded why) override {
    plays.push_back(Words("door", why));
    if (when_ended) when_ended(*this);
  }
};
inline const Reference kDoorReferences[] = {Reference::To(&Door::body, "body"),
                                            Reference::To(&Door::target, "target"),
                                            Reference::To(&Door::part, "part")};
inline const Class Door::kClass = DescribeNamed<Door>("Door", Actor::kClass, kDoorReferences);

// A world with one level, ticked by a scheduler. The clock does not go on.
class WorldsTest : public testing::Test, protected ScheduledHeap {
 protected:
  WorldsTest() : ScheduledHeap(Sliced()) {
    heap.SetEventSink({});
    for (const Class* type : {&Door::kClass, &Body::kClass}) worlds.factory().ClassOf(*type);
    plays.clear();
  }

  // What the doors and bodies were told since the last call.
  static Diary Told() { return std::exchange(plays, {}); }
  // The names in the list of the level.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const ObjectPtr<Actor>& actor : *level->actors) {
      names.push_back(actor == nullptr ? "null" : actor->NameText());
    }
    return names;
  }
  // A scheduled collection, from its request to the last frame that has anything to do with it.
  void CollectAsScheduled() {
    scheduler.RequestCollection(true);
    Frame();
    while (scheduler.MarkingPending() || scheduler.PurgePending()) Frame();
  }
  // By hand, as the scheduler would: under the lock.
  void Collect() {
    lock.Acquire();
    heap.Collect();
    lock.Release();
  }

  Worlds worlds{heap, lock, scheduler};
  World* world = worlds.Open("World");
  Level* level = worlds.AddLevel(*world, "Level");
};

}  // namespace gc
