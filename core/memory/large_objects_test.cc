// core/memory/large_objects_test.cc -- what is too large for a block goes back to the system when
// it dies.

#include <gtest/gtest.h>

#include <malloc.h>

#include <cstddef>

#include "core/testing/failing_memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct Bulky : Object {
  explicit Bulky(const Birth& birth) : Object(birth) {}
  std::byte bulk[100'000];
  static const Class kClass;
};
const Class Bulky::kClass = Describe<Bulky>("Bulky");

std::size_t BytesFromMalloc() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// S17.2: of a hundred that died no more is left than of one.
TEST(LargeObjects, LeaveNoMemoryBehind) {
  if (!FailingMemory::kWorks) return;  // a sanitizer's malloc does not say
  Heap heap;
  heap.New<Bulky>();
  heap.Collect();
  const std::size_t before = BytesFromMalloc();
  heap.AddRoot(heap.New<Bulky>());
  EXPECT_GE(BytesFromMalloc(), before + sizeof(Bulky)) << "it is counted while it lives";
  for (int i = 0; i < 100; ++i) {
    heap.New<Bulky>();
    heap.Collect();
  }
  EXPECT_LT(BytesFromMalloc(), before + 2 * sizeof(Bulky));
}

}  // namespace
}  // namespace gc
