// core/cluster/cluster_options.h -- whether clusters are made, and which.
//
// An editor changes objects all the time, so it switches clusters off. Each kind of root has a
// switch of its own, and by default only roots of no kind are allowed.
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

struct ClusterOptions {
  bool create = true;             // false: no clusters at all
  std::uint32_t min_objects = 5;  // fewest objects of a cluster made by a walk, root included
  bool assets = false;            // these three by ClusterKind of the root
  bool actors = false;
  bool scripts = false;

  friend bool operator==(const ClusterOptions&, const ClusterOptions&) = default;
};

}  // namespace GC_BUILD
}  // namespace gc
