// properties/inspection/late_graphs.h -- graphs that are given up because their time is over.
//
// A graph looks at the clock each so many indices, while it lists the objects and again while it
// lists their references. Here the clock goes on by one with each look, so that the paper can count
// when the time is over.
//
// Included by core_inspection.cc only.

#pragma once

#include <cstdint>
#include <string>

#include "core/collect/collector.h"
#include "core/inspect/report/inspector.h"
#include "core/inspect/search/heap_graph.h"
#include "properties/base/paper_run.h"
#include "properties/base/random.h"

namespace properties::inspection {
namespace {

class LateGraphJudge {
 public:
  LateGraphJudge(std::uint64_t seed, PaperVerdict& verdict)
      : random_(Mix(seed)), verdict_(verdict) {}

  void Judge() {
    const std::uint32_t objects = 40 + random_.Below(300);
    Pearl* last = nullptr;
    for (std::uint32_t i = 0; i < objects; ++i) {
      Pearl* const one = heap_.New<Pearl>();
      one->next = last;
      last = one;
    }
    heap_.AddRoot(last);
    const gc::Index end = heap_.collector().population.table.End();
    looks_ = 2 * ((end - 1) / kBetweenLooks);
    CompareTaken(objects);
    CompareHistory(objects);
  }

 private:
  struct Pearl : gc::Object {
    explicit Pearl(const gc::Birth& birth) : Object(birth) {}
    gc::ObjectPtr<Pearl> next;
    static const gc::Class kClass;
  };
  static const gc::Reference kPearlReferences[1];
  static constexpr gc::Index kBetweenLooks = 64;  // indices

  // A time that is over at one of the looks, or at none of them.
  gc::Nanoseconds AnyTime() { return 1 + random_.Below(static_cast<std::uint32_t>(looks_) + 2); }
  gc::Clock Clock() {
    return {.now = [](void* now) { return (*static_cast<gc::Nanoseconds*>(now))++; },
            .context = &now_};
  }

  void CompareTaken(std::uint32_t objects) {
    gc::HeapGraph graph(heap_);
    CompareWhole(graph, objects);
    const gc::Nanoseconds time = AnyTime();
    const gc::Clock clock = Clock();
    const bool is_whole = graph.Take(heap_, {.clock = clock, .at = clock.Now() + time});
    verdict_.Same("a graph is taken in its time", is_whole, time > looks_);
    if (is_whole) return CompareWhole(graph, objects);
    verdict_.Same("the end of a graph that was given up", graph.End(), 1);
    verdict_.Same("references of a graph that was given up", graph.Edges().size(), 0);
  }
  void CompareWhole(const gc::HeapGraph& graph, std::uint32_t objects) {
    verdict_.Same("roots of a graph", graph.Roots().size(), 1);
    verdict_.Same("references of a graph", graph.Edges().size(), objects - 1);
    verdict_.Same("the end of a graph", graph.End(), heap_.collector().population.table.End());
  }

  void CompareHistory(std::uint32_t objects) {
    std::string line;
    gc::InspectorOptions options{.graphs = 2};
    options.clock = Clock();
    options.log = {
        .line = [](void* to, std::string_view said) { *static_cast<std::string*>(to) = said; },
        .context = &line};
    const gc::Nanoseconds time = AnyTime();
    options.graph_limit = static_cast<double>(time) * 1e-9;
    options.log.cycles = false;
    gc::Inspector inspector(heap_, options);
    heap_.Collect();
    const bool is_whole = time > looks_;
    const gc::GraphHistory& history = inspector.graphs();
    verdict_.Same("graphs of a history in their time", history.size(), is_whole ? 1 : 0);
    verdict_.Same("graphs of a history that were too late", history.Skipped(), is_whole ? 0 : 1);
    verdict_.Same("that a graph was given up is told",
                  line.find("its graph was given up") != line.npos, !is_whole);
    if (is_whole && history.size() == 1) CompareWhole(history[0].graph, objects);
  }

  Random random_;
  PaperVerdict& verdict_;
  gc::Heap heap_;
  gc::Nanoseconds now_ = 1;
  gc::Nanoseconds looks_ = 0;  // at the clock, for a whole graph
};

const gc::Reference LateGraphJudge::kPearlReferences[] = {
    gc::Reference::To(&LateGraphJudge::Pearl::next, "next")};
const gc::Class LateGraphJudge::Pearl::kClass =
    gc::Describe<LateGraphJudge::Pearl>("Pearl", kPearlReferences);

}  // namespace
}  // namespace properties::inspection
