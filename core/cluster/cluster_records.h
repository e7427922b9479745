// core/cluster/cluster_records.h -- which clusters exist, and which objects are in them.
//
// Owns the records of all clusters, of which some are free, and the map from addresses to clustered
// objects. Calls the population, whose table has a link for each object of a cluster. Thread rules:
// under the lock of clusters (core/cluster/clusters.h), or in a step.
//
// Read next: core/cluster/cluster_maker.h.

#pragma once

#include <cstddef>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/cluster/member_map.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class ClusterRecords {
 public:
  explicit ClusterRecords(Population& heap) : heap_(heap) {}
  ClusterRecords(const ClusterRecords&) = delete;
  ClusterRecords& operator=(const ClusterRecords&) = delete;

  // The cluster of the object at the index; the object must be in one.
  ClusterId ClusterOf(Index index) const {
    const ClusterLink link = heap_.table.LinkOf(index);
    return RecordOf(IsMemberLink(link) ? heap_.table.LinkOf(RootOf(link)) : link);
  }
  Cluster& operator[](ClusterId id) { return records_[id]; }
  const Cluster& operator[](ClusterId id) const { return records_[id]; }
  // These count and visit free records too.
  bool empty() const { return records_.empty(); }
  std::size_t size() const { return records_.size(); }
  auto begin() { return records_.begin(); }
  auto end() { return records_.end(); }
  auto begin() const { return records_.begin(); }
  auto end() const { return records_.end(); }

  // Makes the record of a cluster of the root alone. From here on the heap is told of stores. This
  // and Join change nothing and throw a std::bad_alloc if there is no memory.
  ClusterId Establish(Object& root);
  // Puts the object into the cluster. The root comes first and keeps its colour; a member loses its
  // own.
  void Join(ClusterId id, Object& object);
  // Frees the record of a cluster that could not be made to its end, as if it had never been.
  void Abandon(ClusterId id);
  // Frees the record. The caller must have given the members colours of their own before.
  void Remove(ClusterId id);

  ClusterCounts& counts() { return counts_; }
  const ClusterCounts& counts() const { return counts_; }
  const MemberMap& places() const { return places_; }
  void Recycle();

 private:
  ClusterId Acquire();
  void Leave(Index index);

  Population& heap_;
  std::vector<Cluster> records_;
  std::vector<ClusterId> free_;  // the next one last
  MemberMap places_;
  ClusterCounts counts_;
};

}  // namespace GC_BUILD
}  // namespace gc
