// core/base/striped_counter_test.cc -- nothing that is added is lost, on however many threads.
//
// Label: threads.

#include "core/base/striped_counter.h"

#include <gtest/gtest.h>

#include "core/testing/threads.h"

namespace gc {
namespace {

// S17.3
TEST(StripedCounter, IsTheSumOfWhatAllThreadsAdd) {
  constexpr int kThreads = 20;  // more than it has parts
  constexpr std::uint32_t kEach = 20'000;
  StripedCounter counter;
  counter.AddAlone(5);
  OnThreads(kThreads, [&](int thread) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      counter.Add(3);
      if (thread % 2 == 0) counter.Add(~std::uint32_t{0});
    }
  });
  EXPECT_EQ(counter.Sum(), 5 + kThreads * kEach * 3 - kThreads / 2 * kEach);
  counter.Clear();
  EXPECT_EQ(counter.Sum(), 0u);
}

// A thread may take away what another one added.
TEST(StripedCounter, APartMayFallBelowZero) {
  StripedCounter counter;
  OnThreads(1, [&](int) { counter.Add(2); });
  counter.AddAlone(~std::uint32_t{0});
  OnThreads(1, [&](int) { counter.Add(~std::uint32_t{0}); });
  EXPECT_EQ(counter.Sum(), 0u);
}

}  // namespace
}  // namespace gc
