// properties/tool/verify/plan.cc -- puts sections together.

#include "properties/tool/verify/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "properties/report/layout.h"
#include "properties/tool/change/changed_files.h"
#include "properties/tool/change/focus.h"
#include "properties/tool/verify/conformance_sections.h"
#include "properties/tool/verify/order_section.h"
#include "properties/tool/verify/own_rules_section.h"
#include "properties/tool/verify/paper_sections.h"
#include "properties/tool/verify/schedule_section.h"

namespace tool {
namespace {

// Searches that end early get so much of a budget; the rest is for what does not.
constexpr double kPartOfSearches = 0.6;
// A case of directed random takes longer than a trace of a small heap, and there are fewer
// sections.
constexpr double kWeightOfRandom = 4;
// Of a full run's cases, for each profile that a change asks for.
constexpr std::uint64_t kPartOfProfile = 5;

void Append(std::vector<Section> more, std::vector<Section>& sections) {
  std::ranges::move(more, std::back_inserter(sections));
}

std::vector<Section> AllSections(const VerifyOptions& options) {
  std::vector<Section> sections = FixedSections(options);
  Append(ConformanceSections(options), sections);
  Append(ScheduleSections(options), sections);
  Append(PaperSections(options), sections);
  Append(ScarceSections(options), sections);
  Append(OrderSections(options), sections);
  Append(OwnRulesSections(options), sections);
  if (!options.seconds) {
    Append(RandomSections(options, EffortOf(options).random_cases, 1, nullptr), sections);
  }
  return sections;
}

// The sections that a change asks for, with the full effort.
std::vector<Section> DeepSections(const VerifyOptions& options, const Focus& focus) {
  std::vector<Section> deep;
  for (Section& section : FixedSections(options)) {
    const bool chosen = std::ranges::any_of(focus.alphabets, [&](auto group) {
      return section.head.group == "small heaps" && section.head.name == WordOf(group);
    });
    if (chosen) deep.push_back(std::move(section));
  }
  for (const properties::Profile profile : focus.profiles) {
    Append(RandomSections(options, EffortOf(options).random_cases / kPartOfProfile, 1, nullptr,
                          profile),
           deep);
  }
  return deep;
}

// The seconds of each search, so that all of them fill the budget.
double ShareOf(const VerifyOptions& options, const std::vector<Section>& sections) {
  double weights = 0;
  for (const Section& section : sections) {
    if (section.head.group == "directed random") weights += kWeightOfRandom;
    if (section.head.group == "small heaps") weights += 1;
  }
  return weights > 0 ? *options.budget * options.jobs * kPartOfSearches / weights : 0;
}

// The deeper sections stand first, right behind the corpus, and take the place of those of the same
// name.
void Merge(std::vector<Section> deep, std::vector<Section>& sections) {
  std::erase_if(sections, [&](const Section& section) {
    return std::ranges::any_of(
        deep, [&](const Section& other) { return other.head.id == section.head.id; });
  });
  const auto behind = std::ranges::find_if(
      sections, [](const Section& section) { return section.head.group != "corpus"; });
  sections.insert(behind, std::move_iterator(deep.begin()), std::move_iterator(deep.end()));
}

// The faults of the rules that a change asks for, in the disciplines that the quick run leaves out.
void AddRules(const VerifyOptions& options, const Focus& focus, std::vector<RuleCase>& cases) {
  const std::vector<reference::Locals> disciplines = options.choices.Disciplines();
  for (std::size_t i = 1; i < disciplines.size(); ++i) {
    for (const gc::FaultEntry& entry : gc::kFaults) {
      if (focus.rules.contains(entry.rule)) cases.push_back({entry.fault, disciplines[i]});
    }
  }
}

void AddFocus(const VerifyOptions& options, Plan& plan) {
  const ChangedFiles changed = ChangedSince(options.since, TRICOLOUR_SOURCE_DIR);
  Focus focus = FocusOf(changed.files, FilesOfRules());
  focus.base = changed.base;
  VerifyOptions deeper = options;
  deeper.quick = false;
  deeper.asked = Asked::kNothing;
  std::vector<Section> deep = DeepSections(deeper, focus);
  if (options.budget) {
    deeper.share = ShareOf(options, deep);
    deep = DeepSections(deeper, focus);
  }
  Merge(std::move(deep), plan.sections);
  if (!plan.rules.empty()) AddRules(options, focus, plan.rules);
  plan.told = FocusText(focus) + "\n";
}

// A full run that has found something goes on as the quick one. Known bugs of Lua are found in each
// run of it, and cut none short.
void AddBrief(const VerifyOptions& options, std::vector<Section>& sections) {
  const bool as_asked = options.quick || options.budget || options.seconds || options.cases;
  if (as_asked || !options.since.empty() || options.choices.subject.starts_with("lua")) return;
  VerifyOptions brief = options;
  brief.quick = true;
  for (Section& section : AllSections(brief)) {
    const auto same = std::ranges::find(sections, section.head.id,
                                        [](const Section& full) { return full.head.id; });
    if (same != sections.end()) same->brief = std::move(section.run);
  }
}

}  // namespace

Plan PlanOf(const VerifyOptions& options) {
  Plan plan;
  if (options.choices.subject == "core") plan.rules = RuleCases(options);
  plan.sections = AllSections(options);
  AddBrief(options, plan.sections);
  if (!options.since.empty()) {
    AddFocus(options, plan);
  } else if (options.budget) {
    VerifyOptions shared = options;
    shared.share = ShareOf(options, plan.sections);
    plan.sections = AllSections(shared);
  }
  // Whoever wants the first failure wants it soon.
  if (options.first) {
    std::ranges::stable_sort(plan.sections, {},
                             [](const Section& section) { return WeightOf(section.head); });
  }
  return plan;
}

std::string LeftOut(const VerifyOptions& options, const properties::Report& report) {
  if (!options.budget) return {};
  std::size_t searches = 0, ended = 0;
  for (const properties::ReportSection& section : report.sections) {
    searches += section.traces > 0 ? 1 : 0;
    ended += std::ranges::any_of(
                 section.remarks,
                 [](const std::string& remark) { return remark.starts_with(kShareUsedUp); })
                 ? 1
                 : 0;
  }
  std::string text = fmt::format(
      "--seconds {} left out what {} of {} searches had still to try of a full run, beyond what "
      "the "
      "quick one tries",
      *options.budget, ended, searches);
  if (report.rules.empty()) return text + ".";
  if (*options.budget < kSecondsForAllRules || !options.since.empty()) {
    text += fmt::format(
        "; rules in other disciplines than the first, but for those of a change "
        "(from {} s on)",
        kSecondsForAllRules);
  }
  if (*options.budget < kSecondsForProofs || !options.since.empty()) {
    text += fmt::format("; what the model proves of each rule (from {} s on)", kSecondsForProofs);
  }
  return text + ".";
}

}  // namespace tool
