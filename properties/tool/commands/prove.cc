// properties/tool/commands/prove.cc -- `prove`: does the model hold, and why is each rule needed?

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/prove.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/report/proof_text.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/commands/prove_threads.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/rules/proof_tasks.h"

namespace tool {
namespace {

using properties::FaultProof;
using properties::Grouped;
using properties::ProofTable;
using properties::Style;

struct ProveOptions {
  Choices choices;
  bool all = false;
  bool threads = false;
  std::string out;   // file for the witness
  std::string smt2;  // folder for the conditions
  unsigned jobs = 2;
  Format format = Format::kText;
};

// Runs the tasks and shows their progress.
template <typename Take>
void RunShown(const std::vector<Task>& tasks, unsigned at_a_time, const Take& take) {
  Progress progress;
  TaskHooks hooks;
  hooks.stop = [] { return Interrupted(); };
  hooks.on_idle = [&](std::uint64_t, std::size_t ended) {
    progress.Show(ended, tasks.size(), tasks[std::min(ended, tasks.size() - 1)].name, 0);
  };
  hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
    progress.Clear();
    take(index, end);
  };
  RunTasks(tasks, {.jobs = at_a_time, .silence_seconds = 1200}, hooks);
}

struct Sums {
  std::size_t conditions = 0, broken = 0, inconclusive = 0, cut_short = 0;
};

int SayVerdict(const Sums& sums, const Style& style) {
  if (sums.broken > 0) {
    Print("{}: {} conditions do not hold\n", style.Bad("DISAGREE"), sums.broken);
    return kExitDisagree;
  }
  if (sums.inconclusive + sums.cut_short > 0) {
    Print("{}: {} conditions were not decided, {} disciplines not tried to the end\n",
          style.Odd("INCONCLUSIVE"), sums.inconclusive, sums.cut_short);
    return kExitInconclusive;
  }
  Print("{}: all {} conditions hold\n", style.Good("PROVED"), Grouped(sums.conditions));
  return kExitAgree;
}

// Proves one discipline after the other, each with all threads.
int ProveAll(const ProveOptions& options) {
  const Style style(ColourOnStdout());
  const bool text = options.format == Format::kText;
  std::vector<Task> tasks;
  for (const auto locals : options.choices.Disciplines()) {
    tasks.push_back(ProveModelTask(locals, options.jobs));
  }
  Sums sums;
  std::vector<ProofTable> tables;
  RunShown(tasks, 1, [&](std::size_t, const TaskEnd& end) {
    std::optional<ProofTable> table = TakeProof(end);
    if (!table) {
      ++sums.cut_short;
      return;
    }
    sums.conditions += table->Conditions();
    sums.broken += table->Broken();
    sums.inconclusive += table->Inconclusive();
    if (text) Print("{}", ProofText(*table, options.all, style));
    tables.push_back(std::move(*table));
  });
  if (text) return SayVerdict(sums, style);
  Print("{}\n", nlohmann::json{{"schema", properties::kReportSchema}, {"proofs", tables}}.dump(2));
  return sums.broken > 0                          ? kExitDisagree
         : sums.inconclusive + sums.cut_short > 0 ? kExitInconclusive
                                                  : kExitAgree;
}

// The file for a witness: F.trace, or F-VARIANT-DISCIPLINE.trace if there may be several.
std::string FileFor(const FaultProof& proof, const std::string& out, bool only) {
  if (only) return out;
  const std::filesystem::path path(out);
  std::filesystem::path named = path.parent_path() / path.stem();
  named += "-" + proof.fault.substr(proof.fault.find('/') + 1) + "-" + proof.locals;
  named += path.extension();
  return named.string();
}

void WriteWitness(const FaultProof& proof, const std::string& out, bool only) {
  const std::string file = FileFor(proof, out, only);
  const std::size_t first_line = proof.trace.find('\n') + 1;
  WriteFile(file, proof.trace.substr(0, first_line) + "# " + proof.message +
                      "\n# found: a shortest run of the model without " + proof.fault +
                      "\n# replay: " + ProgramName() + " replay " + Quoted(file) + " --without " +
                      proof.fault + "\n" + proof.trace.substr(first_line));
  Print("  written to {}; replay: {} replay {} --without {}\n", file, ProgramName(), Quoted(file),
        proof.fault);
}

int ExitCodeOf(const std::vector<FaultProof>& proofs) {
  bool witness = false;
  for (const FaultProof& proof : proofs) {
    if (proof.Undecided()) return Interrupted() ? kExitInconclusive : kExitBaseline;
    if (proof.Necessary() && !(proof.fails && proof.passes)) return kExitBaseline;
    witness = witness || proof.Necessary();
  }
  return witness ? kExitDisagree : kExitAgree;
}

int ProveWithout(const ProveOptions& options) {
  const Style style(ColourOnStdout());
  const bool text = options.format == Format::kText;
  std::vector<RuleCase> cases;
  std::vector<Task> tasks;
  for (const gc::Fault fault : options.choices.Faults()) {
    for (const auto locals : options.choices.Disciplines()) cases.push_back({fault, locals});
  }
  for (const RuleCase& rule : cases) {
    tasks.push_back(ProveFaultTask(rule, cases.size() == 1 ? options.jobs : 1));
  }
  std::vector<FaultProof> proofs;
  RunShown(tasks, options.jobs, [&](std::size_t index, const TaskEnd& end) {
    proofs.push_back(TakeFaultProof(cases[index], end));
    const FaultProof& proof = proofs.back();
    if (text) Print("{}", FaultProofText(proof, style));
    if (!options.out.empty() && proof.Necessary()) {
      WriteWitness(proof, options.out, cases.size() == 1);
    }
  });
  if (!text) {
    Print("{}\n",
          nlohmann::json{{"schema", properties::kReportSchema}, {"faults", proofs}}.dump(2));
  }
  return ExitCodeOf(proofs);
}

int Export(const ProveOptions& options) {
  for (const auto locals : options.choices.Disciplines()) {
    const std::string folder = (std::filesystem::path(options.smt2) / WordOf(locals)).string();
    PrepareFolder(folder);
    const auto written = model::ExportSmt2(folder, locals, {.jobs = options.jobs});
    if (!written) throw UsageError("cannot write in the folder " + folder);
    Print("{} conditions in {}\n", Grouped(*written), folder);
  }
  Print("a file ending in -unsat.smt2 claims unsatisfiable, one in -sat.smt2 satisfiable\n");
  return kExitAgree;
}

int Run(const ProveOptions& options) {
  options.choices.Faults();  // refuses unknown names
  if (!options.out.empty() && options.choices.without.empty()) {
    throw UsageError("-o takes the witness of a broken rule: name one with --without");
  }
  CatchInterrupts();
  if (options.threads) return ProveThreads(options.all);
  if (!options.smt2.empty()) return Export(options);
  return options.choices.without.empty() ? ProveAll(options) : ProveWithout(options);
}

}  // namespace

