// core/pointer/registered_test.cc -- a referencer keeps what it reports from its construction to
// its destruction, in whatever order several of them come and go. S6.3

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

class Keeper : public Referencer {
 public:
  explicit Keeper(Heap& heap) : Referencer(heap, Kind::kWrapper, "keeper") {}
  void Report(Reporter& to) const override {
    asked += 1;
    to(slot);
  }
  ObjectPtr<Node> slot;
  mutable int asked = 0;
};

// S6.3: each of several keeps its own for its own time, in whatever order they go.
TEST(RegisteredReferencer, OfSeveralEachKeepsItsOwnUntilItGoes) {
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    Heap heap;
    std::vector<std::unique_ptr<Registered<Keeper>>> all;
    std::vector<WeakPtr<Node>> kept;
    for (std::size_t i = 0; i < order.size(); ++i) {
      all.push_back(std::make_unique<Registered<Keeper>>(heap));
      all[i]->slot = heap.New<Node>('a');
      kept.emplace_back(all[i]->slot.Get());
    }
    for (const std::size_t goes : order) {
      all[goes].reset();
      heap.Collect();
      for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(kept[i].IsValid(), all[i] != nullptr) << i << " when " << goes << " goes";
        if (all[i] == nullptr) continue;
        ASSERT_EQ(std::exchange(all[i]->asked, 0), 1);
      }
    }
    EXPECT_EQ(heap.collector().outside.FirstReferencer(), nullptr);
  } while (std::ranges::next_permutation(order).found);
}

// S6.3: one that comes while marking keeps what it reports from then on; what one that goes has
// reported floats, and dies with the next cycle.
TEST(RegisteredReferencer, OneThatComesWhileMarkingShadesAndWhatOneLetsGoFloats) {
  Heap heap;
  auto going = std::make_unique<Registered<Keeper>>(heap);
  going->slot = heap.New<Node>('g');
  Keeper unregistered(heap);
  unregistered.slot = heap.New<Node>('c');
  const WeakPtr<Node> floats(going->slot.Get());
  const WeakPtr<Node> comes(unregistered.slot.Get());
  heap.Start();
  heap.Tick(1);
  unregistered.Register();
  going.reset();
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_TRUE(comes.IsValid());
  EXPECT_TRUE(floats.IsValid());
  heap.Collect();
  EXPECT_TRUE(comes.IsValid());
  EXPECT_FALSE(floats.IsValid());
}

}  // namespace
}  // namespace gc
