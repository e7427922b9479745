// properties/bench/judge_bench.cc -- how many operations a second are judged, and by what.
//
// The goal is a million judged operations a second on small heaps, on one thread, in a release
// build. Each applied operation counts as one, and so does a tick of any size; the time includes
// the set-up of the heap, the comparison by all three checkers (in small heaps, of each state that
// is not known yet, and of one in eight of the others) and the work of the search itself. The
// counter `operations` is that number. The search over a small heap judges one new operation at
// the end of a path that was judged before. It comes back to the path's end by an image of the
// heap, or else applies the path again; the counter `applied` includes the operations of these
// paths.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "properties/base/random.h"
#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/shrink/shrink.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/toy/toy_subject.h"

namespace properties {
namespace {

void Report(benchmark::State& state, std::uint64_t operations, std::uint64_t traces) {
  using benchmark::Counter;
  state.counters["operations"] = Counter(static_cast<double>(operations), Counter::kIsRate);
  state.counters["traces"] = Counter(static_cast<double>(traces), Counter::kIsRate);
}

void Explore(benchmark::State& state, const SubjectFactory& factory, AlphabetGroup group,
             reference::VerbSet verbs) {
  std::uint64_t operations = 0;
  std::uint64_t replayed = 0;
  std::uint64_t traces = 0;
  for (auto _ : state) {
    SmallHeapOptions options{
        .alphabet = MakeAlphabet(group, DefaultSize(group), reference::Locals::kDead, verbs)};
    options.search.max_traces = 50'000;
    const SmallHeapResult result = ExploreSmallHeaps(factory, options);
    if (result.search.First() != nullptr) state.SkipWithError("a sound subject disagreed");
    operations += result.search.operations;
    replayed += result.search.replayed;
    traces += result.search.traces;
  }
  Report(state, operations, traces);
  state.counters["applied"] =
      benchmark::Counter(static_cast<double>(operations + replayed), benchmark::Counter::kIsRate);
}

void BM_SmallHeaps(benchmark::State& state) {
  const auto group = static_cast<AlphabetGroup>(state.range(0));
  state.SetLabel(std::string(WordOf(group)));
  Explore(
      state, [] { return MakeCoreSubject(); }, group, reference::VerbSet::All());
}
BENCHMARK(BM_SmallHeaps)->DenseRange(0, kAlphabetGroupCount - 1)->Unit(benchmark::kMillisecond);

// The same with a collector that does next to nothing: the time that is left is the judge's and the
// search's.
void BM_SmallHeapsOfAToy(benchmark::State& state) {
  Explore(
      state, [] { return std::make_unique<ToySubject>(); }, AlphabetGroup::kWavefront,
      ToySubject().promises().verbs);
}
BENCHMARK(BM_SmallHeapsOfAToy)->Unit(benchmark::kMillisecond);

void BM_DirectedRandom(benchmark::State& state) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  std::uint64_t operations = 0;
  std::uint64_t traces = 0;
  reference::Trace trace;
  for (auto _ : state) {
    const Verdict verdict = RunDirected(session, SeedOfCase(1, traces), {}, trace);
    operations += verdict.applied;
    traces += 1;
  }
  Report(state, operations, traces);
}
BENCHMARK(BM_DirectedRandom);

// A trace of ten objects, judged from an empty heap to the end of its second cycle.
void BM_JudgeTenObjects(benchmark::State& state) {
  namespace op = reference::op;
  reference::Trace trace;
  for (reference::Name a = 0; a < 10; ++a) trace.operations.push_back(op::Create(a));
  trace.operations.push_back(op::Root(0));
  for (reference::Name a = 0; a < 6; ++a) trace.operations.push_back(op::Store(a, 0, a + 1));
  trace.operations.push_back(op::Start());
  for (int i = 0; i < 40; ++i) trace.operations.push_back(op::Tick(1));
  trace.operations.push_back(op::Collect());
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  std::uint64_t operations = 0;
  std::uint64_t traces = 0;
  for (auto _ : state) {
    operations += session.Judge(trace).applied;
    traces += 1;
  }
  Report(state, operations, traces);
}
BENCHMARK(BM_JudgeTenObjects);

void BM_Shrink(benchmark::State& state) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  JudgeSession session(*faulty);
  const DirectedOptions options{.judge = {.stop_at_first = false}};
  reference::Trace trace;
  Verdict verdict;
  for (std::uint64_t seed = 0; !verdict.Of(Checker::kOutcome); ++seed) {
    verdict = RunDirected(session, seed, options, trace);
  }
  std::uint64_t runs = 0;
  for (auto _ : state) runs += Shrink(trace, *faulty, verdict, {}, options.judge).runs;
  Report(state, 0, runs);
}
BENCHMARK(BM_Shrink)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace properties
