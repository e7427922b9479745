// core/inspect/search/reference_search_test.cc -- why an object is alive, in words.

#include "core/inspect/search/reference_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::ResultOf;
using testing::SizeIs;

// root -> middle -> leaf, and a second reference to the leaf.
struct Line {
  Line() {
    heap.AddRoot(root);
    root->left = middle;
    middle->right = leaf;
    root->right = other;
    other->left = leaf;
  }
  Heap heap;
  Node* const root = heap.New<Node>('r');
  Node* const middle = heap.New<Node>('m');
  Node* const leaf = heap.New<Node>('l');
  Node* const other = heap.New<Node>('o');
  Node* const loner = heap.New<Node>('x');
};

Index IndexOf(const Object* object) { return object->header().index; }
std::string Words(const Edge& edge) { return std::to_string(edge.holder) + TextOf(edge); }

struct Registry : Referencer {
  Registry(Heap& heap, Kind kind, const char* name) : Referencer(heap, kind, name) { Register(); }
  void Report(Reporter& to) const override {
    if (kind() == Kind::kRaw) return to.Raw(slot.Get());
    to(slot);
  }
  ObjectPtr<Node> slot;
};

// S15.6: two edges are one only if they agree in everything.
TEST(EdgesOfAGraph, AreEqualIfNothingTellsThemApart) {
  const std::string name = "left";  // the same text at another address
  const Edge edge{.kind = EdgeKind::kField,
                  .is_element = true,
                  .is_cleared = false,
                  .element = 3,
                  .holder = 4,
                  .target = 5,
                  .name = "left"};
  const auto with = [&edge](auto change) {
    Edge other = edge;
    change(other);
    return other;
  };
  EXPECT_EQ(edge, with([&](Edge& other) { other.name = name.c_str(); }));
  EXPECT_NE(edge, with([](Edge& other) { other.kind = EdgeKind::kCluster; }));
  EXPECT_NE(edge, with([](Edge& other) { other.is_element = false; }));
  EXPECT_NE(edge, with([](Edge& other) { other.is_cleared = true; }));
  EXPECT_NE(edge, with([](Edge& other) { other.element = 2; }));
  EXPECT_NE(edge, with([](Edge& other) { other.holder = 6; }));
  EXPECT_NE(edge, with([](Edge& other) { other.target = 6; }));
  EXPECT_NE(edge, with([](Edge& other) { other.name = "right"; }));
}

// S15.6, C6: each step names holder, class and field; the last one, the kind of root.
TEST(ReferenceSearch, WhyAliveNamesEachStepFromTheObjectBackToTheRoot) {
  const Line line;
  EXPECT_EQ(WhyAlive(line.heap, line.middle),
            "Node 2\n"
            "  <- Node 1 .left\n"
            "  <- root set\n");
}

TEST(ReferenceSearch, WhyAliveNamesTheOtherReferencersToo) {
  const Line line;
  EXPECT_EQ(WhyAlive(line.heap, line.leaf),
            "Node 3\n"
            "  <- Node 2 .right\n"
            "  <- Node 1 .left\n"
            "  <- root set\n"
            "  also Node 4 .left\n");
}

TEST(ReferenceSearch, WhyAliveSaysThatNothingKeepsAnObject) {
  const Line line;
  EXPECT_EQ(WhyAlive(line.heap, line.loner),
            "Node 5: no root reaches it, and the next whole cycle frees it\n");
}

// S2.18: what is printed is the name of a flag, whatever its number.
TEST(ReferenceSearch, EachKeepFlagIsCalledByItsOwnName) {
  Heap heap;
  const std::pair<FlagWord, const char*> flags[] = {{flag::kNative, "native"},
                                                    {flag::kAsync, "async"},
                                                    {flag::kLoading, "loading"},
                                                    {flag::kLoadingLate, "loading-late"},
                                                    {flag::kLoaderImport, "loader-import"}};
  for (const auto& [flag, name] : flags) {
    Node* const node = heap.New<Node>('n');
    heap.SetKeepFlags(node, flag);
    EXPECT_EQ(WhyAlive(heap, node), "Node " + std::to_string(IndexOf(node)) + "\n  <- keep flag " +
                                        name + "\n  alive only because of this flag\n");
  }
}

TEST(ReferenceSearch, WhyAliveSaysThatAnObjectIsBeingDestroyed) {
  Line line;
  line.loner->ready = false;
  line.heap.Collect();
  EXPECT_EQ(WhyAlive(line.heap, line.loner), "Node 5 is not alive: it is being destroyed\n");
}

