// properties/tool/verify/order_section.h -- core's memory orders as a section of `verify`.
//
// A memory order that is too weak shows in no trace, and on many machines in no run. So the orders
// that core's sources have are compared with the table of accesses, and every interleaving of
// core's protocols is tried with them.
//
// Read next: model/orders/check.h.

#pragma once

#include <vector>

#include "model/orders/source.h"
#include "properties/tool/verify/sections.h"

namespace tool {

inline constexpr const char* kMemoryOrders = "memory orders";

// One section, if core is judged.
std::vector<Section> OrderSections(const VerifyOptions& options);

// What the section says of these sources of core.
properties::ReportSection CheckOrders(const std::vector<model::orders::SourceFile>& files);

}  // namespace tool
