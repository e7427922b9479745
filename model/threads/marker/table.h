// model/threads/marker/table.h -- what was tried of markers without a mutex, and what came out.
//
// Three tables. Each machine, with every order as in kAccesses, is explored to the end. With each
// fault, a machine is explored until something is wrong. And each order is weakened by one step: a
// machine is refuted then, or the order is said to be stronger than the machines need.
//
// Read next: protocol.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/threads/marker/protocol.h"
#include "model/threads/search.h"
#include "model/threads/table.h"

namespace model::threads::marker {

// How much is searched. With three workers, a pool has hundreds of thousands of states under C++'s
// memory: deep takes a minute. With a deadline as well it has millions, and is left out.
enum class Depth : std::uint8_t { kGate, kDeep };

std::vector<SoundRow> MarkerSoundTable(Depth depth = Depth::kGate);

struct MarkerFaultRow {
  MarkerFault fault = MarkerFault::kTakeUncounted;
  std::string machine;
  std::size_t fewest = 0;  // workers with which it goes wrong
  MemoryModel memory = MemoryModel::kSequential;
  std::uint64_t states = 0;
  std::optional<Bad> bad;
  std::string witness;  // drawn as by Schedule
};
std::vector<MarkerFaultRow> MarkerFaultTable();

struct WeakenedRow {
  Access access = Access::kGive;
  Order order = Order::kRelaxed;
  Order weakened = Order::kRelaxed;
  std::uint64_t states = 0;
  std::optional<Bad> bad;  // nothing: no machine needs the order
  std::string witness;
};
std::vector<WeakenedRow> WeakenedTable(Depth depth = Depth::kGate);
// Why an order that no machine needs is kept; empty if it is needed, or need not be kept.
std::string_view ReasonFor(const WeakenedRow& row);

// Each table as text; `draw`: with each witness drawn.
std::string SoundText(const std::vector<SoundRow>& rows);
std::string FaultText(const std::vector<MarkerFaultRow>& rows, bool draw);
std::string WeakenedText(const std::vector<WeakenedRow>& rows, bool draw);

}  // namespace model::threads::marker
