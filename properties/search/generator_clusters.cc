// properties/search/generator_clusters.cc -- the directed run's moves with clusters (generator.h
// says what they are for).

#include "properties/search/generator.h"

namespace properties {

using reference::kNull;
using reference::Name;
namespace op = reference::op;

// A cluster, or one more in it. In a trace: a member that is stored where the collector has been,
// or something white that is stored into one.
void DirectedGenerator::Cluster() {
  const std::vector<reference::Heap::Cluster>& clusters = session_.oracle().Clusters();
  if (clusters.empty() || (!Marking() && random_.Chance(1, 2))) {
    const Name root = Any(targets_.nameable());
    if (root == kNull || !Emit(op::Cluster(root))) return;
    if (random_.Chance(1, 2)) Plan(op::Start());
    return;
  }
  const auto which = static_cast<std::uint32_t>(clusters.size());
  const reference::Heap::Cluster& cluster = clusters[random_.Below(which)];
  const auto size = static_cast<std::uint32_t>(cluster.members.size());
  const Name member = cluster.members[random_.Below(size)];
  if (!Marking() && random_.Chance(1, 2)) {
    const Name one = Any(targets_.nameable());
    if (one != kNull) Emit(op::ClusterAdd(cluster.root, one));
    return;
  }
  const Place place = random_.Chance(1, 2) ? AnyPlace(targets_.black()) : AnyPlace({member});
  const Name value = random_.Chance(1, 2) ? member : Target();
  if (place.object == kNull || value == kNull) return;
  if (Emit(op::Store(place.object, place.field, value)) && random_.Chance(2, 3)) {
    PlanCuts(value, place);
  }
}

void DirectedGenerator::DissolveOne() {
  const std::vector<reference::Heap::Cluster>& clusters = session_.oracle().Clusters();
  if (clusters.empty()) return;
  const auto which = static_cast<std::uint32_t>(clusters.size());
  const std::vector<Name>& members = clusters[random_.Below(which)].members;
  Emit(op::Dissolve(members[random_.Below(static_cast<std::uint32_t>(members.size()))]));
}

}  // namespace properties
