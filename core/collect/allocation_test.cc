// core/collect/allocation_test.cc -- a cycle in a steady state allocates nothing. S9.17
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/testing/threads.h"

// Sanitizers have an operator new of their own, and count nothing here.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GC_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GC_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef GC_COUNTS_ALLOCATIONS
#define GC_COUNTS_ALLOCATIONS 1
#endif

namespace {
std::atomic<int> allocations{0};
}  // namespace

#if GC_COUNTS_ALLOCATIONS
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
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
  }
  // How many allocations a cycle makes.
  int Cycle() {
    outside_.slot = heap_.New<Node>('o');
    for (Node* const root : roots_) {
      root->left = heap_.New<Node>('l');
      heap_.New<Node>('x');
    }
    allocations = 0;
    heap_.Start();
    heap_.Tick(1);
    for (Node* const root : roots_) root->right = root->left;  // shades each
    while (heap_.phase() != Phase::kIdle || heap_.PurgePending()) heap_.Tick(kUnlimited);
    heap_.Collect();
    return allocations;
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
  EXPECT_TRUE(first > 0 || GC_COUNTS_ALLOCATIONS == 0) << "the counter counts";
  for (int cycle = 0; cycle < 5; ++cycle) EXPECT_EQ(game.Cycle(), 0);
}

// S9.17: the lists are kept, until the memory is asked for.
TEST_P(SteadyState, AllocatesAgainAfterATrim) {
  Game game({.workers = GetParam()});
  for (int warm = 0; warm < 4; ++warm) game.Cycle();
  game.heap().Trim();
  EXPECT_TRUE(game.Cycle() > 0 || GC_COUNTS_ALLOCATIONS == 0);
}

}  // namespace
}  // namespace gc
