// model/recheck/system_file.h -- the whole proof as one file that a person can read, and that any
// SMT solver can check.
//
// The files of question_files.h are for solvers: in each, the state after an action is written out
// within the claim, and the invariants are repeated. Here everything has one definition with a
// name and a sentence. For an action such as `store` these are
//
//     store.guard    when it can be taken, of its parameters
//     store.field    what the relation `field` is afterwards, and so on for each that it changes
//     store.assumed  what is known of a symbol that it introduces, if it introduces any
//
// and a claim about the state afterwards reads the changed relations in place of the old ones. Each
// condition is a query: it is announced by its name, pushed, asked and popped, and the answer must
// be "unsat". What must be possible (guards, pictures) is not asked here, since a strategy that
// refutes finds no models; the files "-sat.smt2" of question_files.h ask it.
//
// Read next: logic/vocabulary.h.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/logic/vocabulary.h"
#include "model/proof/prover.h"
#include "reference/trace/trace.h"

namespace model {

// What a relation means, in a sentence; empty if the table has none, which a test notices.
std::string_view MeaningOf(R relation);

struct SystemFile {
  std::string text;
  // The action and the claim of each query, in the order of the answers.
  std::vector<std::pair<std::string, std::string>> queries;
  std::size_t untouched = 0;  // conditions whose claim reads nothing that the action changes
};

// The machine of one discipline, for heaps of any size. With faults, the machine that breaks those
// rules: then some answers are "sat".
SystemFile WriteSystem(reference::Locals locals, gc::FaultSet faults = {});

// The answers of a solver to the file: the line after each announcement, in order. A solver that
// stops early answers fewer.
std::vector<std::string> AnswersIn(const std::string& output);

}  // namespace model
