// core/cluster/cluster.h -- what is known of one cluster, and the list of all.
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/pool.h"
#include "core/object/cluster_link.h"
#include "core/object/flags.h"

namespace gc {
inline namespace GC_BUILD {

// All lists are sorted, and have nobody twice.
struct Cluster {
  Index root = kNoIndex;             // of a record that is not in use: none
  std::vector<Index> members;        // without the root
  std::vector<Index> mutables;       // objects outside that they refer to, not in clusters then
  std::vector<ClusterId> refers_to;  // other clusters
  std::vector<ClusterId> referred_by;
  std::vector<Index> open;           // the root and members that have open fields
  Index reached_through = kNoIndex;  // who has reachable-in-cluster
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

// The records of all clusters, of which some are free.
class ClusterRecords {
 public:
  Cluster& operator[](ClusterId id) { return records_[id]; }
  const Cluster& operator[](ClusterId id) const { return records_[id]; }
  // Free ones included.
  bool empty() const { return records_.empty(); }
  std::size_t size() const { return records_.size(); }
  auto begin() { return records_.begin(); }
  auto end() { return records_.end(); }
  auto begin() const { return records_.begin(); }
  auto end() const { return records_.end(); }

  ClusterId Acquire() {
    if (free_.empty()) {
      records_.emplace_back();
      return static_cast<ClusterId>(records_.size() - 1);
    }
    const ClusterId id = free_.back();
    free_.pop_back();
    return id;
  }
  void Release(ClusterId id) {
    records_[id] = {};
    free_.push_back(id);
  }
  void Recycle() {
    gc::Recycle(records_);
    gc::Recycle(free_);
  }

 private:
  std::vector<Cluster> records_;
  std::vector<ClusterId> free_;  // the next one last
};

}  // namespace GC_BUILD
}  // namespace gc
