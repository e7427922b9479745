// core/purge/order_test.cc -- what a destroy callback may rely on: the stages, and no order within
// one; at the heap's end, permanent objects last.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

Diary DiaryOf(std::uint64_t shuffle) {
  Diary diary;
  Heap heap({.shuffle_purge = shuffle});
  for (char name = 'a'; name < 'i'; ++name) heap.New<Node>(name, &diary);
  heap.Collect();
  return diary;
}

// S12.5: the order among objects is not specified. Shuffled, each stage is still complete before
// the next, and takes each object once; the same number gives the same order.
TEST(PurgeOrder, IsShuffledOnRequestWithinEachStage) {
  const Diary in_order = DiaryOf(0);
  EXPECT_TRUE(std::ranges::is_sorted(in_order.begin() + 8, in_order.begin() + 16));
  std::set<Diary> orders;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Diary shuffled = DiaryOf(seed);
    EXPECT_EQ(shuffled, DiaryOf(seed));
    orders.insert(shuffled);
    ASSERT_EQ(shuffled.size(), in_order.size());
    for (const int stage : {0, 8, 16}) {
      const auto from = shuffled.begin() + stage;
      std::sort(from, from + 8);
    }
    EXPECT_EQ(shuffled, in_order) << seed;
  }
  EXPECT_GT(orders.size(), 15u);
}

// S12.5: as few as two come in either order.
TEST(PurgeOrder, OfTwoIsShuffledToo) {
  std::set<Diary> orders;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Diary diary;
    Heap heap({.shuffle_purge = seed});
    for (const char name : {'a', 'b'}) heap.New<Node>(name, &diary);
    heap.Collect();
    orders.insert({diary[2], diary[3]});
  }
  EXPECT_EQ(orders, (std::set<Diary>{{"finished a", "finished b"}, {"finished b", "finished a"}}));
}

// S12.5: the next batch of the same heap comes in another order.
TEST(PurgeOrder, IsAnotherInEachBatch) {
  std::set<std::string> orders;
  Heap heap({.shuffle_purge = 7});
  for (int batch = 0; batch < 5; ++batch) {
    Diary diary;
    for (char name = 'a'; name < 'i'; ++name) heap.New<Node>(name, &diary);
    heap.Collect();
    std::string finished;
    for (int i = 8; i < 16; ++i) finished += diary[static_cast<std::size_t>(i)].back();
    orders.insert(finished);
  }
  EXPECT_GE(orders.size(), 4u);
}

// S12.18: managed objects are destroyed before permanent ones, in the pool or not.
TEST(PurgeOrder, AtTheHeapsEndPermanentObjectsAreDestroyedLast) {
  for (const std::size_t pool : {0u, 4096u}) {
    Diary diary;
    {
      Heap heap({.max_disregarded = 2, .permanent_bytes = pool});
      Node* const permanent = heap.New<Node>('p', &diary);
      heap.New<Node>('q', &diary);
      heap.CloseDisregardWindow();
      Node* const managed = heap.New<Node>('m', &diary);
      heap.AddRoot(managed);
      managed->left = permanent;
      heap.New<Node>('n', &diary);
    }
    EXPECT_THAT(diary, ElementsAre("began p", "began q", "began m", "began n", "finished p",
                                   "finished q", "finished m", "finished n", "destroyed m",
                                   "destroyed n", "destroyed p", "destroyed q"));
  }
}

}  // namespace
}  // namespace gc