// S6.4, C8: references from outside the heap have names.
TEST(ReferenceSearch, AReferencerIsNamedAndSoAreAStrongCountAndALocal) {
  Heap heap({.locals = Locals::kBlack});
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  Node* const c = heap.New<Node>('c');
  Registry registry(heap, Referencer::Kind::kWrapper, "Renderer");
  registry.slot = a;
  const StrongPtr<Node> strong(b);
  const Local<Node> local(heap, c);
  EXPECT_EQ(WhyAlive(heap, a), "Node 1\n  <- referencer Renderer, reference 0\n");
  EXPECT_EQ(WhyAlive(heap, b), "Node 2\n  <- strong count 1\n");
  EXPECT_EQ(WhyAlive(heap, c), "Node 3\n  <- local 0\n");
}

TEST(ReferenceSearch, ARawReferencerAndOneWithoutANameAreFoundAsWell) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Registry registry(heap, Referencer::Kind::kRaw, nullptr);
  registry.slot = a;
  EXPECT_EQ(WhyAlive(heap, a),
            "Node 1\n  <- referencer gc::(anonymous namespace)::Registry, reference 0\n");
}

// S15.6, direct references.
TEST(ReferenceSearch, DirectReferencersAreThoseOfTheObjectItselfRootsFirst) {
  Line line;
  line.heap.AddRoot(line.leaf);
  EXPECT_THAT(ReferencersOf(HeapGraph(line.heap), IndexOf(line.leaf)),
              ElementsAre(ResultOf(Words, "0root set"), ResultOf(Words, "2.right"),
                          ResultOf(Words, "4.left")));
}

// S15.6: what marking will clear keeps nothing alive, and is told as what it is; what it will not
// clear (immutable, protected, or with elimination off) does.
TEST(ReferenceSearch, AReferenceThatWillBeClearedKeepsNothingAlive) {
  for (const bool eliminated : {true, false}) {
    Heap heap({.eliminate = eliminated ? Origins::All() : Origins::None()});
    Node* const root = heap.New<Node>('r');
    heap.AddRoot(root);
    Node* const garbage = heap.New<Node>('g');
    root->left = garbage;
    garbage->left = heap.New<Node>('x');
    Registry registry(heap, Referencer::Kind::kWrapper, "Renderer");
    registry.slot = garbage;
    heap.MarkGarbage(garbage);
    const HeapGraph graph(heap);
    for (const Index index : {IndexOf(garbage), IndexOf(garbage->left.Get())}) {
      EXPECT_EQ(ShortestChain(graph, index).empty(), eliminated);
      EXPECT_EQ(ShortestChain(heap, index).empty(), eliminated);
      EXPECT_EQ(AllChains(graph, index).chains.empty(), eliminated);
      EXPECT_EQ(LongestChain(graph, index).chains.empty(), eliminated);
    }
    const char* const note = eliminated ? ", which marking clears" : "";
    EXPECT_THAT(
        ReferencersOf(graph, IndexOf(garbage)),
        ElementsAre(ResultOf(Words, std::string("0referencer Renderer, reference 0") + note),
                    ResultOf(Words, std::string("1.left") + note)));
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), eliminated ? 1u : 3u);
  }
}

// S15.6: roots are among the references into a group.
TEST(ReferenceSearch, ReferencesIntoAGroupIncludeRoots) {
  Line line;
  line.heap.AddRoot(line.leaf);
  const auto inside = [&](Index index) { return index == IndexOf(line.leaf); };
  EXPECT_THAT(ReferencesInto(HeapGraph(line.heap), inside),
              ElementsAre(ResultOf(Words, "0root set"), ResultOf(Words, "2.right"),
                          ResultOf(Words, "4.left")));
}

// S15.6, external only: references between objects of the group are left out.
TEST(ReferenceSearch, ReferencesIntoAGroupLeaveOutThoseWithinIt) {
  const Line line;
  const auto inside = [&](Index index) {
    return index == IndexOf(line.middle) || index == IndexOf(line.leaf);
  };
  EXPECT_THAT(ReferencesInto(HeapGraph(line.heap), inside),
              ElementsAre(ResultOf(Words, "1.left"), ResultOf(Words, "4.left")));
}

