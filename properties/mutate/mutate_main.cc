// properties/mutate/mutate_main.cc -- the command `mutate`: which small mistakes in the collector
// would nothing notice?
//
// It finds the sites, writes and builds a copy with the mutants that are asked for, sees that
// nothing fails without one, and then tries one after the other. With --tree it does so for another
// collector, of which each mutant is built by itself (stranger.h). Results go to stdout, progress
// to stderr.

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "properties/mutate/copy/mutated_copy.h"
#include "properties/mutate/copy/plain_text.h"
#include "properties/mutate/equivalent.h"
#include "properties/mutate/only_run.h"
#include "properties/mutate/options.h"
#include "properties/mutate/outcome.h"
#include "properties/mutate/sites/operators.h"
#include "properties/mutate/stranger_run.h"
#include "properties/mutate/trial/by_itself.h"
#include "properties/mutate/trial/stages.h"
#include "properties/mutate/trial/trials.h"
#include "properties/tidy/tree.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/progress.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;
using tidy::ReadText;
using Clock = std::chrono::steady_clock;

class Mutation {
 public:
  explicit Mutation(Options options)
      : options_(std::move(options)),
        sites_(SitesOfCore(tree_)),
        copy_(TRICOLOUR_SOURCE_DIR, work_, tree_, sites_) {}

  int Execute() {
    run_.seed = options_.seed;
    if (!ReadArguments()) return kBadInput;
    std::vector<std::size_t> among;
    if (!SelectSites(sites_, options_, work_, among)) return kBadInput;
    // What did not compile as a switch may compile by itself.
    if (options_.by_itself) {
      std::erase_if(among, [this](std::size_t site) {
        return copy_.MayHave(site) || !IsPlain(sites_[site]);
      });
    }
    if (options_.list) return List(among);
    if (among.empty()) return kAllNoticed;  // nothing of the collector has changed
    fs::create_directories(work_);
    const OnlyRun only(work_ / "lock");
    if (!only.error().empty()) {
      Refuse(only.error());
      return kBadInput;
    }
    std::vector<std::size_t> chosen;
    if (!(options_.by_itself ? BuildAlone(among, chosen) : Build(among, chosen))) return kInternal;
    run_.chosen = chosen.size();
    if (options_.build_only) return kAllNoticed;
    fs::create_directories(options_.out);
    if (!(options_.by_itself ? MakeStagesAlone() : MakeStages())) return kBaseline;
    if (options_.unreached) return ListUnreached(chosen);
    Try(chosen);
    return Report();
  }

 private:
  bool ReadArguments() {
    std::vector<tidy::Finding> findings;
    const tidy::File file{kEquivalentFile,
                          ReadText(fs::path(TRICOLOUR_SOURCE_DIR) / kEquivalentFile)};
    equivalent_ = ReadEquivalent(file, findings);
    for (tidy::Finding& finding : MovedAway(equivalent_, sites_)) {
      findings.push_back(std::move(finding));
    }
    std::fputs(tidy::Text(findings).c_str(), stderr);
    return findings.empty();
  }

  int List(const std::vector<std::size_t>& among) const {
    for (const std::size_t index : among) {
      const Site& site = sites_[index];
      const std::string number =
          copy_.MayHave(index) ? fmt::format("{}", copy_.NumberOf(index)) : "none";
      std::printf("%s:%zu: %s  (switch %s)\n", site.file.c_str(), site.line, site.Key().c_str(),
                  number.c_str());
    }
    std::printf("%zu sites\n", among.size());
    return kAllNoticed;
  }

  int ListUnreached(const std::vector<std::size_t>& chosen) const {
    std::size_t listed = 0;
    for (const std::size_t index : chosen) {
      const std::size_t number = copy_.NumberOf(index);
      std::string stages;
      if (unit_ && unit_->Reaching(number).empty()) stages += " unit";
      if (verify_ && !verify_->Reaches(number)) stages += " verify";
      if (stages.empty()) continue;
      const Site& site = sites_[index];
      std::printf("%s:%zu: %s  not by%s\n", site.file.c_str(), site.line, site.Key().c_str(),
                  stages.c_str());
      ++listed;
    }
    std::printf("%zu of %zu sites\n", listed, chosen.size());
    return kAllNoticed;
  }

  std::set<std::string> Programs() const {
    std::set<std::string> programs;
    if (Lists(options_.stages, "unit")) {
      for (const TestProgram& tests : kTestPrograms) programs.insert(tests.name);
    }
    if (Lists(options_.stages, "verify")) programs.insert("tricolour");
    return programs;
  }

