// properties/matrix/thread_rows.h -- the matrix of the rules that only several threads can break.
//
// The judge runs one operation after the other, so it cannot catch a fault that needs two threads
// at once. Here the checker is a machine, a small model of the protocol: with the rule, every
// interleaving is explored; without it, interleavings are explored until something goes wrong. A
// row says both, and whether a running core shows the same. Where a cell has no value, the row has
// the reason.
//
// Read next: model/threads/table.h, properties/matrix/thread_sight.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/threads/rules.h"

namespace properties {

// Whether a running program shows a broken thread rule; kThreadNotThere if core cannot be broken
// so.
inline constexpr const char* kThreadSeen = "yes";
inline constexpr const char* kThreadUnseen = "no";
inline constexpr const char* kThreadNotThere = "-";

// The status of a row. Shown: the fault goes wrong in some interleaving. Missed: it goes wrong in
// none. Baseline broken: the machine goes wrong though it obeys every rule, so the row says
// nothing.
inline constexpr const char* kThreadShown = "shown";
inline constexpr const char* kThreadMissed = "missed";
inline constexpr const char* kThreadUnsound = "baseline broken";

// One fault of the thread rules' matrix.
struct ThreadRow {
  std::string fault;  // "rule/variant"
  std::string rule;
  std::string sentence;            // the fault in a sentence
  std::string status;              // one of the words above
  std::string machine;             // the machine that has the rule
  std::uint64_t sound_states = 0;  // its states, explored with every rule obeyed
  bool sound = false;              // all of them were explored, and nothing went wrong
  std::uint64_t states = 0;        // its states, explored without the rule
  std::string wrong;               // what went wrong, such as "data race"
  std::string memory;              // the strongest memory model that shows it
  std::uint64_t length = 0;        // turns of the shortest wrong interleaving; 0: there is none
  std::string witness;             // that interleaving, drawn with a column for each thread
  std::string running;             // whether free-running threads show it, as measured beforehand
  std::string sanitizer;           // whether ThreadSanitizer shows it
  std::string in_core;             // what was broken in core, or what core has instead
  std::string reason;              // why one of the two answers is "no"
};

// The row of each fault of core's protocols, in enumeration order. Takes a second or two.
std::vector<ThreadRow> ComputeThreadRows();

// The rows of these faults.
std::vector<ThreadRow> ComputeThreadRows(const std::vector<model::threads::Fault>& faults);

}  // namespace properties
