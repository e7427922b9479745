// core/inspect/verify/masked_roots_test.cc -- the second search begins at what a flag keeps: each
// of the keep flags, and those of the author that the caller's mask names. S20.1
//
// In each test one flag alone keeps a holder, which is black, and a store past the barrier puts a
// white object into it. Only a search that knows the flag comes to the holder, and says that the
// object is lost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/inspect/search/heap_graph.h"
#include "core/inspect/search/reference_search.h"
#include "core/inspect/verify/verification.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::EndsWith;
using testing::IsEmpty;
using testing::SizeIs;

void PutUnseen(ObjectPtr<Node>& slot, Node* target) {
  std::memcpy(static_cast<void*>(&slot), static_cast<const void*>(&target), sizeof target);
}

// Marks a heap in which `holder` is kept by one kind of root, hides an object from the collector in
// it, and says what the second trace finds.
class SecondTraceOf : public testing::Test {
 protected:
  void Lose(ObjectFlags mask = object_flag::kNone) {
    Node* const lost = heap.New<Node>('w');
    heap.Start(mask);
    while (heap.phase() == Phase::kMarking && !IsBlack(holder)) heap.Tick(1);
    ASSERT_EQ(heap.phase(), Phase::kMarking);
    PutUnseen(holder->left, lost);
    while (heap.phase() == Phase::kMarking) heap.Tick(1);
    found = FindReachableDoomed(heap);
  }
  void ExpectTheWayEndsAt(const std::string& root) {
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].edge.holder, holder->header().index);
    EXPECT_STREQ(found[0].edge.name, "left");
    EXPECT_THAT(found[0].text, EndsWith("  <- " + root + '\n'));
  }
  bool IsBlack(const Node* node) const {
    return !IsWhite(heap, node) && !IsGrey(heap, node) &&
           heap.collector().marker.InitialReferencesTaken();
  }
  ~SecondTraceOf() override { PutUnseen(holder->left, nullptr); }

  Heap heap{HeapOptions{.locals = Locals::kRescanned}};
  Node* const holder = heap.New<Node>('h');
  std::vector<Finding> found;
};

TEST_F(SecondTraceOf, EachKeepFlag) {
  for (const NamedFlag& keeps : kNamedFlags) {
    if ((keeps.flag & flag::kKeep) == 0) continue;
    heap.SetKeepFlags(holder, keeps.flag);
    Lose();
    ExpectTheWayEndsAt("keep flag " + std::string(keeps.name));
    PutUnseen(holder->left, nullptr);
    while (heap.Tick(kUnlimited) != 0) continue;
    heap.ClearKeepFlags(holder, keeps.flag);
  }
}

// A flag of the author's keeps only in a cycle whose mask names it.
TEST_F(SecondTraceOf, TheCallersMask) {
  heap.SetFlags(holder, object_flag::kStandalone);
  Lose(object_flag::kStandalone);
  ExpectTheWayEndsAt("mask of the caller");
}

// The flag counts when the mask is read, and not when it is set later (root-barrier).
TEST_F(SecondTraceOf, TheCallersMaskAsItWasWhenTheCycleBegan) {
  Node* const late = heap.New<Node>('l');
  heap.AddRoot(holder);
  heap.Start(object_flag::kStandalone);
  heap.Tick(1);
  heap.SetFlags(late, object_flag::kStandalone);
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_THAT(FindReachableDoomed(heap), IsEmpty()) << "it dies, and that is right";
}

// A mask that completes a marking adds to the one that began it.
TEST_F(SecondTraceOf, BothMasksIfAMarkingIsCompletedWithAnother) {
  Node* const second = heap.New<Node>('s');
  heap.SetFlags(holder, object_flag::kStandalone);
  heap.SetFlags(second, object_flag::kPublic);
  heap.Start(object_flag::kStandalone);
  heap.Tick(1);
  heap.collector().roots.AddMask(object_flag::kPublic);
  heap.collector().marker.MarkMasked();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  const HeapGraph graph(heap);
  for (const Node* const one : {holder, second}) {
    const Chain chain = ShortestChain(graph, one->header().index);
    ASSERT_FALSE(chain.empty());
    EXPECT_EQ(chain.front().kind, EdgeKind::kMask);
  }
}

}  // namespace
}  // namespace gc
