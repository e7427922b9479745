// properties/tool/commands/rules.cc -- `rules`: prints the rule matrix, or explains one rule.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "properties/base/fault_names.h"
#include "properties/matrix/redundancy.h"
#include "properties/report/explanation_text.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/report/matrix_text.h"
#include "properties/report/thread_text.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/reports/one_report.h"
#include "properties/tool/rules/rule_sites.h"
#include "properties/tool/rules/rule_tasks.h"
#include "properties/tool/rules/thread_rules.h"

namespace tool {
namespace {

using properties::ReportRow;
using properties::Style;
using properties::ThreadRow;

struct RulesOptions {
  VerifyOptions verify;
  std::string name;
  bool names = false;
};

int SayNames() {
  const Style style = ScreenStyle();
  for (const gc::RuleEntry& rule : gc::kRules) {
    Print("{}", style.Bold(rule.name) + "\n" + style.Wrapped(std::string(rule.sentence) + ".", 4));
    for (const gc::FaultEntry& fault : gc::kFaults) {
      if (fault.rule == rule.rule) Print("    /{:<24} {}\n", fault.variant, fault.sentence);
    }
  }
  SayThreadNames(style);
  return kExitAgree;
}

int ExitCodeOf(const std::vector<ReportRow>& rows) {
  for (const ReportRow& row : rows) {
    if (!IsWhole(row)) return kExitBaseline;
  }
  for (const ReportRow& row : rows) {
    if (row.status != "caught" && row.status != "redundant") return kExitInconclusive;
  }
  return kExitAgree;
}

// Whether the last row is about another rule than the one before.
bool FirstOfRule(const std::vector<ReportRow>& rows) {
  return rows.size() < 2 || rows[rows.size() - 2].rule != rows.back().rule;
}

properties::Report ReportOfRules(const VerifyOptions& options, const std::vector<ReportRow>& rows,
                                 const std::vector<ThreadRow>& threads, int exit_code) {
  properties::Report report = ReportOf(
      ProgramName() + " rules" + options.choices.Text() + (options.quick ? " --quick" : ""),
      options.choices.subject, options.seed);
  report.rules = rows;
  report.threads = threads;
  report.exit_code = exit_code;
  report.verdict = exit_code == kExitAgree      ? properties::kAgree
                   : exit_code == kExitBaseline ? properties::kBaseline
                                                : properties::kInconclusive;
  report.sentence = fmt::format("{} faults of rules tried, and {} of the rules of threads",
                                rows.size(), threads.size());
  return report;
}

int SayMatrix(const VerifyOptions& options) {
  const Style style = ScreenStyle();
  const bool text = options.format == Format::kText;
  const std::vector<RuleCase> cases = RuleCases(options);
  std::vector<Task> tasks;
  model::KnownQuestions known;
  for (const RuleCase& rule : cases) {
    tasks.push_back(MeasureRule(rule, options, RuleSearches::kEach, known));
  }
  tasks.push_back(ThreadRulesTask());
  std::vector<ReportRow> rows;
  std::vector<ThreadRow> threads;
  Progress progress;
  TaskHooks hooks;
  hooks.stop = [] { return Interrupted(); };
  hooks.on_idle = [&](std::uint64_t operations, std::size_t ended) {
    progress.Show(ended, tasks.size(), "rule matrix", operations);
  };
  hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
    if (index == cases.size()) {
      threads = TakeThreadRows(end);
      progress.Clear();
      if (text) Print("\n{}", ThreadRulesText(threads, style));
      return;
    }
    if (end.how == TaskEnd::How::kThrew) ThrowAgain(end);
    const std::string locals(WordOf(cases[index].locals));
    const bool first = index == 0 || cases[index - 1].locals != cases[index].locals;
    const bool last = index + 1 == cases.size() || cases[index + 1].locals != cases[index].locals;
    rows.push_back(TakeRow(cases[index], end));
    progress.Clear();
    if (!text) return;
    if (first) Print("{}", (index > 0 ? "\n" : "") + RulesHead(locals, style));
    Print("{}", RuleText(rows.back(), first || FirstOfRule(rows), style));
    if (last) Print("{}", RulesFoot(rows, locals, style));
  };
  RunTasks(tasks, {.jobs = options.jobs}, hooks);
  const int exit_code = threads.empty()      ? kExitInconclusive
                        : !AllShown(threads) ? kExitBaseline
                                             : ExitCodeOf(rows);
  if (options.format == Format::kJson) {
    PrintData(JsonText(rows, threads));
  } else if (!text) {
    PrintData(properties::TextIn(options.format, ReportOfRules(options, rows, threads, exit_code)));
  }
  return exit_code;
}

void SayRule(gc::Rule rule, const Style& style) {
  const gc::RuleEntry& entry = gc::EntryOf(rule);
  Print("{}", style.Bold(entry.name) + "\n" + style.Wrapped(std::string(entry.sentence) + ".", 2));
  Print("{}", entry.no_clause_because.empty()
                  ? "  The verifier has a clause for it.\n"
                  : style.Wrapped("The verifier has no clause for it: " +
                                      std::string(entry.no_clause_because) + ".",
                                  2));
  const std::vector<std::string> sites = SitesOf(rule);
  if (!sites.empty()) Print("  upheld at {}\n", fmt::join(sites, ", "));
}

void SayVariant(gc::Fault fault, const Style& style) {
  Print("\n{}: {}.\n", style.Bold(properties::NameOf(fault)), gc::EntryOf(fault).sentence);
  for (const std::string_view word : reference::kLocalsWords) {
    const auto locals = static_cast<reference::Locals>(&word - reference::kLocalsWords.data());
    const auto redundancy = properties::RedundancyOf(fault, locals);
    if (!redundancy) continue;
    Print("{}", style.Wrapped(
                    fmt::format("Redundant with locals {}: {}", word, redundancy->argument), 2));
  }
}

// One rule: its sentence, the places that uphold it, and for each variant the shortest run that
// shows it.
int SayCoreRule(const RulesOptions& options, const std::vector<gc::Fault>& faults,
                const Style& style) {
  SayRule(gc::EntryOf(faults.front()).rule, style);
  VerifyOptions verify = options.verify;
  verify.choices.without = options.name;  // sets the effort of a counterexample search
  std::vector<RuleCase> cases;
  std::vector<Task> tasks;
  for (const gc::Fault fault : faults) {
    cases.push_back({fault, verify.choices.Disciplines().front()});
    tasks.push_back(FindCounterexampleOfRule(cases.back(), verify));
  }
  std::vector<ReportRow> rows;
  TaskHooks hooks;
  hooks.stop = [] { return Interrupted(); };
  hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
    if (end.how == TaskEnd::How::kThrew) ThrowAgain(end);
    SayVariant(cases[index].fault, style);
    rows.push_back(TakeRow(cases[index], TaskEnd{}));
    if (end.how != TaskEnd::How::kDone) return;
    const CounterexampleResult found = UnpackedCounterexample(end.text);
    rows.back() = found.row;
    if (found.failure.operations > 0) Print("{}", FailureText(found.failure, style));
  };
  RunTasks(tasks, {.jobs = verify.jobs}, hooks);
  return ExitCodeOf(rows);
}

