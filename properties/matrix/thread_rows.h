// properties/matrix/thread_rows.h -- the matrix of the rules that only threads can break.
//
// The judge runs one operation after the other, so it cannot catch a fault that needs two threads
// at once. Here the checker is a machine: the protocol with the rule is explored to the end, and
// without it until something is wrong. A row says both, and whether core shows the same when it
// runs. A cell without a value has its reason in the row.
//
// Read next: model/threads/table.h, properties/matrix/thread_sight.h.

#pragma once

#include <string>
#include <vector>

#include "model/threads/rules.h"
#include "properties/report/report.h"

namespace properties {

// The row of each fault, in enumeration order. Takes a second or two.
std::vector<ReportThreadRow> ComputeThreadRows();

// The rows of these faults.
std::vector<ReportThreadRow> ComputeThreadRows(const std::vector<model::threads::Fault>& faults);

}  // namespace properties
