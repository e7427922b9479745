// core/collect/used_up_threads_test.cc -- heaps of several threads that use up their serials at
// once.
//
// Their machinery is kept for ever in one list of the whole program. Without its lock that list
// would be damaged, of which a race detector tells at once.
//
// Rows: S1.14.
// Label: threads.

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

constexpr std::size_t kDroppers = 4;
constexpr std::size_t kHeapsOfEach = 16;

TEST(UsedUp, NoHeapOfAnyThreadIsGivenTheirMachinery) {
  std::array<std::vector<const Collector*>, kDroppers> used;
  {
    std::vector<std::jthread> threads;
    for (std::vector<const Collector*>& own : used) {
      threads.emplace_back([&own] {
        for (std::size_t i = 0; i < kHeapsOfEach; ++i) {
          Heap heap;
          heap.New<Node>('a');
          heap.collector().serials.SkipTo(~Serial{0} - 1);
          own.push_back(&heap.collector());
        }
      });
    }
  }
  std::set<const Collector*> all;
  for (const std::vector<const Collector*>& own : used) all.insert(own.begin(), own.end());
  EXPECT_EQ(all.size(), kDroppers * kHeapsOfEach);
}

}  // namespace
}  // namespace gc