// A name may be a rule of core, of the threads, or of both.
int SayOne(const RulesOptions& options) {
  const Style style = ScreenStyle();
  const std::vector<gc::Fault> faults = FaultsWithName(options.name);
  const std::vector<model::threads::Fault> threads = ThreadFaultsNamed(options.name);
  if (faults.empty() && threads.empty()) RefuseRule(options.name);
  const int exit_code = faults.empty() ? kExitAgree : SayCoreRule(options, faults, style);
  if (threads.empty()) return exit_code;
  if (!faults.empty()) Print("\n");
  return AllShown(SayThreadRule(threads, style)) ? exit_code : kExitBaseline;
}

int Run(const RulesOptions& options) {
  if (options.verify.format != Format::kText && (options.names || !options.name.empty())) {
    throw UsageError("--format is of the whole matrix: it goes with neither --names nor NAME");
  }
  if (options.names) return SayNames();
  CatchInterrupts();
  return options.name.empty() ? SayMatrix(options.verify) : SayOne(options);
}

}  // namespace

void AddRules(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "rules",
      "The rule matrix: breaks each rule of core in turn and shows which search and which\n"
      "checker catches it after how many traces; then the rules of the threads, each with the\n"
      "interleaving that breaks it. With NAME: one rule, explained.");
  const auto options = std::make_shared<RulesOptions>();
  VerifyOptions& verify = options->verify;
  verify.asked = Asked::kEach;
  verify.jobs = DefaultJobs();
  command.add_option("NAME", options->name, "A rule, or rule/variant");
  command.add_flag("--names", options->names, "Print only names and sentences; runs nothing");
  AddLocalsOption(command, verify.choices, "Only this discipline of locals");
  command.add_flag("--quick", verify.quick, "Half of the traces, and only the first discipline");
  command.add_option("--seed", verify.seed, "Seed of directed random")
      ->type_name("N")
      ->check(NumberFrom(0))
      ->capture_default_str();
  command.add_option("--jobs", verify.jobs, "Child processes at a time; changes no result")
      ->type_name("N")
      ->check(NumberFrom(1, 1024))
      ->capture_default_str();
  AddFormatOption(command, verify.format);
  command.footer(
      "Exit status: 0 all caught or redundant, 2 usage, 3 interrupted, 4 a broken rule "
      "was not caught.");
  command.callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace tool
