// core/cluster/cluster.h -- the record of one cluster.
//
// Read next: core/cluster/cluster_records.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/room.h"
#include "core/object/cluster_link.h"
#include "core/object/flags.h"

namespace gc {
inline namespace GC_BUILD {

// Each list is sorted and has no duplicates.
struct Cluster {
  Index root = kNoIndex;             // kNoIndex: the record is not in use
  std::vector<Index> members;        // without the root
  std::vector<Index> mutables;       // what they refer to outside, in no cluster when listed
  std::vector<ClusterId> refers_to;  // other clusters
  std::vector<ClusterId> referred_by;
  std::vector<Index> open;           // the objects, root included, that have open fields
  Index reached_through = kNoIndex;  // the object with flag::kReachableInCluster, if any
  // The cycles in which the cluster was last reached and activated, as clusters count them; 0:
  // never. Earlier cycles than the present one count for nothing: ask by the calls below.
  std::uint32_t reached_in = 0;
  std::uint32_t activated_in = 0;
  bool needs_dissolving = false;  // to be dissolved as soon as that is allowed
  MarkBits joined_with = 0;       // the bit that meant reachable when the cluster was made
  std::size_t bytes = 0;          // of the objects, root included

  // Each of the present cycle, Clusters::cycle(). Whether the cluster was activated in it; if its
  // root is marked and it was not, it is grey.
  bool IsActivated(std::uint32_t cycle) const { return activated_in == cycle; }
  // The object through which the cluster was reached in it, or kNoIndex. The flag of the object
  // says the same, but it may be that of an earlier cycle: then the cluster has forgotten it.
  Index ReachedThrough(std::uint32_t cycle) const {
    return reached_in == cycle ? reached_through : kNoIndex;
  }
  bool HasForgotten(Index index, std::uint32_t cycle) const {
    return reached_through == index && reached_in != cycle;
  }
};

// How many clusters were made, and how they ended, since the heap was made.
struct ClusterCounts {
  std::uint64_t made = 0;
  std::uint64_t died = 0;         // the root was not reached
  std::uint64_t dissolved = 0;    // the members went on as single objects
  std::uint64_t stored_into = 0;  // of these: by a store
};

// Insert and Erase, for a sorted list without duplicates, which stays so. Insert finds room.
template <class T>
void Insert(std::vector<T>& sorted, T value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at != sorted.end() && *at == value) return;
  AssertRoom(sorted);
  sorted.insert(at, value);
}
template <class T>
void Erase(std::vector<T>& sorted, T value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at != sorted.end() && *at == value) sorted.erase(at);
}

}  // namespace GC_BUILD
}  // namespace gc
