// core/cluster/cluster_maker.h -- clusters are made, and grow.
//
// The walk goes from the root along every reference, class and outer included, and takes in each
// object that allows it and is in no cluster yet. It stops at the others: they are listed, and the
// cluster reaches them when it is activated.
//
// Owns the options. Calls the population, the records, and of the user the questions whether an
// object may be in a cluster. Thread rules: as a step of the collector; the caller has seen to it
// that clusters may be made now (core/heap/clusters.cc).
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <cstdint>
#include <vector>

#include "core/cluster/cluster_options.h"
#include "core/cluster/cluster_records.h"

namespace gc {
inline namespace GC_BUILD {

class ClusterMaker {
 public:
  ClusterMaker(Population& heap, ClusterRecords& records) : heap_(heap), records_(records) {}
  ClusterMaker(const ClusterMaker&) = delete;
  ClusterMaker& operator=(const ClusterMaker&) = delete;

  void Open(const ClusterOptions& options) { options_ = options; }
  const ClusterOptions& options() const { return options_; }

  // Whether the object is one that may be in a cluster at all, and is in none. What another thread
  // still makes or loads is left to it.
  bool IsClusterable(const Object& object) const;
  bool MayBeMember(Object& object);
  bool MayBeRoot(Object& object);

  // Walks from the root and answers how many objects the cluster has; 0: too few, and none is made.
  std::uint32_t Make(Object& root);
  // A cluster of the root alone; and one more object in it.
  void MakeOfOne(Object& root);
  void Add(Object& root, Object& object);

  // Whether objects are being asked: links of those that were found lead to no record yet.
  bool IsWalking() const { return walking_; }

 private:
  std::vector<Index> Walk(Object& root);
  void ListOutward(ClusterId id, Object& object);
  void SettleLists(ClusterId id);

  Population& heap_;
  ClusterRecords& records_;
  ClusterOptions options_;
  bool walking_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
