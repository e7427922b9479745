// core/collect/left_over_test.cc -- what is marked, and for which no list has room, is scanned
// again before marking ends.
//
// Label: threads.

#include <gtest/gtest.h>

#include <barrier>
#include <optional>
#include <vector>

#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/failing_memory.h"
#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// A tree of nodes, each of which has two below it.
Node* TreeOf(Heap& heap, int levels) {
  Node* const top = heap.New<Node>('t');
  if (levels == 1) return top;
  top->left = TreeOf(heap, levels - 1);
  top->right = TreeOf(heap, levels - 1);
  return top;
}

Colour ColourOf(const Heap& heap, const Object* object) {
  Snapshot snapshot;
  Take(heap, snapshot);
  return snapshot.colours[object->header().index];
}

class LeftOver : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, LeftOver, testing::Values(1u, 2u, 4u));

// S9.26: no list has a page, and none gets one.
TEST_P(LeftOver, IsScannedAgainBeforeMarkingEnds) {
  if (!FailingMemory::kWorks) return;
  constexpr int kLevels = 9;
  for (const Work budget : {Work{1}, Work{50}, kUnlimited}) {
    Heap heap({.workers = GetParam(), .task_objects = 1});
    heap.AddRoot(TreeOf(heap, kLevels));
    for (int i = 0; i < 100; ++i) heap.New<Node>('x');
    heap.Trim();
    int left_over = 0;
    {
      const FailingMemory memory(0, FailingMemory::kForEver);
      heap.Start();
      while (heap.phase() == Phase::kMarking) {
        ASSERT_LE(heap.Tick(budget), budget);
        left_over += heap.collector().wavefront.HasLeftOver();
        const FailingMemory::Pause pause;
        ASSERT_EQ(Verifier().Verify(heap), std::nullopt);
      }
    }
    EXPECT_TRUE(left_over > 0 || budget == kUnlimited);
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), (1u << kLevels) - 1);
  }
}

// S9.26: the barrier's list has no page when the first store needs it; the list of several mutators
// may have a chunk of an earlier heap, and no second one. The stores are more than are shaded
// together.
TEST_P(LeftOver, CountsAsGrey) {
  if (!FailingMemory::kWorks) return;
  constexpr std::size_t kWhite = 300;
  Heap heap({.workers = GetParam()});
  std::vector<Node*> white(kWhite);
  std::vector<Node*> holders(kWhite);
  for (std::size_t i = 0; i < kWhite; ++i) {
    heap.AddRoot(holders[i] = heap.New<Node>('h'));
    white[i] = heap.New<Node>('w');
    white[i]->left = heap.New<Node>('d');
  }
  heap.Start();
  while (!heap.collector().wavefront.work().empty()) heap.Tick(1);
  heap.Trim();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    for (std::size_t i = 0; i < kWhite; ++i) holders[i]->left = white[i];
  }
  EXPECT_TRUE(heap.collector().wavefront.HasLeftOver());
  for (const Node* const one : white) EXPECT_EQ(ColourOf(heap, one), Colour::kGrey);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  while (heap.phase() == Phase::kMarking) {
    heap.Tick(1);
    ASSERT_EQ(Verifier().Verify(heap), std::nullopt);
  }
  EXPECT_FALSE(heap.collector().wavefront.HasLeftOver());
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3 * kWhite);
}

// S9.26: an object with a higher index is white. When the last unit is done, a further one finds
// the end of marking, and does not look for an object in vain.
TEST_P(LeftOver, IsThereWhileAMarkedObjectIs) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.workers = GetParam()});
  heap.AddRoot(heap.New<Node>('a'));
  heap.New<Node>('x');
  heap.Trim();
  const FailingMemory memory(0, FailingMemory::kForEver);
  heap.Start();
  EXPECT_TRUE(heap.collector().wavefront.HasLeftOver());
  heap.Tick(2);
  EXPECT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_FALSE(heap.collector().wavefront.HasLeftOver());
  heap.Tick(1);
  EXPECT_EQ(heap.phase(), Phase::kGathering);
}

// S9.26: what is left over is grey, and with it what may be, but nothing before that.
TEST_P(LeftOver, IsGreyFromTheFirstIndexOn) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.workers = GetParam()});
  Node* const first = heap.New<Node>('a');
  Node* const later = heap.New<Node>('b');
  heap.AddRoot(first);
  heap.Start();
  while (ColourOf(heap, first) == Colour::kGrey) heap.Tick(1);
  ASSERT_EQ(heap.phase(), Phase::kMarking);
  heap.collector().wavefront.Settle();
  heap.Trim();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    heap.collector().wavefront.LeaveOver(*later);
  }
  EXPECT_EQ(ColourOf(heap, first), Colour::kBlack);
}

