// core/bench/schedule_bench.cc -- the cost of the lock and the scheduler when there is no work.
//
// A worker enters a section for every handful of stores, and a world ticks in every frame, whether
// or not there is anything to collect. The cost of either must be negligible.

#include <benchmark/benchmark.h>

#include "core/gc.h"

namespace gc {
namespace {

Lock shared;

void SectionEnteredAndLeft(benchmark::State& state) {
  for (auto _ : state) {
    const Section section(shared);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(SectionEnteredAndLeft)->ThreadRange(1, 4);

void NestedSectionEnteredAndLeft(benchmark::State& state) {
  const Section outer(shared);
  for (auto _ : state) {
    const Section section(shared);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(NestedSectionEnteredAndLeft);

void SliceBegunAndEnded(benchmark::State& state) {
  Lock lock;
  for (auto _ : state) {
    lock.Acquire();
    lock.Release();
  }
}
BENCHMARK(SliceBegunAndEnded);

void WorldTickWithNothingToDo(benchmark::State& state) {
  Lock lock;
  Heap heap({.lock = &lock});
  Environment environment;
  Scheduler scheduler(heap, lock, environment);
  scheduler.WorldBeganPlay();
  std::uint64_t frame = 0;
  for (auto _ : state) scheduler.WorldTick({.frame = ++frame, .delta = 0});
}
BENCHMARK(WorldTickWithNothingToDo);

}  // namespace
}  // namespace gc
