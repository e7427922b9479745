// core/object/cluster_link.h -- what the table knows of an object's cluster: one number.
//
// 0: the object is in no cluster. Above 0: it is a member, and this is the index of the root. Below
// 0: it is the root, and this leads to the record of its cluster (core/cluster/clusters.h).

#pragma once

#include <cstdint>

#include "core/object/entry.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

using ClusterId = std::uint32_t;  // of a record; reused when its cluster is gone

constexpr ClusterLink LinkToRoot(Index root) { return static_cast<ClusterLink>(root); }
constexpr ClusterLink LinkToRecord(ClusterId id) { return -1 - static_cast<ClusterLink>(id); }
constexpr bool IsMemberLink(ClusterLink link) { return link > 0; }
constexpr bool IsRootLink(ClusterLink link) { return link < 0; }
constexpr Index RootOf(ClusterLink link) { return static_cast<Index>(link); }
constexpr ClusterId RecordOf(ClusterLink link) { return static_cast<ClusterId>(-1 - link); }

}  // namespace GC_BUILD
}  // namespace gc
