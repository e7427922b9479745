// core/inspect/verify/verifier_free_test.cc -- an index that is to be reused says nothing of the
// object that it had.
//
// Each test damages one thing in the entry of a freed object.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/inspect/verify/verifier.h"
#include "core/testing/damage.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class FreeIndexVerifier : public testing::Test {
 protected:
  FreeIndexVerifier() {
    free_ = heap.New<Node>('a')->header().index;
    heap.AddRoot(heap.New<Node>('b'));
    heap.Collect();
    EXPECT_EQ(Breach(), "");
  }
  std::string Breach() {
    Verifier verifier;
    const std::optional<Failure> breach = verifier.Verify(heap);
    if (!breach) return "";
    return std::string(EntryOf(breach->rule).name) + " at " + std::to_string(breach->index - free_);
  }
  Table& table() { return heap.collector().population.table; }
  Heap heap;
  Index free_ = kNoIndex;
};

TEST_F(FreeIndexVerifier, HasNoFlags) {
  table()[free_].flags.Set(flag::kRoot);
  EXPECT_EQ(Breach(), "index-after-free at 0");
}

TEST_F(FreeIndexVerifier, HasNoMark) {
  table().Mark(free_).Store(mark::kUnreachable);
  EXPECT_EQ(Breach(), "index-after-free at 0");
}

TEST_F(FreeIndexVerifier, HasNoLinkToACluster) {
  table().Cluster(free_).store(1);
  EXPECT_EQ(Breach(), "index-after-free at 0");
}

}  // namespace
}  // namespace gc
