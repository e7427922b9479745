// core/bench/cluster_bench.cc -- the work that clusters save marking, and their cost for a store.
//
// The heap has owners with 49 parts each, which refer to their owner and to one another; every
// owner is a root. The same objects are marked one by one, and as clusters of 50. Only the ratio of
// the two in one run is meaningful; it must be a tenth at most.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/gc.h"

namespace gc {
namespace {

constexpr std::size_t kParts = 49;

struct Part : Object {
  explicit Part(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> owner;
  ObjectPtr<Object> beside;
  std::byte payload[32] = {};
  static const Class kClass;
};
const Reference kPartReferences[] = {Reference::To(&Part::owner, "owner"),
                                     Reference::To(&Part::beside, "beside")};
const Class Part::kClass = Describe<Part>("Part", kPartReferences);

struct Owner : Object {
  explicit Owner(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  ObjectPtr<Part> parts[kParts];
  static const Class kClass;
};
const Reference kOwnerReferences[] = {Reference::To(&Owner::parts, "parts")};
const Class Owner::kClass = Describe<Owner>("Owner", kOwnerReferences);

struct Game {
  Game(std::size_t count, bool clustered) : heap({.max_objects = static_cast<Index>(count)}) {
    for (std::size_t i = 0; i < count / (kParts + 1); ++i) {
      Owner* const owner = heap.New<Owner>();
      heap.AddRoot(owner);
      for (ObjectPtr<Part>& slot : owner->parts) {
        slot = heap.New<Part>();
        slot->owner = owner;
        slot->beside = owner->parts[0];
      }
      if (clustered) heap.MakeCluster(owner);
      owners.push_back(owner);
    }
  }
  // The time of marking in seconds, from the flip to the end check, without the gather.
  double Mark() {
    const auto before = std::chrono::steady_clock::now();
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(1024);
    const auto after = std::chrono::steady_clock::now();
    heap.Tick(kUnlimited);
    return std::chrono::duration<double>(after - before).count();
  }
  Heap heap;
  std::vector<Owner*> owners;
};

// Marks both heaps in turns, and reports the ratio of their times.
void MarkClusteredOverUnclustered(benchmark::State& state) {
  const std::size_t count = static_cast<std::size_t>(state.range(0));
  Game plain(count, false);
  Game clustered(count, true);
  double one_by_one = 0;
  double as_clusters = 0;
  for (auto _ : state) {
    one_by_one += plain.Mark();
    const double seconds = clustered.Mark();
    as_clusters += seconds;
    state.SetIterationTime(seconds);
  }
  const double all = static_cast<double>(state.iterations()) * static_cast<double>(count);
  state.counters["ns/object one by one"] = one_by_one / all * 1e9;
  state.counters["ns/object in clusters"] = as_clusters / all * 1e9;
  state.counters["ratio"] = as_clusters / one_by_one;
}
BENCHMARK(MarkClusteredOverUnclustered)
    ->Arg(1'000'000)
    ->Iterations(10)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

// A store into an object outside of clusters, in an idle heap with no clusters and with some.
void StoreBesideClusters(benchmark::State& state) {
  Game game(10'000, state.range(0) != 0);
  std::vector<Part*> loose;
  for (int i = 0; i < 256; ++i) {
    loose.push_back(game.heap.New<Part>());
    game.heap.AddRoot(loose.back());
  }
  for (auto _ : state) {
    for (Part* const part : loose) part->owner = game.owners[0];
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 256);
}
BENCHMARK(StoreBesideClusters)->Arg(0)->Arg(1);

// With so many clusters, all of them alive: the flip, which activates them as roots, and the step
// in which the gather ends.
void CycleOfClusters(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  Game game(count * (kParts + 1), true);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  std::chrono::duration<double> flip{};
  std::chrono::duration<double> end{};
  for (auto _ : state) {
    const auto before = now();
    game.heap.Start();
    flip += now() - before;
    while (game.heap.phase() == Phase::kMarking) game.heap.Tick(1024);
    game.heap.Tick(game.heap.ObjectCount() - 1);
    const auto last = now();
    game.heap.Tick(1);
    end += now() - last;
    while (game.heap.PurgePending()) game.heap.Tick(kUnlimited);
  }
  const double cycles = static_cast<double>(state.iterations());
  state.counters["us/flip"] = flip.count() / cycles * 1e6;
  state.counters["us/end of gather"] = end.count() / cycles * 1e6;
}
BENCHMARK(CycleOfClusters)->Arg(20'000)->Iterations(10)->Unit(benchmark::kMillisecond);

// A store that dissolves a cluster of so many objects.
void StoreThatDissolves(benchmark::State& state) {
  struct Chain {
    Heap heap;
    Owner* root = heap.New<Owner>();
  } chain;
  chain.heap.AddRoot(chain.root);
  Part* last = nullptr;
  for (std::int64_t i = 1; i < state.range(0); ++i) {
    Part* const part = chain.heap.New<Part>();
    if (last == nullptr) {
      chain.root->parts[0] = part;
    } else {
      last->beside = part;
    }
    last = part;
  }
  for (auto _ : state) {
    state.PauseTiming();
    chain.root->parts[1] = nullptr;
    chain.heap.MakeCluster(chain.root);
    Part* const part = chain.heap.New<Part>();
    state.ResumeTiming();
    chain.root->parts[1] = part;
    state.PauseTiming();
    chain.root->parts[1] = nullptr;
    chain.heap.Collect();
    state.ResumeTiming();
  }
}
BENCHMARK(StoreThatDissolves)->Arg(16'000)->Iterations(10)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gc
