// core/collect/deferred_stores_threads_test.cc -- what was stored is shaded in time though a heap
// passes from thread to thread, or is shared.
//
// Row: S9.27.
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstddef>

#include "core/inspect/verify/verifier.h"
#include "core/testing/threads.h"
#include "core/testing/whites.h"

namespace gc {
namespace {

// S9.27, S7.9: from here on several threads may store.
TEST(StoresOfThreads, AreShadedBeforeTheHeapIsShared) {
  Whites run(2);
  run.black->left = run.white[0];
  Lock lock;
  run.heap.ShareUnder(&lock);
  EXPECT_FALSE(HasWhiteMark(run.heap, run.white[0]));
  run.black->right = run.white[1];
  EXPECT_FALSE(HasWhiteMark(run.heap, run.white[1])) << "beside others it is shaded at once";
  EXPECT_EQ(run.heap.collector().wavefront.stored().Items().size(), 0u);
  const Slice slice(lock);
  run.Finish();
  EXPECT_EQ(run.heap.ObjectCount(), 3u);
}

// S9.27: no call says that the heap is another thread's now; whatever orders the two is enough.
TEST(StoresOfThreads, AreShadedByTheNextThreadOfTheHeap) {
  Whites run(50);
  OnThreads(1, [&](int) {
    for (std::size_t i = 0; i < 25; ++i) run.black->left = run.white[i];
  });
  OnThreads(1, [&](int) {
    for (std::size_t i = 25; i < 50; ++i) run.black->right = run.white[i];
  });
  EXPECT_EQ(DeferredIn(run.heap), 50u);
  OnThreads(1, [&](int) { run.Finish(); });
  EXPECT_EQ(run.heap.ObjectCount(), 51u);
}

// S9.27: threads with a heap each, and blocks that pass from heap to heap meanwhile.
TEST(StoresOfThreads, OfSeveralHeapsAreEachItsOwn) {
  OnThreads(4, [](int) {
    for (int round = 0; round < 20; ++round) {
      Whites run(2000);
      for (Node* const each : run.white) run.black->left = each;
      run.Finish();
      EXPECT_EQ(run.heap.ObjectCount(), 2001u);
      run.heap.Collect();
      run.heap.Trim();
    }
  });
}

// S9.27: helpers that are not at work take nothing away.
TEST(StoresOfThreads, OfAHeapWithHelpersAreShadedSoonWhileNoneIsAtWork) {
  Whites run(300, {.workers = 2});
  for (Node* const each : run.white) run.black->left = each;
  EXPECT_GT(DeferredIn(run.heap), 0u);
  EXPECT_EQ(Verifier().Verify(run.heap), std::nullopt);
  run.Finish();
  EXPECT_EQ(run.heap.ObjectCount(), 301u);
}

}  // namespace
}  // namespace gc
