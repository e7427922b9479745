#include "properties/judge/cluster_questions.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace properties {

using reference::Heap;
using reference::Name;
using Cluster = reference::Survey::Cluster;

namespace {

std::uint32_t Number(std::size_t count) { return static_cast<std::uint32_t>(count); }

// By its class, in which there are fields of each kind, however few of them the object has.
bool IsOpen(const Heap& heap, const Heap::Object& object) {
  for (std::size_t field = 0; field < reference::kMemberKinds; ++field) {
    if (!heap.IsClosed(object, field)) return true;
  }
  return false;
}

// A marking scans the root and what has open fields, and follows what the cluster keeps outside.
Cluster FiguresOf(const Heap& heap, const Heap::Cluster& cluster) {
  Cluster figures{.root = cluster.root,
                  .objects = Number(cluster.members.size()),
                  .outside = Number(cluster.outside.size()),
                  .others = Number(cluster.others.size())};
  std::uint32_t closed = 0;
  for (const Name member : cluster.members) {
    const Heap::Object& object = heap[member];
    for (std::size_t field = 0; field < object.fields.size(); ++field) {
      closed += heap.IsClosed(object, field) && object.fields[field] != reference::kNull;
    }
    figures.open += IsOpen(heap, object);
  }
  const std::uint32_t scanned = 1 + figures.open, followed = figures.outside + figures.others;
  figures.scans_saved = figures.objects - std::min(figures.objects, scanned);
  figures.references_saved = closed - std::min(closed, followed);
  return figures;
}

reference::Finding Wrong(const std::string& what) {
  return reference::Wrong(reference::Property::kSurvey, reference::kNull,
                          "a report of the clusters " + what);
}

std::string TextOf(const std::vector<Cluster>& clusters) {
  std::string text;
  for (const Cluster& one : clusters) {
    text += (text.empty() ? "" : "; ") + reference::NameText(one.root) + " with objects " +
            std::to_string(one.objects) + ", open " + std::to_string(one.open) + ", kept outside " +
            std::to_string(one.outside) + ", clusters " + std::to_string(one.others) +
            ", scans saved " + std::to_string(one.scans_saved) + ", references saved " +
            std::to_string(one.references_saved);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

reference::Finding CheckClusters(const std::vector<Cluster>& said,
                                 const reference::Oracle& oracle) {
  if (oracle.Marking() || oracle.Gathering() || oracle.PurgePending()) return std::nullopt;
  const Heap& heap = oracle.heap();
  std::vector<Cluster> living, there;
  for (const Cluster& one : said) {
    if (one.root >= heap.NameCount()) return Wrong("names what was never made");
    if (oracle.IsReachable(one.root)) living.push_back(one);
  }
  for (const Heap::Cluster& one : heap.Clusters()) {
    if (oracle.IsReachable(one.root)) there.push_back(FiguresOf(heap, one));
  }
  std::sort(living.begin(), living.end());
  std::sort(there.begin(), there.end());
  if (living == there) return std::nullopt;
  return Wrong("says: " + TextOf(living) + "; and there are: " + TextOf(there));
}

}  // namespace properties
