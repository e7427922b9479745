// properties/tool/command_line/verify_options.cc -- the efforts in numbers, and the command that
// repeats a run.

#include "properties/tool/command_line/verify_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "properties/subjects/pipe/pipe_subject.h"
#include "properties/subjects/plugin/plugin_subject.h"

namespace tool {
namespace {

// Half of the time is the model's, which proves what each broken rule breaks.
constexpr Effort kFull = {.small_traces = 600'000,
                          .conformance_traces = 150'000,
                          .random_cases = 80'000,
                          .rule_traces = 400'000,
                          .rule_cases = 40'000,
                          .rules_in_all_disciplines = true,
                          .rules_proved = true};
// What is judged by tables on paper notices most of all small mistakes, and these searches few that
// are left: so they have about a half of the time.
constexpr Effort kQuick = {.small_traces = 36'000,
                           .conformance_traces = 10'000,
                           .random_cases = 12'000,
                           .rule_traces = 30'000,
                           .rule_cases = 15'000};
// Collectors other than core give no fingerprint, so no state is dropped, and they are slower to
// make and to step: what takes a second on core takes a minute on them.
constexpr Effort kFullOfOthers = {.small_traces = 60'000, .random_cases = 150'000};
constexpr Effort kQuickOfOthers = {.small_traces = 5'000, .random_cases = 10'000};
// A library may give a fingerprint, and is as fast as its collector.
constexpr Effort kFullOfPlugins = {.small_traces = 1'000'000, .random_cases = 150'000};
constexpr Effort kQuickOfPlugins = {.small_traces = 150'000, .random_cases = 15'000};
// What small heaps are not deep enough for, such as a container's barrier where no colours show,
// takes one case in five thousand.
constexpr std::uint64_t kQuickCasesOfFast = 40'000;
// A question to a program and its answer take some twenty microseconds.
constexpr Effort kFullOfPipes = {.small_traces = 5'000, .random_cases = 5'000};
constexpr Effort kQuickOfPipes = {.small_traces = 500, .random_cases = 4'000};
// Most of a slow collector's time goes into making a heap. A case of directed random takes as long
// as so many runs of small heaps on a fast one, and has one heap.
constexpr std::uint64_t kHeapsInCase = 40;
// The search for a counterexample to one fault ends as soon as it has one, so it may go far.
constexpr Effort kCounterexample = {.rule_traces = 400'000, .rule_cases = 40'000};

// What does not end early is left out of a budget for which it is too long.
void LeaveOut(double seconds, Effort& effort) {
  effort.rules_proved = effort.rules_proved && seconds >= kSecondsForProofs;
  if (seconds >= kSecondsForAllRules) return;
  effort.conformance_traces = std::min(effort.conformance_traces, kQuick.conformance_traces);
  effort.rule_traces = std::min(effort.rule_traces, kQuick.rule_traces);
  effort.rule_cases = std::min(effort.rule_cases, kQuick.rule_cases);
  effort.rules_in_all_disciplines = false;
}

}  // namespace

Effort QuickEffort() { return kQuick; }

std::uint64_t FloorOf(const VerifyOptions& options, std::uint64_t traces,
                      std::uint64_t Effort::*part) {
  VerifyOptions quick = options;
  quick.quick = true;
  quick.budget.reset();
  const auto least = static_cast<double>(EffortOf(quick).*part);
  const auto all = static_cast<double>(std::max<std::uint64_t>(EffortOf(options).*part, 1));
  return static_cast<std::uint64_t>(static_cast<double>(traces) * std::min(1., least / all));
}

Effort EffortOf(const VerifyOptions& options) {
  const bool ours = options.choices.subject == "core";
  const bool pipe = properties::PipeChoiceFrom(options.choices.subject).has_value();
  const bool plugin = !pipe && properties::PluginChoiceFrom(options.choices.subject).has_value();
  Effort effort = !options.choices.without.empty() ? kCounterexample
                  : pipe                           ? (options.quick ? kQuickOfPipes : kFullOfPipes)
                  : ours                           ? (options.quick ? kQuick : kFull)
                  : plugin ? (options.quick ? kQuickOfPlugins : kFullOfPlugins)
                           : (options.quick ? kQuickOfOthers : kFullOfOthers);
  if (plugin) {
    const std::uint64_t slowness = OwnWordsOf(options.choices.subject).slowness;
    effort.small_traces = std::max<std::uint64_t>(1, effort.small_traces / slowness);
    if (options.quick && slowness <= 1) effort.random_cases = kQuickCasesOfFast;
    effort.random_cases = std::max<std::uint64_t>(
        1, effort.random_cases * kHeapsInCase / std::max(kHeapsInCase, slowness));
  }
  effort.rules_proved = effort.rules_proved && options.asked != Asked::kNothing;
  if (options.budget) LeaveOut(*options.budget, effort);
  if (options.cases) {
    effort.random_cases = *options.cases;
    if (!options.choices.without.empty()) effort.rule_cases = *options.cases;
  }
  return effort;
}

std::string CommandOf(const VerifyOptions& options) {
  std::string command = ProgramName() + " verify" + options.choices.Text();
  if (options.quick && options.since.empty()) command += " --quick";
  if (options.first) command += " --first";
  command += fmt::format(" --seed {:#x}", options.seed);
  if (options.cases) command += fmt::format(" --cases {}", *options.cases);
  if (options.seconds) command += fmt::format(" --time {}", *options.seconds);
  if (options.budget) command += fmt::format(" --seconds {}", *options.budget);
  if (!options.since.empty()) command += " --since " + Quoted(options.since);
  return command;
}

}  // namespace tool
