// reference/oracle/oracle_clusters.cc -- what clusters mean: objects that live and die as one.
//
// THE ORACLE IS WRITTEN TO BE BELIEVED. A mistake would have to be made twice, in two different
// ways, to go unseen.

#include "reference/oracle/oracle.h"

namespace reference {

// In a heap that is large there are none (reference/oracle/reach.h keeps fields only).
bool Oracle::AllowsCluster(const Operation& operation) const {
  const Name object = operation.object;
  if (!CanName(object)) return false;
  if (operation.verb == Verb::kDissolve) return ClusterOf(object) != kNull;
  if (operation.lane != 0 || SectionIsOpen() || heap_.IsLarge()) return false;
  if (operation.verb == Verb::kCluster) return heap_.MayJoinCluster(object);
  return ClusterOf(object) == object && CanName(operation.target) &&
         heap_.MayJoinCluster(operation.target);
}

// The subject may do it or not: a cluster is its own affair until somebody's fate depends on it. In
// a cycle it must not, by a rule of its own (cluster-not-in-cycle); if it does all the same, what
// comes of that is judged.
std::optional<Violation> Oracle::Join(const Operation& operation, const Answer& answer) {
  LearnNames();
  Touch(operation);
  if (answer.kind == Answer::Kind::kRefused) return std::nullopt;
  if (operation.verb == Verb::kCluster) {
    heap_.MakeCluster(operation.object);
  } else {
    heap_.JoinCluster(operation.object, operation.target);
  }
  return std::nullopt;
}

// A store into an object of a cluster, of something that the cluster does not keep already, ends
// the cluster. Into a container it does not: nothing that it holds was listed.
void Oracle::NoteStore(Name holder, Name value) {
  const Name root = ClusterOf(holder);
  if (root == kNull || value == kNull || heap_[holder].container) return;
  if (!heap_.IsKeptBy(root, value)) heap_.Dissolve(root);
}

// The trace came to a cluster that keeps garbage: whoever is in it is on his own again, so that the
// references to that are cleared. Of several, one may end with another that it refers to.
std::optional<Violation> Oracle::SeeDissolved(Name root) {
  if (std::erase(ended_together_, root) > 0) return std::nullopt;
  if (ClusterOf(root) != root) {
    return Violation{Property::kClusters, root, NameText(root) + " was no root of a cluster"};
  }
  if (!heap_.KeepsGarbage(root)) {
    return Violation{Property::kClusters, root,
                     "the cluster of " + NameText(root) + " was dissolved, and keeps no garbage"};
  }
  std::vector<Name> keeping;
  for (const Heap::Cluster& cluster : heap_.Clusters()) {
    if (cluster.root != root && heap_.KeepsGarbage(cluster.root)) keeping.push_back(cluster.root);
  }
  heap_.Dissolve(root);
  for (const Name one : keeping) {
    if (ClusterOf(one) != one) ended_together_.push_back(one);
  }
  return std::nullopt;
}

}  // namespace reference
