// properties/bench/subjects/units_test.cc -- how much work a collection of a workload's graph is.
//
// Times say whether the collector is fast, and never whether it does too much: a machine that is
// twice as fast hides that every object is scanned twice. The units that it publishes are the same
// on every machine.
//
// Label: threads.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include "core/gc.h"
#include "properties/bench/graph/generate.h"

namespace bench {
namespace {

constexpr std::uint32_t kObjects = 20'000;

struct Node : gc::Object {
  explicit Node(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<gc::Object> slots[4];
  static const gc::Class kClass;
};
const gc::Reference kNodeLines[] = {gc::Reference::To(&Node::slots, "slots")};
const gc::Class Node::kClass = gc::Describe<Node>("Node", kNodeLines);

// A graph of objects with four slots at most, in a heap that tells its units.
class CountedHeap {
 public:
  CountedHeap(const Graph& graph, std::uint32_t workers)
      : heap_({.max_objects = static_cast<gc::Index>(graph.objects()), .workers = workers}),
        nodes_(graph.objects()) {
    for (Node*& node : nodes_) node = heap_.New<Node>();
    graph.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
      gc::ObjectPtr<gc::Object>* slot = nodes_[number]->slots;
      for (const std::uint32_t target : targets) {
        if (target != 0) *slot = nodes_[target - 1];
        ++slot;
      }
    });
    for (const std::uint32_t root : graph.kept) heap_.AddRoot(nodes_[root]);
    for (const std::uint32_t root : graph.dropped) heap_.AddRoot(nodes_[root]);
    heap_.SetEventSink(
        {.publish = [](void* units,
                       const gc::Event& event) { ++(*static_cast<Units*>(units))[event.kind]; },
         .context = &units_});
  }

  using Units = std::map<gc::EventKind, std::uint64_t>;
  // The units of one collection, after these roots were dropped.
  Units Collect(const std::vector<std::uint32_t>& drop) {
    for (const std::uint32_t root : drop) heap_.RemoveRoot(nodes_[root]);
    units_.clear();
    heap_.Collect();
    return units_;
  }

 private:
  Units units_;
  gc::Heap heap_;
  std::vector<Node*> nodes_;
};

class UnitsOfACollection : public testing::TestWithParam<std::uint32_t> {};

TEST_P(UnitsOfACollection, ScanEachLivingObjectOnce) {
  for (const Graph& graph : {RandomGraph(kObjects), ListGraph(kObjects)}) {
    CountedHeap heap(graph, GetParam());
    for (int time = 0; time < 2; ++time) {
      CountedHeap::Units units = heap.Collect({});
      EXPECT_EQ(units[gc::EventKind::kScan], kObjects);
      EXPECT_EQ(units[gc::EventKind::kFlip], 1u);
      EXPECT_EQ(units[gc::EventKind::kInitialReferences], 1u);
      EXPECT_EQ(units[gc::EventKind::kEndCheck], 1u);
      EXPECT_EQ(units[gc::EventKind::kBarrierList], 0u);
      EXPECT_EQ(units[gc::EventKind::kBegin], 0u);
    }
  }
}

TEST_P(UnitsOfACollection, EndEachDeadObjectOnceAndScanNone) {
  const Graph graph = HalvesGraph(kObjects);
  CountedHeap heap(graph, GetParam());
  CountedHeap::Units units = heap.Collect(graph.dropped);
  EXPECT_EQ(units[gc::EventKind::kScan], kObjects / 2);
  EXPECT_EQ(units[gc::EventKind::kGather], kObjects);
  EXPECT_EQ(units[gc::EventKind::kBegin], kObjects / 2);
  EXPECT_EQ(units[gc::EventKind::kPoll], kObjects / 2);
  EXPECT_EQ(units[gc::EventKind::kFree], kObjects / 2);
}

INSTANTIATE_TEST_SUITE_P(OfThreads, UnitsOfACollection, testing::Values(1u, 2u));

}  // namespace
}  // namespace bench
