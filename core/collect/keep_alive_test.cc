// core/collect/keep_alive_test.cc -- all the ways to keep an object alive, and the one that does
// not. S6.11, S6.2

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/collect/nodes_test.h"
#include "core/collect/scope_guard.h"
#include "core/pointer/container.h"
#include "core/pointer/strong_ptr.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
namespace {

struct Actor : Object {
  explicit Actor(const Birth& birth) : Object(birth) {}
  void VisitReferences(const SlotVisitor& visit) { visit(secret); }

  ObjectPtr<Node> member;
  Vector<Node> list;
  ObjectPtr<Node> secret;                   // listed by nobody, shown by the callback
  Map<std::string, ObjectPtr<Node>> added;  // variables that a designer adds to an instance
  Node* bare = nullptr;
  static const Class kClass;
};
const Reference kActorReferences[] = {
    Reference::To(&Actor::member, "member"), Reference::To(&Actor::list, "list"),
    Reference::To(&Actor::added, "added"), Reference::Shown<Actor>("secret")};
const Class Actor::kClass = Describe<Actor>("Actor", kActorReferences);

struct Level : Object {
  explicit Level(const Birth& birth) : Object(birth) {}
  Vector<Actor> actors;
  static const Class kClass;
};
const Reference kLevelReferences[] = {Reference::To(&Level::actors, "actors")};
const Class Level::kClass = Describe<Level>("Level", kLevelReferences);

struct World : Object {
  explicit World(const Birth& birth) : Object(birth) {}
  Vector<Level> levels;
  static const Class kClass;
};
const Reference kWorldReferences[] = {Reference::To(&World::levels, "levels")};
const Class World::kClass = Describe<World>("World", kWorldReferences);

class KeepAlive : public testing::Test {
 protected:
  KeepAlive() {
    heap.AddRoot(world);
    world->levels.push_back(heap.New<Level>());
    level()->actors.push_back(heap.New<Actor>());
  }
  Level* level() { return world->levels[0].Get(); }
  Actor* actor() { return level()->actors[0].Get(); }
  WeakPtr<Node> Made() { return WeakPtr<Node>(heap.New<Node>('n')); }

  Heap heap;
  World* const world = heap.New<World>();
};

// S6.2: the world is rooted, and levels and actors hang from it.
TEST_F(KeepAlive, ARootedWorldKeepsItsLevelsAndTheirActors) {
  const WeakPtr<Actor> first(actor());
  const WeakPtr<Actor> second(heap.New<Actor>());
  level()->actors.push_back(second.Get());
  heap.Collect();
  EXPECT_TRUE(first.IsValid() && second.IsValid());
  level()->actors.pop_back();
  heap.Collect();
  EXPECT_TRUE(first.IsValid());
  EXPECT_FALSE(second.IsValid());
  heap.RemoveRoot(world);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S6.11: each way keeps one object through a full collection; the bare pointer keeps none.
TEST_F(KeepAlive, EveryWayKeepsItsObjectAndABarePointerDoesNot) {
  const auto node = [](const WeakPtr<Node>& weak) { return weak.Get(); };
  const WeakPtr<Node> by_member = Made(), by_container = Made(), by_callback = Made(),
                      by_added = Made(), by_root = Made(), by_strong = Made(), by_guard = Made(),
                      by_nothing = Made();
  const WeakPtr<Actor> by_list(actor());
  actor()->member = node(by_member);
  actor()->list.push_back(node(by_container));
  actor()->secret = node(by_callback);
  actor()->added["lamp"] = node(by_added);
  actor()->bare = node(by_nothing);
  heap.AddRoot(node(by_root));
  {
    const StrongPtr<Node> strong(node(by_strong));
    const ScopeGuard guard(heap, node(by_guard));
    heap.Collect();
    for (const WeakPtr<Node>* const kept :
         {&by_member, &by_container, &by_callback, &by_added, &by_root, &by_strong, &by_guard}) {
      EXPECT_TRUE(kept->IsValid());
    }
    EXPECT_TRUE(by_list.IsValid()) << "spawned into a level";
    EXPECT_FALSE(by_nothing.IsValid());
  }
  // And each lets go.
  actor()->bare = nullptr;
  heap.RemoveRoot(node(by_root));
  level()->actors.clear();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u) << "the world and its level";
}

}  // namespace
}  // namespace gc
