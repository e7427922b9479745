// properties/tool/commands/verify.cc -- the command line of `verify`, and what its efforts mean.

#include "properties/tool/command_line/verify_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "properties/tool/change/changed_files.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/failures/run_folder.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/verify/verify_run.h"

namespace tool {
namespace {

constexpr const char* kAbout =
    "Judges a collector against the oracle: the merge gate.\n"
    "Tries the corpus, every run of small heaps, and directed random in every discipline of "
    "locals;\n"
    "explores the protocols between core's threads with the memory orders of its sources; then\n"
    "breaks each rule of core in turn, which must be noticed. With --without, only that.";

constexpr const char* kExitCodes =
    "Exit status: 0 agree, 1 disagree (with --without: caught), 2 usage or bad input,\n"
    "3 inconclusive (not everything was tried), 4 the baseline is broken (a broken rule was not\n"
    "caught), 70 internal.";

void CheckNumbers(const VerifyOptions& options) {
  Check(options.choices);
  if (options.seconds && !(*options.seconds > 0)) throw UsageError("--time takes seconds above 0");
  if (options.budget && !(*options.budget > 0)) throw UsageError("--seconds takes seconds above 0");
  const bool chosen = options.budget || !options.since.empty();
  if (chosen && (options.quick || options.seconds)) {
    throw UsageError(
        "--seconds and --since decide how far each search goes: they go with neither "
        "--quick nor --time");
  }
  if (chosen && !options.choices.without.empty()) {
    throw UsageError(
        "--without searches until the broken rule is caught: it goes with neither "
        "--seconds nor --since");
  }
  if (!options.since.empty() && options.choices.subject != "core") {
    throw UsageError("--since looks at what changed of core: it does not go with --subject");
  }
  if (options.unreached &&
      (options.choices.subject != "core" || !options.choices.without.empty())) {
    throw UsageError(
        "--unreached is about the comparison of core with the model: it goes with neither "
        "--subject nor --without");
  }
}

// A library breaks its rules itself, and is then judged as any other collector.
void BreakRuleOfPlugin(VerifyOptions& options) {
  Choices& choices = options.choices;
  if (choices.without.empty() || !BreaksItsOwnRules(choices.subject)) return;
  choices.subject = SubjectWithRule(choices.subject, choices.without);
  choices.without.clear();
}

void AddSearchOptions(CLI::App& command, VerifyOptions& options) {
  command.add_flag("--quick", options.quick, "About a tenth of the work; takes less than a minute");
  command.add_flag("--first", options.first,
                   "Stop at the first failure, and neither shrink nor explain it");
  command.add_option("--seed", options.seed, "Seed of directed random, decimal or 0x...")
      ->type_name("N")
      ->check(NumberFrom(0))
      ->capture_default_str();
  command.add_option("--cases", options.cases, "Cases of directed random in each discipline")
      ->type_name("N")
      ->check(NumberFrom(1));
  command
      .add_option("--time", options.seconds,
                  "Go on with directed random until the whole run has taken so many seconds")
      ->type_name("SECONDS");
  command
      .add_option_function<double>(
          "--seconds", [&options](const double& seconds) { options.budget = seconds; },
          "A budget: the searches of a full run share about so many seconds, and each tries at "
          "least what --quick does; the report says what was left out")
      ->type_name("N");
  command
      .add_option("--since", options.since,
                  "Goes further where the working tree differs from this commit: its rules, "
                  "alphabets and profiles; everything else as far as --quick")
      ->type_name("REV");
  command.add_flag(
      "-v,--verbose", options.verbose,
      "Print the numbers of each search, and the situations and verbs by phase that the traces "
      "met");
  command.add_flag("--unreached", options.unreached,
                   "List the steps of the model in which core was not compared with it");
  command.add_option("--jobs", options.jobs, "Child processes at a time; changes no result")
      ->type_name("N")
      ->check(NumberFrom(1, 1024))
      ->capture_default_str();
}

void AddOutputOptions(CLI::App& command, VerifyOptions& options) {
  command
      .add_option(
          "--out", options.out,
          "Folder for N.trace, N.txt, the page N.html, the report and the page run.html; those of "
          "an earlier run are replaced. "
          "Without it each run makes a folder in out/, named by the time, to which "
          "out/latest leads when it has ended")
      ->type_name("DIR");
  AddFormatOption(command, options.format);
}

}  // namespace

void AddVerify(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand("verify", kAbout);
  command.footer(kExitCodes);
  const auto options = std::make_shared<VerifyOptions>();
  options->jobs = DefaultJobs();
  AddSubjectOption(command, options->choices);
  AddWithoutOption(command, options->choices);
  AddLocalsOption(command, options->choices, "Only this discipline of locals");
  AddSearchOptions(command, *options);
  AddOutputOptions(command, *options);
  command.callback([options, &exit_code] {
    CheckNumbers(*options);
    BreakRuleOfPlugin(*options);
    if (!options->since.empty()) {
      ChangedSince(options->since, TRICOLOUR_SOURCE_DIR);  // a wrong commit is told of at once
      options->quick = true;
    }
    CatchInterrupts();
    RunFolder folder(options->out);
    options->out = folder.path();
    exit_code = options->choices.without.empty() ? Verify(*options) : VerifyWithout(*options);
    folder.Finish();
  });
}

}  // namespace tool
