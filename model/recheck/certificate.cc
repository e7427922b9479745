// model/recheck/certificate.cc -- has each proof written, and writes the index of them.

#include "model/recheck/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <vector>

#include "model/recheck/cross_check.h"
#include "model/recheck/question_files.h"
#include "model/recheck/second_solver.h"
#include "model/recheck/sha256.h"
#include "model/recheck/system_file.h"

namespace model {

namespace {

namespace fs = std::filesystem;

constexpr const char* kConditions = "conditions";

std::string_view ExtensionOf(ProofFormat format) {
  return format == ProofFormat::kLfsc ? ".lfsc" : ".proof";
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A file of the certificate, as the index names it.
struct Part {
  std::string name;
  std::string sum;
  std::size_t bytes = 0;
};

// A proof of one condition, or why there is none.
struct Proven {
  std::string failure;
  std::string strategy;
  Part question, proof;
  std::size_t steps = 0, trusted = 0;
};

std::size_t Count(const std::string& text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++count;
  }
  return count;
}

class Maker {
 public:
  Maker(std::string folder, const CertificateOptions& options)
      : folder_(std::move(folder)), options_(options) {}

  Certificate Make() {
    if (!fs::is_directory(folder_)) return Failed("there is no folder " + folder_);
    const auto version = SecondSolverVersion();
    if (!version) return Failed("cvc5 is not installed");
    fs::create_directories(folder_ + "/" + kConditions);
    questions_ = WriteQuestions(folder_ + "/" + kConditions, options_.proof);
    if (!questions_.written) return Failed("cannot write in the folder " + folder_);
    if (!questions_.holds) return Failed(SayBroken());
    if (!options_.action.empty()) LeaveOutOthers();
    ProveAll();
    for (const Proven& proven : proven_) {
      if (!proven.failure.empty()) return Failed(proven.failure);
    }
    WritePart("system.smt2", WriteSystem(options_.proof.locals, options_.proof.faults).text);
    WriteIndex(*version);
    if (!written_) return Failed("cannot write in the folder " + folder_);
    return result_;
  }

 private:
  Certificate Failed(const std::string& why) {
    std::error_code ignored;
    for (const char* const part : {kConditions, "system.smt2", "INDEX.tsv", "SHA256SUMS"}) {
      fs::remove_all(fs::path(folder_) / part, ignored);
    }
    Certificate none;
    none.failure = why;
    return none;
  }

  void LeaveOutOthers() {
    std::erase_if(questions_.all, [&](const Question& question) {
      if (question.condition.action == options_.action) return false;
      if (!question.file.empty()) fs::remove(fs::path(folder_) / kConditions / question.file);
      return true;
    });
  }

  std::string SayBroken() const {
    std::string some;
    std::size_t broken = 0;
    for (const Question& question : questions_.all) {
      if (question.condition.Holds()) continue;
      if (++broken > 3) continue;
      some +=
          (some.empty() ? "" : ", ") + question.condition.action + " / " + question.condition.claim;
    }
    return fmt::format("conditions that do not hold: {} ({}{})", broken, some,
                       broken > 3 ? ", ..." : "");
  }

  void ProveAll() {
    proven_.resize(questions_.all.size());
    std::size_t done = 0;
    std::mutex mutex;
    ForEachInParallel(questions_.all.size(), options_.proof.jobs, [&](std::size_t i) {
      const Question& question = questions_.all[i];
      if (!question.file.empty()) proven_[i] = ProveOne(question);
      const std::lock_guard lock(mutex);
      ++done;
      if (options_.on_proof) options_.on_proof(done, questions_.all.size());
    });
  }

  Proven ProveOne(const Question& question) {
    Proven proven;
    const std::string name = std::string(kConditions) + "/" + question.file;
    const std::string path = folder_ + "/" + name;
    proven.question = PartOf(name, ReadFile(path));
    if (question.expected == Satisfiable::kYes) {
      const SolverAnswer answer = AskSecondSolver(path, Satisfiable::kYes, options_.seconds);
      proven.strategy = answer.strategy;
      if (answer.satisfiable != Satisfiable::kYes) proven.failure = GaveUp(question);
      return proven;
    }
    for (const std::string_view strategy : {"", "--full-saturate-quant"}) {
      CommandEnd end = RunCommand(ProofCommand(strategy) + " " + ShellWord(path));
      constexpr std::string_view kAnswer = "unsat\n";
      if (!end.ended_well || !end.out.starts_with(kAnswer)) continue;
      proven.strategy = strategy;
      SaveProof(name, end.out.substr(kAnswer.size()), proven);
      return proven;
    }
    proven.failure = GaveUp(question);
    return proven;
  }