  bool Build(const std::vector<std::size_t>& among, std::vector<std::size_t>& chosen) {
    const Clock::time_point began = Clock::now();
    const std::size_t most = options_.sample == 0 ? among.size() : options_.sample;
    std::fprintf(stderr, "tricolour: building a copy with the mutants of %zu sites of %zu\n",
                 std::min(most, among.size()), sites_.size());
    const auto choose = [&](const std::function<bool(std::size_t)>& may_have) {
      std::vector<std::size_t> left = among;
      std::erase_if(left, [&](std::size_t site) { return !may_have(site); });
      return Sample(sites_, left, most, options_.seed);
    };
    std::string why;
    if (!copy_.Build(choose, Programs(), options_.jobs, why)) {
      std::fprintf(stderr, "tricolour: the copy with the mutants does not build: %s\n",
                   why.c_str());
      return false;
    }
    run_.sites = among.size();
    for (const std::size_t index : among) {
      run_.by_itself += sites_[index].by_itself;
      run_.not_built += !sites_[index].by_itself && !copy_.MayHave(index);
    }
    chosen = copy_.chosen();
    std::fprintf(stderr,
                 "tricolour: built in %.0f s; %zu sites do not compile, %zu can be no switch\n",
                 SecondsSince(began), run_.not_built, run_.by_itself);
    return true;
  }

  bool BuildAlone(const std::vector<std::size_t>& among, std::vector<std::size_t>& chosen) {
    chosen =
        Sample(sites_, among, options_.sample == 0 ? among.size() : options_.sample, options_.seed);
    run_.sites = run_.by_itself = among.size();
    std::fprintf(stderr, "tricolour: building a copy, for %zu mutants of %zu that need one each\n",
                 chosen.size(), among.size());
    copy_of_one_ = std::make_unique<CopyOfOne>(TRICOLOUR_SOURCE_DIR, work_ / "by-itself", tree_,
                                               sites_, Programs(), options_.jobs);
    if (copy_of_one_->Make(0)) return true;
    return Refuse("the copy does not build: " + copy_of_one_->Log());
  }

  static double SecondsSince(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
  }

  // Runs everything without a mutant. False if something fails.
  bool MakeStages() {
    const fs::path folder = runs_ / "baseline";
    std::string why;
    if (Lists(options_.stages, "unit")) {
      std::vector<Suite> suites;
      for (const auto& [name, file] : kTestPrograms) {
        const fs::path program = copy_.Program(name);
        const std::optional<Reach> reach = UnitStage::Measure(program, folder / name, why);
        if (!reach) return Refuse(why);
        for (const UnitTest& test : reach->tests()) {
          if (test.failed) {
            std::fprintf(stderr, "tricolour: fails without a mutant, and notices nothing: %s\n",
                         test.name.c_str());
          }
        }
        suites.push_back({program, *reach});
      }
      unit_ = std::make_unique<UnitStage>(std::move(suites));
    }
    if (Lists(options_.stages, "verify")) {
      verify_ = std::make_unique<VerifyStage>(copy_.Program("tricolour"), options_.seed);
      if (!verify_->Measure(folder, why)) return Refuse(why);
    }
    return true;
  }
  bool MakeStagesAlone() {
    std::string why;
    if (Lists(options_.stages, "unit")) {
      auto stage = std::make_unique<UnitStageByItself>(*copy_of_one_);
      if (!stage->Measure(runs_ / "baseline", why)) return Refuse(why);
      alone_.push_back(std::move(stage));
    }
    if (Lists(options_.stages, "verify")) {
      auto stage = std::make_unique<VerifyStageByItself>(*copy_of_one_, options_.seed);
      if (!stage->Measure(runs_ / "baseline", why)) return Refuse(why);
      alone_.push_back(std::move(stage));
    }
    if (options_.stages.starts_with("verify")) std::ranges::reverse(alone_);
    return true;
  }
  static bool Refuse(const std::string& why) {
    std::fprintf(stderr, "tricolour: %s\n", why.c_str());
    return false;
  }

  void Try(const std::vector<std::size_t>& chosen) {
    std::vector<const Stage*> stages;
    if (options_.stages.starts_with("verify")) stages.push_back(verify_.get());
    if (unit_) stages.push_back(unit_.get());
    if (verify_ && !options_.stages.starts_with("verify")) stages.push_back(verify_.get());
    for (const std::unique_ptr<Stage>& stage : alone_) stages.push_back(stage.get());
    std::vector<Trial> trials;
    for (const std::size_t site : chosen) {
      const std::size_t number = options_.by_itself ? site + 1 : copy_.NumberOf(site);
      trials.push_back({site, number, sites_[site].Key()});
    }
    Results results(fs::path(options_.out) / "results.jsonl", FingerprintOf(tree_),
                    !options_.fresh);
    const Clock::time_point began = Clock::now();
    TryAll(trials, stages,
           {.jobs = options_.by_itself ? 1 : options_.jobs,
            .all_stages = options_.all_stages,
            .folder = runs_,
            .stop = [] { return tool::Interrupted(); }},
           results, [&](const Trial& trial, const std::vector<StageEnd>& ends) {
             Take(trial, ends);
             progress_.Show(run_.outcomes.size(), trials.size(), sites_[trial.site].file);
           });
    progress_.Clear();
    fs::remove_all(runs_);
    run_.seconds = SecondsSince(began);
    std::ranges::sort(run_.outcomes, {}, &Outcome::site);
  }

