// properties/bench/graph/generate.cc -- makes the graphs.

#include "properties/bench/graph/generate.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bench {
namespace {

constexpr std::uint32_t kRoots = 1024;
constexpr std::uint32_t kSlots = 4;
constexpr std::uint32_t kAssets = 1000;
constexpr std::uint32_t kChildren = 50;

// Objects of all sizes, four slots each.
Graph Sized(std::uint32_t objects) {
  Graph graph;
  graph.shapes.resize(objects);
  for (std::uint32_t i = 0; i < objects; ++i) graph.shapes[i] = kFirstSized + i % kSizedShapes;
  graph.targets.resize(std::size_t{objects} * kSlots);
  return graph;
}

// Adds edges to a graph of Sized, in the first `open` slots of its objects.
class Edges {
 public:
  Edges(Graph& graph, std::uint32_t open, Random& random)
      : graph_(graph), open_(open), random_(random) {}

  void Add(std::uint32_t from, std::uint32_t to) {
    while (true) {
      std::uint32_t* const slots = &graph_.targets[std::size_t{from} * kSlots];
      std::uint32_t* const free = std::find(slots, slots + open_, 0u);
      if (free != slots + open_) {
        *free = to + 1;
        return;
      }
      from = slots[random_.Below(open_)] - 1;
    }
  }

 private:
  Graph& graph_;
  const std::uint32_t open_;
  Random& random_;
};

}  // namespace

std::uint64_t Random::Next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

Graph RandomGraph(std::uint32_t objects) {
  Random random(1);
  Graph graph = Sized(objects);
  Edges edges(graph, kSlots, random);
  for (std::uint32_t i = 0; i < std::min(objects, kRoots); ++i) graph.kept.push_back(i);
  for (std::uint32_t i = kRoots; i < objects; ++i) edges.Add(random.Below(i), i);
  for (std::uint32_t i = 0; i < objects; ++i) {
    const std::uint32_t from = random.Below(objects);
    edges.Add(from, random.Below(objects));
  }
  return graph;
}

Graph GameGraph(std::uint32_t objects) {
  Random random(2);
  Graph graph;
  graph.shapes.assign(kAssets, kAsset);
  graph.targets.assign(kAssets, 0);
  const std::uint32_t owners =
      std::max(1u, (std::max(objects, kAssets) - kAssets) / (kChildren + 1));
  for (std::uint32_t i = 0; i < owners; ++i) {
    const std::uint32_t owner = static_cast<std::uint32_t>(graph.shapes.size());
    graph.kept.push_back(owner);
    graph.shapes.push_back(kOwner);
    for (std::uint32_t child = 1; child <= kChildren; ++child) {
      graph.targets.push_back(owner + child + 1);
    }
    for (std::uint32_t child = 1; child <= kChildren; ++child) {
      graph.shapes.push_back(kChild);
      graph.targets.push_back(owner + 1);
      graph.targets.push_back(random.Below(kAssets) + 1);
    }
  }
  return graph;
}

Graph ListGraph(std::uint32_t objects) {
  Random random(3);
  std::vector<std::uint32_t> order(objects);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = objects; i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
  Graph graph;
  graph.shapes.assign(objects, kLink);
  graph.targets.resize(objects);
  for (std::uint32_t i = 1; i < objects; ++i) graph.targets[order[i - 1]] = order[i] + 1;
  if (objects > 0) graph.kept.push_back(order.front());
  return graph;
}

Graph HalvesGraph(std::uint32_t objects) {
  const Graph half = RandomGraph(objects / 2);
  Graph graph = Sized(static_cast<std::uint32_t>(half.objects()) * 2);
  for (std::uint32_t i = 0; i < graph.objects(); ++i) {
    graph.shapes[i] = half.shapes[i / 2];
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
      const std::uint32_t target = half.targets[std::size_t{i / 2} * kSlots + slot];
      graph.targets[std::size_t{i} * kSlots + slot] =
          target == 0 ? 0 : (target - 1) * 2 + i % 2 + 1;
    }
  }
  for (const std::uint32_t root : half.kept) {
    graph.kept.push_back(root * 2);
    graph.dropped.push_back(root * 2 + 1);
  }
  return graph;
}

Graph FrameGraph(std::uint32_t objects) {
  Random random(6);
  Graph graph = Sized(objects);
  Edges edges(graph, kSlots - 1, random);
  for (std::uint32_t i = 0; i < std::min(objects, kRoots); ++i) graph.kept.push_back(i);
  for (std::uint32_t i = kRoots; i < objects; ++i) edges.Add(random.Below(i), i);
  for (std::uint32_t i = 0; i < objects; ++i) {
    graph.targets[std::size_t{i} * kSlots + kSlots - 1] = random.Below(objects) + 1;
  }
  return graph;
}

}  // namespace bench
