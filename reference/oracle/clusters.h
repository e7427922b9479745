// reference/oracle/clusters.h -- clusters: objects that live and die as one.
//
// To reach one object of a cluster is to reach all of them. Of the references that leave a cluster
// only those count that its objects had when they joined it: the cluster keeps their targets even
// when the references are gone, and a store of anything else ends the cluster. Open fields are
// the exception, such as the elements of a container (Heap::IsClosed): they are followed as they
// are.
//
// Heaps of more than Heap::kPlainUpTo names have no clusters.
//
// Read next: reference/oracle/clusters.cc.

#pragma once

#include "reference/oracle/heap.h"

namespace reference {

bool MayJoinCluster(const Heap& heap, Name name);

// Makes a cluster of the object and all that it leads to by way of objects that may join.
void MakeCluster(Heap& heap, Name root);
void JoinCluster(Heap& heap, Name root, Name name);

// Ends the cluster, and every cluster that refers to it, and so on.
void DissolveCluster(Heap& heap, Name root);

// Ends the cluster alone: its root is dead, and so are its members.
void BuryCluster(Heap& heap, Name root);

// The cluster of that root, null if there is none.
const Heap::Cluster* ClusterAt(const Heap& heap, Name root);

// Whether the cluster keeps the object already.
bool IsKeptByCluster(const Heap& heap, Name root, Name name);
// Whether it keeps garbage, in a heap that clears references to garbage.
bool ClusterKeepsGarbage(const Heap& heap, Name root);

// Visits the objects that are reached with an object of a cluster, and not by its fields: with a
// member the root, with the root all that its cluster has and keeps.
template <class Visit>
void ForEachInFate(const Heap& heap, Name name, const Visit& visit) {
  if (name != heap[name].cluster) return visit(heap[name].cluster);
  const Heap::Cluster& cluster = *ClusterAt(heap, name);
  for (const Name member : cluster.members) visit(member);
  for (const Name kept : cluster.outside) visit(kept);
  for (const Name other : cluster.others) visit(other);
}

}  // namespace reference
