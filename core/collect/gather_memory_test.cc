// core/collect/gather_memory_test.cc -- a gather reads the table, and no object.

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

// S1.6: all that a gather needs of an object is in its entry. To show it, the test overwrites the
// memory of every object for as long as the gather runs, and the result is the same.
TEST(Gather, ReadsNoObject) {
  Heap heap;
  std::vector<Object*> objects;
  for (char name = 'a'; name < 'k'; ++name) {
    objects.push_back(heap.New<Node>(name));
    if (name % 2 == 0) heap.AddRoot(objects.back());
  }
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  std::vector<std::byte> saved(objects.size() * sizeof(Node));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    void* const bytes = static_cast<void*>(objects[i]);
    std::memcpy(&saved[i * sizeof(Node)], bytes, sizeof(Node));
    std::memset(bytes, 0xDD, sizeof(Node));
  }
  while (heap.phase() == Phase::kGathering) heap.Tick(1);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::memcpy(static_cast<void*>(objects[i]), &saved[i * sizeof(Node)], sizeof(Node));
  }
  EXPECT_TRUE(heap.PurgePending());
  while (heap.Tick(1) != 0) {
  }
  EXPECT_EQ(heap.ObjectCount(), 5u);
}

}  // namespace
}  // namespace gc
