// core/base/tally_test.cc -- nothing that is added is lost, on however many threads.
//
// Label: threads.

#include "core/base/tally.h"

#include <gtest/gtest.h>

#include "core/testing/threads.h"

namespace gc {
namespace {

// S17.3
TEST(Tally, IsTheSumOfWhatAllThreadsAdd) {
  constexpr int kThreads = 20;  // more than it has parts
  constexpr std::uint32_t kEach = 20'000;
  Tally tally;
  tally.AddAlone(5);
  OnThreads(kThreads, [&](int thread) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      tally.Add(3);
      if (thread % 2 == 0) tally.Add(~std::uint32_t{0});
    }
  });
  EXPECT_EQ(tally.Sum(), 5 + kThreads * kEach * 3 - kThreads / 2 * kEach);
  tally.Clear();
  EXPECT_EQ(tally.Sum(), 0u);
}

// A thread may take away what another one added.
TEST(Tally, APartMayFallBelowZero) {
  Tally tally;
  OnThreads(1, [&](int) { tally.Add(2); });
  tally.AddAlone(~std::uint32_t{0});
  OnThreads(1, [&](int) { tally.Add(~std::uint32_t{0}); });
  EXPECT_EQ(tally.Sum(), 0u);
}

}  // namespace
}  // namespace gc
