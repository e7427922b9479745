// properties/tool/commands/bench.cc -- `bench`: how fast the collector is, beside its peers and the
// machine's limit.
//
// Nothing here is a verdict: times depend on the machine and on what else it does. Only ratios
// within one run are worth anything, which is why all subjects are measured in turns.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "properties/bench/run/growth.h"
#include "properties/bench/run/rounds.h"
#include "properties/bench/show/json.h"
#include "properties/bench/show/page.h"
#include "properties/bench/show/table.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"

namespace tool {
namespace {

struct BenchOptions {
  bool quick = false;
  bool list = false;
  bool install_peers = false;
  std::string only;
  std::uint32_t rounds = 0;
  std::string json;
  std::string page;
  Format format = Format::kText;

  // Whether growth is measured too: it is, unless --only leaves it out.
  bool Growth() const { return only.empty() || ("," + only + ",").find(",growth,") != only.npos; }
};

// A folder for the graphs, which is removed in the end.
class Folder {
 public:
  Folder() {
    const std::string pattern(6, 'X');  // mkdtemp fills it in
    path_ = (std::filesystem::temp_directory_path() / ("tricolour-bench-" + pattern)).string();
    if (mkdtemp(path_.data()) == nullptr) throw UsageError("cannot make a folder " + path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The workloads of "W1,W4"; all, if none is named.
std::vector<const bench::Workload*> Chosen(const std::string& only) {
  std::vector<const bench::Workload*> chosen;
  std::vector<std::string> names;
  for (const bench::Workload& workload : bench::Workloads()) {
    names.push_back(workload.name);
    if (only.empty()) chosen.push_back(&workload);
  }
  std::istringstream words(only);
  for (std::string name; std::getline(words, name, ',');) {
    if (name == "growth") continue;
    const bench::Workload* const workload = bench::FindWorkload(name);
    if (workload == nullptr) {
      throw UsageError(fmt::format("--only {}: expected names of {} and growth, with commas",
                                   Quoted(only), fmt::join(names, ", ")));
    }
    chosen.push_back(workload);
  }
  return chosen;
}

void List(const std::vector<bench::Contestant>& contestants) {
  for (const bench::Workload& workload : bench::Workloads()) {
    Print("{}  {}\n", workload.name, workload.sentence);
  }
  for (const bench::Contestant& one : contestants) {
    Print("{:<24}{}\n", one.name, one.absent.empty() ? one.workloads : "not run: " + one.absent);
  }
}

std::string CommandOf(const BenchOptions& options) {
  std::string command = ProgramName() + " bench";
  if (options.quick) command += " --quick";
  if (!options.only.empty()) command += " --only " + Quoted(options.only);
  if (options.rounds > 0) command += fmt::format(" --rounds {}", options.rounds);
  return command;
}

class BenchRun {
 public:
  explicit BenchRun(const BenchOptions& options) : options_(options) {
    effort_.folder = folder_.path();
    if (options.quick) {
      effort_.rounds = 3;
      effort_.frames = 120;
      effort_.litter = 1'000'000;
    }
    if (options.rounds > 0) effort_.rounds = effort_.frame_rounds = options.rounds;
    results_.rounds = effort_.rounds;
    results_.processors = DefaultJobs();
    if (getloadavg(&results_.load, 1) != 1) results_.load = 0;
  }

  int Run(const std::vector<const bench::Workload*>& workloads,
          const std::vector<bench::Contestant>& contestants) {
    CatchInterrupts();
    for (const bench::Workload* const workload : workloads) {
      for (const std::uint32_t size : options_.quick ? workload->quick_sizes : workload->sizes) {
        sizes_.push_back({workload, size});
      }
    }
    for (const auto& [workload, size] : sizes_) {
      if (Interrupted()) break;
      const bench::RoundHooks hooks = {.on_step =
                                           [&](const std::string& what) {
                                             progress_.Show(results_.sections.size(), sizes_.size(),
                                                            what);
                                           },
                                       .stop = [] { return Interrupted(); }};
      results_.sections.push_back(bench::RunSection(*workload, size, contestants, effort_, hooks));
      progress_.Clear();
      if (IsText()) Print("{}\n", bench::SectionText(results_.sections.back()));
    }
    if (options_.Growth() && !Interrupted()) Grow();
    for (const bench::Contestant& one : contestants) {
      if (!one.absent.empty()) results_.absent.push_back(one.name + ": " + one.absent);
    }
    if (IsText()) Print("{}{}", bench::AbsentText(results_), bench::BusyText(results_));
    results_.interrupted = Interrupted();
    results_.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    Write(options_.json, bench::JsonText(results_));
    Write(options_.page, bench::PageText(results_, CommandOf(options_)));
    if (!IsText()) PrintData(bench::JsonText(results_));
    if (!Interrupted()) return kExitAgree;
    if (IsText()) Print("INCONCLUSIVE: interrupted\n");
    return kExitInconclusive;
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool IsText() const { return options_.format == Format::kText; }

  void Write(const std::string& file, const std::string& text) const {
    if (file.empty()) return;
    std::ofstream to(file, std::ios::binary);
    to << text;
    to.close();
    if (!to) throw UsageError(file + ": cannot be written");
    if (IsText()) Print("written: {}\n", file);
  }

  void Grow() {
    const bench::GrowthSubjects growers = bench::Growers();
    const bench::RoundHooks hooks = {.on_step =
                                         [&](const std::string& what) {
                                           progress_.Show(results_.sections.size(),
                                                          sizes_.size() + 1, what);
                                         },
                                     .stop = [] { return Interrupted(); }};
    const std::uint32_t most = options_.quick ? 1'000'000 : 16'000'000;
    results_.growth = bench::RunGrowth(bench::GrowthSizes(most, bench::FreeMemory()), growers.parts,
                                       growers.limit, effort_.silence_seconds, hooks);
    progress_.Clear();
    if (IsText()) Print("{}\n", bench::GrowthText(results_.growth));
  }

  const BenchOptions& options_;
  const Folder folder_;
  bench::Effort effort_;
  bench::Results results_;
  std::vector<std::pair<const bench::Workload*, std::uint32_t>> sizes_;
  Progress progress_;
  const Clock::time_point began_ = Clock::now();
};

// A file that cannot be written is told before the minutes of measuring, and not after them.
void CheckWritable(const std::string& file) {
  if (!file.empty() && !std::ofstream(file, std::ios::app)) {
    throw UsageError(file + ": cannot be written");
  }
}

}  // namespace

void AddBench(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "bench", "Measures the collector beside its peers and the machine's limit.");
  const auto options = std::make_shared<BenchOptions>();
  command.add_flag("--quick", options->quick, "Smaller heaps and fewer rounds, in two minutes");
  command.add_flag("--list", options->list, "Lists workloads and subjects, and runs nothing");
  command.add_flag("--install-peers", options->install_peers,
                   "Installs the packages of peers before (only ./tricolour does)");
  command.add_option("--only", options->only, "Some workloads: W1,W4")->type_name("NAMES");
  command.add_option("--rounds", options->rounds, "Rounds of each workload")
      ->type_name("N")
      ->check(NumberFrom(1, 1000));
  AddFormatOption(command, options->format, {Format::kText, Format::kJson});
  command.add_option("--json", options->json, "Writes the results as JSON")->type_name("FILE");
  command.add_option("--page", options->page, "Writes a page with drawings")->type_name("FILE");
  command.footer(
      "Every subject has a process of its own and builds the same graph; rounds go through all\n"
      "subjects in turn. What a subject counted is compared, and a wrong count voids its row.\n"
      "Exit status: 0 measured, 2 usage, 3 interrupted.");
  command.callback([options, &exit_code] {
    if (options->install_peers) {
      throw UsageError("--install-peers: expected by the launcher, ./tricolour, alone");
    }
    const std::vector<bench::Contestant> contestants = bench::Contestants(DefaultJobs());
    const std::vector<const bench::Workload*> workloads = Chosen(options->only);
    CheckWritable(options->json);
    CheckWritable(options->page);
    if (options->list) {
      List(contestants);
    } else {
      exit_code = BenchRun(*options).Run(workloads, contestants);
    }
  });
}

}  // namespace tool