// S9.26: what is pending construction is not scanned yet, so it is not grey.
TEST_P(LeftOver, IsNotWhatIsPendingConstruction) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.workers = GetParam()});
  Factory make(heap);
  Part* const root = make.New<Part>({.name = "Root"});
  heap.AddRoot(root);
  const Reserved<Part> reserved = make.Reserve<Part>({.name = "Coming"});
  heap.Trim();
  const FailingMemory memory(0, FailingMemory::kForEver);
  heap.Start();
  const FailingMemory::Pause pause;
  EXPECT_EQ(ColourOf(heap, root), Colour::kGrey);
  EXPECT_EQ(ColourOf(heap, reserved.object()), Colour::kBlack);
}

// S9.26, S9.4: several mutators shade at once, and none of them gets a chunk.
TEST_P(LeftOver, OfSeveralMutatorsAndWorkersIsScannedAgain) {
  if (!FailingMemory::kWorks) return;
  constexpr int kMutators = 4;
  constexpr int kEach = 200;
  Lock lock;
  Heap heap({.workers = GetParam(), .task_objects = 1, .lock = &lock});
  std::vector<Node*> holders;
  std::vector<Node*> white;
  for (int i = 0; i < kMutators * kEach; ++i) {
    heap.AddRoot(holders.emplace_back(heap.New<Node>('h')));
  }
  for (int i = 0; i < kMutators * kEach; ++i) {
    white.push_back(heap.New<Node>('w'));
    white.back()->left = heap.New<Node>('d');
  }
  {
    const Slice slice(lock);
    heap.Start();
    heap.Tick(10);
  }
  std::optional<FailingMemory> memory;
  std::barrier together(kMutators);
  InSections(lock, kMutators, [&](int mutator) {
    if (mutator == 0) memory.emplace(0, FailingMemory::kForEver);
    together.arrive_and_wait();
    for (int i = mutator * kEach; i < (mutator + 1) * kEach; ++i) {
      holders[static_cast<std::size_t>(i)]->left = white[static_cast<std::size_t>(i)];
    }
    together.arrive_and_wait();
    if (mutator == 0) memory.reset();
  });
  const Slice slice(lock);
  EXPECT_TRUE(heap.collector().wavefront.HasLeftOver());
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  {
    const FailingMemory none(0, FailingMemory::kForEver);
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
  }
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u * kMutators * kEach);
}

// S9.26, S6.8: what referencers report beside the flip cannot be kept, and they are asked again.
TEST_P(LeftOver, OfReferencersIsAskedForAgain) {
  if (!FailingMemory::kWorks) return;
  struct Asked : Referencer {
    explicit Asked(Heap& heap) : Referencer(heap, Kind::kWrapper, "asked") {}
    void Report(Reporter& to) const override { to(slot); }
    ObjectPtr<Node> slot;
  };
  Heap heap({.workers = GetParam()});
  Registered<Asked> asked(heap);
  asked.slot = heap.New<Node>('a');
  asked.slot->left = heap.New<Node>('b');
  heap.New<Node>('x');
  heap.Collect();  // workers start with memory; what they then need of it is not ours
  heap.New<Node>('x');
  heap.Trim();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    heap.Start();
    EXPECT_FALSE(heap.collector().marker.WasReported());
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

// S9.26, S6.8: as many find room afterwards as there are, but one did not.
TEST_P(LeftOver, OfReferencersIsAskedForAgainIfOneOfThemIsMissing) {
  if (!FailingMemory::kWorks) return;
  struct Many : Referencer {
    explicit Many(Heap& heap) : Referencer(heap, Kind::kWrapper, "many") {}
    void Report(Reporter& to) const override {
      for (const ObjectPtr<Node>& slot : slots) to(slot);
    }
    std::vector<ObjectPtr<Node>> slots;
  };
  for (int from = 0; from < 12; ++from) {
    Heap heap({.workers = GetParam()});
    Registered<Many> many(heap);
    for (int i = 0; i < 40; ++i) many.slots.emplace_back(heap.New<Node>('a'));
    heap.New<Node>('x');
    heap.Collect();
    heap.Trim();
    {
      const FailingMemory memory(from);
      heap.Start();
      while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
    }
    heap.Collect();
    ASSERT_EQ(heap.ObjectCount(), 40u) << from;
  }
}

}  // namespace
}  // namespace gc
