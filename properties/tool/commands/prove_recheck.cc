// properties/tool/commands/prove_recheck.cc -- prints what the second solver says of each
// discipline.

#include "properties/tool/commands/prove_recheck.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/recheck/cross_check.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/report/style.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/process/screen.h"

namespace tool {
namespace {

namespace fs = std::filesystem;
using model::SecondOpinion;
using properties::Grouped;
using properties::Style;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

model::ProofOptions ProofOf(const RecheckOptions& options, reference::Locals locals) {
  model::ProofOptions proof;
  proof.locals = locals;
  proof.jobs = options.jobs;
  for (const gc::Fault fault : options.faults) proof.faults = gc::FaultSet(fault);
  return proof;
}

// A folder that is gone when this is.
class ScratchFolder {
 public:
  ScratchFolder()
      : path_(fs::temp_directory_path() / fmt::format("tricolour-recheck-{}", getpid())) {}
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

bool Agrees(const SecondOpinion& opinion) {
  return opinion.verdict == SecondOpinion::Verdict::kAgree;
}

std::string OpinionText(const SecondOpinion& opinion, const Style& style) {
  const std::string word = fmt::format("{:<12}", WordOf(opinion.verdict));
  return fmt::format("      {} {:<22} {:<24} {:<7} {:>6.3f} s  {}\n",
                     Agrees(opinion) ? word : style.Bad(word), opinion.question.condition.action,
                     opinion.question.condition.claim, WordOf(opinion.answer.satisfiable),
                     opinion.answer.seconds, opinion.question.condition.sentence);
}

nlohmann::json OpinionJson(const SecondOpinion& opinion) {
  return {{"action", opinion.question.condition.action},
          {"claim", opinion.question.condition.claim},
          {"sentence", opinion.question.condition.sentence},
          {"expected", WordOf(opinion.question.expected)},
          {"answer", WordOf(opinion.answer.satisfiable)},
          {"verdict", WordOf(opinion.verdict)},
          {"option", opinion.answer.strategy},
          {"seconds", opinion.answer.seconds}};
}

struct OpinionSums {
  std::size_t agree = 0, disagree = 0, inconclusive = 0, untouched = 0;
  bool holds = true;
  void Add(const model::CrossCheck& check) {
    agree += check.Count(SecondOpinion::Verdict::kAgree);
    disagree += check.Count(SecondOpinion::Verdict::kDisagree);
    inconclusive += check.Count(SecondOpinion::Verdict::kInconclusive);
    untouched += check.untouched;
    holds = holds && check.holds;
  }
  int ExitCode() const {
    return disagree > 0 || !holds ? kExitDisagree
           : inconclusive > 0     ? kExitInconclusive
                                  : kExitAgree;
  }
  std::string Text(const Style& style) const {
    const std::string word = disagree > 0 || !holds ? style.Bad("DISAGREE")
                             : inconclusive > 0     ? style.Odd("INCONCLUSIVE")
                                                    : style.Good("AGREE");
    return fmt::format(
        "{}: of {} conditions that Z3 decided, cvc5 agrees with {}, disagrees with "
        "{}, gives up on {}; {} more are untouched, and no solver is asked\n",
        word, Grouped(agree + disagree + inconclusive), Grouped(agree), disagree, inconclusive,
        Grouped(untouched));
  }
};

// The folder for a discipline's questions, which exists and can be written.
std::string FolderIn(const std::string& folder, reference::Locals locals) {
  const std::string own = (fs::path(folder) / WordOf(locals)).string();
  PrepareFolder(own);
  return own;
}

}  // namespace

int CrossCheck(const RecheckOptions& options) {
  const Style style = ScreenStyle();
  const auto version = model::SecondSolverVersion();
  if (!version) {
    Print("{}: cvc5 is not installed\n", style.Odd("INCONCLUSIVE"));
    return kExitInconclusive;
  }
  const ScratchFolder scratch;
  const std::string folder = options.smt2.empty() ? scratch.path() : options.smt2;
  OpinionSums sums;
  nlohmann::json checks = nlohmann::json::array();
  for (const reference::Locals locals : options.disciplines) {
    Progress progress;
    const Clock::time_point start = Clock::now();
    const model::CrossCheck check = AskAgain(
        FolderIn(folder, locals), ProofOf(options, locals), [&](std::size_t done, std::size_t of) {
          progress.Show(done, of, fmt::format("{}: locals {}", *version, WordOf(locals)));
        });
    progress.Clear();
    if (!check.written) throw UsageError("cannot write in the folder " + folder);
    OpinionSums own;
    own.Add(check);
    sums.Add(check);
    for (const SecondOpinion& opinion : check.opinions) {
      if (options.json) checks.push_back(OpinionJson(opinion));
      if (!options.json && (options.all || !Agrees(opinion))) {
        Print("{}", OpinionText(opinion, style));
      }
    }
    if (!options.json) {
      Print(
          "locals {:<10} {:>5} agree {:>5} disagree {:>5} inconclusive {:>6} untouched  {:.1f} s\n",
          WordOf(locals), own.agree, own.disagree, own.inconclusive, own.untouched,
          SecondsSince(start));
    }
  }
  if (options.json) {
    PrintData(nlohmann::json{{"schema", properties::kReportSchema},
                             {"solver", *version},
                             {"agree", sums.agree},
                             {"disagree", sums.disagree},
                             {"inconclusive", sums.inconclusive},
                             {"untouched", sums.untouched},
                             {"conditions", checks}}
                  .dump(2) +
              "\n");
  } else {
    Print("{}", sums.Text(style));
  }
  return sums.ExitCode();
}

int Certify(const RecheckOptions& options) {
  const Style style = ScreenStyle();
  for (const reference::Locals locals : options.disciplines) {
    Progress progress;
    const Clock::time_point start = Clock::now();
    const std::string folder = FolderIn(options.certificate, locals);
    if (!fs::is_empty(folder)) throw UsageError("the folder " + folder + " is not empty");
    model::CertificateOptions certify;
    certify.proof = ProofOf(options, locals);
    certify.format = options.format;
    certify.on_proof = [&](std::size_t done, std::size_t of) {
      progress.Show(done, of, fmt::format("proofs: locals {}", WordOf(locals)));
    };
    const model::Certificate made = model::Certify(folder, certify);
    progress.Clear();
    if (!made.Made()) {
      const bool broken = made.failure.find("do not hold") != std::string::npos;
      Print("{}: no certificate with locals {}: {}\n",
            broken ? style.Bad("DISAGREE") : style.Odd("INCONCLUSIVE"), WordOf(locals),
            made.failure);
      return broken ? kExitDisagree : kExitInconclusive;
    }
    Print(
        "locals {}: {} proofs, {} guards and pictures that are possible, {} conditions that are "
        "untouched; {} of {} steps are trusted; {:.0f} MB, {:.1f} s\n",
        WordOf(locals), Grouped(made.proofs), made.possible, Grouped(made.untouched),
        Grouped(made.trusted), Grouped(made.steps), static_cast<double>(made.bytes) / 1e6,
        SecondsSince(start));
  }
  Print("{} in {}: each proof was checked by cvc5's own checker, and by no other program\n",
        style.Good("CERTIFICATE"), options.certificate);
  return kExitAgree;
}

}  // namespace tool
