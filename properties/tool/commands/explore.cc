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
#include "properties/tool/commands/commands.h"
#include "properties/tool/commands/explore_model.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/worker.h"
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
  std::string alphabet = "everything";
  unsigned jobs = 1;
  std::string out = "out/latest";
};

// Prints a line for each depth as soon as it is done.
class Table {
 public:
  void Head() const {
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
    if (result.exhausted) Print("  no state is left: longer runs show nothing new\n");
  }

 private:
  void Line(const properties::SearchProgress& at, const char* remark) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    Print("  {:>5} {:>14} {:>14} {:>16} {:>10}{}\n", at.depth, Grouped(at.states),
          Grouped(at.traces), Grouped(at.operations),
          Grouped(static_cast<std::uint64_t>(static_cast<double>(at.operations) / seconds)),
          remark);
  }
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
  Table table;
  properties::SmallHeapOptions explore;
  explore.alphabet =
      MakeAlphabet(AlphabetNamed(options.alphabet), {options.objects, options.fields},
                   options.choices.Disciplines().front(), factory()->promises().verbs);
  explore.max_depth = options.operations;
  explore.search.jobs = options.jobs;
  explore.search.progress = [&table](const auto& progress) { table.See(progress); };
  table.Head();
  const properties::SmallHeapResult result = ExploreSmallHeaps(factory, explore);
  table.End(result);
  properties::ReportFailure failure;
  if (const properties::Catch* const caught = result.search.First()) {
    const auto subject = factory();
    const auto shrunk = properties::Shrink(caught->trace, *subject, caught->verdict);
    failure.origin =
        fmt::format("trace {} of {}, alphabet {}; shrunk from {} to {} operations ({} runs)",
                    Grouped(caught->traces), properties::SizeText(options.objects, options.fields),
                    options.alphabet, caught->trace.operations.size(),
                    shrunk.trace.operations.size(), shrunk.runs);
    failure.trace = reference::PrintTrace(shrunk.trace);
    failure.operations = shrunk.trace.operations.size();
    failure.explanation = properties::Explain(shrunk.trace, *subject);
  }
  return properties::Packed(failure);
}

void Show(const ExploreOptions& options, properties::ReportFailure failure) {
  PrepareFolder(options.out);
  ClearFolder(options.out);
  Choices choices = options.choices;
  choices.locals.clear();  // the trace has its own
  WriteFailure(options.out, 1, choices, failure);
  Print("\n{}", FailureText(failure, properties::Style(ColourOnStdout())));
}

int ExploreTheModel(const ExploreOptions& options, gc::FaultSet faults) {
  ExploreModel explore{.locals = options.choices.Disciplines().front(),
                       .faults = faults,
                       .max_depth = options.deep ? 0 : options.operations,
                       .memory_mib = options.memory_mib};
  explore.heaps = {{AlphabetNamed(options.alphabet), options.objects, options.fields}};
  if (!options.chosen) explore.heaps = DefaultModelHeaps(explore.locals);
  return tool::Run(explore);
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
  Print("every run of {}, alphabet {}, up to {} operations of the alphabet, on {}{}\n",
        properties::SizeText(options.objects, options.fields), options.alphabet, options.operations,
        options.choices.subject,
        options.choices.without.empty() ? "" : " without " + options.choices.without);
  CatchInterrupts();
  TaskHooks hooks;
  hooks.stop = [] { return Interrupted(); };
  const TaskEnd end = RunTask(task, {}, hooks);
  if (end.how == TaskEnd::How::kThrew) throw std::runtime_error(end.text);
  if (end.how == TaskEnd::How::kCutShort) {
    Print("INCONCLUSIVE: interrupted\n");
    return kExitInconclusive;
  }
  if (end.how != TaskEnd::How::kDone) {
    Show(options, FailureOf(end, "explore", plain));
    return kExitDisagree;
  }
  properties::ReportFailure failure = properties::Unpacked<properties::ReportFailure>(end.text);
  if (failure.operations > 0) {
    Show(options, std::move(failure));
    return kExitDisagree;
  }
  Print("AGREE: nothing disagrees\n");
  return kExitAgree;
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
  objects->type_name("N")->check(CLI::Range(1, 26))->capture_default_str();
  CLI::Option* const fields =
      command.add_option("--fields", options->fields, "Fields of each object");
  fields->type_name("N")->check(CLI::Range(0, 64))->capture_default_str();
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
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->needs(model)
      ->capture_default_str();
  CLI::Option* const depth =
      command.add_option("--operations", options->operations,
                         "Length of the longest runs, in entries of the alphabet");
  depth->type_name("N")->check(CLI::Range(1, 64))->capture_default_str();
  CLI::Option* const alphabet =
      command.add_option("--alphabet,--menu", options->alphabet, "The operations to try");
  alphabet->type_name("NAME")
      ->check(CLI::IsMember(std::vector<std::string>(properties::kAlphabetWords.begin(),
                                                     properties::kAlphabetWords.end())))
      ->capture_default_str();
  AddSubjectOption(command, options->choices);
  AddOneFaultOption(command, options->choices);
  AddLocalsOption(command, options->choices, "The discipline of locals (default dead)");
  command.add_option("--jobs", options->jobs, "Threads; changes no result")
      ->type_name("N")
      ->check(CLI::Range(1u, 64u))
      ->capture_default_str();
  command.add_option("--out", options->out, "Folder for the trace that disagrees")
      ->type_name("DIR")
      ->capture_default_str();
  command.footer(
      "Exit status: 0 agree, 1 disagree, 2 usage, 3 inconclusive: interrupted, or the ceiling of\n"
      "memory was met.");
  command.callback([=, &exit_code] {
    options->deep = depth->count() == 0;
    options->chosen = objects->count() + fields->count() + alphabet->count() > 0;
    exit_code = Run(*options);
  });
}

}  // namespace tool
