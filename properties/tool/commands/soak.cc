// properties/tool/commands/soak.cc -- `soak`: a long run over a large heap, judged all the way.
//
// The trace is made while it is judged, and is never stored: the same options make the same trace.

#include <fmt/format.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/report/layout.h"
#include "properties/search/directed/large_heap.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"

namespace tool {
namespace {

using properties::Grouped;

struct SoakOptions {
  Choices choices;
  std::uint64_t operations = 10'000'000;
  std::uint32_t objects = 1'000'000;
  std::uint64_t seed = 1;
};

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// The processor time that this process has used, and the most memory that it had.
std::string Cost(std::uint64_t operations) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  return fmt::format("{:.1f} s of processor, {:.2f} us an operation, {:.0f} MB at most\n", seconds,
                     seconds * 1e6 / static_cast<double>(operations),
                     static_cast<double>(usage.ru_maxrss) / 1024);
}

class JudgedSoak {
 public:
  explicit JudgedSoak(const SoakOptions& options)
      : options_(options),
        subject_(MakeSubject(options.choices.subject, options.choices.OneFault())),
        session_(*subject_),
        heap_(options.objects, options.seed) {}

  int Run() {
    CatchInterrupts();
    session_.Begin({});
    bool goes_on = true;
    for (; goes_on && done_ < options_.operations && !Interrupted(); ++done_) {
      goes_on = session_.Step(heap_.Next(session_.oracle(), session_.last_events()));
      if (done_ % 4096 == 0) Show("judging");
    }
    reference::Operation operation;
    while (goes_on && !Interrupted() && heap_.Finish(session_.oracle(), operation)) {
      goes_on = session_.Step(operation);
      Show("the last cycle");
    }
    progress_.Clear();
    return Report(session_.End());
  }

 private:
  void Show(const char* what) {
    progress_.Show(
        done_, options_.operations,
        fmt::format("{}: {} objects, {} cycles", what, Grouped(heap_.objects()), heap_.cycles()),
        done_);
  }

  int Report(const properties::Verdict& verdict) const {
    Print("seed {}: {} operations ({} applied, {} skipped), {} units, {} cycles\n", options_.seed,
          Grouped(done_), Grouped(verdict.applied), Grouped(verdict.skipped),
          Grouped(verdict.units), Grouped(heap_.cycles()));
    Print("{} objects at most, {} of them reachable at the end of a cycle\n",
          Grouped(heap_.most_objects()), Grouped(heap_.most_reachable()));
    Print("{}", Cost(done_));
    if (const properties::Finding* const finding = verdict.First()) {
      Print("DISAGREE: operation {}: {}\n", Grouped(finding->step + 1), finding->message);
      Print("  replay: {} soak --operations {} --objects {} --seed {}{}\n", ProgramName(), done_,
            options_.objects, options_.seed, options_.choices.Text());
      return kExitDisagree;
    }
    if (Interrupted()) {
      Print("INCONCLUSIVE: interrupted\n");
      return kExitInconclusive;
    }
    Print("AGREE\n");
    return kExitAgree;
  }

  const SoakOptions options_;
  const std::unique_ptr<reference::Subject> subject_;
  properties::JudgeSession session_;
  properties::LargeHeap heap_;
  Progress progress_;
  std::uint64_t done_ = 0;
};

}  // namespace

void AddSoak(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "soak", "Judges one long run over a large heap; the trace is made while it runs.");
  const auto options = std::make_shared<SoakOptions>();
  AddSubjectOption(command, options->choices);
  AddOneFaultOption(command, options->choices);
  command.add_option("--operations", options->operations, "Operations of the trace")
      ->type_name("N")
      ->check(NumberFrom(1))
      ->capture_default_str();
  command.add_option("--objects", options->objects, "Greatest number of objects at a time")
      ->type_name("N")
      ->check(CLI::Range(1u, reference::kNameLimit))
      ->capture_default_str();
  command.add_option("--seed", options->seed, "The same seed makes the same trace")
      ->type_name("N")
      ->check(NumberFrom(0))
      ->capture_default_str();
  command.footer(
      "Touched objects and all events are compared after every operation, the whole heap at the\n"
      "end of each cycle, and after one more cycle at the end. Everything runs in one\n"
      "process, which may crash if a rule is broken.\n"
      "Exit status: 0 agree, 1 disagree, 2 usage, 3 interrupted.");
  command.callback([options, &exit_code] {
    Check(options->choices);
    exit_code = JudgedSoak(*options).Run();
  });
}

}  // namespace tool