// S15.6, all chains.
TEST(ReferenceSearch, EveryChainIsListedWithinTheBound) {
  const Line line;
  const HeapGraph graph(line.heap);
  const Chains all = AllChains(graph, IndexOf(line.leaf));
  EXPECT_TRUE(all.complete);
  EXPECT_THAT(all.chains, ElementsAre(SizeIs(3), SizeIs(3)));
  const Chains some = AllChains(graph, IndexOf(line.leaf), {.chains = 1});
  EXPECT_FALSE(some.complete);
  EXPECT_THAT(some.chains, SizeIs(1));
  EXPECT_FALSE(AllChains(graph, IndexOf(line.leaf), {.steps = 1}).complete);
}

// S15.6, the longest chain.
TEST(ReferenceSearch, TheLongestChainGoesTheLongWayRound) {
  Line line;
  line.middle->left = line.other;
  const HeapGraph graph(line.heap);
  EXPECT_THAT(ShortestChain(graph, IndexOf(line.leaf)), SizeIs(3));
  const Chains longest = LongestChain(graph, IndexOf(line.leaf));
  ASSERT_TRUE(longest.complete);
  ASSERT_THAT(longest.chains, SizeIs(1));
  EXPECT_EQ(TextOf(graph, longest.chains.front()),
            "Node 3\n  <- Node 4 .left\n  <- Node 2 .left\n  <- Node 1 .left\n  <- root set\n");
}

// S15.6, for example to garbage: a chain to any object that a filter accepts.
TEST(ReferenceSearch, AChainToAnyOfSeveralLeadsToTheNearest) {
  const Line line;
  const auto wanted = [&](Index index) {
    return index == IndexOf(line.leaf) || index == IndexOf(line.other);
  };
  const HeapGraph graph(line.heap);
  const Chain chain = ShortestChainToAny(graph, wanted);
  ASSERT_THAT(chain, SizeIs(2));
  EXPECT_EQ(chain.front().target, IndexOf(line.other));
  EXPECT_EQ(ShortestChainToAny(line.heap, wanted), chain);
}

// S15.6, for example managed holders only: refused edges are ignored.
TEST(ReferenceSearch, AFilterTakesEdgesAway) {
  Line line;
  const HeapGraph graph(line.heap);
  const auto no_left = [](const Edge& edge) { return edge.name != std::string_view("left"); };
  EXPECT_THAT(ShortestChain(graph, IndexOf(line.leaf), no_left), IsEmpty());
  EXPECT_THAT(ShortestChain(line.heap, IndexOf(line.other), no_left), SizeIs(2));
  EXPECT_THAT(AllChains(graph, IndexOf(line.leaf), {}, no_left).chains, IsEmpty());
}

// C12: the first reference that does not belong to the world.
TEST(ReferenceSearch, TheFirstEdgeFromOutsideIsWhereAChainEntersAGroup) {
  const Line line;
  const Chain chain = ShortestChain(line.heap, IndexOf(line.leaf));
  const Edge* const edge = FirstFromOutside(chain, [&](Index index) {
    return index == IndexOf(line.middle) || index == IndexOf(line.leaf);
  });
  ASSERT_NE(edge, nullptr);
  EXPECT_EQ(Words(*edge), "1.left");
}

struct Shelf : Object {
  explicit Shelf(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kShelfReferences[] = {Reference::Trailing<Shelf>("books")};
const Class Shelf::kClass = Describe<Shelf>("Shelf", kShelfReferences);

TEST(ReferenceSearch, AnElementOfAnArrayIsNamedByItsPlace) {
  Heap heap;
  Shelf* const shelf = heap.NewWithTail<Shelf>(3);
  heap.AddRoot(shelf);
  Node* const book = heap.New<Node>('b');
  Tail(*shelf)[2] = book;
  EXPECT_EQ(WhyAlive(heap, book), "Node 2\n  <- Shelf 1 .books[2]\n  <- root set\n");
}

// No search recurses.
TEST(ReferenceSearch, AChainMayBeAsLongAsTheHeap) {
  Heap heap;
  constexpr int kLength = 200'000;
  Node* const first = heap.New<Node>('f');
  heap.AddRoot(first);
  Node* last = first;
  for (int i = 1; i < kLength; ++i) {
    last->left = heap.New<Node>('n');
    last = last->left.Get();
  }
  EXPECT_THAT(ShortestChain(heap, IndexOf(last)), SizeIs(kLength));
  EXPECT_THAT(AllChains(HeapGraph(heap), IndexOf(last)).chains, ElementsAre(SizeIs(kLength)));
}

}  // namespace
}  // namespace gc
