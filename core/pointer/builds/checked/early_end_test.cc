// core/pointer/builds/checked/early_end_test.cc -- the fingerprint sees an end of marking that a
// broken rule has decided too early.

#include <gtest/gtest.h>

#include <cstdint>

#include "core/testing/fingerprints.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// All else is as before. But what is stored from here on is not looked at, so a search must not
// take this point for the one before. A store lets the marking run dry before it looks at its end.
TEST(EarlyEnd, HasAnotherFingerprintThanTheCheckBeforeIt) {
  FaultSet faults;
  faults.Add(Fault::kBarrierOffLate);
  Heap heap({.faults = faults});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  Node* const white = heap.New<Node>('w');
  heap.Start();
  while (!heap.collector().wavefront.work().empty() || heap.collector().population.IsWhite(1)) {
    heap.Tick(1);
  }
  root->left = white;
  while (!heap.collector().marker.RanDry()) heap.Tick(1);
  ASSERT_FALSE(heap.collector().marker.EndDecided());
  std::uint64_t before = 0;
  while (!heap.collector().marker.EndDecided()) {
    ASSERT_EQ(heap.phase(), Phase::kMarking);
    before = FingerprintOf(heap);
    heap.Tick(1);
  }
  EXPECT_NE(FingerprintOf(heap), before);
}

}  // namespace
}  // namespace gc
