// core/purge/handed_over_test.cc -- what a purge hands over to a worker, and what it does itself.
//
// Label: threads.

#include <gtest/gtest.h>

#include "core/testing/threads.h"

namespace gc {
namespace {

// What has no destructor, and may end anywhere.
struct Pebble : Object {
  explicit Pebble(const Birth& birth) : Object(birth) {}
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
};
const Class Pebble::kClass = Describe<Pebble>("Pebble");

// S12.11: to give back memory may be slow enough; the worker does it for these, too.
TEST(HandedOver, ToAWorkerThoughThereIsNoDestructor) {
  for (const bool helped : {true, false}) {
    Heap heap({.workers = 2, .destroy_off_thread = helped});
    for (int i = 0; i < 20; ++i) heap.New<Pebble>();
    heap.Start();
    const Collector& collector = heap.collector();
    while (collector.purger.stage() != Stage::kFree) heap.Tick(1);
    EXPECT_FALSE(collector.population.sharing.IsDestroying());
    heap.Tick(kUnlimited);
    EXPECT_EQ(collector.population.sharing.IsDestroying(), helped);
    heap.FinishPurge({});
    EXPECT_EQ(collector.memory.bytes(), 0u);
  }
}

}  // namespace
}  // namespace gc
