// core/cluster/cluster_maker.h -- makes clusters and adds to them.
//
// The walk goes from the root along every reference, class and outer included, and takes in each
// object that allows it and is in no cluster yet. It stops at the others: they are listed, and
// activating the cluster reaches them.
//
// Owns the options. Calls the population, the records, and of the user the questions whether an
// object may be in a cluster. Thread rules: like a step of the collector; the caller checks first
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

  // Whether the object may be in a cluster at all, and is in none. False for an object that another
  // thread still makes or loads.
  bool IsClusterable(const Object& object) const;
  bool MayBeMember(Object& object);
  bool MayBeRoot(Object& object);

  // Walks from the root, makes a cluster, and returns its number of objects, the root included; 0
  // if there are too few, or no memory, and none was made.
  std::uint32_t Make(Object& root);
  // MakeOfOne makes a cluster of the root alone; Add puts one more object into a cluster. False if
  // there is no memory, and then nothing has changed.
  bool MakeOfOne(Object& root);
  bool Add(Object& root, Object& object);

  // Whether a walk is under way, in which the user is asked about objects. The links of the objects
  // found so far lead to no record yet.
  bool IsWalking() const { return walking_; }

 private:
  bool WalkFrom(Object& root, std::vector<Index>& found);
  void Walk(Object& root, std::vector<Index>& found);
  bool MakeOf(Object& root, const std::vector<Index>& found);
  void ListOutward(ClusterId id, Object& object, std::vector<Index>& mutables,
                   std::vector<ClusterId>& others) const;
  void SettleLists(ClusterId id);

  Population& heap_;
  ClusterRecords& records_;
  ClusterOptions options_;
  bool walking_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
