// core/population/colours.cc -- a member of a cluster has its root's colour.

#include "core/population/colours.h"

namespace gc {
inline namespace GC_BUILD {

const Entry& Colours::ColourInCluster(const Entry& entry) const {
  if (Marks::HasColour(entry)) return entry;
  const Object* const object = entry.Occupant();
  if (object == nullptr) return entry;
  const ClusterLink link = table_.LinkOf(object->header().index);
  return IsMemberLink(link) ? table_[RootOf(link)] : entry;
}

}  // namespace GC_BUILD
}  // namespace gc
