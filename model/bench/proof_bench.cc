// model/bench/proof_bench.cc -- measures how long the proof takes, in each discipline.
//
// The aim is a proof for heaps of any size in under ten seconds. The benchmark uses one job, so
// that the number of processors does not matter; `prove` uses two jobs.

#include <benchmark/benchmark.h>

#include "model/bounded/bounded_search.h"
#include "model/proof/known_questions.h"
#include "model/prove.h"

namespace model {
namespace {

using reference::Locals;

constexpr Locals kLocals[] = {Locals::kDead, Locals::kRescanned, Locals::kBlack};

void Measure(benchmark::State& state, std::vector<int> sizes) {
  ProofOptions options{.locals = kLocals[state.range(0)], .sizes = std::move(sizes), .jobs = 1};
  Proof last;
  for (auto _ : state) {
    last = Prove(options);
    if (!last.Holds()) state.SkipWithError("a condition does not hold");
  }
  state.SetLabel(std::string("locals ") + std::string(reference::WordOf(options.locals)));
  state.counters["conditions"] = static_cast<double>(last.conditions.size());
}

void HeapsOfAnySize(benchmark::State& state) { Measure(state, {}); }
BENCHMARK(HeapsOfAnySize)->DenseRange(0, 2)->Unit(benchmark::kSecond);

void ThreeObjectsWithTwoFields(benchmark::State& state) { Measure(state, {3, 2, 2, 2, 3}); }
BENCHMARK(ThreeObjectsWithTwoFields)->DenseRange(0, 2)->Unit(benchmark::kSecond);

// Finds the conditions that break without insertion-barrier.
void ConditionsWithoutTheInsertionBarrier(benchmark::State& state) {
  const ProofOptions options{.faults = gc::FaultSet(gc::Fault::kStoreWithoutShading), .jobs = 1};
  for (auto _ : state) benchmark::DoNotOptimize(Prove(options).Broken().size());
}
BENCHMARK(ConditionsWithoutTheInsertionBarrier)->Unit(benchmark::kSecond);

// The same as a row of the rule matrix asks: what a row before it has proved is known.
void ConditionsOfALaterRowOfTheMatrix(benchmark::State& state) {
  ProofOptions options{.faults = gc::FaultSet(gc::Fault::kRootWithoutShading),
                       .jobs = 1,
                       .vacuity = false,
                       .helped = false};
  KnownQuestions known;
  options.known = &known;
  benchmark::DoNotOptimize(Prove(options).Broken().size());
  options.faults = gc::FaultSet(gc::Fault::kStoreWithoutShading);
  std::size_t found = 0;
  for (auto _ : state) {
    const std::size_t before = known.found();
    benchmark::DoNotOptimize(Prove(options).Broken().size());
    found = known.found() - before;
  }
  state.counters["known"] = static_cast<double>(found);
}
BENCHMARK(ConditionsOfALaterRowOfTheMatrix)->Unit(benchmark::kSecond);

// Z3 searches for the shortest violation, to the depth that the tests use.
void BoundedSearchToEightSteps(benchmark::State& state) {
  const gc::Fault fault = gc::Fault::kReleaseAtBegin;
  BoundedSearchOptions options{.faults = gc::FaultSet(fault), .max_depth = 8};
  options.bounds = CounterexampleHeaps(fault, Locals::kDead)[1];
  for (auto _ : state) {
    if (SearchBounded(options).length != 8) state.SkipWithError("another length");
  }
}
BENCHMARK(BoundedSearchToEightSteps)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace model
