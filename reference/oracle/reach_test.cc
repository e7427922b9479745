// reference/oracle/reach_test.cc -- reachability that is kept up to date equals the plain closure.

#include "reference/oracle/reach.h"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/heap.h"

namespace reference {
namespace {

constexpr Name kObjects = 24;  // few enough for the heap to answer with its plain closure
constexpr std::uint32_t kFields = 2;

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

 private:
  std::mt19937 random_;
};

// A plain heap, and a Reach that is told of the same changes.
struct Pair {
  Pair() {
    for (Name name = 0; name < kObjects; ++name) Create(name);
  }
  void Create(Name name) {
    plain.Create(name, kFields);
    reach.Create(name, kFields);
  }
  void Store(Name name, std::size_t field, Name value) {
    plain.SetField(name, field, value);
    reach.SetField(name, field, value);
  }
  void Root(Name name, bool root) {
    if (plain[name].root == root) return;
    plain.Set(RootFlag::kRoot, name, root);
    if (root) {
      reach.AddToRootSet(name);
    } else {
      reach.DropFromRootSet(name);
    }
  }
  std::vector<char> Reached() const {
    std::vector<char> reached(plain.NameCount());
    for (Name name = 0; name < reached.size(); ++name) reached[name] = reach.Reached(name);
    return reached;
  }

  Heap plain;
  Reach reach;
};

TEST(Reach, IsThePlainClosureAfterEveryChange) {
  Dice dice(5);
  Pair pair;
  for (int change = 0; change < 100'000; ++change) {
    const Name name = dice.Below(kObjects);
    if (dice.Below(8) == 0) {
      pair.Root(name, dice.Below(4) == 0);
    } else {
      pair.Store(name, dice.Below(kFields), dice.Below(3) == 0 ? kNull : dice.Below(kObjects));
    }
    ASSERT_EQ(pair.Reached(), pair.plain.Reachable()) << "after change " << change;
  }
}

TEST(Reach, WhatAChangeLeftUnreachedIsLost) {
  Pair pair;
  pair.Root(0, true);
  pair.Store(0, 0, 1);
  pair.Store(1, 0, 2);
  pair.Store(0, 1, 2);
  pair.reach.Lost().clear();
  pair.Store(0, 0, kNull);
  EXPECT_EQ(pair.reach.Lost(), std::vector<Name>{1}) << "c has another way";
}

TEST(Reach, AFreedObjectLeadsNowhereAndWhatStillRefersToItDoesNoHarm) {
  Pair pair;
  pair.Store(1, 0, 2);
  pair.Store(2, 0, 3);
  pair.plain.Free(2);
  pair.reach.Free(2);
  pair.plain.Free(1);
  pair.reach.Free(1);
  pair.Root(3, true);
  EXPECT_EQ(pair.Reached(), pair.plain.Reachable());
}

TEST(Reach, ALargeHeapAnswersByItAndTheClosureAgrees) {
  constexpr Name kMany = 1000;
  Dice dice(7);
  Heap heap;
  for (Name name = 0; name < kMany; ++name) {
    heap.Create(name, kFields);
    if (name % 10 == 0) heap.Set(RootFlag::kRoot, name, true);
    if (name > 0) heap.SetField(dice.Below(name), dice.Below(kFields), name);
  }
  ASSERT_TRUE(heap.IsLarge());
  heap.AddStrong(5, 2);
  heap.Set(RootFlag::kHeld, 6, true);
  heap.Set(RootFlag::kKept, 8, true);
  heap.SetReferencer(1, {.target = 7, .raw = true});
  for (int change = 0; change < 1000; ++change) {
    heap.SetField(dice.Below(kMany), dice.Below(kFields), dice.Below(kMany));
    heap.Set(RootFlag::kRoot, dice.Below(kMany), dice.Below(4) == 0);
    const std::vector<char>& reachable = heap.Reachable();  // throws if the two differ
    for (const Name name : {Name{5}, Name{6}, Name{7}, Name{8}}) EXPECT_TRUE(reachable[name]);
  }
}

}  // namespace
}  // namespace reference
