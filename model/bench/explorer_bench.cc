// model/bench/explorer_bench.cc -- measures how many states a second a search visits.
//
// The aim is 300,000 states a second on 3 objects x 2 fields with the whole life cycle, on one
// core.

#include <benchmark/benchmark.h>

#include "model/explorer/counterexample_search.h"
#include "model/explorer/explorer.h"
#include "model/threads/machines.h"
#include "model/threads/search.h"

namespace model {
namespace {

using benchmark::Counter;
using reference::Locals;

// Repeats a search, and counts the states that it visits.
void Measure(benchmark::State& state, const ExploreOptions& options) {
  Exploration last;
  for (auto _ : state) last = Explore(options);
  const auto rounds = static_cast<double>(state.iterations());
  state.counters["states"] = static_cast<double>(last.states);
  state.counters["states/s"] = Counter(rounds * static_cast<double>(last.states), Counter::kIsRate);
  state.counters["steps/s"] = Counter(rounds * static_cast<double>(last.steps), Counter::kIsRate);
}

void WholeLifeOfThreeObjectsWithTwoFields(benchmark::State& state) {
  Measure(state, {.bounds = WholeLife(3, 2, Locals::kDead)});
}
BENCHMARK(WholeLifeOfThreeObjectsWithTwoFields)->Unit(benchmark::kMillisecond);

void WholeLifeOfFourObjectsWithOneField(benchmark::State& state) {
  Measure(state, {.bounds = WholeLife(4, 1, Locals::kDead)});
}
BENCHMARK(WholeLifeOfFourObjectsWithOneField)->Unit(benchmark::kMillisecond);

// Searches for a witness of a fault that three objects show.
void FindAStoreWithoutShading(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        FindCounterexample(gc::Fault::kStoreWithoutShading, Locals::kDead).witness);
  }
}
BENCHMARK(FindAStoreWithoutShading)->Unit(benchmark::kMillisecond);

void LockUnderReleaseAcquire(benchmark::State& state) {
  const threads::Machine machine = threads::GcLock({.mutators = 2, .slices = 1});
  threads::SearchResult last;
  for (auto _ : state) last = Search(machine, threads::MemoryModel::kReleaseAcquire);
  state.counters["states"] = static_cast<double>(last.states);
  state.counters["states/s"] = Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(last.states), Counter::kIsRate);
}
BENCHMARK(LockUnderReleaseAcquire)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace model
