#include "properties/tool/causes/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

#include "properties/tool/rules/rule_sites.h"

namespace tool {

using gc::Rule;
using properties::Mark;
using properties::Report;
using properties::ReportChange;
using properties::ReportFailure;
using properties::ReportSuspect;
using properties::StepRow;

namespace {

std::optional<Rule> RuleNamed(const std::string& name) {
  for (const gc::RuleEntry& entry : gc::kRules) {
    if (entry.name == name) return entry.rule;
  }
  return std::nullopt;
}

std::string NameOf(Rule rule) { return std::string(gc::EntryOf(rule).name); }

// The rule that a failure blames before all others.
std::optional<Rule> BlamedBy(const ReportFailure& failure) {
  const auto& suspects = failure.explanation.suspects;
  return suspects.empty() ? std::nullopt : RuleNamed(suspects.front().rule);
}

// What counts for one rule.
struct Evidence {
  Rule rule = Rule::kInsertionBarrier;
  std::size_t failures = 0;
  std::size_t saved = 0;
  Nearness nearness = Nearness::kNone;
};

std::vector<Evidence> EvidenceOf(const Report& report) {
  std::map<Rule, Evidence> of_rules;
  for (const ReportFailure& failure : report.failures) {
    for (const properties::Suspect& suspect : failure.explanation.suspects) {
      const auto rule = RuleNamed(suspect.rule);
      if (!rule) continue;
      Evidence& evidence = of_rules[*rule];
      evidence.rule = *rule;
      evidence.failures += 1;
      evidence.saved += suspect.saves ? 1 : 0;
    }
  }
  std::vector<Evidence> all;
  for (const auto& [rule, evidence] : of_rules) all.push_back(evidence);
  return all;
}

// A changed place, and how near it is to the suspected rules.
struct Touch {
  const ChangedPlace* place = nullptr;
  Nearness nearness = Nearness::kNone;
  std::vector<Rule> rules;  // those to which it is so near
  bool blamed = true;       // these are suspected; false: they are upheld here, and none is blamed
};

Touch TouchOf(const ChangedPlace& place, const Lines& file, const std::vector<Rule>& rules) {
  Touch touch{.place = &place, .rules = {}};
  for (const Rule rule : rules) {
    const Nearness nearness = NearnessOf(place, file, rule);
    if (nearness > touch.nearness) touch.rules.clear();
    touch.nearness = std::max(touch.nearness, nearness);
    if (nearness == touch.nearness && nearness != Nearness::kNone) touch.rules.push_back(rule);
  }
  return touch;
}

// If none of the suspected rules is upheld near the place, what is upheld there all the same.
Touch TouchOf(const ChangedPlace& place, const Lines& file,
              const std::vector<Evidence>& suspected) {
  std::vector<Rule> rules;
  for (const Evidence& evidence : suspected) rules.push_back(evidence.rule);
  Touch touch = TouchOf(place, file, rules);
  if (touch.nearness != Nearness::kNone) return touch;
  rules.clear();
  for (const gc::RuleEntry& entry : gc::kRules) rules.push_back(entry.rule);
  touch = TouchOf(place, file, rules);
  touch.blamed = false;
  return touch;
}

// The nearest change to each rule.
void AddNearness(const std::vector<Touch>& touches, std::vector<Evidence>& suspected) {
  for (Evidence& evidence : suspected) {
    for (const Touch& touch : touches) {
      const bool of_rule = std::ranges::find(touch.rules, evidence.rule) != touch.rules.end();
      if (!of_rule || !touch.blamed) continue;
      evidence.nearness = std::max(evidence.nearness, touch.nearness);
    }
  }
}

std::string WordsOf(const Touch& touch) {
  std::string names;
  for (const Rule rule : touch.rules) names += (names.empty() ? "" : ", ") + NameOf(rule);
  if (!touch.blamed) names += ", which no failure blames";
  switch (touch.nearness) {
    case Nearness::kNone:
      return "in a file that names no rule";
    case Nearness::kFile:
      return "in a file that upholds " + names;
    case Nearness::kNear:
      return "beside what upholds " + names;
    case Nearness::kLine:
      return "upholds " + names;
  }
  return {};
}

// The file that upholds most of these rules, at least two; one that was changed before another.
std::string FileOfMost(const SourcesOfCore& sources, const std::vector<ChangedPlace>& changes,
                       const std::set<Rule>& rules, std::set<Rule>& upheld) {
  std::string best;
  std::pair<std::size_t, bool> most = {1, true};
  for (const std::string& file : sources.files) {
    std::set<Rule> here;
    for (const Rule rule : UpheldByHead(sources.text(file))) {
      if (rules.contains(rule)) here.insert(rule);
    }
    const bool changed = std::ranges::find(changes, file, &ChangedPlace::file) != changes.end();
    const std::pair<std::size_t, bool> count = {here.size(), changed};
    if (here.size() < 2 || count <= most) continue;
    most = count;
    best = file;
    upheld = std::move(here);
  }
  return best;
}

// What several of the failing rules have in common, file by file.
std::map<Rule, std::string> FilesInCommon(const SourcesOfCore& sources,
                                          const std::vector<ChangedPlace>& changes,
                                          std::set<Rule> rules) {
  std::map<Rule, std::string> common;
  std::set<Rule> upheld;
  for (std::string file; rules.size() > 1; upheld.clear()) {
    file = FileOfMost(sources, changes, rules, upheld);
    if (file.empty()) break;
    for (const Rule rule : upheld) {
      common[rule] = file;
      rules.erase(rule);
    }
  }
  return common;
}

// What went wrong, whichever objects it befell: without the way to them, and with one name for all.
std::string WithoutNames(const std::string& heading) {
  static const std::regex way(": \\S+ -> .*$");
  static const std::regex name("\\b([a-z]|o[0-9]+)(\\.[0-9]+)?\\b");
  return std::regex_replace(std::regex_replace(heading, way, ""), name, "x");
}

// In which words the failure's cause is told apart, without a rule.
std::string KindOf(const ReportFailure& failure) {
  const std::string& blame = failure.explanation.blame;
  return blame.empty() ? WithoutNames(failure.explanation.heading) : blame;
}

// Numbers what is the same in the order of its first appearance.
template <class Key>
void Number(const Key& key, Report& report) {
  std::map<std::string, std::size_t> numbers;
  for (ReportFailure& failure : report.failures) {
    failure.cause = numbers.try_emplace(key(failure), numbers.size() + 1).first->second;
  }
}

void NumberCauses(const SourcesOfCore& sources, const std::vector<ChangedPlace>& changes,
                  Report& report) {
  if (changes.size() == 1) return Number([](const ReportFailure&) { return ""; }, report);
  std::set<Rule> rules;
  for (const ReportFailure& failure : report.failures) {
    if (const auto rule = BlamedBy(failure)) rules.insert(*rule);
  }
  const auto common = FilesInCommon(sources, changes, rules);
  Number(
      [&](const ReportFailure& failure) {
        const auto rule = BlamedBy(failure);
        if (!rule) return KindOf(failure);
        const auto at = common.find(*rule);
        return at == common.end() ? NameOf(*rule) : at->second;
      },
      report);
}

// What a report names as the place of a step that names none.
void GivePlaces(const Report& report, const std::vector<Touch>& touches, ReportFailure& failure) {
  const auto rule = BlamedBy(failure);
  if (!rule) return;
  std::string place;
  for (const Touch& touch : touches) {
    // What was changed alone is the place, whatever the failure blames.
    const bool of_rule =
        touches.size() == 1 || std::ranges::find(touch.rules, *rule) != touch.rules.end();
    if (of_rule && place.empty()) {
      place = fmt::format("{}:{}", touch.place->file, touch.place->line);
    }
  }
  for (const ReportSuspect& suspect : report.suspects) {
    if (place.empty() && suspect.rule == NameOf(*rule) && !suspect.sites.empty()) {
      place = suspect.sites.front();
    }
  }
  auto& rows = failure.explanation.rows;
  const bool guilty = std::ranges::count(rows, Mark::kGuilty, &StepRow::mark) > 0;
  for (StepRow& row : rows) {
    const bool marked = row.mark == (guilty ? Mark::kGuilty : Mark::kLoss);
    if (marked && row.where.empty()) row.where = place;
  }
}

}  // namespace

SourcesOfCore SourcesOnDisk(const std::string& root) {
  namespace fs = std::filesystem;
  SourcesOfCore sources;
  sources.text = [root](const std::string& file) { return LinesOfFile(root + "/" + file); };
  sources.sites = [](Rule rule) { return SitesOf(rule); };
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / "core", error)) {
    const fs::path& path = entry.path();
    const bool code = path.extension() == ".h" || path.extension() == ".cc";
    if (code && path.filename().string().find("_test.") == std::string::npos) {
      sources.files.push_back(path.lexically_relative(root).generic_string());
    }
  }
  std::ranges::sort(sources.files);
  return sources;
}

