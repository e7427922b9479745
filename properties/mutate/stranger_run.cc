#include "properties/mutate/stranger_run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "properties/mutate/outcome.h"
#include "properties/mutate/sites/operators.h"
#include "properties/mutate/trial/trials.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/progress.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// The same for another collector: each mutant is built by itself.
class StrangersMutation {
 public:
  explicit StrangersMutation(Options options)
      : options_(std::move(options)),
        tree_(SourcesBelow(options_.stranger.tree)),
        sites_(SitesOfStranger(tree_)),
        stage_(options_.stranger, tree_, sites_) {}

  int Execute() {
    run_.seed = options_.seed;
    run_.sites = sites_.size();
    std::set<std::string> survivors;
    const Selection& asked = options_.among;
    if (!ReadSurvivors(asked, stage_.name(), survivors)) return kBadInput;
    std::vector<std::size_t> among;
    for (std::size_t index = 0; index < sites_.size(); ++index) {
      if (IsAskedFor(sites_[index], asked, survivors)) among.push_back(index);
    }
    if (among.empty()) {
      std::fputs("tricolour: no site is in what was asked for\n", stderr);
      return kBadInput;
    }
    if (options_.list) {
      for (const std::size_t index : among) {
        std::printf("%s:%zu: %s\n", sites_[index].file.c_str(), sites_[index].line,
                    sites_[index].Key().c_str());
      }
      std::printf("%zu sites\n", among.size());
      return kAllNoticed;
    }
    fs::create_directories(options_.out);
    const fs::path runs = fs::path(options_.out) / ("run-" + std::to_string(getpid()));
    std::string why;
    const bool whole = stage_.Measure(runs / "baseline", why);
    if (whole) Try(among, runs);
    fs::remove_all(runs);
    if (whole) return Report();
    std::fprintf(stderr, "tricolour: %s\n", why.c_str());
    return kBaseline;
  }

 private:
  void Try(const std::vector<std::size_t>& among, const fs::path& runs) {
    const std::vector<std::size_t> chosen =
        Sample(sites_, among, options_.sample == 0 ? among.size() : options_.sample, options_.seed);
    std::vector<Trial> trials;
    for (const std::size_t site : chosen) trials.push_back({site, site + 1, sites_[site].Key()});
    Results results(fs::path(options_.out) / "results.jsonl", FingerprintOf(tree_),
                    !options_.fresh);
    const Clock::time_point began = Clock::now();
    TryAll(trials, {&stage_},
           {.jobs = options_.jobs, .folder = runs, .stop = [] { return tool::Interrupted(); }},
           results, [&](const Trial& trial, const std::vector<StageEnd>& ends) {
             Take(trial, ends);
             progress_.Show(++tried_, trials.size(), sites_[trial.site].file);
           });
    progress_.Clear();
    run_.chosen = trials.size() - run_.not_built;
    run_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    std::ranges::sort(run_.outcomes, {}, &Outcome::site);
  }

  void Take(const Trial& trial, const std::vector<StageEnd>& ends) {
    if (ends.back().fate == Fate::kNotBuilt) {
      ++run_.not_built;
      return;
    }
    const Outcome outcome{.site = &sites_[trial.site], .stages = ends};
    if (outcome.Noticed() == nullptr && options_.format == "text") {
      progress_.Clear();
      std::fputs(SurvivorText(outcome, tree_).c_str(), stdout);
    }
    run_.outcomes.push_back(outcome);
  }

  int Report() const {
    const std::string summary = SummaryText(run_), json = JsonOf(run_, tree_);
    const std::string junit = JUnitOf(run_, tree_);
    std::ofstream(fs::path(options_.out) / "report.json") << json;
    std::ofstream(fs::path(options_.out) / "report.xml") << junit;
    std::fputs((options_.format == "json"    ? json
                : options_.format == "junit" ? junit
                                             : summary)
                   .c_str(),
               stdout);
    if (run_.outcomes.size() < run_.chosen) return kCutShort;
    const bool survives = std::ranges::any_of(
        run_.outcomes, [](const Outcome& outcome) { return outcome.Noticed() == nullptr; });
    return survives ? kOneSurvives : kAllNoticed;
  }

  const Options options_;
  const tidy::Tree tree_;
  const std::vector<Site> sites_;
  StrangerStage stage_;
  MutationRun run_;
  std::size_t tried_ = 0;
  tool::Progress progress_;
};

// Whether the options for another collector are there together; makes paths whole.
bool AcceptStranger(const char* program, StrangerBuild& stranger) {
  if (stranger.tree.empty() || stranger.command.empty() || stranger.subject.empty()) {
    std::fputs("tricolour: --tree, --build and --subject are given together\n", stderr);
    return false;
  }
  if (!fs::is_directory(stranger.tree)) {
    std::fprintf(stderr, "tricolour: --tree: there is no folder %s\n",
                 stranger.tree.string().c_str());
    return false;
  }
  if (stranger.judge.empty()) stranger.judge = fs::path(program).parent_path() / "tricolour";
  if (!fs::exists(stranger.judge)) {
    std::fprintf(stderr,
                 "tricolour: the program that judges is not built: %s (./tricolour verify "
                 "--quick builds it)\n",
                 stranger.judge.string().c_str());
    return false;
  }
  stranger.tree = fs::absolute(stranger.tree);
  stranger.judge = fs::absolute(stranger.judge);
  return true;
}

}  // namespace

int MutateStranger(const char* program, Options options) {
  if (!AcceptStranger(program, options.stranger)) return kBadInput;
  options.stranger.seed = options.seed;
  return StrangersMutation(std::move(options)).Execute();
}

}  // namespace properties::mutate
