// core/base/shared_list_test.cc -- a list on which several threads push, and which one thread
// takes.
//
// Label: threads.

#include "core/base/shared_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace gc {
namespace {

constexpr int kPushers = 4;

// S9.4: several threads push at once, and no push runs while the collector takes the list.
TEST(SharedListTest, LosesAndRepeatsNothing) {
  SharedList<int> list;
  std::shared_mutex sections;
  std::vector<int> taken;
  std::atomic<int> pushing{kPushers};
  std::thread taker([&] {
    const auto take = [&] {
      const std::unique_lock slice(sections);
      list.Take([&](int item) { taken.push_back(item); });
      EXPECT_TRUE(list.Empty());
    };
    while (pushing != 0) take();
    take();
  });
  std::vector<std::thread> pushers;
  for (int thread = 0; thread < kPushers; ++thread) {
    pushers.emplace_back([&, thread] {
      for (int i = 0; i < 5000; ++i) {
        const std::shared_lock section(sections);
        EXPECT_TRUE(list.Push(thread * 5000 + i));
      }
      pushing -= 1;
    });
  }
  for (std::thread& pusher : pushers) pusher.join();
  taker.join();
  std::sort(taken.begin(), taken.end());
  ASSERT_EQ(taken.size(), std::size_t{kPushers} * 5000);
  for (int i = 0; i < kPushers * 5000; ++i) ASSERT_EQ(taken[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace gc
