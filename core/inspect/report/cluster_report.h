// core/inspect/report/cluster_report.h -- what each cluster holds, keeps alive, and saves.
//
// A cluster dies when nothing refers to any of its members: one reference from outside retains them
// all, and all that they refer to. The report says what each cluster costs in memory, through which
// member it was reached, and how much work it saves.
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
  std::size_t objects = 0;   // objects in the cluster, the root included
  std::size_t bytes = 0;     // the memory that these objects occupy
  std::size_t clusters = 0;  // other clusters that it refers to
  std::size_t mutables = 0;  // mutable objects that it refers to
  std::size_t open = 0;      // objects that each marking scans, for open fields
  // The member through which the last marking reached it; none if it was not reached, or only from
  // another cluster.
  Index reached_through = kNoIndex;
  // Saved by each marking that reaches the cluster.
  std::size_t scans_saved = 0;       // objects that are not scanned
  std::size_t references_saved = 0;  // references that are not followed
};

// The figures of each cluster, in ascending order of the roots' indices. Reads every object in one.
std::vector<ClusterFigures> ClustersOf(const Heap& heap);
// How many clusters were made, and how they ended.
ClusterCounts ClusterCountsOf(const Heap& heap);

// A line without its end: "Door 7: 50 objects, 3200 bytes; refers to 1 cluster and 2 objects; saves
// 49 scans and 61 references; reached through Door 9".
std::string TextOf(const Heap& heap, const ClusterFigures& figures);

}  // namespace GC_BUILD
}  // namespace gc