void AddProve(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "prove",
      "Proves the model of the collector, for heaps of any size and for 3 objects x 2 fields,\n"
      "in each discipline of locals. With --without: says what no longer holds when a rule is\n"
      "broken, and replays the shortest run that shows it on core.");
  const auto options = std::make_shared<ProveOptions>();
  options->jobs = DefaultJobs();
  command.add_flag("--all", options->all, "Print a line for each condition");
  command.add_flag(
      "--threads", options->threads,
      "Search the protocols between threads instead: every interleaving, with the memory\n"
      "orders of core's sources and with each weakened, and a witness for each broken rule\n"
      "(drawn with --all)");
  command
      .add_option("--without", options->choices.without,
                  "The rule to break; all of its variants unless one is named")
      ->type_name("RULE[/VARIANT]");
  AddLocalsOption(command, options->choices, "Only this discipline of locals");
  command.add_option("-o,--output", options->out, "File for the witness of --without")
      ->type_name("F.trace");
  command
      .add_option("--smt2", options->smt2, "Write each condition as SMT-LIB 2 below this folder")
      ->type_name("DIR")
      ->excludes("--without");
  command.add_option("--jobs", options->jobs, "Threads; changes no result")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  static const std::map<std::string, Format> formats = {{"text", Format::kText},
                                                        {"json", Format::kJson}};
  command.add_option("--format", options->format, "Format of stdout")
      ->type_name("text|json")
      ->transform(CLI::CheckedTransformer(formats).description(""))
      ->default_str("text");
  command.footer(
      "Exit status: 0 proved (with --without: redundant or assumed), 1 a condition does not hold\n"
      "(with --without: there is a witness), 2 usage, 3 not everything was decided,\n"
      "4 with --without: no verdict, or a witness that core does not show.");
  command.callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace tool
