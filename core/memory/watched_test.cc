// core/memory/watched_test.cc -- a build with an address sanitizer names the line of the user's
// that touches freed memory.
//
// Such a build takes the memory of each object from the allocator that the sanitizer watches
// (core/memory/memory.h), and keeps nothing of a heap that was dropped. So the first touch is
// reported where it happens, with the place that freed the memory. Other builds have nothing to
// test here.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/memory/memory.h"
#include "core/testing/nodes.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GC_WATCHED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define GC_WATCHED 1
#endif

namespace gc {
namespace {

#if defined(GC_WATCHED)

static_assert(kAddressesWatched);

// The report of the sanitizer: what happened, and first of all frames this file and line. Without a
// symbolizer the frame is the program and an offset.
std::string Report(const std::string& what) {
  return what + "(.|\n)*#0 [^\n]*(watched_test.cc:[0-9]+|_test\\+0x)";
}

class WatchedDeathTest : public testing::Test {
 protected:
  WatchedDeathTest() {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    heap.AddRoot(root);
  }
  Heap heap;
  Node* const root = heap.New<Node>('r');
  Node* const gone = heap.New<Node>('g');
};

TEST_F(WatchedDeathTest, AReadOfAFreedObjectIsReportedAtItsLine) {
  heap.Collect();
  EXPECT_DEATH(root->name = gone->name, Report("heap-use-after-free"));
}

TEST_F(WatchedDeathTest, AWriteIntoAFreedObjectIsReportedAtItsLine) {
  heap.Collect();
  EXPECT_DEATH(gone->name = 'x', Report("heap-use-after-free"));
}

TEST_F(WatchedDeathTest, AStoreIntoAFreedObjectIsReported) {
  heap.Collect();
  EXPECT_DEATH(gone->left = root, "heap-use-after-free(.|\n)*(watched_test.cc:[0-9]+|_test\\+0x)");
}

TEST_F(WatchedDeathTest, AStoreOfAFreedObjectIsReported) {
  heap.Collect();
  EXPECT_DEATH(root->left = gone, "heap-use-after-free|that was freed");
}

TEST_F(WatchedDeathTest, AnObjectBehindItsEndIsReportedAtItsLine) {
  char* const behind = reinterpret_cast<char*>(root) + sizeof(Node);
  EXPECT_DEATH(*behind = 'x', Report("heap-buffer-overflow"));
}

TEST_F(WatchedDeathTest, AWeakReferenceThatOutlivesItsHeapIsReported) {
  auto dropped = std::make_unique<Heap>();
  const WeakPtr<Node> weak(dropped->New<Node>('w'));
  dropped.reset();
  EXPECT_DEATH(weak.Get(), "heap-use-after-free(.|\n)*(watched_test.cc:[0-9]+|_test\\+0x)");
}

#endif

}  // namespace
}  // namespace gc
