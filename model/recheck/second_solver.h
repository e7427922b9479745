// model/recheck/second_solver.h -- asks cvc5, a solver that shares no code with Z3.
//
// A proof by one solver is as good as that solver. cvc5 is asked the same questions, in a process
// of its own for each, so that it may crash, run out of time or be absent without harm to the rest.
//
// Which quantifiers a solver instantiates is a heuristic, and no strategy of cvc5 decides all of
// our questions. So it is asked with one strategy after the other until one gives an answer; each
// strategy is sound. Only finite models find that a formula with quantifiers is satisfiable.
//
// Thread rules: any thread; nothing is shared but the file that is asked about.
// Read next: cross_check.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace model {

enum class Satisfiable : std::uint8_t { kYes, kNo, kUnknown };
std::string_view WordOf(Satisfiable answer);  // "sat", "unsat", "unknown", as in SMT-LIB

struct SolverAnswer {
  Satisfiable satisfiable = Satisfiable::kUnknown;
  std::string strategy;  // the option that gave the answer; empty: the default strategy
  double seconds = 0;    // of all strategies that were tried
};

// What the solver calls itself, such as "cvc5 version 1.0.3"; empty if it is not installed.
std::optional<std::string> SecondSolverVersion();

// Asks about a file in SMT-LIB 2 with one question. `expected` chooses the order of strategies and
// nothing else. Each strategy has `seconds` by the clock.
SolverAnswer AskSecondSolver(const std::string& file, Satisfiable expected, unsigned seconds = 20);

// What a command printed, and how it ended.
struct CommandEnd {
  std::string out;
  bool ended_well = false;  // with exit status 0
};
// Runs a command of the shell; what it says on stderr is dropped.
CommandEnd RunCommand(const std::string& command);
// The text as one word for the shell.
std::string ShellWord(const std::string& text);

}  // namespace model
