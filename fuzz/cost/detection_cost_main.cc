// fuzz/cost/detection_cost_main.cc -- measures the detection cost, fault by fault.
//
//     fuzz_detection_cost --fuzzer BUILD/fuzz/fuzz_faulty --seeds BUILD/fuzz/seeds/bytes ...
//         -o fuzz/cost/detection_cost.json
//
// The table goes to stdout, the JSON to the file. A fault that was not caught within the cap is a
// result, not an error; status 2 means that a fuzzer could not be run.

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <atomic>
#include <cstdio>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fuzz/cost/detection_cost.h"
#include "fuzz/io/files.h"
#include "fuzz/io/process.h"

namespace {

struct Arguments {
  fuzz::DetectionCostOptions options;
  std::vector<std::string> faults;
  std::string output;
  unsigned jobs = 1;
};

void Describe(CLI::App& app, Arguments& arguments) {
  fuzz::DetectionCostOptions& options = arguments.options;
  app.add_option("--fuzzer", options.fuzzer, "the program fuzz_faulty")->required();
  app.add_option("--seeds", options.seeds, "the folder of its seeds")->required();
  app.add_option("-o,--output", arguments.output, "the JSON file to write");
  app.add_option("--without", arguments.faults,
                 "the fault to measure, rule/variant; all faults if not given");
  app.add_option("--locals", options.locals, "judge every trace under this discipline")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, reference::Locals>{{"dead", reference::Locals::kDead},
                                                   {"rescanned", reference::Locals::kRescanned},
                                                   {"black", reference::Locals::kBlack}}));
  app.add_flag("--outcome", options.outcome_only, "count only what a mutator could notice");
  app.add_option("--cap", options.cap, "runs of a fuzzer at most")->capture_default_str();
  app.add_option("--tries", options.tries, "tries, each with another seed; the median counts")
      ->capture_default_str();
  app.add_option("--jobs", arguments.jobs, "fuzzers that run at the same time")
      ->capture_default_str();
}

std::vector<std::string> AllFaults() {
  std::vector<std::string> faults;
  for (const gc::FaultEntry& fault : gc::kFaults) {
    faults.push_back(fmt::format("{}/{}", gc::EntryOf(fault.rule).name, fault.variant));
  }
  return faults;
}

// Several threads take faults from one list, each the next that is left.
class Measurement {
 public:
  explicit Measurement(const Arguments& arguments)
      : arguments_(arguments), rows_(arguments.faults.size()) {}

  // The work of one thread.
  void Work(unsigned job) {
    fuzz::DetectionCostOptions options = arguments_.options;
    options.work =
        std::filesystem::temp_directory_path() / fmt::format("detection_cost-{}-{}", getpid(), job);
    for (std::size_t i = next_++; i < rows_.size(); i = next_++) {
      auto measured = fuzz::MeasureDetectionCost(arguments_.faults[i], options);
      const std::scoped_lock lock(mutex_);
      if (auto* const wrong = std::get_if<std::string>(&measured)) {
        wrong_ = *wrong;
        return;
      }
      rows_[i] = std::get<fuzz::DetectionCostRow>(measured);
      fmt::print(stderr, "{}/{} {}\n", ++done_, rows_.size(), arguments_.faults[i]);
    }
    std::filesystem::remove_all(options.work);
  }

  const std::vector<fuzz::DetectionCostRow>& rows() const { return rows_; }
  const std::string& wrong() const { return wrong_; }

 private:
  const Arguments& arguments_;
  std::vector<fuzz::DetectionCostRow> rows_;
  std::string wrong_;
  std::mutex mutex_;
  std::atomic<std::size_t> next_ = 0;
  std::size_t done_ = 0;
};

int Complain(const std::string& text) {
  fmt::print(stderr, "detection_cost: {}\n", text);
  return 2;
}

int Run(int argc, char** argv) {
  CLI::App app("Measures how many runs the fuzzer needs for each fault.", "detection_cost");
  Arguments arguments;
  Describe(app, arguments);
  CLI11_PARSE(app, argc, argv);
  if (arguments.faults.empty()) arguments.faults = AllFaults();
  if (!fuzz::StandStill()) {
    fmt::print(stderr,
               "detection_cost: addresses cannot be fixed; the figures will vary a little\n");
  }
  Measurement measurement(arguments);
  std::vector<std::jthread> threads;
  for (unsigned job = 0; job < arguments.jobs; ++job) {
    threads.emplace_back([&measurement, job] { measurement.Work(job); });
  }
  threads.clear();  // joins them
  if (!measurement.wrong().empty()) return Complain(measurement.wrong());
  fmt::print("{}", fuzz::DetectionCostTable(measurement.rows(), arguments.options));
  if (!arguments.output.empty() &&
      !fuzz::WriteText(arguments.output,
                       fuzz::DetectionCostJson(measurement.rows(), arguments.options))) {
    return Complain("cannot write " + arguments.output);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "detection_cost: %s\n", error.what());
    return 70;
  }
}
