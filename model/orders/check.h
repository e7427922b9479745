// model/orders/check.h -- does core's source have the accesses, and the orders, of the table?
//
// Read next: model/threads/accesses.h.

#pragma once

#include <string>
#include <vector>

#include "model/orders/source.h"
#include "model/threads/orders.h"

namespace model::orders {

// What the table of accesses says otherwise than the source, one sentence each without its full
// stop, with the file and, if there is one, the line: an access that is in no row, a row that has
// no access, another order, a lock that is not held. `files` are all sources of core that ship.
std::vector<std::string> DifferencesFrom(const std::vector<SourceFile>& files);

// The orders that the sources have; for a row that has no access, those of the table.
threads::Orders OrdersIn(const std::vector<SourceFile>& files);

// How many accesses the sources have.
std::size_t CountAccesses(const std::vector<SourceFile>& files);

}  // namespace model::orders
