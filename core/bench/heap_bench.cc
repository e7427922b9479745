// core/bench/heap_bench.cc -- the cost of making, dropping and inspecting small heaps.
//
// The judge makes a heap for every trace, and inspects it after every operation. The bounds are: a
// heap of ten objects is made and dropped in under 2 us; a snapshot and a verification of five
// objects take under 200 ns each.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "core/gc.h"
#include "core/inspect/verify/fingerprint.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"

namespace gc {
namespace {

struct Node : Object {
  explicit Node(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> left;
  ObjectPtr<Node> right;
  static const Class kClass;
};
const Reference kNodeReferences[] = {Reference::To(&Node::left, "left"),
                                     Reference::To(&Node::right, "right")};
const Class Node::kClass = Describe<Node>("Node", kNodeReferences);

void EmptyHeapMadeAndDropped(benchmark::State& state) {
  for (auto _ : state) {
    Heap heap;
    benchmark::DoNotOptimize(&heap);
  }
}
BENCHMARK(EmptyHeapMadeAndDropped)->ThreadRange(1, 4);

void HeapOfTenObjectsMadeAndDropped(benchmark::State& state) {
  for (auto _ : state) {
    Heap heap;
    Node* const root = heap.New<Node>();
    heap.AddRoot(root);
    for (int i = 1; i < 10; ++i) {
      Node* const node = heap.New<Node>();
      node->left = root->left;
      root->left = node;
    }
    benchmark::DoNotOptimize(&heap);
  }
}
BENCHMARK(HeapOfTenObjectsMadeAndDropped)->ThreadRange(1, 4);

void HeapOfTenObjectsMadeAndCollected(benchmark::State& state) {
  for (auto _ : state) {
    Heap heap;
    for (int i = 0; i < 10; ++i) heap.New<Node>();
    heap.Collect();
    benchmark::DoNotOptimize(&heap);
  }
}
BENCHMARK(HeapOfTenObjectsMadeAndCollected);

// What New costs with the memory at hand: block, index, entry, zeroes, and the mark of
// construction. Shared: with a lock, so that all of it is for several threads.
void ObjectsMade(benchmark::State& state, bool shared) {
  constexpr int kObjects = 10'000;
  Lock lock;
  Heap heap({.lock = shared ? &lock : nullptr});
  for (auto _ : state) {
    for (int i = 0; i < kObjects; ++i) benchmark::DoNotOptimize(heap.New<Node>());
    state.PauseTiming();
    lock.Acquire();
    heap.Collect();
    lock.Release();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kObjects);
}
BENCHMARK_CAPTURE(ObjectsMade, alone, false);
BENCHMARK_CAPTURE(ObjectsMade, shared, true);

// The same on so many threads at once, each in sections of its own, in which it makes a hundred
// objects or only one. The time of an object is that of a thread: with as many processors as
// threads it should not depend on their number.
void ObjectsMadeInSections(benchmark::State& state, int objects) {
  constexpr int kEach = 20'000;
  const std::size_t threads = static_cast<std::size_t>(state.range(0));
  Lock lock;
  Heap heap({.lock = &lock});
  std::vector<std::vector<Node*>> made(threads, std::vector<Node*>(kEach));
  const auto make = [&](std::vector<Node*>& own) {
    for (int i = 0; i < kEach; i += objects) {
      const Section section(lock);
      for (int k = 0; k < objects; ++k) own[static_cast<std::size_t>(i + k)] = heap.New<Node>();
    }
  };
  for (auto _ : state) {
    std::vector<std::thread> others;
    const auto start = std::chrono::steady_clock::now();
    for (std::vector<Node*>& own : made) others.emplace_back(make, std::ref(own));
    for (std::thread& other : others) other.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(took.count());
    lock.Acquire();
    for (const std::vector<Node*>& own : made) {
      for (Node* const node : own) heap.HandOver(node);
    }
    heap.Collect();
    lock.Release();
  }
  state.SetItemsProcessed(state.iterations() * kEach);
}
BENCHMARK_CAPTURE(ObjectsMadeInSections, one_each, 1)->DenseRange(1, 2)->UseManualTime();
BENCHMARK_CAPTURE(ObjectsMadeInSections, a_hundred_each, 100)->DenseRange(1, 2)->UseManualTime();

// A heap of five objects, in the middle of marking.
struct Five {
  Five() {
    Node* const root = heap.New<Node>();
    heap.AddRoot(root);
    for (int i = 1; i < 5; ++i) {
      Node* const node = heap.New<Node>();
      node->left = root->left;
      node->right = root;
      root->left = node;
    }
    heap.Start();
    heap.Tick(2);
  }
  Heap heap;
};

void SnapshotOfFiveObjects(benchmark::State& state) {
  const Five five;
  Snapshot snapshot;
  for (auto _ : state) {
    Take(five.heap, snapshot);
    benchmark::DoNotOptimize(snapshot.colours.data());
  }
}
BENCHMARK(SnapshotOfFiveObjects);

void VerificationOfFiveObjects(benchmark::State& state) {
  const Five five;
  Verifier verifier;
  for (auto _ : state) benchmark::DoNotOptimize(verifier.Verify(five.heap));
}
BENCHMARK(VerificationOfFiveObjects);

void FingerprintOfFiveObjects(benchmark::State& state) {
  const Five five;
  for (auto _ : state) {
    Hasher hasher;
    AddState(five.heap, hasher);
    benchmark::DoNotOptimize(hasher.Value());
  }
}
BENCHMARK(FingerprintOfFiveObjects);

}  // namespace
}  // namespace gc
