// model/recheck/second_solver.cc -- runs cvc5 as a process, and reads its first line.

#include "model/recheck/second_solver.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

namespace model {

namespace {

constexpr std::string_view kFiniteModels = "--finite-model-find";

std::vector<std::string_view> Strategies(Satisfiable expected) {
  if (expected == Satisfiable::kYes) return {kFiniteModels};
  return {"", "--full-saturate-quant", kFiniteModels};
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string_view WordOf(Satisfiable answer) {
  constexpr std::array<std::string_view, 3> kWords = {"sat", "unsat", "unknown"};
  return kWords[static_cast<std::size_t>(answer)];
}

std::string ShellWord(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? "'\\''" : std::string(1, letter);
  return word + "'";
}

CommandEnd RunCommand(const std::string& command) {
  CommandEnd end;
  std::FILE* const pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return end;
  std::array<char, 65536> some = {};
  for (std::size_t size = 0; (size = std::fread(some.data(), 1, some.size(), pipe)) > 0;) {
    end.out.append(some.data(), size);
  }
  const int status = pclose(pipe);
  end.ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return end;
}

std::optional<std::string> SecondSolverVersion() {
  const CommandEnd end = RunCommand("cvc5 --version");
  const std::string line = FirstLine(end.out);
  const std::size_t name = line.find("cvc5");
  if (!end.ended_well || name == std::string::npos) return std::nullopt;
  return line.substr(name);
}

SolverAnswer AskSecondSolver(const std::string& file, Satisfiable expected, unsigned seconds) {
  const auto start = std::chrono::steady_clock::now();
  SolverAnswer answer;
  for (const std::string_view strategy : Strategies(expected)) {
    const CommandEnd end = RunCommand(fmt::format("cvc5 --lang smt2 --tlimit {} {} {}",
                                                  seconds * 1000, strategy, ShellWord(file)));
    const std::string word = FirstLine(end.out);
    answer.strategy = strategy;
    if (word == "sat") answer.satisfiable = Satisfiable::kYes;
    if (word == "unsat") answer.satisfiable = Satisfiable::kNo;
    if (answer.satisfiable != Satisfiable::kUnknown) break;
  }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

}  // namespace model
