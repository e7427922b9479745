// fuzz/subject_main.cc -- the program fuzz_subject: fuzzes a collector behind a library, a program
// or a name.
//
//     fuzz_subject --subject ./my.so --seconds 60
//
// It runs in a child process, so that a crash is a finding; a finding is shrunk and explained as
// `tricolour verify` does it.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fuzz/foreign/branches.h"
#include "fuzz/foreign/subject_fuzzer.h"
#include "properties/corpus/corpus.h"
#include "properties/corpus/corpus_folder.h"
#include "properties/report/explanation_text.h"
#include "properties/report/layout.h"
#include "properties/report/style.h"
#include "properties/shrink/buckets.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/command_line/lua_library_option.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/failures/failures.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/reports/one_report.h"
#include "reference/trace/trace_text.h"

namespace {

using properties::Grouped;
using tool::Print;

struct Options {
  tool::Choices choices;
  double seconds = 10;
  std::uint64_t runs = ~std::uint64_t{0};
  std::uint64_t seed = 1;
  std::string out = "out/fuzz";
  tool::Format format = tool::Format::kText;
};

struct Fuzzed {
  std::uint64_t runs = 0;
  std::uint64_t applied = 0;
  std::uint64_t inconclusive = 0;
  std::uint64_t kept = 0;
  std::uint64_t features = 0;
  std::vector<tool::RawFailure> failures;  // none, or one
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Fuzzed, runs, applied, inconclusive, kept, features, failures)

fuzz::SubjectFuzzOptions FuzzOptionsOf(const Options& options) {
  fuzz::SubjectFuzzOptions fuzzing;
  fuzzing.seed = options.seed;
  fuzzing.max_runs = options.runs;
  fuzzing.locals = options.choices.Disciplines();
  fuzzing.branches = fuzz::Branches();
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
  fuzzing.stop = [until] {
    return tool::Interrupted() || std::chrono::steady_clock::now() > until;
  };
  for (const auto& entry :
       properties::LoadCorpus(properties::CorpusFolder(TRICOLOUR_SOURCE_DIR, "properties/corpus"))
           .entries) {
    fuzzing.seeds.push_back(fuzz::WithoutExpectations(entry.trace));
  }
  return fuzzing;
}

Fuzzed Fuzz(const Options& options, tool::RunRecorder& recorder) {
  const std::string& name = options.choices.subject;
  const properties::SubjectFactory factory = [&] {
    return recorder.Recorded(tool::MakeSubject(name, {}));
  };
  const fuzz::SubjectFuzzResult found = fuzz::FuzzSubject(factory, FuzzOptionsOf(options));
  Fuzzed fuzzed{.runs = found.runs,
                .applied = found.applied,
                .inconclusive = found.inconclusive,
                .kept = found.kept,
                .features = found.features,
                .failures = {}};
  if (!found.caught) return fuzzed;
  const auto subject = factory();
  const properties::Bucket bucket =
      properties::BucketOf(found.caught->trace, found.caught->verdict, *subject);
  fuzzed.failures.push_back(
      {.section = "fuzz",
       .property = std::string(WordOf(bucket.property)),
       .bucket = TextOf(bucket),
       .count = 1,
       .origin = fmt::format("run {} of the fuzzer, seed {:#x}", Grouped(found.runs), options.seed),
       .trace = reference::PrintTrace(found.caught->trace),
       .operations = found.caught->trace.operations.size()});
  return fuzzed;
}

// A report that has one section, with what was tried.
properties::Report ReportOf(const Options& options, properties::Outcome outcome,
                            const std::string& tried) {
  std::string command = tool::ProgramName() + " fuzz" + options.choices.Text() +
                        fmt::format(" --seed {} --format json", options.seed);
  if (options.choices.subject == "core") command += " --subject core";
  properties::Report report = tool::ReportOf(command, options.choices.subject, options.seed);
  tool::AddSection(report, "fuzz", "", outcome, tried);
  return report;
}

int Show(const Options& options, properties::ReportFailure failure, properties::Report report) {
  tool::PrepareFolder(options.out);
  tool::WriteFailure(options.out, 1, options.choices, failure);
  if (options.format == tool::Format::kText) {
    Print("{}", properties::FailureText(failure, properties::Style(tool::ColourOnStdout())));
  }
  tool::AddFailure(report, std::move(failure));
  return tool::Conclude(report, "the fuzzer found a trace that fails", options.format);
}

properties::ReportFailure Explained(const Options& options, const tool::RawFailure& raw) {
  tool::VerifyOptions verify;
  verify.choices = options.choices;
  return tool::TakeFailure(raw, RunTask(tool::ExplainFailure(raw, verify)));
}

int ShowEnd(const Options& options, const tool::TaskEnd& end) {
  using properties::Outcome;
  const Fuzzed fuzzed = nlohmann::json::parse(end.text).get<Fuzzed>();
  const std::string tried =
      fmt::format("{} runs, {} operations in {:.1f} s; {} traces kept, which show {} features",
                  Grouped(fuzzed.runs), Grouped(fuzzed.applied), end.seconds, Grouped(fuzzed.kept),
                  Grouped(fuzzed.features));
  const bool text = options.format == tool::Format::kText;
  if (text) Print("{}: {}\n", options.choices.subject, tried);
  const bool no_verdict = fuzzed.inconclusive > 0 || fuzzed.runs == 0;
  const Outcome outcome = !fuzzed.failures.empty() ? Outcome::kDisagree
                          : no_verdict             ? Outcome::kInconclusive
                                                   : Outcome::kAgree;
  properties::Report report = ReportOf(options, outcome, tried);
  properties::ReportSection& section = report.sections.back();
  section.traces = fuzzed.runs;
  section.operations = fuzzed.applied;
  section.inconclusive = fuzzed.inconclusive;
  section.seconds = report.seconds = end.seconds;
  if (!fuzzed.failures.empty()) {
    return Show(options, Explained(options, fuzzed.failures.front()), std::move(report));
  }
  const std::string without = fmt::format("{} runs have no verdict", Grouped(fuzzed.inconclusive));
  if (text) Print("{}\n", no_verdict ? "INCONCLUSIVE: " + without : "AGREE");
  return tool::Conclude(report, no_verdict ? without : "nothing was found", options.format);
}

int Run(const Options& options) {
  tool::CatchInterrupts();
  const tool::Task task{"fuzz", [&](tool::RunRecorder& recorder) {
                          return nlohmann::json(Fuzz(options, recorder)).dump();
                        }};
  const tool::TaskEnd end = tool::RunTask(task);
  if (end.how == tool::TaskEnd::How::kThrew) throw std::runtime_error(end.text);
  if (end.how == tool::TaskEnd::How::kDone) return ShowEnd(options, end);
  const auto factory = [&] { return tool::MakeSubject(options.choices.subject, {}); };
  return Show(options, tool::FailureOf(end, "fuzz", factory),
              ReportOf(options, properties::Outcome::kDisagree, "a run killed the subject"));
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app(
      "Fuzzes a collector in a library or a program: changes traces line by line, and keeps those\n"
      "that show something new. A library that was compiled with -fsanitize-coverage=trace-pc\n"
      "tells of its branches.",
      "fuzz_subject");
  tool::AddSubjectOption(app, options.choices);
  tool::AddWithoutOption(app, options.choices);
  tool::AddLocalsOption(app, options.choices, "Only this discipline of locals");
  app.add_option("--seconds", options.seconds, "How long")->capture_default_str();
  app.add_option("--runs", options.runs, "How many runs at most")->type_name("N");
  app.add_option("--seed", options.seed, "Equal seeds make equal changes")->capture_default_str();
  app.add_option("--out", options.out, "Folder for the trace that was found")
      ->type_name("DIR")
      ->capture_default_str();
  tool::AddFormatOption(app, options.format);
  app.footer("Exit status: 0 agree, 1 disagree, 2 usage, 3 inconclusive, 70 internal.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? tool::kExitAgree : tool::kExitUsage;
  }
  tool::Check(options.choices);
  if (!options.choices.without.empty()) {
    options.choices.subject =
        tool::SubjectWithRule(options.choices.subject, options.choices.without);
    options.choices.without.clear();
  }
  return Run(options);
}

}  // namespace

int main(int argc, char** argv) {
  tool::SetProgramName("tricolour");
  tool::LoadLuaLibrary(argc, argv);
  try {
    return Main(argc, argv);
  } catch (const tool::UsageError& error) {
    tool::Complain("{}", error.what());
    return tool::kExitUsage;
  } catch (const std::exception& error) {
    tool::Complain("internal: {}", error.what());
    return tool::kExitInternal;
  }
}
