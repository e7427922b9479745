// properties/mutate/outcome.cc -- counts, tables and diffs.

#include "properties/mutate/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <pugixml.hpp>
#include <sstream>

#include "properties/mutate/copy/switches.h"

namespace properties::mutate {

namespace {

using nlohmann::json;

// So many of the tests that ran through a survivor are named.
constexpr std::size_t kTestsNamed = 4;

struct Counts {
  std::size_t tried = 0, equivalent = 0, survived = 0, crashed = 0, hung = 0;
  std::map<std::string, std::pair<std::size_t, std::size_t>> stages;  // noticed, of how many

  void Add(const Outcome& outcome) {
    ++tried;
    const bool noticed = outcome.Noticed() != nullptr;
    crashed += outcome.fate() == Fate::kCrashed;
    hung += outcome.fate() == Fate::kHung;
    equivalent += !noticed && !outcome.argument.empty();
    survived += !noticed && outcome.argument.empty();
    for (const StageEnd& end : outcome.stages) {
      auto& [count, of] = stages[end.stage];
      count += IsNoticed(end.fate);
      of += noticed || outcome.argument.empty();
    }
  }
};

std::string FolderOf(const Site& site) { return site.file.substr(0, site.file.rfind('/')); }

std::string Share(std::size_t part, std::size_t of) {
  return of == 0
             ? "-"
             : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(of));
}

std::string Table(const std::string& title, const MutationRun& run,
                  const std::function<std::string(const Outcome&)>& group) {
  std::map<std::string, Counts> groups;
  Counts all;
  for (const Outcome& outcome : run.outcomes) {
    groups[group(outcome)].Add(outcome);
    all.Add(outcome);
  }
  std::string text = fmt::format("\n{:<24} {:>7} {:>8} {:>8} {:>6} {:>9} {:>11}", title, "tried",
                                 "noticed", "crashed", "hung", "survived", "equivalent");
  for (const auto& [stage, noticed] : all.stages) text += fmt::format(" {:>10}", "by " + stage);
  text += "\n";
  for (auto& [name, counts] : groups) {
    text += fmt::format("{:<24} {:>7} {:>8} {:>8} {:>6} {:>9} {:>11}", name, counts.tried,
                        counts.tried - counts.survived - counts.equivalent, counts.crashed,
                        counts.hung, counts.survived, counts.equivalent);
    for (const auto& [stage, noticed] : all.stages) {
      text += fmt::format(" {:>10}", counts.stages[stage].first);
    }
    text += "\n";
  }
  return text;
}

json JsonOfOutcome(const Outcome& outcome, const tidy::Tree& tree) {
  json stages = json::array();
  for (const StageEnd& end : outcome.stages) {
    stages.push_back({{"stage", end.stage},
                      {"fate", kFateNames[static_cast<std::size_t>(end.fate)]},
                      {"by", end.by},
                      {"seconds", end.seconds}});
  }
  const Site& site = *outcome.site;
  return {{"file", site.file},
          {"line", site.line},
          {"function", site.function},
          {"operator", NameOf(site.made)},
          {"was", site.was},
          {"becomes", site.becomes},
          {"key", site.Key()},
          {"number", outcome.number},
          {"fate", kFateNames[static_cast<std::size_t>(outcome.fate())]},
          {"equivalent", outcome.argument},
          {"stages", stages},
          {"reached", outcome.reached},
          {"diff", DiffOf(site, tree)}};
}

}  // namespace

const StageEnd* Outcome::Noticed() const {
  const auto found =
      std::ranges::find_if(stages, [](const StageEnd& end) { return IsNoticed(end.fate); });
  return found == stages.end() ? nullptr : &*found;
}

Fate Outcome::fate() const {
  if (const StageEnd* const end = Noticed()) return end->fate;
  const bool unreached =
      std::ranges::all_of(stages, [](const StageEnd& end) { return end.fate == Fate::kUnreached; });
  return unreached ? Fate::kUnreached : Fate::kSurvived;
}

double Outcome::seconds() const {
  return std::accumulate(stages.begin(), stages.end(), 0.0,
                         [](double sum, const StageEnd& end) { return sum + end.seconds; });
}

std::string DiffOf(const Site& site, const tidy::Tree& tree) {
  const auto file = std::ranges::find(tree, site.file, &tidy::File::path);
  if (file == tree.end()) return {};
  const std::string& text = file->text;
  const std::size_t begin = site.edits.front().begin, end = site.edits.back().end;
  const std::size_t before = text.rfind('\n', begin == 0 ? 0 : begin - 1);
  const std::size_t first = before == text.npos ? 0 : before + 1;
  const std::size_t last = std::min(text.find('\n', std::max(begin, end)), text.size());
  // What is inserted is written with the bracket that it follows.
  std::string becomes = begin == end ? site.becomes.substr(1) : site.becomes;
  const bool is_sum = site.made == Operator::kConstantChanged && becomes.find(' ') != becomes.npos;
  if (is_sum) becomes = "(" + becomes + ")";
  const std::string was = text.substr(first, last - first);
  const std::string is = text.substr(first, begin - first) + becomes + text.substr(end, last - end);
  std::string diff;
  for (const std::string_view line : tidy::Lines(was)) diff += "- " + std::string(line) + "\n";
  for (const std::string_view line : tidy::Lines(is)) {
    if (line.find_first_not_of(' ') != line.npos) diff += "+ " + std::string(line) + "\n";
  }
  return diff;
}

