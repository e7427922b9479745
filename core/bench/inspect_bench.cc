// core/bench/inspect_bench.cc -- the cost of an inspector, and of a search.
//
// Each pair runs the same work with and without an inspector, in one run, because the speed of a
// machine differs from run to run. The cost without an inspector is in heap_bench.cc and
// mark_bench.cc.

#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <vector>

#include "core/gc.h"
#include "core/inspect/report/class_counts.h"
#include "core/inspect/report/inspector.h"
#include "core/inspect/search/reference_search.h"

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

// A random tree below one root, and as many further random edges as there are free slots.
struct Wood {
  explicit Wood(std::size_t count) : heap({.max_objects = static_cast<std::uint32_t>(count)}) {
    std::minstd_rand random(1);
    nodes.push_back(heap.New<Node>());
    heap.AddRoot(nodes[0]);
    while (nodes.size() < count) {
      Node* const holder = nodes[random() % nodes.size()];
      ObjectPtr<Node>& slot = holder->left ? holder->right : holder->left;
      if (slot) continue;
      nodes.push_back(heap.New<Node>());
      slot = nodes.back();
    }
  }
  Heap heap;
  std::vector<Node*> nodes;
};

void PerObject(benchmark::State& state, std::size_t objects) {
  state.counters["ns/object"] = benchmark::Counter(
      static_cast<double>(objects) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

enum class Watched { kNot, kCounted, kClassesToo, kUnreachable };

// A whole cycle in which no object dies.
void Cycle(benchmark::State& state, Watched watched) {
  Wood wood(100'000);
  std::unique_ptr<Inspector> inspector;
  if (watched != Watched::kNot) {
    inspector = std::make_unique<Inspector>(
        wood.heap, InspectorOptions{.records = 10,
                                    .count_classes = watched == Watched::kClassesToo,
                                    .verify = {.unreachable = watched == Watched::kUnreachable}});
  }
  for (auto _ : state) wood.heap.Collect();
  PerObject(state, wood.nodes.size());
}
BENCHMARK_CAPTURE(Cycle, Unwatched, Watched::kNot)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Cycle, WithStatistics, Watched::kCounted)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Cycle, WithClassCounts, Watched::kClassesToo)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Cycle, VerifiedUnreachable, Watched::kUnreachable)->Unit(benchmark::kMillisecond);

void ShortestChainInAHeap(benchmark::State& state) {
  const Wood wood(100'000);
  const Index last = wood.nodes.back()->header().index;
  for (auto _ : state) benchmark::DoNotOptimize(ShortestChain(wood.heap, last));
  PerObject(state, wood.nodes.size());
}
BENCHMARK(ShortestChainInAHeap)->Unit(benchmark::kMillisecond);

void GraphOfAHeap(benchmark::State& state) {
  const Wood wood(100'000);
  HeapGraph graph;
  for (auto _ : state) {
    graph.Take(wood.heap);
    benchmark::DoNotOptimize(graph.End());
  }
  PerObject(state, wood.nodes.size());
}
BENCHMARK(GraphOfAHeap)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gc
