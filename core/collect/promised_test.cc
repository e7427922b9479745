// core/collect/promised_test.cc -- a place in the list of what is under construction is promised
// until the object begins, or until it is known that there will be none.

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

#include "core/population/stall.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using PromisedAndPending = std::pair<std::size_t, std::size_t>;

PromisedAndPending PlacesOf(const Heap& heap) {
  const auto& list = heap.collector().construction;
  return {list.promised(), list.pending().size()};
}

// S2.14
TEST(PromisedPlaces, AreTakenByWhatBeginsAndFreeWhenItIsFinished) {
  Workshop shop;
  Reserved<Thing> first = shop.make.Reserve<Thing>();
  EXPECT_EQ(PlacesOf(shop.heap), PromisedAndPending(0, 1));
  Node* const second = shop.heap.ReserveWithTail<Node>(0, 's');
  EXPECT_EQ(PlacesOf(shop.heap), PromisedAndPending(0, 2));
  first.Construct();
  EXPECT_EQ(PlacesOf(shop.heap), PromisedAndPending(0, 1));
  shop.heap.Complete(second);
  EXPECT_EQ(PlacesOf(shop.heap), PromisedAndPending(0, 0));
}

// S17.10
TEST(PromisedPlaces, AreFreeAgainIfThereIsNoRoomForTheObject) {
  const std::size_t used = Workshop().heap.collector().memory.bytes();
  Workshop shop({.max_bytes = used + sizeof(Package)});
  ASSERT_NE(shop.make.TryNew<Package>({.name = "A"}), nullptr);
  EXPECT_EQ(PlacesOf(shop.heap), PromisedAndPending(0, 0));
  ASSERT_EQ(shop.make.TryNew<Package>({.name = "B"}), nullptr);
  EXPECT_EQ(PlacesOf(shop.heap), PromisedAndPending(0, 0));
}

// The next heap has the machinery of the last one, and nothing that was begun there.
TEST(PromisedPlaces, OfAHeapAreNoneWhenItBegins) {
  Stall stall;
  const Stall::Use use(stall);
  for (int i = 0; i < 3; ++i) {
    Heap heap;
    EXPECT_EQ(PlacesOf(heap), PromisedAndPending(0, 0)) << i;
    heap.Complete(heap.ReserveWithTail<Node>(0, 'n'));
  }
}

}  // namespace
}  // namespace gc
