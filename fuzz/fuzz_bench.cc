// fuzz/fuzz_bench.cc -- how many inputs a fuzzer's target takes in a second.
//
// The goal is 20,000 inputs a second on the median entry of the corpus, without sanitizers. Built
// by clang with coverage (preset fuzz-fast), the benchmark shows what a fuzzer gets; built by
// another compiler, it shows an upper bound.

#include <benchmark/benchmark.h>

#include <algorithm>

#include "fuzz/mutation/byte_mutator.h"
#include "fuzz/seeds.h"
#include "fuzz/targets/targets.h"
#include "properties/corpus/corpus.h"
#include "reference/trace/trace_printer.h"

namespace fuzz {
namespace {

// The entry of the corpus with the median length.
const reference::Trace& MedianEntry() {
  static const reference::Trace median = [] {
    std::vector<reference::Trace> traces;
    for (properties::CorpusEntry& entry :
         properties::LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus").entries) {
      if (SeedOf(entry.trace)) traces.push_back(std::move(entry.trace));
    }
    if (traces.empty()) return reference::Trace();
    const auto middle = traces.begin() + static_cast<std::ptrdiff_t>(traces.size() / 2);
    std::ranges::nth_element(traces, middle, {},
                             [](const auto& trace) { return trace.operations.size(); });
    return *middle;
  }();
  return median;
}

void RunOnMedian(benchmark::State& state, Target target, const Bytes& bytes) {
  if (MedianEntry().operations.empty()) state.SkipWithError("the corpus is empty");
  for (auto _ : state) benchmark::DoNotOptimize(target(bytes));
  state.SetItemsProcessed(state.iterations());
  state.counters["operations"] = static_cast<double>(MedianEntry().operations.size());
}

void JudgeCore(benchmark::State& state) {
  RunOnMedian(state, JudgeCoreBytes, *SeedOf(MedianEntry()));
}
BENCHMARK(JudgeCore);

void JudgeFaultyCore(benchmark::State& state) {
  RunOnMedian(state, JudgeFaultyCoreBytes, *SeedOf(MedianEntry()));
}
BENCHMARK(JudgeFaultyCore);

void JudgeLua(benchmark::State& state) {
  RunOnMedian(state, JudgeLuaBytes, *SeedOf(MedianEntry()));
}
BENCHMARK(JudgeLua);

void RoundTripText(benchmark::State& state) {
  const std::string text = reference::PrintTrace(MedianEntry());
  RunOnMedian(state, RoundTripTextBytes, Bytes(text.begin(), text.end()));
}
BENCHMARK(RoundTripText);

void Mutate(benchmark::State& state) {
  const Bytes bytes = *SeedOf(MedianEntry());
  std::uint64_t seed = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(MutateBytes(bytes, 512, ++seed, [](Bytes&, std::size_t) {}));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(Mutate);

}  // namespace
}  // namespace fuzz
