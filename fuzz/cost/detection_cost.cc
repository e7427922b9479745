// fuzz/cost/detection_cost.cc -- runs a fuzzer for each start (nothing, or the seeds) and reads its
// log.

#include "fuzz/cost/detection_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "fuzz/io/files.h"
#include "fuzz/io/process.h"
#include "fuzz/targets/judged.h"
#include "properties/subjects/core/core_subject.h"

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int kCaught = 77;  // libFuzzer's exit status when the target aborted

std::vector<std::string> VariablesFor(const std::string& fault,
                                      const DetectionCostOptions& options) {
  std::vector<std::string> variables = {"TRICOLOUR_WITHOUT=" + fault,
                                        "TRICOLOUR_LOCALS=" + std::string(WordOf(options.locals))};
  if (options.outcome_only) variables.push_back("TRICOLOUR_CHECKERS=outcome");
  return variables;
}

// The value of a variable in the list, as getenv would give it; null if the list does not have it.
const char* ValueIn(const std::vector<std::string>& variables, std::string_view name) {
  for (const std::string& variable : variables) {
    if (variable.starts_with(name) && variable[name.size()] == '=') {
      return variable.c_str() + name.size() + 1;
    }
  }
  return nullptr;
}

// Copies the seeds that agree although the fault is switched on; returns how many disagree.
std::size_t CopyAgreeingSeeds(const DetectionCostOptions& options, const Settings& settings,
                              const fs::path& to) {
  Judged judged([&settings] { return properties::MakeFaultyCoreSubject(settings.faults); },
                settings);
  std::size_t left_out = 0;
  for (const fs::path& file : FilesOf({options.seeds.string()})) {
    const std::optional<Bytes> bytes = ReadBytes(file);
    if (!bytes || judged.Disagreement(*bytes)) {
      ++left_out;
    } else {
      WriteBytes(to / file.filename(), *bytes);
    }
  }
  return left_out;
}

// Runs the fuzzer once, until it catches the fault or reaches the cap. Returns what went wrong, or
// nothing.
std::string RunOnce(const DetectionCostOptions& options, const std::vector<std::string>& variables,
                    const fs::path& seeds, unsigned seed, std::optional<std::uint64_t>& runs) {
  const fs::path log = options.work / "log", corpus = options.work / "corpus";
  fs::remove_all(corpus);
  fs::create_directories(corpus);
  const int status = RunProgram(
      {options.fuzzer.string(), fmt::format("-seed={}", seed), fmt::format("-runs={}", options.cap),
       "-max_len=512", "-len_control=0", "-timeout=20", "-rss_limit_mb=2048",
       "-print_final_stats=1", "-artifact_prefix=" + options.work.string() + "/", corpus.string(),
       seeds.string()},
      variables, log);
  const Bytes text = ReadBytes(log).value_or(Bytes());
  runs = RunsIn({reinterpret_cast<const char*>(text.data()), text.size()});
  if ((status == 0 || status == kCaught) && runs) {
    if (status == 0) runs.reset();
    return {};
  }
  return fmt::format("{} ended with status {}; its log is {}", options.fuzzer.string(), status,
                     log.string());
}

std::string Run(const DetectionCostOptions& options, const std::vector<std::string>& variables,
                const fs::path& seeds, std::optional<std::uint64_t>& median) {
  std::vector<std::optional<std::uint64_t>> tries(options.tries);
  unsigned missed = 0;
  // Once more than half of the tries have missed, the median is known; the remaining tries, which
  // would mostly be long ones, are left out.
  for (unsigned i = 0; i < options.tries && missed <= options.tries / 2; ++i) {
    std::string wrong = RunOnce(options, variables, seeds, i + 1, tries[i]);
    if (!wrong.empty()) return wrong;
    missed += !tries[i];
  }
  median = MedianOf(tries);
  return {};
}

std::string OrNever(const std::optional<std::uint64_t>& runs) {
  return runs ? fmt::format("{}", *runs) : "-";
}

}  // namespace

std::variant<DetectionCostRow, std::string> MeasureDetectionCost(
    const std::string& fault, const DetectionCostOptions& options) {
  const std::vector<std::string> variables = VariablesFor(fault, options);
  const auto settings = SettingsBy([&](const char* name) { return ValueIn(variables, name); });
  if (const auto* const wrong = std::get_if<std::string>(&settings)) return *wrong;
  const fs::path empty = options.work / "empty", seeds = options.work / "seeds";
  for (const fs::path& folder : {empty, seeds}) {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  DetectionCostRow row{.fault = fault};
  row.left_out = CopyAgreeingSeeds(options, std::get<Settings>(settings), seeds);
  if (std::string wrong = Run(options, variables, empty, row.empty); !wrong.empty()) return wrong;
  if (std::string wrong = Run(options, variables, seeds, row.seeds); !wrong.empty()) return wrong;
  return row;
}

std::optional<std::uint64_t> MedianOf(std::vector<std::optional<std::uint64_t>> tries) {
  if (tries.empty()) return std::nullopt;
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::ranges::sort(tries, {}, [kNever](const auto& runs) { return runs.value_or(kNever); });
  return tries[(tries.size() - 1) / 2];
}

std::optional<std::uint64_t> RunsIn(std::string_view log) {
  constexpr std::string_view kStat = "stat::number_of_executed_units:";
  const std::size_t at = log.find(kStat);
  if (at == log.npos) return std::nullopt;
  log.remove_prefix(at + kStat.size());
  log.remove_prefix(std::min(log.find_first_not_of(' '), log.size()));
  std::uint64_t runs = 0;
  const auto [end, error] = std::from_chars(log.data(), log.data() + log.size(), runs);
  if (error != std::errc()) return std::nullopt;
  return runs;
}

std::string DetectionCostJson(const std::vector<DetectionCostRow>& rows,
                              const DetectionCostOptions& options) {
  const auto value = [](const std::optional<std::uint64_t>& runs) {
    return runs ? nlohmann::ordered_json(*runs) : nlohmann::ordered_json();
  };
  std::string text = fmt::format(
      "{{ \"locals\": \"{}\", \"checkers\": \"{}\", \"cap\": {}, \"tries\": {}, \"faults\": [",
      WordOf(options.locals), options.outcome_only ? "outcome" : "all", options.cap, options.tries);
  for (const DetectionCostRow& row : rows) {
    const nlohmann::ordered_json json = {{"fault", row.fault},
                                         {"empty", value(row.empty)},
                                         {"seeds", value(row.seeds)},
                                         {"left_out", row.left_out}};
    text += (&row == rows.data() ? "\n  " : ",\n  ") + json.dump();
  }
  return text + "\n] }\n";
}

std::string DetectionCostTable(const std::vector<DetectionCostRow>& rows,
                               const DetectionCostOptions& options) {
  std::string text = fmt::format(
      "runs until caught, locals {}: the median of {} tries of at most {} runs\n"
      "{:<50} {:>12} {:>12} {:>15}\n",
      WordOf(options.locals), options.tries, options.cap, "fault", "from nothing", "from seeds",
      "seeds left out");
  for (const DetectionCostRow& row : rows) {
    text += fmt::format("{:<50} {:>12} {:>12} {:>15}\n", row.fault, OrNever(row.empty),
                        OrNever(row.seeds), row.left_out);
  }
  return text;
}

}  // namespace fuzz
