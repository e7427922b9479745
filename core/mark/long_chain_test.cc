// core/mark/long_chain_test.cc -- how long a chain is does not matter to the stack of the marker.
//
// Label: threads.

#include <gtest/gtest.h>

#include <vector>

#include "core/gc.h"

namespace gc {
namespace {

// Each leads to the next in another way: by a member, by an element of a vector, by a value in a
// map.
struct ChainLink : Object {
  explicit ChainLink(const Birth& birth) : Object(birth) {}
  ObjectPtr<ChainLink> next;
  Vector<ChainLink> all;
  Map<int, ObjectPtr<ChainLink>> by_number;
  static const Class kClass;
};
const Reference kChainLinkReferences[] = {Reference::To(&ChainLink::next, "next"),
                                          Reference::To(&ChainLink::all, "all"),
                                          Reference::To(&ChainLink::by_number, "by number")};
const Class ChainLink::kClass = Describe<ChainLink>("ChainLink", kChainLinkReferences);

// S4.22: with eight bytes of stack for each object there would not be enough of it.
TEST(LongChains, OfAMillionNeedNoStack) {
  constexpr std::uint32_t kObjects = 1'200'000;
  for (const std::uint32_t workers : {1u, 2u}) {
    Heap heap({.max_objects = kObjects, .workers = workers});
    ChainLink* last = heap.New<ChainLink>();
    heap.AddRoot(last);
    for (std::uint32_t i = 1; i < kObjects; ++i) {
      ChainLink* const made = heap.New<ChainLink>();
      if (i % 3 == 0) {
        last->next = made;
      } else if (i % 3 == 1) {
        last->all.push_back(made);
      } else {
        last->by_number.insert_or_assign(1, made);
      }
      last = made;
    }
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), kObjects);
  }
}

}  // namespace
}  // namespace gc
