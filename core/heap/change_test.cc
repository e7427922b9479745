// core/heap/change_test.cc -- options that are changed hold for the next marking.
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstdint>

#include "core/testing/threads.h"

namespace gc {
namespace {

// How many tasks the workers are given while marking.
std::uint64_t TasksOfAMarking(Heap& heap) {
  const Workers& workers = *heap.collector().population.sharing.workers();
  const std::uint64_t before = workers.tasks();
  CountingClock clock;
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.TickUntil(clock.After(0));
  const std::uint64_t after = workers.tasks();
  heap.Collect();
  return after - before;
}

// The workers help where so many objects wait, and where fewer do they are left alone.
TEST(ChangedOptions, SayWithHowManyObjectsWorkersBeginToHelpAMarking) {
  HeapOptions options;
  options.workers = 2;
  options.parallel = true;
  options.task_objects = 1'000'000;
  Heap heap(options);
  for (int i = 0; i < 2000; ++i) heap.AddRoot(heap.New<Node>('n'));
  EXPECT_EQ(TasksOfAMarking(heap), 0u);
  options.task_objects = 1;
  heap.Change(options);
  EXPECT_GT(TasksOfAMarking(heap), 0u);
  options.task_objects = 1'000'000;
  heap.Change(options);
  EXPECT_EQ(TasksOfAMarking(heap), 0u);
}

}  // namespace
}  // namespace gc
