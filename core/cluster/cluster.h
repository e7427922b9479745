// core/cluster/cluster.h -- what is known of one cluster.
//
// Read next: core/cluster/cluster_records.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/object/cluster_link.h"
#include "core/object/flags.h"

namespace gc {
inline namespace GC_BUILD {

// All lists are sorted, and have nothing twice.
struct Cluster {
  Index root = kNoIndex;             // of a record that is not in use: none
  std::vector<Index> members;        // without the root
  std::vector<Index> mutables;       // objects outside that they refer to, not in clusters then
  std::vector<ClusterId> refers_to;  // other clusters
  std::vector<ClusterId> referred_by;
  std::vector<Index> open;           // the root and members that have open fields
  Index reached_through = kNoIndex;  // has reachable-in-cluster
  bool activated = false;            // in this cycle; marked and not activated, it is grey
  bool needs_dissolving = false;     // when it may be
  FlagWord joined_with = 0;          // the bit that meant reachable when it was made
  std::size_t bytes = 0;             // of the objects, root included
};

// Why clusters are no longer there.
struct ClusterCounts {
  std::uint64_t made = 0;
  std::uint64_t died = 0;         // the root was not reached
  std::uint64_t dissolved = 0;    // for whatever reason
  std::uint64_t stored_into = 0;  // of these: by a store
};

// Puts a value where it belongs in a sorted list that has it at most once; and takes it out.
template <class T>
void Insert(std::vector<T>& sorted, T value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at == sorted.end() || *at != value) sorted.insert(at, value);
}
template <class T>
void Erase(std::vector<T>& sorted, T value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at != sorted.end() && *at == value) sorted.erase(at);
}

}  // namespace GC_BUILD
}  // namespace gc
