// core/pointer/builds/checked/table_lock_test.cc -- help that brings no thread costs no lock. S7.12
//
// Label: threads.

#include <gtest/gtest.h>

#include "core/collect/collector.h"
#include "core/pointer/weak_ptr.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// How often the table lock is taken while objects are born, rooted, referred to weakly and
// collected.
std::uint64_t LocksOf(const HeapOptions& options) {
  Heap heap(options);
  const Sharing& sharing = heap.collector().population.sharing;
  EXPECT_EQ(sharing.workers() != nullptr, options.workers > 1 && options.parallel);
  for (int i = 0; i < 100; ++i) {
    Node* const kept = heap.New<Node>('k');
    kept->left = heap.New<Node>('l');
    heap.AddRoot(kept);
    const WeakPtr<Node> weak(kept->left.Get());
    EXPECT_NE(weak.Get(), nullptr);
    if (i % 2 == 0) heap.RemoveRoot(kept);
  }
  if (options.lock != nullptr) options.lock->Acquire();
  heap.Collect();
  if (options.lock != nullptr) options.lock->Release();
  EXPECT_EQ(heap.ObjectCount(), 100u);
  return sharing.TimesTaken();
}

// S7.12: `trace.parallel` is on by default, and one thread has nothing to exclude; nor has the
// mutator of a heap whose workers rest. In a checked build too, which asks the lock more often.
// Where several threads may use the heap, the table lock is taken.
TEST(TableLockCount, IsZeroWhereHelpBringsNoThread) {
  EXPECT_EQ(LocksOf({}), 0u);
  EXPECT_EQ(LocksOf({.workers = 1, .parallel = true}), 0u);
  EXPECT_EQ(LocksOf({.workers = 2, .parallel = false}), 0u);
  EXPECT_EQ(LocksOf({.workers = 2, .parallel = true}), 0u);
  Lock lock;
  EXPECT_GT(LocksOf({.lock = &lock}), 200u);
}

}  // namespace
}  // namespace gc
