// core/collect/allocation_test.cc -- a cycle in a steady state allocates nothing. S9.17
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/testing/clusters.h"
#include "core/testing/failing_memory.h"
#include "core/testing/threads.h"

namespace {
std::atomic<std::size_t> bytes_allocated = 0;
}

#if GC_COUNTS_ALLOCATIONS
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  bytes_allocated += bytes;
  void* const memory = gc::FailingMemory::Fails() ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  void* const memory =
      gc::FailingMemory::Fails() ? nullptr : std::aligned_alloc(to, (bytes + to - 1) / to * to);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
#endif

namespace gc {
namespace {

// Reports one object, as a renderer does.
struct Outside : Referencer {
  explicit Outside(Heap& heap) : Referencer(heap, Kind::kWrapper, "outside") {}
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Node> slot;
};

// A game that makes and drops objects between two cycles, and stores while each is marking.
class Game {
 public:
  explicit Game(const HeapOptions& options) : heap_(options) {
    heap_.Trim();  // of what an earlier heap left it
    for (int i = 0; i < 1000; ++i) {
      heap_.AddRoot(roots_[i] = heap_.New<Node>('r'));
    }
    for (int i = 0; i < 300; ++i) {
      Bag* const bag = heap_.New<Bag>();  // shows its slots itself
      heap_.AddRoot(bag);
      for (int item = 0; item < 1 + i % 7; ++item) bag->items.push_back(heap_.New<Node>('i'));
    }
  }
  // How many allocations a cycle makes.
  int Cycle() {
    outside_.slot = heap_.New<Node>('o');
    for (Node* const root : roots_) {
      root->left = heap_.New<Node>('l');
      heap_.New<Node>('x');
    }
    const FailingMemory counter;
    heap_.Start();
    heap_.Tick(1);
    for (Node* const root : roots_) root->right = root->left;  // shades each
    while (heap_.phase() != Phase::kIdle || heap_.PurgePending()) heap_.Tick(kUnlimited);
    heap_.Collect();
    return counter.count();
  }
  Heap& heap() { return heap_; }

 private:
  Heap heap_;
  Registered<Outside> outside_{heap_};
  Node* roots_[1000];
};

class SteadyState : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, SteadyState, testing::Values(1u, 2u, 4u));

// S9.17: with and without workers, and with a thousand stores that the barrier finds.
TEST_P(SteadyState, AllocatesNothingInACycle) {
  Game game({.workers = GetParam()});
  int first = game.Cycle();
  for (int warm = 0; warm < 3; ++warm) game.Cycle();
  EXPECT_TRUE(first > 0 || !FailingMemory::kWorks) << "the counter counts";
  for (int cycle = 0; cycle < 5; ++cycle) EXPECT_EQ(game.Cycle(), 0);
}

// S9.17: whichever of them has the most in the next cycle needs no memory for it.
TEST_P(SteadyState, HasRoomInEachWorkerForTwiceWhatOneOfThemHad) {
  constexpr std::size_t kItems = 100'000;
  if (!FailingMemory::kWorks || GetParam() == 1) return;
  Heap heap({.workers = GetParam()});
  Bag* const bag = heap.New<Bag>();  // one worker finds all that is in it
  heap.AddRoot(bag);
  bag->items.reserve(kItems);
  for (std::size_t i = 0; i < kItems; ++i) bag->items.push_back(heap.New<Node>('i'));
  for (int i = 0; i < 5000; ++i) heap.AddRoot(heap.New<Node>('r'));
  heap.Trim();
  const std::size_t before = bytes_allocated;
  heap.Collect();
  EXPECT_GE(bytes_allocated - before, GetParam() * 2 * kItems * sizeof(Object*));
}

// S9.17: the lists are kept, until the memory is asked for.
TEST_P(SteadyState, AllocatesAgainAfterATrim) {
  Game game({.workers = GetParam()});
  for (int warm = 0; warm < 4; ++warm) game.Cycle();
  game.heap().Trim();
  EXPECT_TRUE(game.Cycle() > 0 || !FailingMemory::kWorks);
}

}  // namespace
}  // namespace gc
