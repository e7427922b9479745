#include "core/inspect/report/cluster_report.h"

#include <algorithm>

#include "core/collect/collector.h"
#include "core/inspect/search/heap_graph.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The number of references that marking need not follow, because the object is in a cluster.
std::size_t ClosedReferencesOf(Object& object) {
  std::size_t count = 0;
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    ForEachSlotOf(line, object,
                  [&count](const ObjectSlot& slot) { count += slot.Raw() != nullptr; });
  }
  return count;
}

ClusterFigures FiguresOf(const Collector& collector, const Cluster& cluster) {
  ClusterFigures figures{.root = cluster.root,
                         .objects = cluster.members.size() + 1,
                         .bytes = cluster.bytes,
                         .clusters = cluster.refers_to.size(),
                         .mutables = cluster.mutables.size(),
                         .open = cluster.open.size(),
                         .reached_through = cluster.ReachedThrough(collector.clusters.cycle())};
  // The cluster costs one scan; its open objects are scanned as well.
  figures.scans_saved = cluster.members.size() - std::min(cluster.members.size(), figures.open);
  figures.references_saved =
      ClosedReferencesOf(*collector.population.table[cluster.root].Occupant());
  for (const Index member : cluster.members) {
    figures.references_saved += ClosedReferencesOf(*collector.population.table[member].Occupant());
  }
  const std::size_t followed = figures.clusters + figures.mutables;
  figures.references_saved -= std::min(figures.references_saved, followed);
  return figures;
}

std::string Counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace

std::vector<ClusterFigures> ClustersOf(const Heap& heap) {
  const Collector& collector = heap.collector();
  std::vector<ClusterFigures> all;
  for (const Cluster& cluster : collector.clusters.records()) {
    if (cluster.root != kNoIndex) all.push_back(FiguresOf(collector, cluster));
  }
  std::ranges::sort(all, {}, &ClusterFigures::root);
  return all;
}

ClusterCounts ClusterCountsOf(const Heap& heap) {
  return heap.collector().clusters.records().counts();
}

std::string TextOf(const Heap& heap, const ClusterFigures& figures) {
  std::string text = NameOf(heap, figures.root) + ": " + Counted(figures.objects, "object") + ", " +
                     Counted(figures.bytes, "byte") + "; refers to " +
                     Counted(figures.clusters, "cluster") + " and " +
                     Counted(figures.mutables, "object") + "; saves " +
                     Counted(figures.scans_saved, "scan") + " and " +
                     Counted(figures.references_saved, "reference");
  if (figures.reached_through != kNoIndex) {
    text += "; reached through " + NameOf(heap, figures.reached_through);
  }
  return text;
}

}  // namespace GC_BUILD
}  // namespace gc