void FindCauses(const SourcesOfCore& sources, const std::vector<ChangedPlace>& changes,
                Report& report) {
  NumberCauses(sources, changes, report);
  std::vector<Evidence> suspected = EvidenceOf(report);
  std::vector<Touch> touches;
  for (const ChangedPlace& place : changes) {
    touches.push_back(TouchOf(place, sources.text(place.file), suspected));
  }
  std::ranges::stable_sort(touches, std::greater(), [](const Touch& touch) {
    return std::pair(touch.blamed, touch.nearness);
  });
  AddNearness(touches, suspected);
  std::ranges::stable_sort(suspected, std::greater(), [](const Evidence& evidence) {
    return std::tuple(evidence.nearness, evidence.saved, evidence.failures);
  });
  for (const Evidence& evidence : suspected) {
    report.suspects.push_back({.rule = NameOf(evidence.rule),
                               .failures = evidence.failures,
                               .saved = evidence.saved,
                               .sites = sources.sites(evidence.rule)});
  }
  for (const Touch& touch : touches) {
    report.changes.push_back({.place = fmt::format("{}:{}", touch.place->file, touch.place->line),
                              .concern = WordsOf(touch),
                              .lines = touch.place->lines});
  }
  for (ReportFailure& failure : report.failures) GivePlaces(report, touches, failure);
}

void FindCausesOfStranger(Report& report) { Number(KindOf, report); }

void FindCausesIn(const std::string& root, const std::string& since, Report& report) {
  if (report.failures.empty()) return;
  if (report.subject != "core") return FindCausesOfStranger(report);
  FindCauses(SourcesOnDisk(root), ChangedPlaces(since.empty() ? "HEAD" : since, root), report);
}

}  // namespace tool
