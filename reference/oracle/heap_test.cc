// reference/oracle/heap_test.cc -- the oracle's reachability equals the transitive closure, on
// every small heap.

#include "reference/oracle/path.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace reference {
namespace {

// Warshall's closure, over rows of bits. It shares nothing with the oracle, which searches from a
// frontier.
std::array<std::uint8_t, 4> TransitiveClosure(const std::array<std::uint8_t, 4>& edges,
                                              std::size_t objects) {
  std::array<std::uint8_t, 4> closure = edges;
  for (std::size_t i = 0; i < objects; ++i) closure[i] |= static_cast<std::uint8_t>(1u << i);
  for (std::size_t via = 0; via < objects; ++via) {
    for (std::size_t from = 0; from < objects; ++from) {
      if (closure[from] >> via & 1u) closure[from] |= closure[via];
    }
  }
  return closure;
}

// Compares the two for one assignment of fields, with every root set. Returns how many heaps were
// compared.
std::uint64_t CompareUnderEveryRootSet(Heap& heap, std::size_t objects) {
  std::array<std::uint8_t, 4> edges = {};
  for (Name name = 0; name < objects; ++name) {
    for (const Name target : heap[name].fields) {
      if (target != kNull) edges[name] |= static_cast<std::uint8_t>(1u << target);
    }
  }
  const std::array<std::uint8_t, 4> closure = TransitiveClosure(edges, objects);
  for (unsigned roots = 0; roots < 1u << objects; ++roots) {
    unsigned expected = 0;
    for (Name name = 0; name < objects; ++name) {
      heap.Set(RootFlag::kRoot, name, roots >> name & 1u);
      if (roots >> name & 1u) expected |= closure[name];
    }
    const std::vector<char>& reachable = heap.Reachable();
    unsigned found = 0;
    for (Name name = 0; name < objects; ++name)
      found |= static_cast<unsigned>(reachable[name]) << name;
    EXPECT_EQ(found, expected);
    for (Name name = 0; name < objects && objects < 4; ++name) {
      EXPECT_EQ(PathTo(heap, name).empty(), !(expected >> name & 1u));
    }
    if (::testing::Test::HasFailure()) return 0;
  }
  return 1u << objects;
}

TEST(Heap, ReachabilityIsTransitiveClosureOnEveryHeapOfFourObjectsWithTwoFields) {
  std::uint64_t compared = 0;
  for (std::size_t objects = 1; objects <= 4; ++objects) {
    Heap heap;
    for (Name name = 0; name < objects; ++name) heap.Create(name, 2);
    std::vector<std::size_t> digits(2 * objects,
                                    0);  // for each field, 0: null; n: the object n - 1
    for (bool more = true; more;) {
      compared += CompareUnderEveryRootSet(heap, objects);
      if (HasFailure()) return;
      more = false;
      for (std::size_t i = 0; i < digits.size() && !more; ++i) {
        digits[i] = (digits[i] + 1) % (objects + 1);
        heap.SetField(static_cast<Name>(i / 2), i % 2,
                      digits[i] == 0 ? kNull : static_cast<Name>(digits[i] - 1));
        more = digits[i] != 0;
      }
    }
  }
  EXPECT_EQ(compared, 2u * 4 + 4u * 81 + 8u * 4096 + 16u * 390625);
}

TEST(Heap, WhateverIsInTheRootSetIsARootOfTheClosure) {
  Heap heap;
  for (Name name = 0; name < 5; ++name) heap.Create(name, 1);
  heap.Set(RootFlag::kRoot, 0, true);
  heap.AddStrong(1, 2);
  heap.Set(RootFlag::kHeld, 2, true);
  heap.SetReferencer(7, {.target = 3});
  EXPECT_EQ(heap.Reachable(), (std::vector<char>{1, 1, 1, 1, 0}));
  heap.Set(RootFlag::kRoot, 0, false);
  heap.AddStrong(1, -1);
  heap.Set(RootFlag::kHeld, 2, false);
  heap.SetReferencer(7, {});
  EXPECT_EQ(heap.Reachable(), (std::vector<char>{0, 1, 0, 0, 0}));
  heap.AddStrong(1, -1);
  EXPECT_EQ(heap.Reachable(), (std::vector<char>{0, 0, 0, 0, 0}));
}

TEST(Heap, ThePathToAnObjectIsTheShortestAndNamesItsFields) {
  Heap heap;
  for (Name name = 0; name < 4; ++name) heap.Create(name, 2);
  heap.Set(RootFlag::kRoot, 0, true);
  heap.SetField(0, 0, 1);
  heap.SetField(1, 1, 2);
  heap.SetField(2, 0, 3);
  EXPECT_EQ(PathTo(heap, 3), "root -> a.0 -> b.1 -> c.0 -> d");
  heap.SetField(0, 1, 3);
  EXPECT_EQ(PathTo(heap, 3), "root -> a.1 -> d");
  heap.Set(RootFlag::kRoot, 0, false);
  EXPECT_EQ(PathTo(heap, 3), "");
}

TEST(Heap, AFreedObjectHoldsNothingAndIsHeldByNothing) {
  Heap heap;
  heap.Create(0, 1);
  heap.Create(1, 1);
  heap.SetField(0, 0, 1);
  heap.Free(0);
  EXPECT_EQ(heap.Reachable(), (std::vector<char>{0, 0}));
  EXPECT_EQ(heap[0].life, Life::kFreed);
  heap.Clear();
  EXPECT_EQ(heap.NameCount(), 0u);
  heap.Create(1, 1);
  EXPECT_FALSE(heap.Born(0)) << "a heap that is cleared has forgotten its objects";
}

TEST(Heap, PresentAreTheNamesThatAreBornAndNotFreedInOrder) {
  Heap heap;
  for (const Name name : {3u, 0u, 7u}) heap.Create(name, 1);
  EXPECT_EQ(heap.Present(), (std::vector<Name>{0, 3, 7}));
  heap.Free(3);
  heap.Create(5, 1);
  EXPECT_EQ(heap.Present(), (std::vector<Name>{0, 5, 7}));
  heap.Clear();
  EXPECT_TRUE(heap.Present().empty());
}

}  // namespace
}  // namespace reference
