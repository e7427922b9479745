// core/base/paged_list_test.cc -- a list that grows without moving what it has.

#include "core/base/paged_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/testing/failing_memory.h"

namespace gc {
namespace {

std::vector<int> ItemsOf(const PagedList<int>& list) { return {list.begin(), list.end()}; }

// S9.17: every call does what it does to a vector, at the borders of pages as well.
TEST(PagedListTest, IsAVector) {
  std::minstd_rand random(1);
  PagedList<int> list;
  std::vector<int> plain;
  for (int step = 0; step < 3000; ++step) {
    const std::size_t some = random() % 150;
    std::vector<int> items(some);
    for (int& item : items) item = static_cast<int>(random());
    switch (random() % 6) {
      case 0:
        list.Append(items.data(), some);
        plain.insert(plain.end(), items.begin(), items.end());
        break;
      case 1: {
        const std::size_t count = std::min(some, plain.size());
        items.resize(count);
        list.TakeBack(items.data(), count);
        EXPECT_EQ(items, std::vector<int>(plain.rbegin(),
                                          plain.rbegin() + static_cast<std::ptrdiff_t>(count)));
        plain.resize(plain.size() - count);
        break;
      }
      case 2:
        for (const int item : items) {
          list.push_back(item);
          plain.push_back(item);
        }
        break;
      case 3:
        for (std::size_t i = 0; i < some && !plain.empty(); ++i) {
          ASSERT_EQ(list.back(), plain.back());
          list.pop_back();
          plain.pop_back();
        }
        break;
      case 4:
        if (some < plain.size()) {
          list.Truncate(some);
          plain.resize(some);
        }
        break;
      default:
        if (some % 8 == 0) list.Trim();
        if (some == 1) list.Recycle();
        if (some == 1) plain.clear();
    }
    ASSERT_EQ(list.size(), plain.size());
    ASSERT_EQ(list.empty(), plain.empty());
    ASSERT_GE(list.capacity(), list.size());
    ASSERT_EQ(ItemsOf(list), plain);
    for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(list[i], plain[i]);
  }
}

static_assert(std::forward_iterator<PagedList<int>::iterator>);
static_assert(std::forward_iterator<PagedList<int>::const_iterator>);

// A place that is advanced answers itself as it was before, or as it is now; and items are written
// through it.
TEST(PagedListTest, IsWalkedByItsPlaces) {
  PagedList<int> list;
  for (int i = 0; i < 100; ++i) list.push_back(i);
  PagedList<int>::iterator at = list.begin();
  for (int i = 0; i < 50; ++i) {
    const PagedList<int>::iterator before = at;
    ASSERT_EQ(at++, before);
    ASSERT_NE(at, before);
    *at++ = -1;
  }
  EXPECT_EQ(at, list.end());
  PagedList<int>::const_iterator read = std::as_const(list).begin();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(*read++, i % 2 == 0 ? i : -1);
  EXPECT_EQ(read, std::as_const(list).end());
}

// S9.2: whatever is added, what is there stays where it is; so no push takes longer because of it.
TEST(PagedListTest, MovesNothingWhenItGrows) {
  PagedList<int> list;
  std::vector<const int*> places;
  for (int i = 0; i < 100'000; ++i) {
    list.push_back(i);
    places.push_back(&list[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(&list[static_cast<std::size_t>(i)], places[i]);
}

// S9.2: two lists of any size change places without a look at an item.
// All that lies side by side is told at once, and never what is behind the last item.
TEST(PagedListTest, TellsWhatLiesSideBySide) {
  PagedList<std::size_t> list;
  for (std::size_t i = 0; i < 1000; ++i) {
    list.push_back(i);
    for (const std::size_t from : {std::size_t{0}, i / 2, i}) {
      for (const std::size_t most : {std::size_t{1}, std::size_t{40}, std::size_t{5000}}) {
        const std::span<std::size_t> row = list.SideBySide(from, most);
        ASSERT_GE(row.size(), 1u);
        ASSERT_LE(row.size(), std::min(most, list.size() - from));
        ASSERT_EQ(row.front(), from);
        ASSERT_EQ(row.back(), from + row.size() - 1);
      }
    }
  }
  EXPECT_EQ(list.SideBySide(16, 5000).size(), 32u) << "the second page";
  list.Truncate(20);
  EXPECT_EQ(list.SideBySide(16, 5000).size(), 4u);
}

TEST(PagedListTest, ExchangesItsItemsAsAWhole) {
  PagedList<int> one;
  PagedList<int> other;
  for (int i = 0; i < 1000; ++i) one.push_back(i);
  other.push_back(7);
  const int* const first = &one[0];
  one.Swap(other);
  EXPECT_THAT(ItemsOf(one), testing::ElementsAre(7));
  EXPECT_EQ(&other[0], first);
  EXPECT_EQ(other.size(), 1000u);
  other.push_back(1000);
  EXPECT_EQ(other.back(), 1000);
}

// S9.17: a list that is emptied keeps its pages; Trim gives back those without an item, and Recycle
// those of a large heap.
TEST(PagedListTest, KeepsItsPagesUntilTheyAreAskedFor) {
  PagedList<int> list;
  EXPECT_EQ(list.capacity(), 0u) << "an empty list costs nothing";
  for (int i = 0; i < 100'000; ++i) list.push_back(i);
  const std::size_t room = list.capacity();
  list.clear();
  EXPECT_EQ(list.capacity(), room);
  list.push_back(1);
  list.Trim();
  EXPECT_LT(list.capacity(), 100u);
  EXPECT_THAT(ItemsOf(list), testing::ElementsAre(1));
  for (int i = 0; i < 100; ++i) list.push_back(i);
  list.Recycle();
  EXPECT_TRUE(list.empty());
  EXPECT_GE(list.capacity(), 100u) << "a small list is kept";
  for (int i = 0; i < 100'000; ++i) list.push_back(i);
  list.Recycle();
  EXPECT_LT(list.capacity() * sizeof(int), 256u * 1024) << "a large one is not";
  list.Trim();
  EXPECT_EQ(list.capacity(), 0u);
}

// A list that finds no memory for a page is the list that it was.
TEST(PagedListTest, StaysWhatItWasIfThereIsNoMemory) {
  if constexpr (!FailingMemory::kWorks) return;  // a sanitizer ends the program
  struct Vast {
    std::byte bytes[std::size_t{1} << 58];
  };
  PagedList<Vast> list;
  const Vast* const none = nullptr;  // nothing of it is read
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(list.Append(none, 1), std::bad_alloc);
    EXPECT_EQ(list.size(), 0u);
    EXPECT_EQ(list.capacity(), 0u);
    list.clear();
  }
}

// A list may be cut where a page is full: no page behind it is needed then.
TEST(PagedListTest, IsCutAtTheEndOfAPage) {
  PagedList<int> list;
  for (int i = 0; i < 16; ++i) list.push_back(i);
  list.Truncate(16);
  list.Trim();
  EXPECT_EQ(list.capacity(), 16u);
  EXPECT_EQ(list.size(), 16u);
  for (int i = 16; i < 48; ++i) list.push_back(i);
  for (const std::size_t size : {48u, 16u}) {
    list.Truncate(size);
    EXPECT_EQ(list.size(), size);
    EXPECT_EQ(list.back(), static_cast<int>(size) - 1);
    list.Trim();
    EXPECT_EQ(list.capacity(), size) << "no page is left without an item";
  }
  list.push_back(-1);
  EXPECT_EQ(list[16], -1);
}

// Room for the next item is made where there is none, and else the list is as it was; and what is
// moved is another's, with all its items.
TEST(PagedListTest, IsWholeAfterRoomWasMadeAndAfterItWasMoved) {
  PagedList<int> list;
  std::vector<int> plain;
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(list.MakeRoom());
    ASSERT_EQ(list.size(), plain.size());
    ASSERT_TRUE(list.TryPushOnPage(i));
    plain.push_back(i);
    ASSERT_EQ(ItemsOf(list), plain);
  }
  PagedList<int> other(std::move(list));
  EXPECT_EQ(ItemsOf(other), plain);
  other.push_back(60);
  EXPECT_EQ(other.size(), 61u);
}

}  // namespace
}  // namespace gc
