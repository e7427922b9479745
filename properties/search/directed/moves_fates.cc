// properties/search/directed/moves_fates.cc -- the moves of a directed run about how objects live
// and die: permanent objects, clusters, garbage, resurrection attempts.

#include "properties/search/directed/moves.h"

namespace properties::moves {

using reference::kNull;
using reference::Name;
namespace op = reference::op;

namespace {

// Reaches a permanent object in one cycle but not in the next, and then reads it weakly.
void Enrol(DirectedRun& run, Name permanent) {
  const auto weak = run.random().Below(run.sizes().weaks);
  if (!run.Emit(op::WeakMake(weak, permanent))) return;
  run.Plan(op::Root(permanent));
  run.Plan(run.random().Chance(1, 2) ? op::Collect() : op::Start());
  run.Plan(op::Unroot(permanent));
  run.Plan(op::Collect());
  run.Plan(op::WeakRead(weak));
}

}  // namespace

// Makes a permanent object, stores into one an object that nothing else holds, or reads one weakly
// after a cycle that did not reach it.
void Permanent(DirectedRun& run) {
  const std::vector<Name>& permanent = run.oracle().heap().Permanent();
  if (permanent.empty() || run.random().Chance(1, 3)) {
    if (run.Full() ||
        !run.Emit(op::Permanent(run.next(), run.random().Between(1, run.sizes().fields))))
      return;
    run.CountBirth();
  }
  const Name holder = run.Any(run.oracle().heap().Permanent());
  if (holder == kNull) return;
  if (run.random().Chance(1, 3)) return Enrol(run, holder);
  const Name target = run.Target();
  const Place place = run.AnyPlace({holder});
  if (target == kNull || place.object == kNull) return;
  if (run.Emit(op::Store(holder, place.field, target))) run.PlanCuts(target, place);
  if (run.random().Chance(1, 2)) run.Plan(op::Collect());
}

// Lets an object die that will store itself into a field of another one.
void Resurrect(DirectedRun& run) {
  const Name leaver = run.Any(run.targets().nameable());
  const Place place = run.AnyPlace(run.targets().nameable());
  if (leaver == kNull || place.object == kNull || place.object == leaver) return;
  if (!run.Emit(op::Resurrect(leaver, place.object, place.field))) return;
  run.PlanCuts(leaver, {leaver, 0});
  if (run.random().Chance(1, 2)) run.Plan(op::Collect());
}

// Marks an object as garbage: one that only an outer holds, one that is stored behind the
// wavefront, or any.
void Garbage(DirectedRun& run) {
  const Name target = run.Target();
  if (target == kNull) return;
  const Place place = run.AnyPlace(run.targets().black());
  const bool hides = run.Marking() && place.object != kNull && run.random().Chance(1, 2);
  if (!hides && run.random().Chance(1, 2)) {
    const Name holder = run.Any(run.targets().nameable());
    if (holder != target && run.Emit(op::Outer(holder, target))) {
      const std::size_t last = run.oracle().Fields(holder).size() - 1;
      run.PlanCuts(target, {holder, static_cast<std::uint16_t>(last)});
    }
  }
  if (run.sizes().referencers > 0 && !hides && run.random().Chance(1, 4)) {
    run.Emit(op::ReferencerProtect(run.random().Below(run.sizes().referencers), target));
  }
  run.Emit(op::Garbage(target));
  if (hides) run.Plan(op::Store(place.object, place.field, target));
}

// Makes a cluster, or adds an object to one. While marking, stores a member into a black object, or
// a white object into a member.
void Cluster(DirectedRun& run) {
  const std::vector<reference::Heap::Cluster>& clusters = run.oracle().Clusters();
  if (clusters.empty() || (!run.Marking() && run.random().Chance(1, 2))) {
    const Name root = run.Any(run.targets().nameable());
    if (root == kNull || !run.Emit(op::Cluster(root))) return;
    if (run.random().Chance(1, 2)) run.Plan(op::Start());
    return;
  }
  const auto which = static_cast<std::uint32_t>(clusters.size());
  const reference::Heap::Cluster& cluster = clusters[run.random().Below(which)];
  const auto size = static_cast<std::uint32_t>(cluster.members.size());
  const Name member = cluster.members[run.random().Below(size)];
  if (run.random().Chance(run.Marking() ? 1 : 6, 12)) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      const Name one = run.Any(run.targets().nameable());
      if (one != kNull && run.Emit(op::ClusterAdd(cluster.root, one))) return;
    }
    return;
  }
  if (run.Marking() && run.random().Chance(1, 12)) {
    if (run.Emit(op::Root(member))) run.PlanCuts(member, {});
    return;
  }
  const Place place =
      run.random().Chance(1, 2) ? run.AnyPlace(run.targets().black()) : run.AnyPlace({member});
  const Name value = run.random().Chance(1, 2) ? member : run.Target();
  if (place.object == kNull || value == kNull) return;
  if (run.Emit(op::Store(place.object, place.field, value)) && run.random().Chance(2, 3)) {
    run.PlanCuts(value, place);
  }
}

void Dissolve(DirectedRun& run) {
  const std::vector<reference::Heap::Cluster>& clusters = run.oracle().Clusters();
  if (clusters.empty()) return;
  std::vector<Name> members;
  for (const Name name : run.targets().nameable()) {
    if (run.oracle().heap().At(name).cluster != kNull) members.push_back(name);
  }
  const Name member = run.Any(members);
  if (member != kNull) run.Emit(op::Dissolve(member));
}

}  // namespace properties::moves
