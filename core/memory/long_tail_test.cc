// core/memory/long_tail_test.cc -- the tail of an object is what was asked for, also where a slot
// and an index are at hand.

#include <gtest/gtest.h>

#include <cstdint>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct LongTailed : Object {
  explicit LongTailed(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kLongTail[] = {Reference::Trailing<LongTailed>("tail")};
const Class LongTailed::kClass = Describe<LongTailed>("LongTailed", kLongTail);

// S17.13: so few that they are counted in the header, and so many that they are not; and the same
// about the size that is cleared word by word.
TEST(LongTail, IsCountedAndZeroWhereverItsMemoryWas) {
  for (const std::uint32_t tail : {0u, 27u, 28u, 29u, 30u, 31u, 32u, 126u, 127u, 128u, 200u}) {
    Heap heap;
    LongTailed* const root = heap.NewWithTail<LongTailed>(tail + 1);
    heap.AddRoot(root);
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 8; ++i) {
        LongTailed* const made = heap.NewWithTail<LongTailed>(tail);
        ASSERT_EQ(TailOf(*made), tail) << round << ", " << i;
        ASSERT_EQ(&OwnerOf(*made), &heap.collector());
        for (ObjectPtr<Object>& slot : Tail(*made)) {
          ASSERT_EQ(slot, nullptr) << tail;
          slot = root;
        }
        Tail(*root)[0] = made;
      }
      heap.Collect();
      ASSERT_EQ(heap.ObjectCount(), 2u);
      ASSERT_FALSE(Verifier().Verify(heap));
    }
  }
}

}  // namespace
}  // namespace gc
