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
struct Chained : Object {
  explicit Chained(const Birth& birth) : Object(birth) {}
  ObjectPtr<Chained> next;
  Vector<Chained> all;
  Map<int, ObjectPtr<Chained>> by_number;
  static const Class kClass;
};
const Reference kChainedReferences[] = {Reference::To(&Chained::next, "next"),
                                        Reference::To(&Chained::all, "all"),
                                        Reference::To(&Chained::by_number, "by number")};
const Class Chained::kClass = Describe<Chained>("Chained", kChainedReferences);

// S4.22: with eight bytes of stack for each object there would not be enough of it.
TEST(LongChains, OfAMillionNeedNoStack) {
  constexpr std::uint32_t kObjects = 1'200'000;
  for (const std::uint32_t workers : {1u, 2u}) {
    Heap heap({.max_objects = kObjects, .workers = workers});
    Chained* last = heap.New<Chained>();
    heap.AddRoot(last);
    for (std::uint32_t i = 1; i < kObjects; ++i) {
      Chained* const made = heap.New<Chained>();
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
