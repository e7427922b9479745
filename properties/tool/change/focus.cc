// properties/tool/change/focus.cc -- one table: what a folder has to do with.

#include "properties/tool/change/focus.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "properties/tool/rules/rule_sites.h"

namespace tool {
namespace {

using enum properties::AlphabetGroup;
using properties::AlphabetGroup;
using properties::Profile;

struct Concern {
  std::string_view folder;
  std::string_view about;
  std::vector<AlphabetGroup> alphabets;
  std::vector<Profile> profiles;
};

const std::vector<Concern>& Concerns() {
  static const std::vector<Concern> concerns = {
      {"core/pointer/",
       "references and their barrier",
       {kWavefront, kMoves, kCopies, kContainers, kHandles, kWeak, kGarbage},
       {Profile::kWavefront, Profile::kMoves}},
      {"core/mark/",
       "marking",
       {kWavefront, kBirths, kGarbage, kClusters, kWorkers, kTogether},
       {Profile::kWavefront}},
      {"core/collect/",
       "the cycle",
       {kWavefront, kBirths, kKeep, kReferencers, kHeld, kStrong, kPurge, kSections},
       {Profile::kWavefront, Profile::kRoots, Profile::kPurge}},
      {"core/purge/",
       "the end of objects",
       {kPurge, kWeak, kResurrections, kBirths},
       {Profile::kPurge, Profile::kChurn}},
      {"core/cluster/",
       "clusters",
       {kClusters, kChains, kOutward, kJoining, kGarbage},
       {Profile::kFates}},
      {"core/heap/",
       "what makes objects and finds them",
       {kConstruction, kNames, kReferencers, kHeld, kKeep, kStrong, kPermanent, kCopies},
       {Profile::kRoots, Profile::kChurn}},
      {"core/object/",
       "headers, flags and the table",
       {kBirths, kWeak, kPermanent, kNames, kGarbage},
       {Profile::kWeak, Profile::kChurn}},
      {"core/population/",
       "the objects of a heap",
       {kBirths, kWeak, kPermanent, kConstruction},
       {Profile::kChurn}},
      {"core/schema/",
       "the words of a schema",
       {kWavefront, kContainers, kGarbage, kBirths},
       {Profile::kWavefront, Profile::kMoves}},
      {"core/assembly/",
       "the schema of a class",
       {kWavefront, kContainers, kGarbage, kTogether},
       {Profile::kWavefront, Profile::kMoves}},
      {"core/memory/", "where objects lie", {kBirths, kPurge, kWeak}, {Profile::kChurn}},
      {"core/base/",
       "locks, threads and lists",
       {kWorkers, kTogether, kSections, kWavefront},
       {Profile::kEverything}},
      {"core/schedule/", "when a heap is collected", {kSections, kWorlds}, {}},
      {"core/configure/", "settings", {kWorlds, kEverything}, {}},
      {"core/world/", "worlds", {kWorlds}, {}},
      {"core/reflect/", "what is known of a class", {kEverything}, {}},
      {"core/inspect/", "what is seen of a heap", {kEverything}, {Profile::kEverything}},
  };
  return concerns;
}

// Folders of core that no judged run uses.
constexpr auto kNotJudged =
    std::to_array<std::string_view>({"core/testing/", "core/bench/", "core/examples/"});
// What decides whether a run is right.
constexpr auto kJudge = std::to_array<std::string_view>(
    {"reference/", "model/", "properties/judge/", "properties/matrix/", "properties/search/",
     "properties/subjects/core/"});

template <class Range>
bool StartsWithOne(const std::string& file, const Range& folders) {
  for (const std::string_view folder : folders) {
    if (file.starts_with(folder)) return true;
  }
  return false;
}

bool IsCode(const std::string& file) {
  const bool source = file.ends_with(".h") || file.ends_with(".cc");
  return source && file.find("_test.") == std::string::npos &&
         file.find("_bench.") == std::string::npos;
}

void AddEverything(Focus& focus) {
  focus.alphabets.insert(kEverything);
  focus.profiles.insert(Profile::kEverything);
}

void AddAllRules(Focus& focus) {
  for (const gc::RuleEntry& rule : gc::kRules) focus.rules.insert(rule.rule);
}

// The names of the rules that the file upholds, which are chosen.
std::string AddRulesOf(const std::string& file, const RuleFiles& sites, Focus& focus) {
  std::string names;
  for (const auto& [rule, files] : sites) {
    if (!files.contains(file)) continue;
    focus.rules.insert(rule);
    names += (names.empty() ? "; upholds " : ", ") + std::string(gc::EntryOf(rule).name);
  }
  return names;
}

void AddFileOfCore(const std::string& file, const RuleFiles& sites, Focus& focus) {
  const std::string names = AddRulesOf(file, sites, focus);
  for (const Concern& concern : Concerns()) {
    if (!file.starts_with(concern.folder)) continue;
    focus.alphabets.insert(concern.alphabets.begin(), concern.alphabets.end());
    focus.profiles.insert(concern.profiles.begin(), concern.profiles.end());
    focus.whys.push_back(fmt::format("{}: {}{}", file, concern.about, names));
    return;
  }
  AddEverything(focus);
  AddAllRules(focus);
  focus.whys.push_back(file + ": may concern every rule");
}

template <class Set>
std::string Listed(const Set& set, const auto& name) {
  std::string text;
  for (const auto& one : set) text += (text.empty() ? "" : ", ") + std::string(name(one));
  return text;
}

}  // namespace

RuleFiles FilesOfRules() {
  RuleFiles all;
  for (const gc::RuleEntry& rule : gc::kRules) {
    std::set<std::string> files;
    for (const std::string& site : SitesOf(rule.rule))
      files.insert(site.substr(0, site.rfind(':')));
    all.emplace_back(rule.rule, std::move(files));
  }
  return all;
}

Focus FocusOf(const std::vector<std::string>& files, const RuleFiles& sites) {
  Focus focus;
  focus.files = files.size();
  std::size_t of_judge = 0;  // the first of them stands for all
  for (const std::string& file : files) {
    if (!IsCode(file)) continue;
    if (StartsWithOne(file, kJudge)) {
      AddEverything(focus);
      AddAllRules(focus);
      if (of_judge++ == 0) {
        focus.whys.push_back(file + ": a part of the judge, which must catch every rule");
      }
    } else if (file.starts_with("core/") && !StartsWithOne(file, kNotJudged)) {
      AddFileOfCore(file, sites, focus);
    }
  }
  if (of_judge > 1) {
    focus.whys.push_back(fmt::format("{} more files of the judge", of_judge - 1));
  }
  return focus;
}

std::vector<std::string> KnownFolders() {
  std::vector<std::string> folders;
  for (const Concern& concern : Concerns()) folders.emplace_back(concern.folder);
  for (const std::string_view folder : kNotJudged) folders.emplace_back(folder);
  return folders;
}

std::string FocusText(const Focus& focus) {
  constexpr std::size_t kMostWhys = 12;
  std::string text = fmt::format("since {}: {} file{} changed\n", focus.base, focus.files,
                                 focus.files == 1 ? "" : "s");
  for (std::size_t i = 0; i < focus.whys.size() && i < kMostWhys; ++i) {
    text += "  " + focus.whys[i] + "\n";
  }
  if (focus.whys.size() > kMostWhys) {
    text += fmt::format("  and {} more\n", focus.whys.size() - kMostWhys);
  }
  if (focus.Empty()) {
    return text + "  none of them is judged, so this is the quick run and no more\n";
  }
  if (!focus.rules.empty()) {
    const bool all = focus.rules.size() == gc::kRules.size();
    text += "  rules broken in every discipline: " +
            (all ? std::string("all")
                 : Listed(focus.rules, [](gc::Rule rule) { return gc::EntryOf(rule).name; })) +
            "\n";
  }
  if (!focus.alphabets.empty()) {
    text += "  small heaps that go as far as a full run: " +
            Listed(focus.alphabets, [](AlphabetGroup group) { return WordOf(group); }) + "\n";
  }
  if (!focus.profiles.empty()) {
    text += "  directed random, beside all profiles: " +
            Listed(focus.profiles, [](Profile profile) { return WordOf(profile); }) + "\n";
  }
  return text + "  everything else goes as far as the quick run\n";
}

}  // namespace tool
