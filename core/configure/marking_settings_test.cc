// core/configure/marking_settings_test.cc -- each setting of what marking does with a
// reference: to garbage, past the barrier, or bad.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/live_world.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A rooted node that holds one that is marked garbage.
Node* HolderOfGarbage(LiveWorld& world) {
  Node* const holder = world.heap.New<Node>('h');
  world.heap.AddRoot(holder);
  holder->left = world.heap.New<Node>('g');
  world.heap.MarkGarbage(holder->left.Get());
  return holder;
}

// S9.20
TEST(SettingAtWork, GarbageEliminateClearsReferencesToGarbage) {
  LiveWorld world("garbage.eliminate = off");
  Node* const holder = HolderOfGarbage(world);
  world.scheduler.Collect();
  EXPECT_NE(holder->left, nullptr);
  world.Set("garbage.eliminate = on");
  EXPECT_NE(holder->left, nullptr) << "a cycle clears, not the change";
  world.scheduler.Collect();
  EXPECT_EQ(holder->left, nullptr);
}

// S9.20: what marking has followed or cleared in a cycle does not become wrong in the same cycle.
TEST(SettingAtWork, GarbageEliminateCountsFromTheNextCycleOn) {
  LiveWorld world("trace.incremental = on\ntrace.poll = 1\ntrace.slice = 0.001");
  Node* const holder = HolderOfGarbage(world);
  world.Start();
  ASSERT_TRUE(world.scheduler.MarkingPending());
  ASSERT_NE(holder->left, nullptr);
  world.Set("garbage.eliminate = off");
  while (world.scheduler.MarkingPending()) world.Frame();
  EXPECT_EQ(holder->left, nullptr);
  Node* const second = HolderOfGarbage(world);
  world.scheduler.Collect();
  EXPECT_NE(second->left, nullptr);
}

// S9.19
TEST(SettingAtWork, GarbageTrackReportsWhatHoldsGarbage) {
  LiveWorld world("garbage.eliminate = off");
  HolderOfGarbage(world);
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, IsEmpty());
  world.Set("garbage.track = all");
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, ElementsAre(HasSubstr("Node 1 .left")));
  world.Set("garbage.track = off");
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, SizeIs(1));
}

struct OldNode : Object {
  explicit OldNode(const Birth& birth) : Object(birth) {}
  Object* to = nullptr;
  static const Class kClass;
};
const Reference kOldNodeReferences[] = {Reference::ToRaw(&OldNode::to, "to")};
const Class OldNode::kClass = Describe<OldNode>("OldNode", kOldNodeReferences);

// S5.22
TEST(SettingAtWork, VerifyRawMembersDecidesOnMarkingInSlices) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LiveWorld world("trace.incremental = on\ntrace.slice = 0.001\ntrace.poll = 1");
  world.heap.AddRoot(world.heap.New<OldNode>());
  world.MakeRoots(10);
  world.Start();
  EXPECT_TRUE(world.scheduler.MarkingPending()) << "allowed";
  world.scheduler.Collect();
  world.Set("verify.raw_members = refuse");
  EXPECT_DEATH(world.Start(), "OldNode.to");
  world.Set("verify.raw_members = log");
  testing::internal::CaptureStderr();
  EXPECT_TRUE(world.Start().started);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("OldNode.to is a plain pointer"));
  world.scheduler.Collect();
  world.Set("verify.raw_members = allow");
  EXPECT_TRUE(world.Start().started);
}

struct NodeArray : Object {
  explicit NodeArray(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> nodes[3];
  static const Class kClass;
};
const Reference kNodeArrayReferences[] = {Reference::To(&NodeArray::nodes, "nodes")};
const Class NodeArray::kClass = Describe<NodeArray>("NodeArray", kNodeArrayReferences);

// S9.23: a slot holds an object of another heap.
TEST(SettingAtWork, DebugNamesInTraceNamesHolderAndFieldOfABadReference) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LiveWorld world;
  Heap other;
  other.New<Node>('a');
  other.New<Node>('b');
  Node* const foreign = other.New<Node>('f');
  NodeArray* const array = world.heap.New<NodeArray>();
  world.heap.AddRoot(array);
  world.Set("debug.names_in_trace = on");
  world.scheduler.Collect();
  LiveWorld::StoreRaw(array->nodes[2], foreign);
  EXPECT_DEATH(world.scheduler.Collect(),
               "must lead to an object of its heap.*NodeArray.nodes\\[2\\] of object 1");
  LiveWorld::StoreRaw(array->nodes[2], nullptr);
  EXPECT_FALSE(HeapOptions{}.names_in_trace);
  Heap from_the_start({.names_in_trace = true});
  NodeArray* const other_array = from_the_start.New<NodeArray>();
  from_the_start.AddRoot(other_array);
  LiveWorld::StoreRaw(other_array->nodes[0], foreign);
  EXPECT_DEATH(from_the_start.Collect(), "NodeArray.nodes\\[0\\] of object 1");
  LiveWorld::StoreRaw(other_array->nodes[0], nullptr);
}

}  // namespace
}  // namespace gc
