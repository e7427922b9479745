// properties/tool/commands/explore.cc -- `explore`: every run of a small heap, by depth, on a
// subject.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "properties/report/explanation_text.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/shrink/buckets.h"
#include "properties/shrink/shrink.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/command_line/words.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/commands/explore_model.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/failures/report_files.h"
#include "properties/tool/failures/run_folder.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/reports/one_report.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::AlphabetGroup;
using properties::Grouped;
using Clock = std::chrono::steady_clock;

struct ExploreOptions {
  Choices choices;
  std::size_t objects = 3;
  std::uint32_t fields = 1;
  std::size_t operations = 8;
  bool model = false;
  bool deep = false;    // --operations was not given
  bool chosen = false;  // a size or an alphabet was given
  std::uint64_t memory_mib = kDefaultModelMemory;
  std::uint64_t states = 0;
  std::string alphabet = "everything";
  unsigned jobs = 1;
  std::string out;  // the folder for a trace that disagrees; empty: a dated one
  Format format = Format::kText;
};

// What the child found.
struct Explored {
  std::string tried;
  std::uint64_t traces = 0;
  std::uint64_t operations = 0;
  std::uint64_t states = 0;
  std::uint64_t inconclusive = 0;
  std::string why_none;               // the first trace without a verdict has none
  properties::ReportFailure failure;  // without operations if nothing disagrees
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Explored, tried, traces, operations, states, inconclusive,
                                   why_none, failure)

// Prints a line for each depth as soon as it is done.
class Table {
 public:
  explicit Table(bool shown) : shown_(shown) {}
  void Head() const {
    if (!shown_) return;
    Print("  {:>5} {:>14} {:>14} {:>16} {:>10}\n", "depth", "states", "traces", "operations",
          "a second");
  }
  void See(const properties::SearchProgress& now) {
    if (last_ && last_->depth != now.depth) Line(*last_, "");
    last_ = now;
  }
  void End(const properties::SmallHeapResult& result) {
    if (last_) {
      properties::SearchProgress end = *last_;
      end.states = result.states;
      end.traces = result.search.traces;
      end.operations = result.search.operations;
      Line(end, result.depth_completed < end.depth ? "  (not finished)" : "");
    }
    if (result.exhausted && shown_) Print("  no state is left: longer runs show nothing new\n");
  }

 private:
  void Line(const properties::SearchProgress& at, const char* remark) const {
    if (!shown_) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    Print("  {:>5} {:>14} {:>14} {:>16} {:>10}{}\n", at.depth, Grouped(at.states),
          Grouped(at.traces), Grouped(at.operations),
          Grouped(static_cast<std::uint64_t>(static_cast<double>(at.operations) / seconds)),
          remark);
  }
  bool shown_;
  Clock::time_point began_ = Clock::now();
  std::optional<properties::SearchProgress> last_;
};

AlphabetGroup AlphabetNamed(const std::string& name) {
  for (std::size_t i = 0; i < properties::kAlphabetGroupCount; ++i) {
    if (properties::kAlphabetWords[i] == name) return static_cast<AlphabetGroup>(i);
  }
  throw UsageError("there is no alphabet \"" + name + "\"");
}

// Explores in the child process. The first trace that disagrees is shrunk and explained there too.
std::string Explore(const ExploreOptions& options, const properties::SubjectFactory& factory) {
  Table table(options.format == Format::kText);
  Explored explored;
  properties::SmallHeapOptions explore;
  explore.alphabet =
      MakeAlphabet(AlphabetNamed(options.alphabet), {options.objects, options.fields},
                   options.choices.Disciplines().front(), factory()->promises().verbs);
  explore.max_depth = options.operations;
  explore.search.jobs = options.jobs;
  explore.search.progress = [&table](const auto& progress) { table.See(progress); };
  explore.search.on_finding = [&explored](const properties::Catch& caught) {
    if (caught.verdict.outcome == properties::Outcome::kDisagree) return false;
    if (explored.why_none.empty()) explored.why_none = caught.verdict.inconclusive_because;
    return true;
  };
  table.Head();
  const properties::SmallHeapResult result = ExploreSmallHeaps(factory, explore);
  table.End(result);
  explored.traces = result.search.traces;
  explored.operations = result.search.operations;
  explored.states = result.states;
  explored.inconclusive = result.search.inconclusive;
  explored.tried = result.exhausted
                       ? std::string("every run there is")
                       : fmt::format("every run of {} operations", result.depth_completed);
  properties::ReportFailure& failure = explored.failure;
  if (const properties::Catch* const caught = result.search.First()) {
    const auto subject = factory();
    const auto shrunk = properties::Shrink(caught->trace, *subject, caught->verdict);
    failure.origin =
        fmt::format("trace {} of {}, alphabet {}; {}", Grouped(caught->traces),
                    properties::SizeText(options.objects, options.fields), options.alphabet,
                    properties::ShrunkText(caught->trace.operations.size(),
                                           shrunk.trace.operations.size(), shrunk.runs));
    failure.trace = reference::PrintTrace(shrunk.trace);
    failure.operations = shrunk.trace.operations.size();
    failure.explanation = properties::Explain(shrunk.trace, *subject);
    failure.property = std::string(WordOf(shrunk.verdict.First()->property));
    failure.bucket = options.alphabet;
  }
  return properties::Packed(explored);
}

