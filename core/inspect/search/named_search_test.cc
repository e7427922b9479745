// core/inspect/search/named_search_test.cc -- each search by its name gives its own answer.

#include "core/inspect/search/named_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

struct Registry : Referencer {
  explicit Registry(Heap& heap) : Referencer(heap, Kind::kWrapper, "registry") { Register(); }
  ~Registry() override { Unregister(); }
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Node> slot;
};

// root 1 -> middle 2 -> leaf 3, root -> leaf, unreachable 4 -> leaf; a registry reports the leaf.
struct Held {
  Held() {
    heap.AddRoot(root);
    root->left = middle;
    middle->left = leaf;
    root->right = leaf;
    loner->left = leaf;
    registry.slot = leaf;
  }
  std::string Answer(std::string_view name, const Node* of) const {
    return Search(HeapGraph(heap), of->header().index, name).value_or("no such search");
  }
  Heap heap;
  Node* const root = heap.New<Node>('r');
  Node* const middle = heap.New<Node>('m');
  Node* const leaf = heap.New<Node>('l');
  Node* const loner = heap.New<Node>('x');
  Registry registry{heap};
};

// S15.6
TEST(NamedSearches, AreTheseAndNoOthers) {
  std::vector<std::string> names;
  for (const NamedSearch& each : NamedSearches()) names.emplace_back(each.name);
  EXPECT_THAT(names, ElementsAre("shortest", "longest", "direct", "all", "reflected"));
  const Held held;
  EXPECT_EQ(Search(HeapGraph(held.heap), 1, "short"), std::nullopt);
}

// S15.6
TEST(NamedSearches, AnswerEachInItsOwnWay) {
  const Held held;
  const std::string by_registry = "Node 3\n  <- referencer registry, reference 0\n";
  const std::string by_root = "Node 3\n  <- Node 1 .right\n  <- root set\n";
  const std::string by_middle = "Node 3\n  <- Node 2 .left\n  <- Node 1 .left\n  <- root set\n";
  EXPECT_EQ(held.Answer("shortest", held.leaf), by_registry);
  EXPECT_EQ(held.Answer("reflected", held.leaf), by_root);
  EXPECT_EQ(held.Answer("longest", held.leaf), by_middle);
  const std::string all = held.Answer("all", held.leaf);
  for (const std::string& chain : {by_registry, by_root, by_middle}) {
    EXPECT_NE(all.find(chain), all.npos) << all;
  }
  const std::string direct = held.Answer("direct", held.leaf);
  for (const char* const line : {"referencer registry, reference 0\n", "Node 1 .right\n",
                                 "Node 2 .left\n", "Node 4 .left\n"}) {
    EXPECT_NE(direct.find(line), direct.npos) << direct;
  }
}

// S15.6: what marking will clear is no chain, and is said of a direct reference.
TEST(NamedSearches, SayWhichReferencesWillBeCleared) {
  Held held;
  held.registry.slot = nullptr;
  held.heap.MarkGarbage(held.leaf);
  EXPECT_EQ(held.Answer("shortest", held.leaf), "nothing\n");
  EXPECT_EQ(held.Answer("longest", held.leaf), "nothing\n");
  EXPECT_NE(held.Answer("direct", held.leaf).find("Node 2 .left, which marking clears\n"),
            std::string::npos);
}

TEST(NamedSearches, SayThatNothingRefersToAnObject) {
  const Held held;
  for (const NamedSearch& each : NamedSearches()) {
    EXPECT_EQ(held.Answer(each.name, held.loner), "nothing\n") << each.name;
  }
}

// S15.6: what only the barrier explains is no chain, and is said of a direct reference.
TEST(NamedSearches, TakeAStoreOfTheMutatorForNoReasonToLive) {
  const Held held;
  HeapGraph graph(held.heap);
  const Index loner = held.loner->header().index;
  graph.AddRoot({.kind = EdgeKind::kBarrier, .target = loner});
  for (const NamedSearch& each : NamedSearches()) {
    EXPECT_EQ(each.run(graph, loner), each.name == "direct" ? "barrier\n" : "nothing\n")
        << each.name;
  }
}

// S15.6: an empty line is between two chains, and no local is in a chain of references alone.
TEST(NamedSearches, WriteEachChainApart) {
  Heap heap({.locals = Locals::kRescanned});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  Node* const leaf = heap.New<Node>('l');
  root->left = root->right = leaf;
  const std::string left = "Node 2\n  <- Node 1 .left\n  <- root set\n";
  const std::string right = "Node 2\n  <- Node 1 .right\n  <- root set\n";
  EXPECT_THAT(Search(HeapGraph(heap), 2, "all").value_or(""),
              testing::AnyOf(left + "\n" + right, right + "\n" + left));
  Node* const held = heap.New<Node>('h');
  const Local<Node> local(heap, held);
  EXPECT_EQ(Search(HeapGraph(heap), 3, "shortest"), "Node 3\n  <- local 0\n");
  EXPECT_EQ(Search(HeapGraph(heap), 3, "reflected"), "nothing\n");
}

}  // namespace
}  // namespace gc
