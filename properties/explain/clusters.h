// properties/explain/clusters.h -- the cluster that a failing run is about, if it is about one.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include "properties/explain/sentences.h"

namespace properties {

// "The cluster has the root a and the members b and c; outside it keeps d. 4 stores e into its
// member b." Empty if the broken rule is not one of clusters.
Sentence ClusterOfGuilt(const Case& run, const GuiltyStep& guilty);

}  // namespace properties