  void Take(const Trial& trial, const std::vector<StageEnd>& ends) {
    if (options_.by_itself && ends.back().fate == Fate::kNotBuilt) {
      run_.not_built += 1;
      run_.chosen -= 1;
      return;
    }
    Outcome outcome{.site = &sites_[trial.site], .stages = ends};
    if (!options_.by_itself) outcome.number = trial.number;
    if (unit_) {
      for (const UnitTest* const test : unit_->Reaching(trial.number)) {
        outcome.reached.push_back(test->name);
      }
    }
    const auto argued = equivalent_.find(trial.key);
    if (argued != equivalent_.end()) outcome.argument = argued->second;
    if (outcome.Noticed() == nullptr && outcome.argument.empty() && options_.format == "text") {
      progress_.Clear();
      std::fputs(SurvivorText(outcome, tree_).c_str(), stdout);
    }
    run_.outcomes.push_back(std::move(outcome));
  }

  int Report() {
    const fs::path out = options_.out;
    const std::string summary = SummaryText(run_), json = JsonOf(run_, tree_);
    const std::string junit = JUnitOf(run_, tree_);
    std::ofstream(out / "report.json") << json;
    std::ofstream(out / "report.xml") << junit;
    std::fputs((options_.format == "json"    ? json
                : options_.format == "junit" ? junit
                                             : summary)
                   .c_str(),
               stdout);
    bool survives = false, wrong = false;
    for (const Outcome& outcome : run_.outcomes) {
      const bool noticed = outcome.Noticed() != nullptr;
      survives = survives || (!noticed && outcome.argument.empty());
      if (!noticed || outcome.argument.empty()) continue;
      wrong = true;
      std::fprintf(stderr, "tricolour: %s notices what %s says nothing can: %s\n",
                   outcome.Noticed()->by.c_str(), kEquivalentFile, outcome.site->Key().c_str());
    }
    if (run_.outcomes.size() < run_.chosen) return kCutShort;
    return survives || wrong ? kOneSurvives : kAllNoticed;
  }

  const Options options_;
  const fs::path work_ = fs::path(TRICOLOUR_SOURCE_DIR) / "build" / "mutate";
  const fs::path runs_ = work_ / ("run-" + std::to_string(getpid()));  // another run has its own
  const tidy::Tree& tree_ = tidy::OurTree();
  const std::vector<Site> sites_;
  MutatedCopy copy_;
  std::map<std::string, std::string> equivalent_;
  std::unique_ptr<UnitStage> unit_;
  std::unique_ptr<VerifyStage> verify_;
  std::unique_ptr<CopyOfOne> copy_of_one_;
  std::vector<std::unique_ptr<Stage>> alone_;
  MutationRun run_;
  tool::Progress progress_;
};

int Main(int count, char** arguments) {
  Options options;
  const char* const jobs = std::getenv("CMAKE_BUILD_PARALLEL_LEVEL");
  if (jobs != nullptr && std::atoi(jobs) > 0) options.jobs = static_cast<unsigned>(std::atoi(jobs));
  CLI::App app(
      "Makes small mistakes in the collector, one at a time, and prints those that neither its "
      "unit\n"
      "tests nor `verify --quick` notice.",
      "tricolour mutate");
  AddOptions(app, options);
  try {
    app.parse(count, arguments);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return 0;
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "tricolour: %s (`tricolour mutate --help` shows what there is)\n",
                 error.what());
    return kBadInput;
  }
  options.out = fs::absolute(options.out).string();
  tool::CatchInterrupts();
  const StrangerBuild& stranger = options.stranger;
  if (!stranger.tree.empty() || !stranger.command.empty() || !stranger.subject.empty()) {
    return MutateStranger(arguments[0], std::move(options));
  }
  return Mutation(std::move(options)).Execute();
}

}  // namespace
}  // namespace properties::mutate

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // lines stay whole beside those of stderr
  try {
    return properties::mutate::Main(count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tricolour: %s\n", error.what());
    return 70;
  }
}
