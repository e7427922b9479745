// core/pointer/reporter_batch_test.cc -- slots that are reported in a batch are read 32 at a time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

// S6.5: a batch that is full is read when one more slot comes, and the rest when it is drained; all
// in the order in which they were reported.
TEST(ReporterBatch, IsReadWhenItIsFullAndWhenItIsDrained) {
  Heap heap;
  std::vector<Object*> taken;
  Reporter to(
      [](void* context, Object* target) {
        static_cast<std::vector<Object*>*>(context)->push_back(target);
      },
      &taken);
  to.Batch(true);
  std::vector<ObjectPtr<Node>> slots(70);
  std::vector<Object*> expected;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    to(slots[i]);
    EXPECT_EQ(taken.size(), i / 32 * 32) << "after " << i + 1;
    slots[i] = heap.New<Node>('n');  // seen, as the slot is not read before its batch is
    expected.push_back(slots[i].Get());
  }
  to.Drain();
  EXPECT_EQ(taken, expected);
  to.Drain();
  EXPECT_EQ(taken.size(), 70u) << "nothing waits any more";
  to.Batch(false);
  to(slots[0]);
  EXPECT_EQ(taken.size(), 71u);
}

}  // namespace
}  // namespace gc
