// properties/tool/commands/subject.cc -- `subject check`: is it the adapter, or the collector?

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "properties/report/layout.h"
#include "properties/report/style.h"
#include "properties/subjects/plugin/adapter_check.h"
#include "properties/subjects/plugin/plugin_subject.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/reports/one_report.h"

namespace properties {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AdapterAnswer, question, wrong, asked)
}

namespace tool {
namespace {

using properties::AdapterAnswer;
using properties::Style;

constexpr const char* kCheckAbout =
    "Tries the adapter of a collector alone: does it say what it sees, hold nothing, tell of each\n"
    "death, repeat itself? What is wrong there looks like a bug of the collector when it is "
    "judged.";

constexpr std::size_t kFewBytes = 100'000;

// A subject that runs out of memory soon; only a library's can.
properties::StarvedAdapter Starved(const std::string& name) {
  const auto plugin = properties::PluginChoiceFrom(name);
  if (!plugin) return {};
  const auto make = [plugin] {
    const auto loaded = properties::LoadPlugin(plugin->path);
    return properties::MakePluginSubject(*std::get<const properties::PluginLibrary*>(loaded), 0,
                                         kFewBytes);
  };
  return {make, &properties::WasRefusedMemory};
}

// Asks in a child process, which the adapter may crash; each question is written down before.
TaskEnd Asked(const std::string& name) {
  const Task task{
      "subject check", [&](RunRecorder&) {
        const auto make = [&name] { return MakeSubject(name, {}); };
        const auto before = [](const std::string& question) {
          fmt::print(stderr, "{}\n", question);
        };
        return nlohmann::json(properties::CheckAdapter(make, Starved(name), before)).dump();
      }};
  return RunTask(task);
}

int Say(const std::vector<AdapterAnswer>& answers, const Style& style) {
  int wrong = 0;
  for (const AdapterAnswer& answer : answers) {
    const std::string word = !answer.asked          ? style.Odd("not asked")
                             : answer.wrong.empty() ? style.Good("yes")
                                                    : style.Bad("NO");
    Print("  {:<46} {}\n", answer.question, word);
    if (!answer.wrong.empty()) Print("{}", style.Wrapped(answer.wrong + ".", 6));
    wrong += !answer.wrong.empty();
  }
  return wrong;
}

// Each question is a section of the report.
int ReportOfAdapter(const std::string& name, const TaskEnd& end, Format format) {
  using properties::Outcome;
  properties::Report report =
      ReportOf(ProgramName() + " subject check " + Quoted(name) + " --format json", name);
  std::vector<AdapterAnswer> answers;
  if (end.how == TaskEnd::How::kDone) {
    answers = nlohmann::json::parse(end.text).get<std::vector<AdapterAnswer>>();
  } else {
    answers.push_back(
        {.question = TellingLine(end.said), .wrong = "the adapter died: " + end.text});
  }
  for (const AdapterAnswer& answer : answers) {
    properties::ReportSection& section =
        AddSection(report, "adapter", answer.question,
                   answer.wrong.empty() ? Outcome::kAgree : Outcome::kDisagree, answer.wrong);
    if (!answer.asked) section.status = properties::kNotTried;
    if (!answer.wrong.empty()) section.failed.push_back(answer.question);
  }
  report.remarks = properties::WhatIsOutOfReach(MakeSubject(name, {})->promises());
  const bool wrong = std::ranges::any_of(
      answers, [](const AdapterAnswer& answer) { return !answer.wrong.empty(); });
  return Conclude(report, wrong ? "the adapter is wrong" : "nothing is wrong", format);
}

int CheckSubject(const std::string& name, Format format) {
  if (format != Format::kText) {
    const TaskEnd end = Asked(name);
    ThrowAgain(end);
    return ReportOfAdapter(name, end, format);
  }
  const Style style = ScreenStyle();
  const auto subject = MakeSubject(name, {});
  Print("{}\n", style.Bold(fmt::format("{} ({})", name, subject->name())));
  const TaskEnd end = Asked(name);
  ThrowAgain(end);
  if (end.how != TaskEnd::How::kDone) {
    Print("{}",
          style.Wrapped(
              fmt::format("{}: the adapter {} while it was asked whether {}.", style.Bad("NO"),
                          end.how == TaskEnd::How::kHung ? "did not answer" : "died of " + end.text,
                          TellingLine(end.said)),
              2));
    return kExitDisagree;
  }
  const int wrong = Say(nlohmann::json::parse(end.text).get<std::vector<AdapterAnswer>>(), style);
  const auto out_of_reach = properties::WhatIsOutOfReach(subject->promises());
  if (!out_of_reach.empty()) Print("{}\n", style.Bold("what cannot be found"));
  for (const std::string& sentence : out_of_reach) Print("{}", style.Wrapped(sentence, 2));
  if (wrong > 0) {
    Print("{}: mend the adapter, or its collector if that is what does it, and ask again\n",
          style.Bad(fmt::format("{} wrong", wrong)));
    return kExitDisagree;
  }
  Print("{}: `{} verify --subject {}` judges the collector\n", style.Good("nothing is wrong"),
        ProgramName(), Quoted(name));
  return kExitAgree;
}

}  // namespace

void AddSubject(CLI::App& app, int& exit_code) {
  CLI::App& subject = *app.add_subcommand("subject", "About collectors that are to be judged.");
  subject.require_subcommand(1);
  CLI::App& check = *subject.add_subcommand("check", kCheckAbout);
  check.footer(
      "Exit status: 0 nothing is wrong, 1 something is, 2 usage or a library that cannot be used");
  const auto choices = std::make_shared<Choices>();
  const auto format = std::make_shared<Format>(Format::kText);
  AddSubjectArgument(check, *choices);
  AddFormatOption(check, *format);
  check.callback(
      [choices, format, &exit_code] { exit_code = CheckSubject(choices->subject, *format); });
}

}  // namespace tool
