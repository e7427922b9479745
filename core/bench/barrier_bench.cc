// core/bench/barrier_bench.cc -- stores of a reference, raw and through the barrier, in the same
// loop.
//
// Only the ratio of the two is meaningful, because the loop itself costs more than the barrier.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "core/gc.h"

namespace gc {
namespace {

struct Node : Object {
  explicit Node(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> reference;
  Node* raw = nullptr;
  static const Class kClass;
};
const Reference kNodeReferences[] = {Reference::To(&Node::reference, "reference")};
const Class Node::kClass = Describe<Node>("Node", kNodeReferences);

// Objects, and pairs of holder and target in random order, so that a large heap misses the cache.
struct Stores {
  explicit Stores(std::size_t count) {
    std::vector<Node*> nodes(count);
    for (Node*& node : nodes) heap.AddRoot(node = heap.New<Node>());
    std::minstd_rand random(1);
    for (std::size_t i = 0; i < count; ++i) {
      pairs.push_back({nodes[random() % count], nodes[random() % count]});
    }
  }
  struct Pair {
    Node* holder;
    Node* value;
  };
  Heap heap;
  std::vector<Pair> pairs;
};

void PerStore(benchmark::State& state, const Stores& stores) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(stores.pairs.size()));
}

void RawStore(benchmark::State& state) {
  const Stores stores(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    for (const Stores::Pair& pair : stores.pairs) pair.holder->raw = pair.value;
    benchmark::ClobberMemory();
  }
  PerStore(state, stores);
}
BENCHMARK(RawStore)->Arg(256)->Arg(1 << 20);

void IdleStore(benchmark::State& state) {
  const Stores stores(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    for (const Stores::Pair& pair : stores.pairs) pair.holder->reference = pair.value;
    benchmark::ClobberMemory();
  }
  PerStore(state, stores);
}
BENCHMARK(IdleStore)->Arg(256)->Arg(1 << 20);

// While marking, with every object in the root set and so marked at the flip: nothing to shade.
void MarkingStore(benchmark::State& state) {
  Stores stores(static_cast<std::size_t>(state.range(0)));
  stores.heap.Start();
  for (auto _ : state) {
    for (const Stores::Pair& pair : stores.pairs) pair.holder->reference = pair.value;
    benchmark::ClobberMemory();
  }
  PerStore(state, stores);
}
BENCHMARK(MarkingStore)->Arg(256)->Arg(1 << 20);

struct Link : Object {
  explicit Link(const Birth& birth) : Object(birth) {}
  ObjectPtr<Link> reference;
  ObjectPtr<Link> next;
  static const Class kClass;
};
const Reference kLinkReferences[] = {Reference::To(&Link::reference, "reference"),
                                     Reference::To(&Link::next, "next")};
const Class Link::kClass = Describe<Link>("Link", kLinkReferences);

// While marking, with all but one object white: two stores of three shade their target.
void ShadingStore(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  Heap heap({.max_objects = static_cast<Index>(count + 1)});
  std::vector<Link*> links(count);
  for (Link*& link : links) link = heap.New<Link>();
  for (std::size_t i = 1; i < count; ++i) links[i - 1]->next = links[i];
  heap.AddRoot(links[0]);
  std::minstd_rand random(1);
  std::vector<std::pair<Link*, Link*>> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.emplace_back(links[random() % count], links[random() % count]);
  }
  for (auto _ : state) {
    state.PauseTiming();
    heap.Collect();
    heap.Start();
    state.ResumeTiming();
    for (const auto& [holder, value] : pairs) holder->reference = value;
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs.size()));
}
BENCHMARK(ShadingStore)->Arg(256)->Arg(1 << 20);

}  // namespace
}  // namespace gc
