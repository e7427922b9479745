// model/orders/weakening.h -- what each memory order of core is for, found by weakening it.
//
// That a protocol holds with core's orders does not say that it needs them. So each access is
// weakened step by step (sequentially consistent, acquire and release, acquire or release, relaxed;
// a lock is left out), and every interleaving is tried again. Either something is lost, and the
// shortest interleaving that loses it is drawn; or nothing is, and the order is stronger than the
// protocol needs. An access of several protocols needs its order if one of them does.
//
// Read next: check.h.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/orders/protocols.h"
#include "model/threads/search.h"

namespace model::orders {

// A protocol with the orders of the source.
struct ProtocolRow {
  std::string_view name;
  std::string_view promise;
  std::size_t machines = 0;
  std::uint64_t states = 0;  // of all machines
  bool holds = false;        // every interleaving was tried, and nothing is wrong
  std::string wrong;         // what is wrong, if it does not hold
  std::string witness;       // the shortest interleaving in which it is, drawn
};

// A protocol with one access weakened.
struct WeakenedRow {
  std::string_view protocol;
  threads::At at{};
  std::string order;     // as the source has it: "release", "acquire if it fails", "held"
  std::string weakened;  // "relaxed", "left out"
  bool refuted = false;
  bool exhausted = false;    // if nothing was lost: every interleaving was tried
  std::uint64_t states = 0;  // until something was lost, or all
  std::string lost;          // what is lost, as a sentence without its full stop
  std::size_t turns = 0;     // of the shortest interleaving in which it is
  std::string witness;       // that interleaving, drawn
};

// What all protocols together say of one order of one access.
struct OrderVerdict {
  threads::At at{};
  std::string order;
  std::string weakened;
  std::size_t refuted = 0;                // the protocols that need the order
  const WeakenedRow* shortest = nullptr;  // of these, the one that shows it in the fewest turns
  std::uint64_t states = 0;               // explored in all
  bool exhausted = true;                  // where nothing was lost, every interleaving was tried
  bool IsNeeded() const { return refuted > 0; }
};

struct OrderTable {
  std::vector<ProtocolRow> protocols;
  std::vector<WeakenedRow> rows;

  // A verdict for each access of a protocol and each order weaker than its own, in enumeration
  // order. They refer to the rows.
  std::vector<OrderVerdict> Verdicts() const;
  bool Holds() const;
};

// Explores every protocol with these orders, and with each of its accesses weakened.
OrderTable ExploreOrders(const threads::Orders& orders);

// The protocols with these orders and no access weakened.
std::vector<ProtocolRow> ExploreProtocols(const threads::Orders& orders);

// The name of an order of C++: "acquire".
std::string_view WordOf(std::memory_order order);

}  // namespace model::orders
