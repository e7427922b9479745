// properties/matrix/thread_rows.h -- the matrix of the rules that only threads can break.
//
// The judge runs one operation after the other, so it cannot catch a fault that needs two threads
// at once. Here the checker is a machine: the protocol with the rule is explored to the end, and
// without it until something is wrong. A row says both, and whether core shows the same when it
// runs. A cell without a value has its reason in the row.
//
// Read next: model/threads/table.h, properties/matrix/thread_sight.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/threads/rules.h"

namespace properties {

// Whether a running program shows a broken thread rule.
inline constexpr const char* kThreadSeen = "yes";
inline constexpr const char* kThreadUnseen = "no";
inline constexpr const char* kThreadNotThere = "-";

// The status of a row: the fault is seen in some interleaving, or in none; or the machine goes
// wrong though it obeys every rule, so that the row says nothing.
inline constexpr const char* kThreadShown = "shown";
inline constexpr const char* kThreadMissed = "missed";
inline constexpr const char* kThreadUnsound = "baseline broken";

// One fault of the thread rules' matrix.
struct ThreadRow {
  std::string fault;  // "rule/variant"
  std::string rule;
  std::string sentence;            // of the fault
  std::string status;              // one of those above
  std::string machine;             // that has the rule
  std::uint64_t sound_states = 0;  // of it, explored with every rule obeyed
  bool sound = false;              // to the end, and nothing was wrong in any interleaving
  std::uint64_t states = 0;        // explored without the rule
  std::string wrong;               // "data race"
  std::string memory;              // the strongest that shows it
  std::uint64_t length = 0;        // turns of the shortest wrong interleaving; 0: there is none
  std::string witness;             // drawn, a column for each thread
  std::string running;             // whether running threads show it; as below, measured before
  std::string sanitizer;           // whether ThreadSanitizer does
  std::string in_core;             // what was broken in core, or what core has instead
  std::string reason;              // why one of the two is "no"
};

// The row of each fault, in enumeration order. Takes a second or two.
std::vector<ThreadRow> ComputeThreadRows();

// The rows of these faults.
std::vector<ThreadRow> ComputeThreadRows(const std::vector<model::threads::Fault>& faults);

}  // namespace properties
