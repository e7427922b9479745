// core/heap/keep_alive_test.cc -- each way to keep an object alive does so; a bare pointer keeps
// none. S6.11, S6.2

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/pointer/container.h"
#include "core/pointer/scope_guard.h"
#include "core/pointer/strong_ptr.h"
#include "core/pointer/weak_ptr.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct KeptActor : Object {
  explicit KeptActor(const Birth& birth) : Object(birth) {}
  void VisitReferences(const SlotVisitor& visit) { visit(secret); }

  ObjectPtr<Node> member;
  Vector<Node> list;
  ObjectPtr<Node> secret;                   // not in the schema; the callback shows it
  Map<std::string, ObjectPtr<Node>> added;  // variables that a designer adds to an instance
  Node* bare = nullptr;
  static const Class kClass;
};
const Reference kKeptActorReferences[] = {
    Reference::To(&KeptActor::member, "member"), Reference::To(&KeptActor::list, "list"),
    Reference::To(&KeptActor::added, "added"), Reference::Shown<KeptActor>("secret")};
const Class KeptActor::kClass = Describe<KeptActor>("KeptActor", kKeptActorReferences);

struct KeptLevel : Object {
  explicit KeptLevel(const Birth& birth) : Object(birth) {}
  Vector<KeptActor> actors;
  static const Class kClass;
};
const Reference kKeptLevelReferences[] = {Reference::To(&KeptLevel::actors, "actors")};
const Class KeptLevel::kClass = Describe<KeptLevel>("KeptLevel", kKeptLevelReferences);

struct KeptWorld : Object {
  explicit KeptWorld(const Birth& birth) : Object(birth) {}
  Vector<KeptLevel> levels;
  static const Class kClass;
};
const Reference kKeptWorldReferences[] = {Reference::To(&KeptWorld::levels, "levels")};
const Class KeptWorld::kClass = Describe<KeptWorld>("KeptWorld", kKeptWorldReferences);

class KeepAlive : public testing::Test {
 protected:
  KeepAlive() {
    heap.AddRoot(world);
    world->levels.push_back(heap.New<KeptLevel>());
    level()->actors.push_back(heap.New<KeptActor>());
  }
  KeptLevel* level() { return world->levels[0].Get(); }
  KeptActor* actor() { return level()->actors[0].Get(); }
  WeakPtr<Node> Made() { return WeakPtr<Node>(heap.New<Node>('n')); }

  Heap heap;
  KeptWorld* const world = heap.New<KeptWorld>();
};

// S6.2: the world is rooted, refers to its levels, and they refer to their actors.
TEST_F(KeepAlive, ARootedWorldKeepsItsLevelsAndTheirActors) {
  const WeakPtr<KeptActor> first(actor());
  const WeakPtr<KeptActor> second(heap.New<KeptActor>());
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
  const WeakPtr<KeptActor> by_list(actor());
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
  // Each way lets its object go again.
  actor()->bare = nullptr;
  heap.RemoveRoot(node(by_root));
  level()->actors.clear();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u) << "the world and its level";
}

}  // namespace
}  // namespace gc
