// properties/report/order_text.h -- core's memory orders, and what each is for, as a table.
//
//   access                        operation    order     weakened   verdict   states  what is lost
//   Lock::Leave                   fetch_sub    release   relaxed    needed     1,167  a data race
//   ...
//
// Read next: model/orders/weakening.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/orders/weakening.h"
#include "properties/report/style.h"

namespace properties {

// What was read from core's sources.
struct OrderSources {
  std::size_t accesses = 0;
  std::vector<std::string> differences;  // from the table of accesses
};

// The protocols, then a line for each access and weaker order. `drawn`: with every interleaving,
// and with the accesses on which no protocol relies.
std::string OrderText(const model::orders::OrderTable& table, const OrderSources& sources,
                      bool drawn, const Style& style);

}  // namespace properties
