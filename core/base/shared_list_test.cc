// core/base/shared_list_test.cc -- a list on which several threads push, and which one thread
// takes.
//
// Label: threads.

#include "core/base/shared_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
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

// S9.17: chunks that were taken serve later pushes, Trim frees them, and the end of a list frees
// all that it has. An item that was pushed lives as long as its chunk.
TEST(SharedListTest, FreesItsChunksWhenItIsTrimmedAndWhenItEnds) {
  const auto item = std::make_shared<int>(1);
  {
    SharedList<std::shared_ptr<int>> list;
    const auto push = [&](int count) {
      for (int i = 0; i < count; ++i) ASSERT_TRUE(list.Push(item));
    };
    push(1000);
    EXPECT_EQ(item.use_count(), 1001);
    int taken = 0;
    list.Take([&](const std::shared_ptr<int>&) { taken += 1; });
    EXPECT_EQ(taken, 1000);
    EXPECT_TRUE(list.Empty());
    list.Trim();
    EXPECT_LT(item.use_count(), 100) << "one chunk is left, on which the next push begins";
    push(1000);
    list.Take([](const std::shared_ptr<int>&) {});
    push(500);
    EXPECT_GT(item.use_count(), 501) << "some are kept";
  }
  EXPECT_EQ(item.use_count(), 1);
  {
    SharedList<std::shared_ptr<int>> list;
    ASSERT_TRUE(list.Push(item));
  }
  EXPECT_EQ(item.use_count(), 1);
}

}  // namespace
}  // namespace gc
