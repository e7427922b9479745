// core/inspect/verify/second_search_test.cc -- the second search begins at every root that the
// first one has, and tells a way that a reader can follow.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/inspect/verify/verification.h"
#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

namespace gc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Keeper : Referencer {
  explicit Keeper(Heap& heap) : Referencer(heap, Kind::kWrapper, "keeper") { Register(); }
  ~Keeper() override { Unregister(); }
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Node> slot;
};

// A heap with a disregarded object, and whatever else can keep one.
struct Keepers {
  Keepers() { heap.CloseDisregardWindow(); }
  Heap heap{{.locals = Locals::kRescanned, .max_disregarded = 1}};
  Node* const disregarded = heap.New<Node>('d');
  StrongPtr<Node> strong;
  Keeper referencer{heap};
  std::optional<Local<Node>> local;
};

// S20.1: the second search begins where the first one did, at roots of every kind.
TEST(VerificationOfTheUnreachable, BeginsAtRootsOfEveryKind) {
  using Keep = Node* (*)(Keepers&, Node*);
  const std::pair<const char*, Keep> kinds[] = {
      {"root set", [](Keepers& by, Node* holder) { return by.heap.AddRoot(holder), holder; }},
      {"keep flag native",
       [](Keepers& by, Node* holder) {
         by.heap.SetKeepFlags(holder, flag::kNative);
         return holder;
       }},
      {"disregarded", [](Keepers& by, Node*) { return by.disregarded; }},
      {"strong count 1",
       [](Keepers& by, Node* holder) {
         by.strong = StrongPtr<Node>(holder);
         return holder;
       }},
      {"referencer keeper, reference 0",
       [](Keepers& by, Node* holder) { return by.referencer.slot = holder, holder; }},
      {"local 0", [](Keepers& by, Node* holder) {
         by.local.emplace(by.heap, holder);
         return holder;
       }}};
  for (const auto& [words, keep] : kinds) {
    Keepers by;
    Node* const holder = keep(by, by.heap.New<Node>('h'));
    Node* const victim = by.heap.New<Node>('v');
    by.heap.Start();
    EndTrace(by.heap);
    EXPECT_THAT(FindReachableDoomed(by.heap), IsEmpty());
    StoreRaw(holder->left, victim);
    const std::vector<Finding> found = FindReachableDoomed(by.heap);
    holder->left = nullptr;
    ASSERT_EQ(found.size(), 1u) << words;
    EXPECT_THAT(found[0].text, HasSubstr(std::string(".left\n  <- ") + words));
  }
}

// construction-is-kept: what is not built yet is kept, though nothing in it is looked at.
TEST(VerificationOfTheUnreachable, BeginsAtWhatIsUnderConstruction) {
  Heap heap;
  Node* const half_built = heap.New<Node>('h');
  heap.Start();
  EndTrace(heap);
  auto& flags = heap.collector().population.table[half_built->header().index].flags;
  flags.Set(flag::kPendingConstruction);
  const std::vector<Finding> found = FindReachableDoomed(heap);
  flags.Clear(flag::kPendingConstruction);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].text, HasSubstr("under construction"));
}

// The way that is told is one that a reader can follow: not through what is doomed itself.
TEST(VerificationOfTheUnreachable, TellsAWayOfLiveObjectsThoughAShorterOneIsDoomed) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  Node* const between = heap.New<Node>('b');
  Node* const holder = heap.New<Node>('h');
  Node* const doomed = heap.New<Node>('d');
  Node* const victim = heap.New<Node>('v');
  heap.AddRoot(root);
  Node* const first = heap.New<Node>('f');
  root->left = first;
  first->left = between;
  between->left = holder;
  doomed->left = holder;
  heap.Start();
  EndTrace(heap);
  StoreRaw(root->right, doomed);
  StoreRaw(holder->right, victim);
  const std::vector<Finding> found = FindReachableDoomed(heap);
  root->right = holder->right = nullptr;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_THAT(found[1].text, HasSubstr("Node 5\n  <- Node 3 .right\n  <- Node 2 .left\n"
                                       "  <- Node 6 .left\n  <- Node 1 .left\n  <- root set\n"));
}

}  // namespace
}  // namespace gc
