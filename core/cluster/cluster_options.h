// core/cluster/cluster_options.h -- whether clusters are made, and which.
//
// An editor changes everything all the time, so it has none. Each kind of root has a switch of its
// own, and by default only what is of no kind is clustered.
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

struct ClusterOptions {
  bool create = true;             // or none at all
  std::uint32_t min_objects = 5;  // of one that is made by a walk, its root included
  bool assets = false;            // by ClusterKind of the root
  bool actors = false;
  bool scripts = false;

  friend bool operator==(const ClusterOptions&, const ClusterOptions&) = default;
};

}  // namespace GC_BUILD
}  // namespace gc
