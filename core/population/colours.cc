// core/population/colours.cc -- a member of a cluster has its root's colour.

#include "core/population/colours.h"

namespace gc {
inline namespace GC_BUILD {

const MarkByte& Colours::ColourInCluster(Index index) const {
  const MarkByte& own = table_.Mark(index);
  if (own.Load() != 0) return own;
  const ClusterLink link = table_.LinkOf(index);
  return IsMemberLink(link) ? table_.Mark(RootOf(link)) : own;
}

}  // namespace GC_BUILD
}  // namespace gc
