// properties/tool/commands/soak.cc -- `soak`: a long run over a large heap, judged all the way.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

#include "properties/report/explanation_text.h"
#include "properties/report/layout.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/failures/report_files.h"
#include "properties/tool/failures/run_folder.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/reports/one_report.h"
#include "properties/tool/soak/soak_run.h"

namespace tool {
namespace {

using properties::Grouped;
using properties::Outcome;

class Soak {
 public:
  Soak(const SoakOptions& options, std::string out, Format format)
      : options_(options), out_(std::move(out)), format_(format) {
    report_ = ReportOf(Command(options.operations), options.choices.subject, options.seed);
  }

  int Run() {
    CatchInterrupts();
    const TaskEnd end = RunShown(SoakTask(options_), "judging");
    ThrowAgain(end);
    properties::ReportSection& section = AddSection(
        report_, "soak", fmt::format("{} objects", options_.objects), Outcome::kAgree, "");
    section.seconds = end.seconds;
    if (end.how == TaskEnd::How::kCutShort) return Inconclusive("interrupted");
    if (end.how != TaskEnd::How::kDone) return Dead();
    const SoakEnd run = properties::Unpacked<SoakEnd>(end.text);
    section.traces = 1;
    section.operations = run.applied;
    section.tried =
        fmt::format("{} operations ({} applied, {} skipped), {} units, {} {}", Grouped(run.done),
                    Grouped(run.applied), Grouped(run.skipped), Grouped(run.units),
                    Grouped(run.cycles), run.cycles == 1 ? "cycle" : "cycles");
    Say(fmt::format(
        "seed {}: {}\n{} objects at most, {} of them reachable at the end of a cycle\n{}\n",
        options_.seed, section.tried, Grouped(run.most_objects), Grouped(run.most_reachable),
        run.cost));
    switch (run.outcome) {
      case Outcome::kAgree:
        Say("AGREE\n");
        return Conclude(report_, "the run agrees", format_);
      case Outcome::kDisagree:
        return Disagree(run);
      case Outcome::kInconclusive:
        break;
    }
    return Inconclusive(run.why);
  }

 private:
  void Say(const std::string& text) const {
    if (format_ == Format::kText) Print(std::string_view(text));
  }

  std::string Command(std::uint64_t operations) const {
    return fmt::format("{} soak --operations {} --objects {} --seed {}{}", ProgramName(),
                       operations, options_.objects, options_.seed, options_.choices.Text());
  }

  TaskEnd RunShown(const Task& task, const char* what) {
    Progress progress;
    TaskHooks hooks;
    hooks.stop = [] { return Interrupted(); };
    hooks.on_idle = [&](std::uint64_t operations, std::size_t) {
      progress.Show(operations, options_.operations, what);
    };
    TaskEnd end = RunTask(task, {}, hooks);
    progress.Clear();
    return end;
  }

  int Inconclusive(const std::string& why) {
    report_.sections.back().status = properties::kInconclusive;
    report_.sections.back().remarks.push_back(why);
    Say("INCONCLUSIVE: " + why + "\n");
    return Conclude(report_, why, format_);
  }

  // The run is made once more, so that it leaves its trace.
  int Disagree(const SoakEnd& run) {
    Say(fmt::format("DISAGREE: operation {}: {}\n", Grouped(run.failed_at), run.why));
    Say("  replay: " + Command(run.done) + "\n");
    RunFolder folder(out_);
    ClearFolder(folder.path());
    const std::string file = folder.path() + "/soak.trace";
    const TaskEnd again = RunShown(SoakTask(options_, file), "writing the trace");
    ThrowAgain(again);
    if (again.how == TaskEnd::How::kCutShort) return Inconclusive("interrupted");
    return Show(folder, file, SoakFailure(options_, file, run));
  }

  int Dead() {
    RunFolder folder(out_);
    ClearFolder(folder.path());
    const std::string file = folder.path() + "/soak.trace";
    const TaskEnd again = RunShown(SoakTask(options_, file), "writing the trace");
    ThrowAgain(again);
    if (again.how == TaskEnd::How::kCutShort) return Inconclusive("interrupted");
    if (again.how == TaskEnd::How::kDone) {
      return Inconclusive("the subject died, and did not when the run was repeated");
    }
    properties::ReportFailure failure = SoakDeath(options_, file, again);
    Say(failure.explanation.heading + "\n  replay: " + Command(options_.operations) + "\n");
    return Show(folder, file, std::move(failure));
  }

  int Show(RunFolder& folder, const std::string& file, properties::ReportFailure failure) {
    Choices choices = options_.choices;
    if (failure.trace.empty()) {
      failure.replay = ProgramName() + " replay " + Quoted(file) + choices.Text();
      Say("  the whole trace: " + file + "\n  replay: " + failure.replay +
          "\n  shrink: " + ProgramName() + " shrink " + Quoted(file) + choices.Text() + "\n");
    } else {
      WriteFailure(folder.path(), 1, choices, failure);
      Say("  the whole trace: " + file + "\n\n" + FailureText(failure, ScreenStyle()) +
          "  shrink: " + ProgramName() + " shrink " + Quoted(failure.trace_file) + choices.Text() +
          "\n");
    }
    const std::string sentence = failure.explanation.heading;
    const std::string plain = FailureText(failure, properties::Style());
    AddFailure(report_, std::move(failure));
    const int exit_code = Conclude(report_, sentence, format_);
    WriteReports(folder.path(), report_, plain);
    folder.Finish();
    return exit_code;
  }

  const SoakOptions& options_;
  const std::string out_;
  const Format format_;
  properties::Report report_;
};

}  // namespace

void AddSoak(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "soak", "Judges one long run over a large heap; the trace is made while it runs.");
  const auto options = std::make_shared<SoakOptions>();
  const auto out = std::make_shared<std::string>();
  const auto format = std::make_shared<Format>(Format::kText);
  AddSubjectOption(command, options->choices);
  AddOneFaultOption(command, options->choices);
  command.add_option("--operations", options->operations, "Operations of the trace")
      ->type_name("N")
      ->check(NumberFrom(1))
      ->capture_default_str();
  command.add_option("--objects", options->objects, "Greatest number of objects at a time")
      ->type_name("N")
      ->check(NumberFrom(1, reference::kNameLimit))
      ->capture_default_str();
  command.add_option("--seed", options->seed, "The same seed makes the same trace")
      ->type_name("N")
      ->check(NumberFrom(0))
      ->capture_default_str();
  command
      .add_option("--shrink-seconds", options->shrink_seconds,
                  "For how long the trace of a failure is made smaller, before it is shown")
      ->type_name("N")
      ->check(NumberFrom(0, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--out", *out,
                  "Folder for the traces of a failure, and the report. Without it a folder in out/ "
                  "is made, named by the time, to which out/latest leads")
      ->type_name("DIR");
  AddFormatOption(command, *format);
  command.footer(
      "Touched objects and all events are compared after every operation, the whole heap at the "
      "end of each cycle, and after one more cycle at the end. A failure leaves the whole trace, "
      "soak.trace, and the shrunk one, 1.trace, which `explain` takes.\n"
      "Exit status: 0 agree, 1 disagree, 2 usage, 3 interrupted, or out of memory.");
  command.callback([options, out, format, &exit_code] {
    Check(options->choices);
    options->choices.OneFault();
    exit_code = Soak(*options, *out, *format).Run();
  });
}

}  // namespace tool
