// model/threads/table.h -- a table of the thread rules: what is safe, and how each fault shows.
//
// The table has two halves. In the first, every rule is obeyed: each machine, larger than any
// witness needs, is explored to the end under both memories, and no interleaving is wrong. In the
// second, one rule is broken: the smallest machine that has the rule is explored until something is
// wrong, first with a memory in which each read sees the last write, and if nothing is wrong there,
// with what C++ allows.
//
// Read next: machines.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/threads/rules.h"
#include "model/threads/search.h"

namespace model::threads {

// A fault, and the shortest interleaving that shows it.
struct FaultRow {
  Fault fault = Fault::kNoRecheck;
  Rule rule = Rule::kLockExcludes;
  std::string_view rule_name;
  std::string_view variant;
  std::string machine;
  MemoryModel memory = MemoryModel::kSequential;  // the memory with which the fault shows
  std::uint64_t states = 0;                       // the number of states explored until then
  Bad::Kind kind = Bad::Kind::kBroken;
  std::size_t witness_length = 0;  // in turns; 0: no witness was found
  std::string witness;             // drawn as by Schedule
};
FaultRow RowOf(Fault fault);
// A row for each fault, in enumeration order.
std::vector<FaultRow> Table();

// A machine that obeys every rule.
struct SoundRow {
  std::string machine;
  std::string size;
  MemoryModel memory = MemoryModel::kSequential;
  SearchResult result;
  bool Holds() const { return result.exhausted && !result.bad; }
};
std::vector<SoundRow> SoundTable();

std::string_view WordOf(MemoryModel memory);
std::string_view WordOf(Bad::Kind kind);
// Both halves as text, with a line for each row.
std::string TableText(const std::vector<SoundRow>& sound, const std::vector<FaultRow>& faults);

}  // namespace model::threads
