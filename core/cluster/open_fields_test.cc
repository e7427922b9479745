// core/cluster/open_fields_test.cc -- members whose references lie in a container are listed as
// open, once each and in order, and their empty places are passed by.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/clusters.h"

namespace gc {
namespace {

struct ClusterOpenFields : ClusterTest {};

// S10.2, S10.14: in whatever order they are added.
TEST_F(ClusterOpenFields, AreListedInOrderThoughMembersAreAddedInAnother) {
  Hub* const hub = heap.New<Hub>();
  Bag* const bags[] = {heap.New<Bag>(), heap.New<Bag>(), heap.New<Bag>(), heap.New<Bag>()};
  Piece* const piece = heap.New<Piece>();
  ASSERT_TRUE(heap.AllocateCluster(hub));
  for (Object* const added :
       std::initializer_list<Object*>{bags[1], bags[3], piece, bags[0], bags[2]}) {
    ASSERT_TRUE(heap.AddToCluster(hub, added));
    ASSERT_EQ(Wrong(), "");
  }
  EXPECT_EQ(RecordOfRoot(hub).open, IndicesOf({bags[0], bags[1], bags[2], bags[3]}));
  EXPECT_EQ(RecordOfRoot(hub).members, IndicesOf({bags[0], bags[1], bags[2], bags[3], piece}));
}

// S10.9: nothing is found in an empty place, while there is garbage elsewhere.
TEST_F(ClusterOpenFields, ThatAreEmptyReferToNoGarbage) {
  Bag* const bag = heap.New<Bag>();
  Loner* const kept = heap.New<Loner>();
  Loner* const garbage = heap.New<Loner>();
  ASSERT_TRUE(heap.AllocateCluster(bag));
  bag->items.push_back(nullptr);
  bag->items.push_back(kept);
  bag->items.push_back(nullptr);
  heap.AddRoot(bag);
  heap.MarkGarbage(garbage);
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ClusterRootOf(bag), bag);
  EXPECT_EQ(bag->items[1], kept);
  EXPECT_EQ(heap.ObjectCount(), 2u) << "the garbage is gone";
}

}  // namespace
}  // namespace gc
