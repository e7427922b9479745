// properties/bench/subjects/growth.cc -- times the parts of the collector one by one.

#include "properties/bench/subjects/growth.h"

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "properties/bench/graph/generate.h"

namespace bench {
namespace {

struct Node : gc::Object {
  explicit Node(const gc::Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  gc::ObjectPtr<gc::Object> slots[4];
  std::byte filling[32];
  static const gc::Class kClass;
};
const gc::Reference kNodeLines[] = {gc::Reference::To(&Node::slots, "slots")};
const gc::Class Node::kClass = gc::Describe<Node>("Node", kNodeLines);

constexpr std::uint32_t kTimed = 100;  // objects of the parts that are independent of n
constexpr std::uint32_t kMembers = 4;  // of each cluster, beside its root

gc::HeapOptions OptionsFor(std::size_t objects) {
  gc::HeapOptions options;
  options.max_objects = static_cast<gc::Index>(objects + 1000);
  return options;
}

double StartOf(gc::Heap& heap) {
  const Stopwatch watch;
  heap.Start();
  return watch.Milliseconds();
}
double EndOf(gc::Heap& heap) {
  const Stopwatch watch;
  while (heap.phase() != gc::Phase::kIdle || heap.PurgePending()) heap.Tick(gc::kUnlimited);
  return watch.Milliseconds();
}

// The graph of W1, from birth to death.
void WholeLife(std::uint32_t objects, Measures& measures) {
  const Graph graph = RandomGraph(objects);
  gc::Heap heap(OptionsFor(objects));
  std::vector<Node*> nodes(objects);
  const Stopwatch birth;
  for (Node*& node : nodes) node = heap.New<Node>();
  measures["birth"] = {birth.Milliseconds()};
  graph.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
    gc::ObjectPtr<gc::Object>* slot = nodes[number]->slots;
    for (const std::uint32_t target : targets) {
      if (target != 0) *slot = nodes[target - 1];
      ++slot;
    }
  });
  for (const std::uint32_t root : graph.kept) heap.AddRoot(nodes[root]);
  heap.Collect();

  measures["flip"] = {StartOf(heap)};
  const Stopwatch mark;
  while (heap.phase() == gc::Phase::kMarking) heap.Tick(objects + 2);
  measures["mark"] = {mark.Milliseconds()};
  measures["gather"] = {EndOf(heap)};

  for (Node* const node : nodes) heap.AddRoot(node);
  measures["roots"] = {StartOf(heap)};
  EndOf(heap);
  for (Node* const node : nodes) heap.RemoveRoot(node);
  heap.Start();
  while (heap.phase() != gc::Phase::kIdle) heap.Tick(objects);
  measures["purge"] = {EndOf(heap)};
}

// One cluster that has grown, and then many small ones.
void InClusters(std::uint32_t objects, Measures& measures) {
  const std::uint32_t members = objects / 50;
  gc::Heap heap(OptionsFor(members * (kMembers + 4) + 4 * kTimed));
  Node* const root = heap.New<Node>();
  heap.AddRoot(root);
  bool added = heap.AllocateCluster(root);
  Node* last = root;
  const auto made = [&] {
    Node* const node = heap.New<Node>();
    node->slots[0] = root;
    node->slots[1] = last;
    node->slots[2] = heap.New<Node>();  // stays outside, and the cluster keeps a list of such
    return last = node;
  };
  for (std::uint32_t i = 0; i < members; ++i) added &= heap.AddToCluster(root, made());
  std::vector<Node*> more(kTimed);
  for (Node*& node : more) node = made();
  const Stopwatch add;
  for (Node* const node : more) added &= heap.AddToCluster(root, node);
  measures["cluster add"] = {add.Milliseconds()};
  if (!added) throw std::runtime_error("an object was not added to its cluster");

  // One root keeps all of them, and nothing keeps the first: a cycle's start takes each root, and
  // with the root of a cluster what the cluster refers to.
  heap.RemoveRoot(root);
  Node* keeper = nullptr;
  for (std::uint32_t i = 0; i < members; ++i) {
    Node* const small = heap.New<Node>();
    Node* const next = heap.New<Node>();
    next->slots[0] = std::exchange(keeper, next);
    next->slots[1] = small;
    for (std::uint32_t slot = 0; slot < kMembers; ++slot) small->slots[slot] = heap.New<Node>();
    if (heap.MakeCluster(small) != kMembers + 1) throw std::runtime_error("no cluster was made");
  }
  heap.AddRoot(keeper);
  measures["cluster flip"] = {StartOf(heap)};
  EndOf(heap);
}

// Objects whose indices lie anywhere in the list of free ones.
void ByIdentity(std::uint32_t objects, Measures& measures) {
  const std::uint32_t freed = objects / 10;
  gc::Heap heap(OptionsFor(freed + kTimed));
  std::vector<gc::Identity> identities;
  for (std::uint32_t i = 0; i < freed; ++i) {
    Node* const node = heap.New<Node>();
    if (i % (freed / kTimed) == 0) identities.push_back(heap.IdentityOf(node));
  }
  heap.Collect();
  const Stopwatch watch;
  for (const gc::Identity& identity : identities) heap.Make<Node>({.identity = &identity});
  measures["identity"] = {watch.Milliseconds() * kTimed / static_cast<double>(identities.size())};
}

class GrowthOfCore : public Subject {
 public:
  void Build(const Graph&) override {}
  Measures Grow(std::uint32_t objects) override {
    Measures measures;
    WholeLife(objects, measures);
    if (objects <= kLargestOfClusters) InClusters(objects, measures);
    ByIdentity(objects, measures);
    return measures;
  }

 private:
  // A cluster that is added to in time that grows with it takes minutes beyond this.
  static constexpr std::uint32_t kLargestOfClusters = 1'000'000;
};

}  // namespace

std::unique_ptr<Subject> MakeGrowth() { return std::make_unique<GrowthOfCore>(); }

}  // namespace bench