std::string CommandOf(const ExploreOptions& options) {
  std::string command = fmt::format(
      "{} explore --objects {} --fields {} --operations {} --alphabet {}", ProgramName(),
      options.objects, options.fields, options.operations, options.alphabet);
  if (options.model) command += " --model";
  return command + options.choices.Text();
}

// Writes the failure into a folder, and shows it.
void Show(const ExploreOptions& options, properties::ReportFailure failure,
          properties::Report& report) {
  RunFolder folder(options.out);
  ClearFolder(folder.path());
  Choices choices = options.choices;
  choices.locals.clear();  // the trace has its own
  WriteFailure(folder.path(), 1, choices, failure);
  if (options.format == Format::kText) Print("\n{}", FailureText(failure, ScreenStyle()));
  const std::string plain = FailureText(failure, properties::Style());
  AddFailure(report, std::move(failure));
  WriteReports(folder.path(), report, plain);
  folder.Finish();
}

int Say(const ExploreOptions& options, const std::string& sentence, properties::Report& report) {
  const int exit_code = Conclude(report, sentence, options.format);
  if (options.format == Format::kText && exit_code == kExitAgree) Print("AGREE: {}\n", sentence);
  if (options.format == Format::kText && exit_code == kExitInconclusive) {
    Print("INCONCLUSIVE: {}\n", sentence);
  }
  return exit_code;
}

int ExploreTheModel(const ExploreOptions& options, gc::FaultSet faults) {
  ExploreModel explore{.locals = options.choices.Disciplines().front(),
                       .faults = faults,
                       .max_depth = options.deep ? 0 : options.operations,
                       .memory_mib = options.memory_mib,
                       .max_states = options.states};
  explore.heaps = {{AlphabetNamed(options.alphabet), options.objects, options.fields}};
  explore.format = options.format;
  explore.command = CommandOf(options);
  if (!options.chosen) explore.heaps = DefaultModelHeaps(explore.locals);
  return tool::Run(explore);
}

std::string WordsOfAlphabets() {
  std::string words;
  for (const std::string_view word : properties::kAlphabetWords) {
    words += (words.empty() ? "" : ", ") + std::string(word);
  }
  return words;
}

