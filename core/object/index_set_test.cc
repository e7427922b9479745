// core/object/index_set_test.cc -- a set is visited in ascending order, however it was built.

#include "core/object/index_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Index> Visited(const IndexSet& set) {
  std::vector<Index> visited;
  set.ForEach([&visited](Index index) { visited.push_back(index); });
  return visited;
}

TEST(IndexSet, VisitsTheSmallestFirst) {
  IndexSet set;
  for (const Index index : {70000u, 3u, 64u, 63u, 4096u, 1u}) set.Add(index);
  EXPECT_THAT(Visited(set), ElementsAre(1, 3, 63, 64, 4096, 70000));
}

TEST(IndexSet, AddingTwiceIsAddingOnce) {
  IndexSet set;
  set.Add(5);
  set.Add(5);
  EXPECT_THAT(Visited(set), ElementsAre(5));
  set.Remove(5);
  EXPECT_THAT(Visited(set), IsEmpty());
}

TEST(IndexSet, RemovingKeepsTheNeighbours) {
  IndexSet set;
  for (const Index index : {64u, 65u, 128u}) set.Add(index);
  set.Remove(64);
  set.Remove(100000);  // was never there
  EXPECT_THAT(Visited(set), ElementsAre(65, 128));
  EXPECT_FALSE(set.Has(64));
  EXPECT_TRUE(set.Has(65));
  EXPECT_FALSE(set.Has(100000));
}

TEST(IndexSet, TheFirstOfAWordIsVisitedWhenItIsAlone) {
  IndexSet set;
  for (const Index index : {64u, 65u}) set.Add(index);
  set.Remove(65);
  EXPECT_THAT(Visited(set), ElementsAre(64));
}

TEST(IndexSet, HasNothingBeyondItsRoom) {
  IndexSet set;
  EXPECT_FALSE(set.Has(0)) << "it has no room yet";
  set.Remove(0);
  set.Add(4095);
  for (const Index index : {4094u, 4096u, 4097u, 0xffff'ffffu}) EXPECT_FALSE(set.Has(index));
  EXPECT_TRUE(set.Has(4095));
}

TEST(IndexSet, ClearedItIsEmptyAndCanBeFilledAnew) {
  IndexSet set;
  for (const Index index : {3u, 64u, 70000u}) set.Add(index);
  set.Clear();
  EXPECT_THAT(Visited(set), IsEmpty());
  EXPECT_FALSE(set.Has(64));
  set.AddInRoom(70000);
  set.AddInRoom(65);
  EXPECT_THAT(Visited(set), ElementsAre(65, 70000));
}

TEST(IndexSet, RecycledItIsEmpty) {
  IndexSet set;
  set.Add(64);
  set.Recycle();
  EXPECT_THAT(Visited(set), IsEmpty());
  set.Add(2);
  EXPECT_THAT(Visited(set), ElementsAre(2));
}

}  // namespace
}  // namespace gc