  void SaveProof(const std::string& question, const std::string& proof, Proven& proven) {
    const std::string stem = question.substr(0, question.rfind('.'));
    const std::string name = stem + std::string(ExtensionOf(options_.format));
    std::ofstream file(folder_ + "/" + name, std::ios::binary);
    file << proof;
    file.close();
    if (!file) proven.failure = "cannot write " + folder_ + "/" + name;
    proven.proof = PartOf(name, proof);
    if (options_.format == ProofFormat::kLfsc) {
      proven.trusted = Count(proof, "(trust ");
      proven.steps = Count(proof, "(plet ") + proven.trusted;
    }
  }

  std::string GaveUp(const Question& question) const {
    return fmt::format("cvc5 gave up, or its checker refused a step: {} / {}",
                       question.condition.action, question.condition.claim);
  }

  std::string ProofCommand(std::string_view strategy) const {
    return fmt::format(
        "cvc5 --lang smt2 --tlimit {} --dump-proofs --check-proofs --proof-check=eager "
        "--proof-granularity=theory-rewrite --proof-format-mode={} {}",
        options_.seconds * 1000, options_.format == ProofFormat::kLfsc ? "lfsc" : "none", strategy);
  }

  static Part PartOf(const std::string& name, const std::string& text) {
    return {name, Sha256(text), text.size()};
  }

  void WritePart(const std::string& name, const std::string& text) {
    std::ofstream file(folder_ + "/" + name, std::ios::binary);
    file << text;
    file.close();
    written_ = written_ && file;
    Tell(PartOf(name, text));
  }

  void Tell(const Part& part) {
    if (part.name.empty()) return;
    sums_ += part.sum + "  " + part.name + "\n";
    result_.bytes += part.bytes;
  }

  void WriteIndex(const std::string& version) {
    std::string lines;
    for (std::size_t i = 0; i < proven_.size(); ++i) lines += Line(questions_.all[i], proven_[i]);
    WritePart("INDEX.tsv", Head(version) + lines);
    std::ofstream file(folder_ + "/SHA256SUMS", std::ios::binary);
    file << sums_;
    file.close();
    written_ = written_ && file;
    result_.bytes += sums_.size();
  }

  std::string Head(const std::string& version) const {
    return fmt::format(
        "# The conditions of Tricolour's collector, locals {}, heaps of any size.\n"
        "# solver: {}\n"
        "# command: {} [OPTION] FILE\n"
        "# answer: unsat (with a proof), sat (a guard or a picture that must be possible), or\n"
        "#   untouched (the action changes nothing that the claim reads; no solver was asked)\n"
        "# option: the strategy with which the solver answered\n"
        "# trusted: steps of the proof that are trusted and not shown; in LFSC only\n"
        "# Each proof was checked by the solver's own checker, and by no other program.\n"
        "# action\tclaim\tanswer\toption\tfile\tbytes\tsha256\tproof\tbytes\tsha256\ttrusted"
        "\tsentence\n",
        reference::WordOf(options_.proof.locals), version, ProofCommand(""));
  }

  std::string Line(const Question& question, const Proven& proven) {
    const auto columns = [](const Part& part) {
      return part.name.empty() ? std::string("-\t-\t-")
                               : fmt::format("{}\t{}\t{}", part.name, part.bytes, part.sum);
    };
    Tell(proven.question);
    Tell(proven.proof);
    const bool asked = !question.file.empty();
    ++(!asked ? result_.untouched : proven.proof.name.empty() ? result_.possible : result_.proofs);
    result_.steps += proven.steps;
    result_.trusted += proven.trusted;
    const bool lfsc = options_.format == ProofFormat::kLfsc && !proven.proof.name.empty();
    return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", question.condition.action,
                       question.condition.claim,
                       asked ? WordOf(question.expected) : std::string_view("untouched"),
                       proven.strategy.empty() ? "-" : proven.strategy, columns(proven.question),
                       columns(proven.proof), lfsc ? std::to_string(proven.trusted) : "-",
                       question.condition.sentence);
  }

  const std::string folder_;
  const CertificateOptions& options_;
  Questions questions_;
  std::vector<Proven> proven_;
  std::string sums_;
  bool written_ = true;
  Certificate result_;
};

}  // namespace

Certificate Certify(const std::string& folder, const CertificateOptions& options) {
  return Maker(folder, options).Make();
}

}  // namespace model
