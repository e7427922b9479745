// model/recheck/question_files.h -- every question to the solver as a file in SMT-LIB 2.
//
// Each file stands alone: the sorts, the relations, the invariants of the state before, the guard
// of an action, and the claim, negated. A name that ends in "-unsat.smt2" says that the negated
// claim contradicts the rest, so the condition is proved; "-sat.smt2" that a guard or a picture is
// possible. The head of the file says the same, with the condition in words, and the logic: UF,
// which has uninterpreted sorts, relations and quantifiers, and nothing else.
//
// Read next: second_solver.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/proof/prover.h"
#include "model/recheck/second_solver.h"
#include "reference/trace/trace.h"

namespace model {

// A condition for heaps of any size, and the file that asks about it.
struct Question {
  Condition condition;
  std::string file;  // its name within the folder; empty if the condition is untouched
  Satisfiable expected = Satisfiable::kNo;
};

// Whether the solver must find it possible (a guard, a picture) or contradictory (all others).
Satisfiable ExpectedOf(const Condition& condition);

// The text of a file: the head, and what the solver was asked.
std::string QuestionText(const Condition& condition, const ProofOptions& options,
                         const std::string& smt2);

struct Questions {
  std::vector<Question> all;  // in the order of Prove, with those that are untouched
  bool holds = false;         // whether Z3 proved every condition
  bool written = true;        // whether every file could be written
};

// Proves the machine for heaps of any size, and writes a file for each question into a folder that
// exists. Of the options, `sizes` and `on_query` are not used.
Questions WriteQuestions(const std::string& folder, ProofOptions options);

}  // namespace model
