// properties/judge/cluster_questions.h -- what a collector reports of its clusters, held against
// the oracle's own.
//
// Which object is in which cluster is asked object by object (questions.h). A report says more: how
// many of them a marking still has to scan, what the cluster keeps outside, and what it saves.

#pragma once

#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/survey/survey.h"

namespace properties {

// What is wrong in the report. A cluster that is dead may be in it or not, and nothing is asked
// while something is pending.
reference::Finding CheckClusters(const std::vector<reference::Survey::Cluster>& said,
                                 const reference::Oracle& oracle);

}  // namespace properties
