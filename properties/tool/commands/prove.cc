// properties/tool/commands/prove.cc -- `prove`: does the model hold, and why is each rule needed?

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/prove.h"
#include "model/recheck/system_file.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/report/proof_text.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/command_line/words.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/commands/prove_recheck.h"
#include "properties/tool/commands/prove_report.h"
#include "properties/tool/commands/prove_small.h"
#include "properties/tool/commands/prove_threads.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/process/screen.h"
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
  bool deep = false;
  std::string out;     // file for the witness
  std::string smt2;    // folder for the conditions
  bool small = false;  // --objects, --fields, --depth or --solver was given
  ProveSmall heaps;    // the answers to these
  bool cross_check = false;
  std::string certificate;  // folder for the proofs
  model::ProofFormat proof_format = model::ProofFormat::kLfsc;
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
    progress.Show(ended, tasks.size(), tasks[std::min(ended, tasks.size() - 1)].name);
  };
  hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
    progress.Clear();
    take(index, end);
  };
  RunTasks(tasks, {.jobs = at_a_time}, hooks);
}

struct Sums {
  properties::ProofCounts counts;
  std::size_t cut_short = 0;  // disciplines
};

int ExitCodeOf(const Sums& sums) {
  return sums.counts.broken > 0                          ? kExitDisagree
         : sums.counts.inconclusive + sums.cut_short > 0 ? kExitInconclusive
                                                         : kExitAgree;
}

int SayVerdict(const Sums& sums, const Style& style) {
  const properties::ProofCounts& counts = sums.counts;
  if (counts.broken > 0) {
    Print("{}: {} conditions do not hold\n", style.Bad("DISAGREE"), counts.broken);
  } else if (counts.inconclusive + sums.cut_short > 0) {
    Print("{}: {} conditions were not decided, {} disciplines not tried to the end\n",
          style.Odd("INCONCLUSIVE"), counts.inconclusive, sums.cut_short);
  } else {
    Print("{}: all {} conditions hold\n", style.Good("PROVED"), Grouped(counts.conditions));
  }
  Print("{}", CountsText(counts, style));
  return ExitCodeOf(sums);
}

// Proves one discipline after the other, each with all threads.
int ProveAll(const ProveOptions& options) {
  const Style style = ScreenStyle();
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
    sums.counts.Add(table->counts);
    if (text) Print("{}", ProofText(*table, options.all, style));
    tables.push_back(std::move(*table));
  });
  if (text) return SayVerdict(sums, style);
  if (options.format != Format::kJson) {
    return ReportProofs(ProgramName() + " prove" + options.choices.Text(), tables, sums.counts,
                        sums.cut_short, options.format);
  }
  PrintData(nlohmann::json{
                {"schema", properties::kReportSchema}, {"counts", sums.counts}, {"proofs", tables}}
                .dump(2) +
            "\n");
  return ExitCodeOf(sums);
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
    if (proof.Necessary() && !(proof.fails && proof.passes && proof.Agrees())) return kExitBaseline;
    witness = witness || proof.Necessary();
  }
  return witness ? kExitDisagree : kExitAgree;
}

int ProveWithout(const ProveOptions& options) {
  const Style style = ScreenStyle();
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
    PrintData(nlohmann::json{{"schema", properties::kReportSchema}, {"faults", proofs}}.dump(2) +
              "\n");
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
    const std::string system = folder + ".smt2";
    WriteFile(system, model::WriteSystem(locals).text);
    Print("all of them, with a name for each definition, in {}\n", system);
  }
  Print("a file ending in -unsat.smt2 claims unsatisfiable, one in -sat.smt2 satisfiable\n");
  return kExitAgree;
}

int ProveOnSmallHeaps(const ProveOptions& options) {
  ProveSmall prove = options.heaps;
  prove.choices = options.choices;
  if (prove.choices.locals.empty()) prove.choices.locals = "dead";
  prove.page = options.out;
  prove.jobs = options.jobs;
  prove.format = options.format;
  return tool::Run(prove);
}

// What a second solver is asked. A certificate of a broken machine is asked for with one variant.
RecheckOptions RecheckOf(const ProveOptions& options) {
  RecheckOptions recheck;
  recheck.disciplines = options.choices.Disciplines();
  if (!options.choices.without.empty()) recheck.faults = options.choices.Faults();
  recheck.smt2 = options.smt2;
  recheck.certificate = options.certificate;
  recheck.format = options.proof_format;
  recheck.jobs = options.jobs;
  recheck.all = options.all;
  recheck.json = options.format == Format::kJson;
  return recheck;
}

