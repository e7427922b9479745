// core/inspect/search/heap_graph_test.cc -- a graph stays as it was when its heap changes.

#include "core/inspect/search/heap_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/inspect/search/reference_search.h"
#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

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
  Heap heap;
  for (int i = 0; i < 10'000; ++i) heap.AddRoot(heap.New<Node>('n'));
  HeapGraph graph(heap);
  EXPECT_EQ(graph.End(), 10'001u);
  for (const Nanoseconds look : {3, 200}) {  // in each of both passes over the objects
    looks = 0;
    EXPECT_FALSE(graph.Take(heap, {.clock = {.now = [](void*) { return ++looks; }}, .at = look}));
    EXPECT_EQ(looks, look);
    EXPECT_EQ(graph.End(), HeapGraph().End());
    EXPECT_TRUE(graph.Take(heap, {}));
    EXPECT_EQ(graph.End(), 10'001u);
  }
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
  const EdgeFilter has_target = [](const Edge& edge) {
    EXPECT_NE(edge.target, kNoIndex) << "no filter is asked of it";
    return true;
  };
  EXPECT_EQ(ShortestChain(graph, IndexOf(a), has_target).size(), 1u);
  EXPECT_EQ(AllChains(graph, IndexOf(a), {}, has_target).chains.size(), 1u);
  a->right = nullptr;
}

// C8: what was freed since it was taken before is not found any more.
TEST(HeapGraph, ThatIsTakenAgainHasForgottenWhatWasFreed) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.AddRoot(a);
  Node* const gone = heap.New<Node>('g');
  HeapGraph graph(heap);
  const Index index = IndexOf(gone);
  heap.Collect();
  StoreRaw(a->right, gone);
  EXPECT_TRUE(graph.Take(heap));
  ASSERT_EQ(graph.EdgesOf(IndexOf(a)).size(), 1u);
  EXPECT_EQ(graph.EdgesOf(IndexOf(a))[0].target, kNoIndex);
  StoreRaw(a->right, nullptr);
  EXPECT_FALSE(graph.Has(index));
  const HeapGraph::Node& nothing = graph[index];
  EXPECT_EQ(nothing.type, nullptr);
  EXPECT_EQ(nothing.age, 0u);
  EXPECT_FALSE(nothing.doomed || nothing.disregarded || nothing.kept || nothing.garbage);
}

// S15.6: each report of a referencer and each local has a number, null locals too.
TEST(HeapGraph, NumbersWhatAReferencerReportsAndEachLocal) {
  struct Several : Referencer {
    Several(Heap& heap, std::initializer_list<Node*> nodes)
        : Referencer(heap, Kind::kRaw, "several"), reported(nodes) {
      Register();
    }
    ~Several() override { Unregister(); }
    void Report(Reporter& to) const override {
      for (Node* const node : reported) to.Raw(node);
    }
    const std::vector<Node*> reported;
  };
  Heap heap({.locals = Locals::kRescanned});
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  const Several several(heap, {a, b, a});
  const Local<Node> first(heap, b);
  const Local<Node> none(heap, nullptr);
  const Local<Node> last(heap, b);
  const HeapGraph graph(heap);
  EXPECT_THAT(ReferencersOf(graph, IndexOf(a)),
              ElementsAre(ResultOf(Words, "referencer several, reference 0"),
                          ResultOf(Words, "referencer several, reference 2")));
  EXPECT_THAT(ReferencersOf(graph, IndexOf(b)),
              ElementsAre(ResultOf(Words, "referencer several, reference 1"),
                          ResultOf(Words, "local 0"), ResultOf(Words, "local 2")));
}

TEST(HeapGraph, SaysHowMuchMemoryItsObjectsAndReferencesOccupy) {
  Heap heap;
  for (int i = 0; i < 100; ++i) {
    Node* const node = heap.New<Node>('n');
    heap.AddRoot(node);
    node->left = node->right = node;
  }
  const HeapGraph graph(heap);
  ASSERT_EQ(graph.Edges().size(), 200u);
  ASSERT_EQ(graph.Roots().size(), 100u);
  const std::size_t least = 101 * sizeof(HeapGraph::Node) + 300 * sizeof(Edge);
  EXPECT_GE(graph.bytes(), least);
  EXPECT_LE(graph.bytes(), 2 * least) << "lists have room for twice as many at most";
}

// S15.6: a slot that is reported is cleared if it holds garbage; a plain pointer is not.
TEST(HeapGraph, KnowsOfEachReportWhetherMarkingClearsIt) {
  struct Mixed : Referencer {
    explicit Mixed(Heap& heap) : Referencer(heap, Kind::kRaw, "mixed") { Register(); }
    ~Mixed() override { Unregister(); }
    void Report(Reporter& to) const override {
      to(slot);
      to.Raw(slot.Get());
    }
    ObjectPtr<Node> slot;
  };
  Heap heap;
  Node* const garbage = heap.New<Node>('g');
  Mixed mixed(heap);
  mixed.slot = garbage;
  heap.MarkGarbage(garbage);
  EXPECT_THAT(ReferencersOf(HeapGraph(heap), IndexOf(garbage)),
              ElementsAre(ResultOf(Words, "referencer mixed, reference 0, which marking clears"),
                          ResultOf(Words, "referencer mixed, reference 1")));
}

// S15.6: within the bounds, and no further.
TEST(HeapGraph, IsSearchedForAsManyStepsAsAreAllowed) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  const HeapGraph graph(heap);
  const Chains none = AllChains(graph, IndexOf(root), {.steps = 0});
  EXPECT_TRUE(none.chains.empty());
  EXPECT_FALSE(none.complete);
  const Chains all = AllChains(graph, IndexOf(root), {.steps = 1});
  EXPECT_EQ(all.chains.size(), 1u);
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(TextOf(heap, all.chains[0]), "Node 1\n  <- root set\n");
  EXPECT_EQ(TextOf(graph, all.chains[0]), "Node 1\n  <- root set\n");
}

}  // namespace
}  // namespace gc