std::string SurvivorText(const Outcome& outcome, const tidy::Tree& tree) {
  const Site& site = *outcome.site;
  std::string text = fmt::format("{}  {}:{}  {}  {}\n",
                                 outcome.fate() == Fate::kUnreached ? "UNREACHED" : "SURVIVED",
                                 site.file, site.line, site.function, NameOf(site.made));
  const std::string diff = DiffOf(site, tree);
  for (const std::string_view line : tidy::Lines(diff)) text += "    " + std::string(line) + "\n";
  if (outcome.number != 0) {
    text += fmt::format("    {}={} switches it on in the programs of the copy\n", kVariable,
                        outcome.number);
  }
  for (const StageEnd& end : outcome.stages) {
    if (end.fate != Fate::kUnreached) continue;
    text += end.stage == "unit" ? "    no unit test runs through it\n"
                                : "    no run of `verify --quick` gets there\n";
  }
  if (outcome.reached.empty()) return text;  // or it was tried without unit tests
  text += fmt::format("    {} unit tests run through it:", outcome.reached.size());
  for (std::size_t i = 0; i < std::min(kTestsNamed, outcome.reached.size()); ++i) {
    text += " " + outcome.reached[i];
  }
  return text + (outcome.reached.size() > kTestsNamed ? " ...\n" : "\n");
}

std::string SummaryText(const MutationRun& run) {
  Counts all;
  for (const Outcome& outcome : run.outcomes) all.Add(outcome);
  std::string text = Table("folder", run, [](const Outcome& one) { return FolderOf(*one.site); });
  text += Table("operator", run,
                [](const Outcome& one) { return std::string(NameOf(one.site->made)); });
  text += fmt::format("\n{} sites: {} do not compile, {} can be no switch; {} chosen, seed {}\n",
                      run.sites, run.not_built, run.by_itself, run.chosen, run.seed);
  const std::size_t matter = all.tried - all.equivalent;
  for (const auto& [stage, counts] : all.stages) {
    text += fmt::format("{} noticed {} of the {} that it tried ({})\n", stage, counts.first,
                        counts.second, Share(counts.first, counts.second));
  }
  text += fmt::format("{} mutants: {} noticed ({}), {} survived, {} equivalent; {:.0f} s\n",
                      all.tried, matter - all.survived, Share(matter - all.survived, matter),
                      all.survived, all.equivalent, run.seconds);
  return text;
}

std::string JsonOf(const MutationRun& run, const tidy::Tree& tree) {
  json mutants = json::array();
  for (const Outcome& outcome : run.outcomes) mutants.push_back(JsonOfOutcome(outcome, tree));
  const json whole = {{"sites", run.sites},         {"not_built", run.not_built},
                      {"by_itself", run.by_itself}, {"chosen", run.chosen},
                      {"seed", run.seed},           {"seconds", run.seconds},
                      {"mutants", mutants}};
  return whole.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string JUnitOf(const MutationRun& run, const tidy::Tree& tree) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  std::map<std::string, std::vector<const Outcome*>> folders;
  for (const Outcome& outcome : run.outcomes) folders[FolderOf(*outcome.site)].push_back(&outcome);
  for (const auto& [folder, outcomes] : folders) {
    pugi::xml_node suite = suites.append_child("testsuite");
    suite.append_attribute("name") = ("mutants of " + folder).c_str();
    suite.append_attribute("tests") = static_cast<unsigned>(outcomes.size());
    unsigned failures = 0, skipped = 0;
    for (const Outcome* const outcome : outcomes) {
      pugi::xml_node test = suite.append_child("testcase");
      test.append_attribute("name") = outcome->site->Key().c_str();
      test.append_attribute("classname") = ("tricolour.mutate." + folder).c_str();
      test.append_attribute("time") = outcome->seconds();
      if (outcome->Noticed() != nullptr) continue;
      if (!outcome->argument.empty()) {
        test.append_child("skipped").append_attribute("message") = outcome->argument.c_str();
        ++skipped;
        continue;
      }
      pugi::xml_node failure = test.append_child("failure");
      failure.append_attribute("message") = "nothing noticed this mutant";
      failure.text().set(SurvivorText(*outcome, tree).c_str());
      ++failures;
    }
    suite.append_attribute("failures") = failures;
    suite.append_attribute("skipped") = skipped;
  }
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace properties::mutate