// Each of these is a question of its own. One that is given beside another would be ignored, and
// its answer taken for given.
void RefuseSeveralQuestions(const ProveOptions& options) {
  const int questions = (options.small ? 1 : 0) + (options.threads ? 1 : 0) +
                        (options.certificate.empty() ? 0 : 1) +
                        (options.cross_check || !options.smt2.empty() ? 1 : 0);
  if (questions > 1) {
    throw UsageError(
        "--objects, --fields, --depth and --solver ask about small heaps, and --threads, "
        "--cross-check, --smt2 and --certificate are questions of their own: ask one at a time");
  }
  const Choices& choices = options.choices;
  const bool report = options.format != Format::kText && options.format != Format::kJson;
  if (report && (questions > 0 || !choices.without.empty())) {
    throw UsageError(
        "this question is answered as text and json: --format junit, sarif and "
        "markdown are for the proof of the whole model");
  }
  const bool text = options.format == Format::kText;
  if (options.threads && !(choices.without.empty() && choices.locals.empty() && text)) {
    throw UsageError(
        "--threads tries every rule of the threads, in no discipline of locals, and prints text: "
        "it goes with none of --without, --locals and --format (`" +
        ProgramName() + " rules RULE` shows one rule)");
  }
}

int Run(const ProveOptions& options) {
  options.choices.Faults();  // refuses unknown names
  RefuseSeveralQuestions(options);
  if (options.small) return ProveOnSmallHeaps(options);
  if (!options.out.empty() && options.choices.without.empty()) {
    throw UsageError("-o takes the witness of a broken rule: name one with --without");
  }
  CatchInterrupts();
  if (options.threads) return ProveThreads(options.all, options.deep);
  if (!options.certificate.empty()) return Certify(RecheckOf(options));
  if (options.cross_check) return CrossCheck(RecheckOf(options));
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
      .add_flag("--deep", options->deep,
                "Search larger machines of markers without a mutex; takes a minute")
      ->needs("--threads");
  command
      .add_option("--without", options->choices.without,
                  "The rule to break; all of its variants unless one is named")
      ->type_name("RULE[/VARIANT]");
  AddLocalsOption(command, options->choices, "Only this discipline of locals");
  command
      .add_option("-o,--output", options->out,
                  "File for the witness of --without; with --objects, for the pictures as a page")
      ->type_name("F");
  CLI::Option* const objects = command.add_option(
      "--objects", options->heaps.objects,
      "Small heaps instead, of so many objects, 1 to 6 or a range such as 1-4: does one step keep\n"
      "every invariant, and every run from the empty heap? What breaks is drawn. The discipline\n"
      "is dead, unless --locals says another");
  objects->type_name("N")->capture_default_str();
  CLI::Option* const fields = command.add_option(
      "--fields", options->heaps.fields, "Fields of each object, 1 to 4 or a range such as 1-2");
  fields->type_name("F")->capture_default_str();
  CLI::Option* const steps =
      command.add_option("--depth", options->heaps.depth, "Steps of the longest runs; 0: no runs");
  steps->type_name("D")->check(NumberFrom(0, 40))->capture_default_str();
  CLI::Option* const solver =
      command.add_option("--solver", options->heaps.solver,
                         "Which solver is asked about small heaps; both: cvc5 if it is installed");
  solver->type_name("z3|cvc5|both")->check(OneOf({"z3", "cvc5", "both"}))->capture_default_str();
  command
      .add_option("--smt2", options->smt2, "Write each condition as SMT-LIB 2 below this folder")
      ->type_name("DIR")
      ->excludes("--without");
  CLI::Option* const cross_check =
      command
          .add_flag("--cross-check", options->cross_check,
                    "Ask cvc5 about each condition that Z3 decided (a minute on two processors)")
          ->excludes("--without");
  command
      .add_option(
          "--certificate", options->certificate,
          "Write a proof of each condition, made and checked by cvc5, and an index of them\n"
          "into a folder below this one for each discipline")
      ->type_name("DIR")
      ->excludes(cross_check)
      ->excludes("--smt2");
  command
      .add_option_function<std::string>(
          "--proof-format",
          [options](const std::string& word) {
            options->proof_format =
                word == "native" ? model::ProofFormat::kNative : model::ProofFormat::kLfsc;
          },
          "Of the proofs: LFSC, which other programs read, or cvc5's own")
      ->type_name("lfsc|native")
      ->check(OneOf({"lfsc", "native"}))
      ->default_str("lfsc")
      ->needs("--certificate");
  command.add_option("--jobs", options->jobs, "Threads; changes no result")
      ->type_name("N")
      ->check(NumberFrom(1, 1024))
      ->capture_default_str();
  AddFormatOption(command, options->format);
  command.footer(
      "Exit status: 0 proved (with --without: redundant or assumed), 1 a condition does not hold\n"
      "(with --without: there is a witness or a picture), 2 usage, 3 not everything was decided,\n"
      "4 with --without: no verdict, or a witness that core does not show.");
  command.callback([=, &exit_code] {
    options->small = objects->count() + fields->count() + steps->count() + solver->count() > 0;
    exit_code = Run(*options);
  });
}

}  // namespace tool
