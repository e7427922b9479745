#include "core/inspect/report/garbage_holders.h"

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/collect/collector.h"
#include "core/inspect/search/heap_graph.h"
#include "core/inspect/search/reference_search.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Searches a graph from its roots, and keeps the edge by which it first met each object.
class GarbageTrace {
 public:
  GarbageTrace(const HeapGraph& graph, TrackGarbage track)
      : graph_(graph), sampled_(track == TrackGarbage::kSampled), found_by_(graph.End()) {}

  std::vector<Finding> Run() {
    graph_.ForEachRootEdge([this](const Edge& edge) { Meet(edge); });
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      graph_.ForEachEdgeOf(queue_[next], [this](const Edge& edge) { Meet(edge); });
    }
    return std::move(findings_);
  }

 private:
  void Meet(const Edge& edge) {
    if (edge.target == kNoIndex) return;
    if (graph_[edge.target].garbage && IsNew(edge)) Write(edge);
    Edge& by = found_by_[edge.target];
    if (by.target != kNoIndex) return;
    by = edge;
    queue_.push_back(edge.target);
  }

  // Whether the finding is to be reported: when sampled, one for each property.
  bool IsNew(const Edge& edge) {
    if (!sampled_) return true;
    const Class* const type = edge.IsRoot() ? nullptr : graph_[edge.holder].type;
    return told_.emplace(type, edge.kind, edge.name).second;
  }

  void Write(const Edge& edge) {
    Chain chain{edge};
    while (!chain.back().IsRoot()) chain.push_back(found_by_[chain.back().holder]);
    Finding finding{.rule = Rule::kGarbageIsNulled,
                    .sentence = "what is marked garbage is still referred to",
                    .edge = edge};
    finding.text = std::string(EntryOf(finding.rule).name) + ": " + finding.sentence + '\n' +
                   TextOf(graph_, chain);
    findings_.push_back(std::move(finding));
  }

  const HeapGraph& graph_;
  const bool sampled_;
  std::vector<Edge> found_by_;  // by index; an edge without a target: not visited
  std::vector<Index> queue_;
  std::set<std::tuple<const Class*, EdgeKind, std::string>> told_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> FindGarbageHolders(const Heap& heap, TrackGarbage track) {
  if (track == TrackGarbage::kOff) return {};
  const HeapGraph graph(heap);
  return GarbageTrace(graph, track).Run();
}

bool TraceFollowedGarbage(const Heap& heap) { return heap.collector().elimination.Followed(); }

}  // namespace GC_BUILD
}  // namespace gc
