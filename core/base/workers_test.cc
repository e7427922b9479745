// core/base/workers_test.cc -- each task is done once, and what one throws comes to the caller.
//
// Label: threads.

#include "core/base/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/sharing.h"

namespace gc {
namespace {

TEST(WorkersOfAHeap, DoEachTaskOnce) {
  for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
    Workers workers(threads);
    for (const std::size_t tasks : {0u, 1u, 2u, 5u, 1000u}) {
      std::vector<std::atomic<int>> done(tasks);
      workers.ForEach(tasks, [&](std::size_t i) { done[i] += 1; });
      for (const std::atomic<int>& one : done) EXPECT_EQ(one, 1) << threads << ", " << tasks;
    }
    EXPECT_EQ(workers.tasks(), 1008u);
  }
}

TEST(WorkersOfAHeap, DoBothAndOneOfThemHere) {
  Workers workers(2);
  for (int round = 0; round < 100; ++round) {
    std::thread::id here;
    std::atomic<int> beside = 0;
    workers.Both(
        [&] {
          EXPECT_EQ(here, std::thread::id());
          here = std::this_thread::get_id();
          EXPECT_FALSE(Workers::IsHelper());
        },
        [&] {
          beside += 1;
          EXPECT_TRUE(Workers::IsHelper());
          EXPECT_TRUE(workers.IsRunning());
        });
    EXPECT_EQ(here, std::this_thread::get_id());
    EXPECT_EQ(beside, 1);
    EXPECT_FALSE(workers.IsRunning());
  }
}

TEST(WorkersOfAHeap, TellWhatATaskThrew) {
  Workers workers(2);
  std::atomic<int> begun = 0;
  const auto fail = [&](std::size_t i) {
    begun += 1;
    if (i % 10 == 3) throw std::runtime_error("a task");
  };
  EXPECT_THROW(workers.ForEach(100'000, fail), std::runtime_error);
  EXPECT_LT(begun, 100'000);  // those that had not begun are left out
  EXPECT_FALSE(workers.IsRunning());
  EXPECT_FALSE(Workers::HaveFailed());
  const auto nothing = [] {};
  const auto throws = [] { throw std::runtime_error("a job"); };
  EXPECT_THROW(workers.Both(throws, nothing), std::runtime_error);
  EXPECT_THROW(workers.Both(nothing, throws), std::runtime_error);
  begun = 0;
  workers.ForEach(100, [&](std::size_t) { begun += 1; });
  EXPECT_EQ(begun, 100);
}

// A thread that destroyed what no worker could be had for is a mutator again.
TEST(Helping, EndsWhereItsScopeDoes) {
  EXPECT_FALSE(Helping::IsRunning());
  {
    const Helping helping;
    EXPECT_TRUE(Helping::IsRunning());
  }
  EXPECT_FALSE(Helping::IsRunning());
}

}  // namespace
}  // namespace gc
