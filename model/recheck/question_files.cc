// model/recheck/question_files.cc -- heads, names, and the writing of the files.

#include "model/recheck/question_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <tuple>
#include <utility>

namespace model {

namespace {

// A file name of letters, digits and dashes, made from the words of a condition.
std::string FileName(std::size_t number, const Condition& condition) {
  std::string name = fmt::format("{:04}-{}-{}", number, condition.action, condition.claim);
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '-';
  }
  name.resize(std::min<std::size_t>(name.size(), 80));
  return fmt::format("{}-{}.smt2", name, WordOf(ExpectedOf(condition)));
}

bool Write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  return static_cast<bool>(file);
}

// What a condition is found by. That a claim is about something is a condition of its own.
using Key = std::tuple<Condition::Kind, std::string, std::string>;
Key KeyOf(const Condition& condition) {
  return {condition.kind, condition.action, condition.claim};
}

}  // namespace

Satisfiable ExpectedOf(const Condition& condition) {
  const bool possible =
      condition.kind == Condition::Kind::kVacuity && condition.sentence != kNeverTaken;
  return possible ? Satisfiable::kYes : Satisfiable::kNo;
}

// Z3 prints that it knows no answer, where the expected one belongs.
std::string QuestionText(const Condition& condition, const ProofOptions& options,
                         const std::string& smt2) {
  constexpr std::string_view kUnknown = "(set-info :status unknown)\n";
  const Satisfiable expected = ExpectedOf(condition);
  std::string body = smt2.starts_with(";") ? smt2.substr(smt2.find('\n') + 1) : smt2;
  if (body.starts_with(kUnknown)) body.erase(0, kUnknown.size());
  return fmt::format(
             "; {} / {}: {}\n"
             "; Locals {}, heaps of any size. {}\n"
             "(set-info :smt-lib-version 2.6)\n"
             "(set-logic UF)\n"
             "(set-info :status {})\n",
             condition.action, condition.claim, condition.sentence,
             reference::WordOf(options.locals),
             expected == Satisfiable::kNo
                 ? "Unsatisfiable: no state that keeps the invariants breaks the claim."
                 : "Satisfiable: there is such a state.",
             WordOf(expected)) +
         body;
}

Questions WriteQuestions(const std::string& folder, ProofOptions options) {
  Questions questions;
  std::map<Key, std::string> files;
  options.sizes.clear();
  options.on_query = [&](const Condition& condition, const std::string& smt2) {
    const std::string name = FileName(files.size(), condition);
    const std::string text = QuestionText(condition, options, smt2);
    questions.written = Write(folder + "/" + name, text) && questions.written;
    files.emplace(KeyOf(condition), name);
  };
  const Proof proof = Prove(options);
  questions.holds = proof.Holds();
  for (const Condition& condition : proof.conditions) {
    const auto found = files.find(KeyOf(condition));
    questions.all.push_back(
        {condition, found == files.end() ? "" : found->second, ExpectedOf(condition)});
  }
  return questions;
}

}  // namespace model
