// core/inspect/report/cluster_report.h -- what each cluster holds, keeps alive, and saves.
//
// A cluster dies when nobody refers to any of its members, and not before: one reference from
// outside retains them all, and all that they refer to. Whoever made clusters wants to know what
// that costs in memory, through whom each was reached, and whether it is worth it.
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/cluster/clusters.h"
#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct ClusterFigures {
  Index root = kNoIndex;
  std::size_t objects = 0;   // the root included
  std::size_t bytes = 0;     // of them
  std::size_t clusters = 0;  // other ones that it refers to
  std::size_t mutables = 0;  // objects outside that it refers to
  std::size_t open = 0;      // of the objects: are looked at in each trace, for their open fields
  // Of the last trace; none if it was not reached, or by nobody but another cluster.
  Index reached_through = kNoIndex;
  // In each trace that reaches it.
  std::size_t scans_saved = 0;       // objects that are not scanned
  std::size_t references_saved = 0;  // references that are not followed
};

// Of each cluster, in the order of the roots' indices. Looks at every object that is in one.
std::vector<ClusterFigures> ClustersOf(const Heap& heap);
// How many were made, and what became of them.
ClusterCounts ClusterCountsOf(const Heap& heap);

// "Door 7: 50 objects, 3200 bytes; refers to 1 cluster and 2 objects; saves 49 scans and 61
// references; reached through Door 9", without an end.
std::string TextOf(const Heap& heap, const ClusterFigures& figures);

}  // namespace GC_BUILD
}  // namespace gc
