// core/memory/refused_address_test.cc -- no object is made where an entry cannot hold its address.

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

#include "core/memory/memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

constexpr const char* kRefused =
    "gc: .*memory\\.cc:[0-9]+: an address of more than 48 bits, or a tagged one, needs a build "
    "with TRICOLOUR_PACKED_ENTRIES=OFF: Askew\n";

// An entry has no room for the low bits of an address either: there it has its flags.
Class Askew() {
  Class type = Node::kClass;
  type.name = "Askew";
  type.object_offset = 4;
  return type;
}

TEST(RefusedAddressDeathTest, EndsTheProgramAndNamesTheClass) {
  if (!kPackedEntries) return;
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  const Class askew = Askew();
  Class large = askew;
  large.size = 1 << 20;
  for (const Class* const type : {&askew, static_cast<const Class*>(&large)}) {
    EXPECT_DEATH(
        {
          ObjectMemory memory;
          memory.Open(heap.collector(), std::numeric_limits<std::size_t>::max(), 0, nullptr);
          memory.Allocate(*type, 0);
        },
        kRefused)
        << type->size;
  }
}

}  // namespace
}  // namespace gc
