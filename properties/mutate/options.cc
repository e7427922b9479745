#include "properties/mutate/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "properties/mutate/sites/operators.h"
#include "properties/mutate/trial/trials.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;

using Changes = std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>>;

bool ReadChanges(const std::string& since, const fs::path& work, Changes& changes) {
  const fs::path diff = work / "since.diff";
  fs::create_directories(work);
  std::string revision;
  for (const char c : since) revision += c == '\'' ? ' ' : c;
  const std::string command = "git -C '" TRICOLOUR_SOURCE_DIR "' diff -U0 --no-color '" + revision +
                              "' -- core >'" + diff.string() + "'";
  if (std::system(command.c_str()) != 0) return false;  // git has said why
  changes = ChangedLines(tidy::ReadText(diff));
  return true;
}

}  // namespace

bool IsAskedFor(const Site& site, const Selection& asked, const std::set<std::string>& survivors) {
  const auto has_site = [&](const std::string& file) { return site.file.starts_with(file); };
  const std::vector<std::string>& operators = asked.operators;
  return (asked.files.empty() || std::ranges::any_of(asked.files, has_site)) &&
         (operators.empty() ||
          std::ranges::find(operators, NameOf(site.made)) != operators.end()) &&
         (asked.survivors.empty() || survivors.contains(site.Key()));
}

bool ReadSurvivors(const Selection& asked, const std::string& stages,
                   std::set<std::string>& survivors) {
  if (asked.survivors.empty()) return true;
  survivors = SurvivorsIn(asked.survivors, stages);
  if (!survivors.empty()) return true;
  std::fprintf(stderr, "tricolour: %s: no line says that %s let a mistake through\n",
               asked.survivors.c_str(), stages.c_str());
  return false;
}

bool SelectSites(const std::vector<Site>& sites, const Options& options, const fs::path& work,
                 std::vector<std::size_t>& among) {
  const Selection& asked = options.among;
  Changes changes;
  if (!asked.since.empty() && !ReadChanges(asked.since, work, changes)) return false;
  std::set<std::string> survivors;
  if (!ReadSurvivors(asked, options.stages, survivors)) return false;
  for (std::size_t index = 0; index < sites.size(); ++index) {
    const Site& site = sites[index];
    if (!IsAskedFor(site, asked, survivors)) continue;
    if (!asked.since.empty() && std::ranges::none_of(changes[site.file], [&](const auto& lines) {
          return lines.first <= site.last_line && site.line <= lines.second;
        })) {
      continue;
    }
    among.push_back(index);
  }
  if (among.empty()) std::fputs("tricolour: no site is in what was asked for\n", stderr);
  return !among.empty() || !asked.since.empty();
}

void AddOptions(CLI::App& app, Options& options) {
  app.add_option("--sample", options.sample, "Only so many, chosen by the seed");
  app.add_option("--seed", options.seed, "Chooses the sample; also the seed of `verify`")
      ->capture_default_str();
  app.add_option("--since", options.among.since,
                 "Only in lines that differ from this revision of git");
  app.add_option("--file", options.among.files, "Only in files whose path begins so: core/mark");
  app.add_option("--operator", options.among.operators, "Only mistakes of this kind")
      ->check(
          CLI::IsMember(std::vector<std::string>(kOperatorNames.begin(), kOperatorNames.end())));
  app.add_option("--survivors", options.among.survivors,
                 "Only what none of the stages noticed in an earlier run: its results.jsonl")
      ->check(CLI::ExistingFile);
  app.add_option("--stages", options.stages, "What is tried, in this order")
      ->check(CLI::IsMember({"unit,verify", "verify,unit", "unit", "verify"}))
      ->capture_default_str();
  app.add_flag("--all-stages", options.all_stages,
               "Try every stage even if one has noticed, to see what each notices alone");
  app.add_flag("--fresh", options.fresh, "Do not go on with what an earlier run has found");
  app.add_flag("--list", options.list, "Only list the sites");
  app.add_flag("--build-only", options.build_only, "Only build the copy with the mutants");
  app.add_flag("--by-itself", options.by_itself,
               "Only what can be no switch: constants that the compiler computes, memory orders, "
               "...; each is built by itself, which takes minutes");
  app.add_flag("--unreached", options.unreached,
               "Only list the sites that a stage does not reach without a mutant")
      ->excludes("--by-itself");
  app.add_option("--jobs", options.jobs, "Compilers, and mutants, at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  app.add_option("--out", options.out, "Folder of results.jsonl, report.json and report.xml")
      ->capture_default_str();
  app.add_option("--format", options.format, "Format of stdout")
      ->check(CLI::IsMember({"text", "json", "junit"}))
      ->capture_default_str();
  app.add_option("--tree", options.stranger.tree,
                 "Instead of ours, the collector whose sources are below this folder");
  app.add_option("--build", options.stranger.command,
                 "With --tree: the command that builds it, run by a shell in a copy of the folder");
  app.add_option("--subject", options.stranger.subject,
                 "With --tree: the library that is judged, from that folder: mark_sweep.so");
  app.add_option("--judge", options.stranger.judge,
                 "With --tree: the program that judges (default: the one built beside this)");
  app.footer(
      "Exit status: 0 all noticed or equivalent, 1 one survives or an argument in\n"
      "properties/mutate/equivalent.txt is wrong, 2 usage, 3 interrupted, 4 something fails "
      "without a\n"
      "mutant, 70 the copy does not build.");
}

}  // namespace properties::mutate
