// core/inspect/verify/verification_modes.cc -- the searches of the verification modes.
//
// Read next: core/inspect/search/heap_graph.h.

#include <string>

#include "core/collect/collector.h"
#include "core/inspect/search/heap_graph.h"
#include "core/inspect/search/reference_search.h"
#include "core/inspect/verify/verification.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The first line of a finding, such as "insertion-barrier: what should have been\n".
std::string HeadOf(const Finding& finding) {
  return std::string(EntryOf(finding.rule).name) + ": " + finding.sentence + '\n';
}

// Searches a graph from its roots, and goes no further at doomed objects.
class SecondTrace {
 public:
  explicit SecondTrace(const HeapGraph& graph) : graph_(graph), reached_(graph.End()) {}

  // The edges that lead to doomed or freed objects, one for each target.
  std::vector<Edge> Run() {
    graph_.ForEachRootEdge([this](const Edge& edge) { Meet(edge); });
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      graph_.ForEachEdgeOf(queue_[next], [this](const Edge& edge) { Meet(edge); });
    }
    return bad_;
  }

 private:
  void Meet(const Edge& edge) {
    const bool gone = edge.target == kNoIndex;
    if (reached_[edge.target]) return;
    if (!gone) reached_[edge.target] = true;
    if (gone || graph_[edge.target].doomed) {
      bad_.push_back(edge);
    } else {
      queue_.push_back(edge.target);
    }
  }

  const HeapGraph& graph_;
  std::vector<bool> reached_;
  std::vector<Index> queue_;
  std::vector<Edge> bad_;
};

std::string WayTo(const HeapGraph& graph, const Edge& edge) {
  Chain chain{edge};
  if (!edge.IsRoot()) {
    const Chain rest = ShortestChain(
        graph, edge.holder, [&graph](const Edge& step) { return !graph[step.target].doomed; });
    chain.insert(chain.end(), rest.begin(), rest.end());
  }
  return TextOf(graph, chain);
}

}  // namespace

std::vector<Finding> FindReachableDoomed(const Heap& heap) {
  const HeapGraph graph(heap);
  std::vector<Finding> findings;
  for (const Edge& edge : SecondTrace(graph).Run()) {
    if (findings.size() == kMostFindings) break;
    Finding finding{.rule = Rule::kInsertionBarrier, .edge = edge};
    finding.sentence = edge.target == kNoIndex
                           ? "what a root reaches must not refer to freed memory"
                           : "what a root reaches must not be doomed; a store without a barrier?";
    finding.text = HeadOf(finding) + WayTo(graph, edge);
    findings.push_back(finding);
  }
  return findings;
}

std::vector<Finding> FindDisregardBreaches(const Heap& heap) {
  const HeapGraph graph(heap);
  std::vector<Finding> findings;
  for (const Edge& edge : graph.Edges()) {
    if (findings.size() == kMostFindings) break;
    if (!graph[edge.holder].disregarded) continue;
    if (edge.target != kNoIndex && (graph[edge.target].disregarded || graph[edge.target].kept)) {
      continue;
    }
    Finding finding{.rule = Rule::kDisregardedIsDeep,
                    .sentence = "a disregarded object refers only to disregarded or rooted objects",
                    .edge = edge};
    finding.text = HeadOf(finding) + graph.NameOf(edge.holder) + ' ' + TextOf(edge) + " -> " +
                   graph.NameOf(edge.target) + '\n';
    findings.push_back(finding);
  }
  return findings;
}

std::vector<Finding> FindReferencersInObjects(const Heap& heap) {
  const Collector& collector = heap.collector();
  std::vector<Finding> findings;
  if (collector.outside.FirstReferencer() == nullptr) return findings;
  for (const Index index : collector.population.table.Indices()) {
    Object* const object = collector.population.table[index].Occupant();
    if (object == nullptr) continue;
    const ObjectMemory::Block block = ObjectMemory::BlockOf(*object);
    const auto start = reinterpret_cast<std::uintptr_t>(block.start);
    for (const Referencer* one = collector.outside.FirstReferencer(); one != nullptr;
         one = one->Next()) {
      if (reinterpret_cast<std::uintptr_t>(one) - start >= block.bytes) continue;
      if (findings.size() == kMostFindings) return findings;
      Finding finding{.rule = Rule::kReferencerBarrier,
                      .sentence = "a referencer must not be a managed object, nor a part of one",
                      .edge = {.holder = index, .target = index}};
      finding.text = HeadOf(finding) + "referencer " + (one->name() != nullptr ? one->name() : "") +
                     " in " + NameOf(heap, index) + '\n';
      findings.push_back(finding);
    }
  }
  return findings;
}

std::vector<Finding> FindBrokenAssumptions(const Heap& heap, Verifier& verifier) {
  std::vector<Finding> findings = FindDisregardBreaches(heap);
  const std::optional<Failure> breach = verifier.Verify(heap);
  if (!breach) return findings;
  Finding finding{.rule = breach->rule,
                  .sentence = breach->sentence,
                  .edge = {.holder = breach->index, .target = breach->index}};
  finding.text = HeadOf(finding);
  const Edge& edge = verifier.edge();
  if (edge.holder != kNoIndex) {
    finding.edge = edge;
    finding.text += NameOf(heap, edge.holder) + ' ' + TextOf(edge) + " -> " +
                    (edge.target != kNoIndex ? NameOf(heap, edge.target) : "freed memory") + '\n';
  }
  if (breach->index != kNoIndex) finding.text += WhyAlive(HeapGraph(heap), breach->index);
  findings.push_back(finding);
  return findings;
}

}  // namespace GC_BUILD
}  // namespace gc
