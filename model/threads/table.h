// model/threads/table.h -- the thread rules as a table: what is safe, and what each fault shows.
//
// Two halves, as for the other rules. With every rule obeyed each machine is explored to the end,
// in sizes larger than any witness needs, under both memories: nothing is wrong in any
// interleaving. With a rule broken the smallest machine that has it is explored until something is
// wrong: first with a memory that shows the last write, then, if nothing is, with what C++ allows.
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
  MemoryModel memory = MemoryModel::kSequential;  // where it shows
  std::uint64_t states = 0;                       // explored until then
  Bad::Kind kind = Bad::Kind::kBroken;
  std::size_t witness_length = 0;  // turns; 0: none was found
  std::string witness;             // drawn, a column for each thread
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
// Both tables, a line for each row.
std::string TableText(const std::vector<SoundRow>& sound, const std::vector<FaultRow>& faults);

}  // namespace model::threads
