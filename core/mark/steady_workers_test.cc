// core/mark/steady_workers_test.cc -- once each list has had its most, workers allocate nothing,
// however they share the work. S9.17
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstdint>

#include "core/testing/clusters.h"
#include "core/testing/failing_memory.h"
#include "core/testing/meets.h"

namespace gc {
namespace {

class SteadyWorkers : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, SteadyWorkers, testing::Values(2u, 4u));

// Finds many at once.
struct Fan : Object {
  explicit Fan(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> to[900];
  static const Class kClass;
};
const Reference kFanReferences[] = {Reference::To(&Fan::to, "to")};
const Class Fan::kClass = Describe<Fan>("Fan", kFanReferences);

// S9.17: which worker finds how much differs from cycle to cycle, as here, where each of two is in
// one of two slow callbacks, and the second one leads to many; but each has room for twice what any
// of them ever had.
TEST_P(SteadyWorkers, HaveRoomForWhatAnotherOneFoundBefore) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.workers = GetParam(), .task_objects = 1});
  Bag* const bag = heap.New<Bag>();
  heap.AddRoot(bag);
  Meets* const slow[] = {heap.New<Meets>(), heap.New<Meets>()};
  for (Meets* const one : slow) bag->items.push_back(one);
  Fan* const fan = heap.New<Fan>();
  for (auto& slot : fan->to) slot = heap.New<Piece>();
  for (int cycle = 0; cycle < 8; ++cycle) {
    Meets::met = false;
    slow[cycle % 2]->to = fan;
    slow[(cycle + 1) % 2]->to = nullptr;
    heap.Start();
    const FailingMemory counted;
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
    EXPECT_TRUE(cycle == 0 || counted.count() == 0) << cycle << ": " << counted.count();
    while (heap.Tick(kUnlimited) != 0) continue;
  }
}

}  // namespace
}  // namespace gc
