// properties/bench/run/rounds.cc -- the rounds of one workload.

#include "properties/bench/run/rounds.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <utility>

#include "properties/bench/run/statistics.h"
#include "properties/bench/serve/serve.h"

namespace bench {
namespace {

// A subject in its process, and its row.
struct Runner {
  const Contestant* contestant;
  std::unique_ptr<Child> child;
  Row row;
  bool cannot = false;

  bool Runs() const { return !cannot && row.why_void.empty(); }
};

std::string Request(const Workload& workload, const Effort& effort) {
  const std::string verb = workload.verb;
  if (verb == "litter") return fmt::format("{} {}", verb, effort.litter);
  if (verb == "frames") return fmt::format("{} {} 20000 16.67 2", verb, effort.frames);
  return verb;
}

// The share of a workload's objects that is dead, and might be taken for live by a subject that
// guesses.
std::uint64_t MostCounted(const Section& section, const Contestant& contestant) {
  const double dead = static_cast<double>(section.objects - section.expected);
  return section.expected + static_cast<std::uint64_t>(
                                contestant.slack * (dead + static_cast<double>(section.expected)));
}

void CheckCount(const Section& section, Runner& runner, const Measures& measures) {
  const auto count = measures.find("count");
  if (count == measures.end()) {
    if (section.workload->verb != std::string_view("stores")) {
      runner.row.why_void = "did not say what it counted";
    }
    return;
  }
  const std::uint64_t counted = static_cast<std::uint64_t>(count->second.back());
  runner.row.counted = counted;
  if (counted < section.expected || counted > MostCounted(section, *runner.contestant)) {
    runner.row.why_void =
        fmt::format("counted {} objects instead of {}", counted, section.expected);
  }
}

double InUnitOf(const Shown& shown, double value, std::uint64_t objects) {
  switch (shown.unit) {
    case Shown::Unit::kNanosecondsAnObject:
      return value * 1e6 / static_cast<double>(objects);
    case Shown::Unit::kMilliseconds:
    case Shown::Unit::kNanoseconds:
      break;
  }
  return value;
}

void Keep(const Section& section, Row& row, Measures measures) {
  for (const char* course : {"frame", "slice", "mutator idle", "mutator marking"}) {
    const auto found = measures.find(course);
    if (found == measures.end()) continue;
    row.courses[course] = found->second;
    const std::string name = course;
    measures[name + " p50"] = {Quantile(found->second, 0.5)};
    measures[name + " p99"] = {Quantile(found->second, 0.99)};
    measures[name + " max"] = {Quantile(found->second, 1)};
  }
  for (const Shown& shown : section.workload->shown) {
    const auto found = measures.find(shown.measure);
    if (found == measures.end()) continue;
    row.samples[shown.measure].push_back(InUnitOf(shown, found->second.back(), section.objects));
  }
}

// What an answer says of a subject that is out of it: nothing, if it says "done" or "ready".
void Judge(Runner& runner, const std::optional<std::string>& answer) {
  if (!answer) {
    runner.row.why_void = "its process ended, or said nothing for too long";
  } else if (answer->starts_with("cannot")) {
    runner.cannot = true;
  } else if (!answer->starts_with("ready") && !answer->starts_with("done")) {
    runner.row.why_void = *answer;
  }
}

class Rounds {
 public:
  Rounds(const Workload& workload, std::uint32_t objects,
         const std::vector<Contestant>& contestants, const Effort& effort, const RoundHooks& hooks)
      : effort_(effort), hooks_(hooks) {
    section_.workload = &workload;
    const Graph graph = workload.graph(objects);
    section_.objects = graph.objects();
    section_.edges = graph.Edges();
    section_.expected = ExpectedCount(workload, graph);
    file_ = fmt::format("{}/{}-{}-{}.graph", effort.folder, workload.name, objects, getpid());
    WriteGraph(graph, file_);
    for (const Contestant& one : contestants) {
      if (!one.absent.empty() || !one.TakesPartIn(workload.name)) continue;
      Runner runner{.contestant = &one};
      runner.row.subject = one.name;
      runner.row.kind = one.kind;
      runner.row.threads = one.threads;
      runners_.push_back(std::move(runner));
    }
  }

  Section Run() {
    for (Runner& runner : runners_) Build(runner);
    unlink(file_.c_str());
    const bool repeats = section_.workload->repeats;
    const std::uint32_t rounds = repeats ? effort_.rounds : effort_.frame_rounds;
    if (repeats) Round("warming up", 0, false);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      Round(fmt::format("round {} of {}", round + 1, rounds), round, true);
    }
    for (Runner& runner : runners_) {
      if (!runner.cannot) section_.rows.push_back(std::move(runner.row));
    }
    return std::move(section_);
  }

 private:
  void Say(const Runner& runner, const std::string& what) const {
    if (!hooks_.on_step) return;
    hooks_.on_step(fmt::format("{}, {} objects, {}: {}", section_.workload->name, section_.objects,
                               what, runner.contestant->name));
  }
  bool Stopped() const { return hooks_.stop && hooks_.stop(); }

  void Build(Runner& runner) {
    if (Stopped()) return;
    Say(runner, "building");
    runner.child = runner.contestant->start();
    Judge(runner, runner.child->Ask("build " + file_, effort_.silence_seconds));
  }

  void Round(const std::string& what, std::uint32_t number, bool counts) {
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      Runner& runner = runners_[(i + number) % runners_.size()];
      if (Stopped() || !runner.Runs() || runner.child == nullptr) continue;
      Say(runner, what);
      const std::optional<std::string> answer =
          runner.child->Ask(Request(*section_.workload, effort_), effort_.silence_seconds);
      Judge(runner, answer);
      if (!runner.Runs()) continue;
      const std::optional<Measures> measures = MeasuresOf(*answer);
      if (!measures) {
        runner.row.why_void = "said what cannot be read: " + answer->substr(0, 60);
        continue;
      }
      CheckCount(section_, runner, *measures);
      if (counts && runner.Runs()) Keep(section_, runner.row, *measures);
    }
  }

  const Effort& effort_;
  const RoundHooks& hooks_;
  Section section_;
  std::string file_;
  std::vector<Runner> runners_;
};

}  // namespace

Section RunSection(const Workload& workload, std::uint32_t objects,
                   const std::vector<Contestant>& contestants, const Effort& effort,
                   const RoundHooks& hooks) {
  return Rounds(workload, objects, contestants, effort, hooks).Run();
}

}  // namespace bench
