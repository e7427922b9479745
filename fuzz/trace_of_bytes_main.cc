// fuzz/trace_of_bytes_main.cc -- makes a corpus trace from the crash file of a fuzzer.
//
//     trace_of_bytes crash-0a1b... -o properties/corpus/NAME.trace [--without RULE/VARIANT]
//
// Exit status: 0 if the trace disagrees, and was shrunk; 3 if it agrees, and was written as it is;
// 2 if it could not be read, judged or written, or if the command line is wrong.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "fuzz/io/files.h"
#include "fuzz/targets/crash.h"
#include "properties/report/layout.h"
#include "reference/trace/trace_printer.h"

namespace {

struct Arguments {
  std::string input;
  std::string output;
  std::string without;
  std::string locals;
  std::string subject = "core";
};

CLI::App& Describe(CLI::App& app, Arguments& arguments) {
  app.add_option("FILE", arguments.input, "what the fuzzer left behind")->required();
  app.add_option("-o,--output", arguments.output, "the trace file to write")->required();
  app.add_option("--without", arguments.without, "the fault with which it was found: rule/variant");
  app.add_option("--locals", arguments.locals,
                 "the discipline under which it was judged, if one was set");
  app.add_option("--subject", arguments.subject, "what was judged, as the report says")
      ->capture_default_str();
  return app;
}

int Complain(const std::string& text) {
  fmt::print(stderr, "trace_of_bytes: {}\n", text);
  return 2;
}

// The settings that the command line asks for, by the variables that the fuzzer's environment has.
std::variant<fuzz::Settings, std::string> SettingsOf(const Arguments& arguments) {
  const auto given = [](const std::string& word) { return word.empty() ? nullptr : word.c_str(); };
  return fuzz::SettingsBy([&](const std::string_view name) -> const char* {
    if (name == "TRICOLOUR_WITHOUT") return given(arguments.without);
    if (name == "TRICOLOUR_LOCALS") return given(arguments.locals);
    if (name == "TRICOLOUR_SUBJECT") return given(arguments.subject);
    return nullptr;
  });
}

int Tell(const fuzz::Crash& crash) {
  if (crash.verdict.outcome != properties::Outcome::kDisagree) {
    fmt::print("AGREE: {} operations, not shrunk\n", crash.operations_before);
    return 3;
  }
  const properties::Finding& finding = *crash.verdict.First();
  fmt::print("DISAGREE {}: {}\n  {}\n{}", WordOf(finding.property), finding.message,
             properties::ShrunkText(crash.operations_before, crash.entry.trace.operations.size(),
                                    crash.runs, crash.complete ? "" : "its budget"),
             reference::PrintTrace(crash.entry.trace));
  return 0;
}

int Run(int argc, char** argv) {
  CLI::App app("Turns what a fuzzer left behind into a trace for the corpus.", "trace_of_bytes");
  Arguments arguments;
  try {
    Describe(app, arguments).parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const auto settings = SettingsOf(arguments);
  if (const auto* const wrong = std::get_if<std::string>(&settings)) return Complain(*wrong);
  const std::optional<fuzz::Bytes> bytes = fuzz::ReadBytes(arguments.input);
  if (!bytes) return Complain("cannot read " + arguments.input);
  const auto& how = std::get<fuzz::Settings>(settings);
  const std::string name = std::filesystem::path(arguments.output).stem().string();
  const fuzz::Crash crash = fuzz::CrashOf(*bytes, name, how, *MakeSubject(how));
  if (!fuzz::WriteText(arguments.output, properties::TextOf(crash.entry))) {
    return Complain("cannot write " + arguments.output);
  }
  return Tell(crash);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "trace_of_bytes: %s\n", error.what());
    return 70;
  }
}
