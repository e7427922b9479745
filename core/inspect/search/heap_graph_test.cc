// core/inspect/search/heap_graph_test.cc -- a graph stays as it was when its heap changes.

#include "core/inspect/search/heap_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "core/inspect/search/reference_search.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::ResultOf;

Index IndexOf(const Object* object) { return object->header().index; }
std::string Words(const Edge& edge) { return TextOf(edge); }

TEST(HeapGraph, HasEveryObjectWithItsReferencesInTheOrderOfItsClass) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  a->left = b;
  a->right = a;
  const HeapGraph graph(heap);
  EXPECT_TRUE(graph.Has(IndexOf(a)));
  EXPECT_FALSE(graph.Has(kNoIndex));
  EXPECT_FALSE(graph.Has(graph.End()));
  EXPECT_THAT(graph.EdgesOf(IndexOf(a)),
              ElementsAre(ResultOf(Words, ".left"), ResultOf(Words, ".right")));
  EXPECT_EQ(graph.EdgesOf(IndexOf(a))[0].target, IndexOf(b));
  EXPECT_THAT(graph.EdgesOf(IndexOf(b)), IsEmpty());
}

// S15.5, S15.6: a search in a graph finds objects that have died since.
TEST(HeapGraph, TellsOfAnObjectThatHasDiedSince) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('x');
  const Index index = IndexOf(root->left.Get());
  const HeapGraph before(heap);
  root->left = nullptr;
  heap.Collect();
  EXPECT_EQ(NameOf(heap, index), "nothing at 2");
  EXPECT_EQ(WhyAlive(before, index), "Node 2\n  <- Node 1 .left\n  <- root set\n");
  EXPECT_EQ(WhyAlive(HeapGraph(heap), index), "nothing at 2\n");
}

// S15.6: half a graph would say of what it lacks that nothing leads there.
TEST(HeapGraph, IsEmptyIfTheTimeIsOverFirst) {
  static Nanoseconds looks = 0;
  const Deadline at_third_look{.clock = {.now = [](void*) { return ++looks; }}, .at = 3};
  Heap heap;
  for (int i = 0; i < 10'000; ++i) heap.AddRoot(heap.New<Node>('n'));
  HeapGraph graph(heap);
  EXPECT_EQ(graph.End(), 10'001u);
  looks = 0;
  EXPECT_FALSE(graph.Take(heap, at_third_look));
  EXPECT_EQ(looks, 3u);
  EXPECT_EQ(graph.End(), HeapGraph().End());
  EXPECT_TRUE(graph.Take(heap, {}));
  EXPECT_EQ(graph.End(), 10'001u);
}

TEST(HeapGraph, ThatIsTakenAgainHasWhatIsThereNowAndNothingElse) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.AddRoot(a);
  a->left = a;
  HeapGraph graph(heap);
  const std::size_t before = graph.Edges().size();
  const std::size_t roots = graph.Roots().size();
  ASSERT_NE(before, 0u);
  EXPECT_TRUE(graph.Take(heap));
  EXPECT_EQ(graph.Edges().size(), before);
  EXPECT_EQ(graph.Roots().size(), roots);
}

TEST(HeapGraph, KnowsWhichObjectsAreBeingDestroyed) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  a->ready = false;
  EXPECT_FALSE(HeapGraph(heap)[IndexOf(a)].doomed);
  heap.Collect();
  EXPECT_TRUE(HeapGraph(heap)[IndexOf(a)].doomed);
}

// C8: a reference to freed memory is not followed, but the search still names its holder and field.
TEST(HeapGraph, AReferenceThatLeadsNowhereIsAnEdgeWithoutATarget) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.AddRoot(a);
  void* const nowhere = &heap;
  std::memcpy(static_cast<void*>(&a->right), static_cast<const void*>(&nowhere), sizeof nowhere);
  const HeapGraph graph(heap);
  ASSERT_EQ(graph.EdgesOf(IndexOf(a)).size(), 1u);
  EXPECT_EQ(graph.EdgesOf(IndexOf(a))[0].target, kNoIndex);
  EXPECT_EQ(TextOf(graph.EdgesOf(IndexOf(a))[0]), ".right");
  EXPECT_THAT(ShortestChain(graph, kNoIndex), IsEmpty());
  a->right = nullptr;
}

}  // namespace
}  // namespace gc
