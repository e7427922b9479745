// core/bench/mark_bench.cc -- a whole marking and a whole purge, in nanoseconds per object.
//
// The graph is a spanning forest from 1,024 roots, with as many random edges in addition. Each
// object has four slots, 2.0 references on average, and 64 to 128 bytes. Objects are made in index
// order.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "core/gc.h"

namespace gc {
namespace {

template <std::size_t kBytes>
struct Sized : Object {
  explicit Sized(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> slots[4];
  std::byte payload[kBytes - sizeof(Object) - 4 * sizeof(void*)] = {};
  static const Class kClass;
};
static_assert(sizeof(Sized<64>) == 64 && sizeof(Sized<128>) == 128);
template <std::size_t kBytes>
const Reference kSizedReferences[] = {Reference::To(&Sized<kBytes>::slots, "slots")};
template <std::size_t kBytes>
const Class Sized<kBytes>::kClass = Describe<Sized<kBytes>>("Sized", kSizedReferences<kBytes>);

class RandomGraph {
 public:
  explicit RandomGraph(std::size_t count, std::uint32_t workers = 1)
      : heap({.max_objects = static_cast<Index>(count), .workers = workers}) {
    constexpr std::size_t kRoots = 1024;
    for (std::size_t i = 0; i < count; ++i) {
      objects_.push_back(Made(i));
      if (i < kRoots) {
        heap.AddRoot(objects_[i]);
      } else {
        Connect(random_() % i, i);
      }
    }
    for (std::size_t i = 0; i < count; ++i) Connect(random_() % count, random_() % count);
  }
  const std::vector<Object*>& objects() const { return objects_; }
  Heap heap;

 private:
  Object* Made(std::size_t i) {
    switch (i % 5) {
      case 0:
        return heap.New<Sized<64>>();
      case 1:
        return heap.New<Sized<80>>();
      case 2:
        return heap.New<Sized<96>>();
      case 3:
        return heap.New<Sized<112>>();
      default:
        return heap.New<Sized<128>>();
    }
  }
  // All sizes have their slots at the same offset. A full holder passes the edge to its first
  // target.
  void Connect(std::size_t from, std::size_t to) {
    Sized<64>* holder = static_cast<Sized<64>*>(objects_[from]);
    while (true) {
      for (ObjectPtr<Object>& slot : holder->slots) {
        if (slot) continue;
        slot = objects_[to];
        return;
      }
      holder = static_cast<Sized<64>*>(holder->slots[random_() % 4].Get());
    }
  }
  std::minstd_rand random_{1};
  std::vector<Object*> objects_;
};

void PerObject(benchmark::State& state, std::size_t objects) {
  state.counters["ns/object"] = benchmark::Counter(
      static_cast<double>(objects) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void Flip(benchmark::State& state) {
  RandomGraph graph(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    graph.heap.Start();
    state.PauseTiming();
    graph.heap.Tick(kUnlimited);
    state.ResumeTiming();
  }
}
BENCHMARK(Flip)->Arg(1 << 20)->Iterations(5)->Unit(benchmark::kMicrosecond);

// The same with every object a root, in the order of indices.
void FlipOfRoots(benchmark::State& state) {
  const std::size_t count = static_cast<std::size_t>(state.range(0));
  RandomGraph graph(count);
  for (Object* const object : graph.objects()) graph.heap.AddRoot(object);
  for (auto _ : state) {
    graph.heap.Start();
    state.PauseTiming();
    while (graph.heap.phase() != Phase::kIdle) graph.heap.Tick(kUnlimited);
    state.ResumeTiming();
  }
  PerObject(state, count);
}
BENCHMARK(FlipOfRoots)->Arg(1'000'000)->Iterations(5)->Unit(benchmark::kMillisecond);

void Trace(benchmark::State& state) {
  const std::size_t count = static_cast<std::size_t>(state.range(0));
  RandomGraph graph(count);
  for (auto _ : state) {
    graph.heap.Start();
    while (graph.heap.phase() == Phase::kMarking) graph.heap.Tick(1024);
    state.PauseTiming();
    graph.heap.Tick(kUnlimited);
    state.ResumeTiming();
  }
  PerObject(state, count);
}
BENCHMARK(Trace)->Arg(350'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// By so many workers, of whom the second argument tells.
void TraceTogether(benchmark::State& state) {
  const std::size_t count = static_cast<std::size_t>(state.range(0));
  RandomGraph graph(count, static_cast<std::uint32_t>(state.range(1)));
  for (auto _ : state) {
    graph.heap.Start();
    while (graph.heap.phase() == Phase::kMarking) graph.heap.Tick(kUnlimited);
  }
  PerObject(state, count);
}
BENCHMARK(TraceTogether)
    ->Args({1'000'000, 1})
    ->Args({1'000'000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void Gather(benchmark::State& state) {
  const std::size_t count = static_cast<std::size_t>(state.range(0));
  RandomGraph graph(count);
  for (auto _ : state) {
    state.PauseTiming();
    graph.heap.Start();
    while (graph.heap.phase() == Phase::kMarking) graph.heap.Tick(1024);
    state.ResumeTiming();
    graph.heap.Tick(kUnlimited);
  }
  PerObject(state, count);
}
// Each gather needs a marking of 20 ms, which is not timed.
BENCHMARK(Gather)->Arg(1'000'000)->Iterations(50)->Unit(benchmark::kMillisecond);

// All objects die at once.
void Purge(benchmark::State& state) {
  const std::size_t count = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    {
      RandomGraph graph(count);
      for (Object* object : graph.objects()) graph.heap.RemoveRoot(object);
      graph.heap.Start();
      while (graph.heap.phase() != Phase::kIdle) graph.heap.Tick(1024);
      state.ResumeTiming();
      graph.heap.Tick(kUnlimited);
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
  PerObject(state, count);
}
BENCHMARK(Purge)->Arg(350'000)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gc