int Run(const ExploreOptions& options) {
  Check(options.choices);
  AlphabetNamed(options.alphabet);
  const gc::FaultSet faults = options.choices.OneFault();
  if (options.model && options.choices.subject != "core") {
    throw UsageError("--model explores the model of core, and no " + options.choices.subject);
  }
  if (options.model) return ExploreTheModel(options, faults);
  const properties::SubjectFactory plain = [&] {
    return MakeSubject(options.choices.subject, faults);
  };
  const Task task{"explore", [&](RunRecorder& recorder) {
                    return Explore(options, [&] { return recorder.Recorded(plain()); });
                  }};
  const std::string what =
      fmt::format("every run of {}, alphabet {}, up to {} operations of the alphabet, on {}{}",
                  properties::SizeText(options.objects, options.fields), options.alphabet,
                  options.operations, options.choices.subject,
                  options.choices.without.empty() ? "" : " without " + options.choices.without);
  if (options.format == Format::kText) Print("{}\n", what);
  properties::Report report = ReportOf(CommandOf(options), options.choices.subject);
  properties::ReportSection& section =
      AddSection(report, "explore", options.alphabet, properties::Outcome::kAgree, what);
  CatchInterrupts();
  TaskHooks hooks;
  hooks.stop = [] { return Interrupted(); };
  const TaskEnd end = RunTask(task, {}, hooks);
  ThrowAgain(end);
  section.seconds = end.seconds;
  if (end.how == TaskEnd::How::kCutShort) {
    section.status = properties::kInconclusive;
    return Say(options, "interrupted", report);
  }
  if (end.how != TaskEnd::How::kDone) {
    Show(options, FailureOf(end, "explore", plain), report);
    return Say(options, "the subject died", report);
  }
  Explored explored = properties::Unpacked<Explored>(end.text);
  section.tried = what + ": " + explored.tried;
  section.traces = explored.traces;
  section.operations = explored.operations;
  section.states = explored.states;
  section.inconclusive = explored.inconclusive;
  if (explored.failure.operations > 0) {
    Show(options, std::move(explored.failure), report);
    return Say(options, "a run disagrees", report);
  }
  if (explored.inconclusive == 0) return Say(options, "nothing disagrees", report);
  section.status = properties::kInconclusive;
  return Say(options,
             fmt::format("{} runs have no verdict; the first, because {}",
                         Grouped(explored.inconclusive), explored.why_none),
             report);
}

}  // namespace

void AddExplore(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "explore",
      "Tries every run of a small heap by depth; states seen before are dropped.\n"
      "Ends at the first trace that disagrees, shrinks and explains it.");
  const auto options = std::make_shared<ExploreOptions>();
  options->jobs = DefaultJobs();
  CLI::Option* const objects =
      command.add_option("--objects", options->objects, "Number of objects of the heap");
  objects->type_name("N")->check(NumberFrom(1, 26))->capture_default_str();
  CLI::Option* const fields =
      command.add_option("--fields", options->fields, "Fields of each object");
  fields->type_name("N")->check(NumberFrom(0, 64))->capture_default_str();
  CLI::Option* const model = command.add_flag(
      "--model", options->model,
      "Explore the proved model instead of a subject; without --operations, until no new state\n"
      "is left. Without a size and an alphabet: for each group of rules a heap that is searched\n"
      "to its last state in a few seconds");
  command
      .add_option("--memory", options->memory_mib,
                  "With --model: MiB for the states of a heap; when they are used up, the verdict\n"
                  "is inconclusive")
      ->type_name("N")
      ->check(NumberFrom(1, std::uint64_t{1} << 20))
      ->needs(model)
      ->capture_default_str();
  command
      .add_option(
          "--states", options->states,
          "With --model: end each search with the depth in which it has so many states; the\n"
          "verdict is then inconclusive")
      ->type_name("N")
      ->check(NumberFrom(1))
      ->needs(model);
  CLI::Option* const depth =
      command.add_option("--operations", options->operations,
                         "Length of the longest runs, in entries of the alphabet");
  depth->type_name("N")->check(NumberFrom(1, 64))->capture_default_str();
  CLI::Option* const alphabet = command.add_option("--alphabet,--menu", options->alphabet,
                                                   "The operations to try: " + WordsOfAlphabets());
  alphabet->type_name("NAME")
      ->check(OneOf(std::vector<std::string>(properties::kAlphabetWords.begin(),
                                             properties::kAlphabetWords.end())))
      ->capture_default_str();
  AddSubjectOption(command, options->choices);
  AddOneFaultOption(command, options->choices);
  AddLocalsOption(command, options->choices, "The discipline of locals (default dead)");
  command.add_option("--jobs", options->jobs, "Threads; changes no result")
      ->type_name("N")
      ->check(NumberFrom(1, 64))
      ->capture_default_str();
  command
      .add_option(
          "--out", options->out,
          "Folder for the trace that disagrees, and the report. Without it a folder in out/ "
          "is made, named by the time, to which out/latest leads")
      ->type_name("DIR");
  AddFormatOption(command, options->format);
  command.footer(
      "Exit status: 0 agree, 1 disagree, 2 usage, 3 inconclusive: interrupted, or a limit of\n"
      "memory or states was met.");
  command.callback([=, &exit_code] {
    options->deep = depth->count() == 0;
    options->chosen = objects->count() + fields->count() + alphabet->count() > 0;
    exit_code = Run(*options);
  });
}

}  // namespace tool
