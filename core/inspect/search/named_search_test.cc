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

}  // namespace
}  // namespace gc
