// core/cluster/member_map_test.cc -- where clustered objects are: the map knows it exactly, and the
// table of the process never says no where one is.

#include "core/cluster/member_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <new>
#include <random>
#include <vector>

#include "core/testing/failing_memory.h"

namespace gc {
namespace {

constexpr std::uintptr_t kPage = 4096;  // of the map
constexpr std::uintptr_t kGranule = std::uintptr_t{1} << ClusteredGranules::kGranuleBits;
// Nothing is ever there. Addresses that are this far from one another share a byte of the table.
constexpr std::uintptr_t kNowhere = std::uintptr_t{0x5A5} << 40;
constexpr std::uintptr_t kSameByte = kGranule * ClusteredGranules::kGranules;

const void* At(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

// The object that an address is inside of.
void Remove(MemberMap& map, std::uintptr_t inside) {
  std::uintptr_t last = 0;
  const Index gone = map.Find(At(inside));
  map.RemoveAll(At(inside), last, [gone](Index index) { return index == gone; });
}

// S5.5: a yes is said for the granules in which there is an object, and for no others.
TEST(ClusteredGranules, SayYesByGranules) {
  MemberMap map;
  map.Add(At(kNowhere + 3 * kGranule), kGranule, 1);
  map.Add(At(kNowhere + 7 * kGranule - 8), 16, 2);
  map.Add(At(kNowhere + kPage - 8), 3 * kPage, 3);  // into the fourth page from here
  const auto expect = [&](const std::vector<std::uintptr_t>& granules) {
    for (std::uintptr_t i = 0; i < 5 * kPage / kGranule; ++i) {
      const bool is_one = std::find(granules.begin(), granules.end(), i) != granules.end();
      for (const std::uintptr_t at : {std::uintptr_t{0}, kGranule - 8}) {
        EXPECT_EQ(ClusteredGranules::MayHold(At(kNowhere + i * kGranule + at)), is_one) << i;
      }
    }
  };
  std::vector<std::uintptr_t> large;
  for (std::uintptr_t i = kPage / kGranule - 1; i < 4 * kPage / kGranule; ++i) large.push_back(i);
  std::vector<std::uintptr_t> all = large;
  all.insert(all.end(), {3, 6, 7});
  expect(all);
  Remove(map, kNowhere + 3 * kGranule + 8);
  Remove(map, kNowhere + 7 * kGranule);
  expect(large);
  Remove(map, kNowhere + 2 * kPage);
  expect({});
}

// S5.5: where several objects are in one granule, or in granules that share a byte, the last one
// that goes takes the yes with it.
TEST(ClusteredGranules, SayYesUntilTheLastObjectGoes) {
  const std::uintptr_t other = kNowhere + kSameByte;
  MemberMap one, another;  // of two heaps
  one.Add(At(kNowhere), 8, 1);
  one.Add(At(kNowhere + 8), 8, 2);
  another.Add(At(other), 8, 1);
  Remove(one, kNowhere);
  EXPECT_TRUE(ClusteredGranules::MayHold(At(other)));
  Remove(one, kNowhere + 8);
  EXPECT_TRUE(ClusteredGranules::MayHold(At(other)));
  Remove(another, other);
  EXPECT_FALSE(ClusteredGranules::MayHold(At(other)));
}

// S5.5: a count has a byte, and what it cannot count it does not forget.
TEST(ClusteredGranules, DoNotForgetWhatTheyCannotCount) {
  const std::uintptr_t full = kNowhere + 100 * kPage;
  const auto come_and_go = [&](int objects) {
    for (int i = 0; i < objects; ++i) ClusteredGranules::Enter(full, full + 8);
    EXPECT_TRUE(ClusteredGranules::MayHold(At(full)));
    for (int i = 0; i < objects; ++i) ClusteredGranules::Leave(full, full + 8);
    return !ClusteredGranules::MayHold(At(full));
  };
  EXPECT_TRUE(come_and_go(254));
  EXPECT_FALSE(come_and_go(256));
}

TEST(MemberMapTest, FindsTheObjectAroundAnAddressAndNoOther) {
  alignas(4096) static std::byte memory[5 * 4096];
  MemberMap map;
  map.Add(memory, 64, 1);
  map.Add(memory + 64, 32, 2);
  map.Add(memory + 4000, 2 * 4096, 3);  // reaches into two pages more
  map.Add(memory + 128, 16, 4);
  EXPECT_EQ(map.Find(memory), 1u);
  EXPECT_EQ(map.Find(memory + 63), 1u);
  EXPECT_EQ(map.Find(memory + 64), 2u);
  EXPECT_EQ(map.Find(memory + 96), kNoIndex);
  EXPECT_EQ(map.Find(memory + 143), 4u);
  for (const int at : {4000, 4096, 8192, 4000 + 8191}) EXPECT_EQ(map.Find(memory + at), 3u) << at;
  EXPECT_EQ(map.Find(memory + 4000 + 8192), kNoIndex);
  EXPECT_EQ(map.Find(memory + 3999), kNoIndex);
  Remove(map, reinterpret_cast<std::uintptr_t>(memory + 8192));  // any address inside of it
  for (const int at : {4000, 4096, 8192}) EXPECT_EQ(map.Find(memory + at), kNoIndex) << at;
  Remove(map, reinterpret_cast<std::uintptr_t>(memory + 64));
  EXPECT_EQ(map.Find(memory + 64), kNoIndex);
  EXPECT_EQ(map.Find(memory + 128), 4u);
}

// What a map was given, kept in the plainest way.
class Listed {
 public:
  explicit Listed(MemberMap& map) : map_(map) {}
  void AddUnlessTaken(std::uintptr_t start, std::uintptr_t bytes, Index index) {
    for (const auto& [at, one] : there_) {
      if (at < start + bytes && start < at + one.bytes) return;
    }
    map_.Add(At(start), bytes, index);
    there_[start] = {bytes, index};
  }
  void Remove(std::uint32_t random) {
    if (there_.empty()) return;
    const auto one = std::next(there_.begin(), random % there_.size());
    gc::Remove(map_, one->first + random % one->second.bytes);
    there_.erase(one);
  }
  void RemoveAll(const std::function<bool(Index)>& is_going) {
    std::uintptr_t last = 0;
    for (const auto& [at, one] : there_) {
      if (is_going(one.index)) map_.RemoveAll(At(at), last, is_going);
    }
    std::erase_if(there_, [&](const auto& one) { return is_going(one.second.index); });
  }
  void Expect() const {
    for (const auto& [at, one] : there_) {
      for (const std::uintptr_t inside : {std::uintptr_t{0}, one.bytes / 2, one.bytes - 8}) {
        EXPECT_EQ(map_.Find(At(at + inside)), one.index);
        EXPECT_TRUE(ClusteredGranules::MayHold(At(at + inside)));
      }
    }
  }

 private:
  struct Object {
    std::uintptr_t bytes;
    Index index;
  };
  MemberMap& map_;
  std::map<std::uintptr_t, Object> there_;  // by its start
};

// S5.5: whatever comes and goes, alone or many at once, the map finds what is there, and the table
// does not say no to any of it. It has forgotten all when all is gone.
TEST(MemberMapTest, FindsWhatIsThereAfterAnyChanges) {
  std::minstd_rand random(7);
  const auto below = [&](std::uintptr_t n) { return random() % n; };
  MemberMap map;
  Listed listed(map);
  for (Index step = 1; step <= 3000; ++step) {
    const std::uintptr_t start = kNowhere + below(2) * kSameByte + below(3 * kPage / 16) * 16;
    listed.AddUnlessTaken(start, (1 + below(step % 50 == 0 ? 600 : 12)) * 16, step);
    if (step % 3 == 0) listed.Remove(static_cast<std::uint32_t>(random()));
    if (step % 100 == 0) {
      const std::uintptr_t some = below(7);
      listed.RemoveAll([some](Index index) { return index % 7 == some; });
    }
    if (step % 10 == 0) listed.Expect();
  }
  listed.Expect();
  listed.RemoveAll([](Index) { return true; });
  for (std::uintptr_t at = kNowhere; at < kNowhere + 8 * kPage; at += kGranule) {
    EXPECT_EQ(map.Find(At(at)), kNoIndex);
    EXPECT_FALSE(ClusteredGranules::MayHold(At(at)));
  }
}

// S5.5, S17.10: an object on several pages, for one of which there is no memory, is on none.
TEST(MemberMapTest, AnObjectForWhichThereIsNoRoomOnAPageIsOnNone) {
  if (!FailingMemory::kWorks) return;
  int refused = 0;
  bool failed = true;
  for (int number = 0; failed; ++number) {
    MemberMap map;
    bool added = true;
    {
      const FailingMemory failing(number);
      try {
        map.Add(At(kNowhere + kPage - 8), 2 * kPage, 1);
      } catch (const std::bad_alloc&) {
        added = false;
      }
      failed = failing.failed() != 0;
    }
    refused += !added;
    for (const std::uintptr_t page : {std::uintptr_t{0}, kPage, 2 * kPage}) {
      const Index there = map.Find(At(kNowhere + page + (page == 0 ? kPage - 8 : 0)));
      EXPECT_EQ(there, added ? 1 : kNoIndex) << "allocation " << number << ", page " << page;
    }
    EXPECT_EQ(ClusteredGranules::MayHold(At(kNowhere + kPage)), added);
  }
  EXPECT_GT(refused, 2);
}

// A page that its last object has left takes no memory: for the next object on it everything is
// made anew.
TEST(MemberMapTest, APageWithoutAnObjectTakesNoMemory) {
  if (!FailingMemory::kWorks) return;
  MemberMap map;
  map.Add(At(kNowhere + 9 * kPage), 16, 1);
  const auto allocations_to_add = [&map] {
    const FailingMemory counting;
    map.Add(At(kNowhere + kPage - 8), 2 * kPage, 2);  // on three pages
    return counting.count();
  };
  const int at_first = allocations_to_add();
  EXPECT_GE(at_first, 3);
  for (const std::uintptr_t page : {0, 1, 2}) {
    Remove(map, kNowhere + page * kPage + (page == 0 ? kPage - 8 : 0));
    ASSERT_EQ(map.Find(At(kNowhere + kPage)), kNoIndex);
    EXPECT_EQ(allocations_to_add(), at_first) << "removed by page " << page;
  }
}

// S5.5: a map that is emptied leaves no yes behind; nor does one that leaves the granules for a
// time, and it knows its objects all the while.
TEST(ClusteredGranules, SayYesForNoMapThatIsEmptiedOrHasLeft) {
  MemberMap map;
  map.Add(At(kNowhere + 3 * kGranule), kGranule, 1);
  map.Add(At(kNowhere + kPage - kGranule), 2 * kGranule, 2);  // on two pages
  const auto expect = [&](bool held, bool found) {
    for (const std::uintptr_t at : {3 * kGranule, kPage - kGranule, kPage}) {
      EXPECT_EQ(ClusteredGranules::MayHold(At(kNowhere + at)), held) << at;
      EXPECT_EQ(map.Find(At(kNowhere + at)) != kNoIndex, found) << at;
    }
  };
  expect(true, true);
  map.LeaveGranules();
  expect(false, true);
  map.EnterGranules();
  expect(true, true);
  map.Clear();
  expect(false, false);
}

}  // namespace
}  // namespace gc
