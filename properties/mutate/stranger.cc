#include "properties/mutate/stranger.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "properties/mutate/copy/plain_text.h"
#include "properties/mutate/sites/operators.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;
using tidy::ReadText;

constexpr double kSecondsAtLeast = 5;
constexpr double kMostSecondsOfABuild = 600;

void WriteText(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

bool IsSource(const fs::path& path) {
  static const std::set<std::string> endings = {".c", ".cc", ".cpp", ".cxx",
                                                ".h", ".hh", ".hpp", ".hxx"};
  return endings.contains(path.extension().string());
}

std::string Quoted(const fs::path& path) {
  std::string quoted = "'";
  for (const char c : path.string()) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace

tidy::Tree SourcesBelow(const fs::path& folder) {
  tidy::Tree tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || !IsSource(entry.path())) continue;
    tree.push_back(
        {entry.path().lexically_relative(folder).generic_string(), ReadText(entry.path())});
  }
  std::ranges::sort(tree, {}, &tidy::File::path);
  return tree;
}

std::vector<Site> SitesOfStranger(const tidy::Tree& tree) {
  std::vector<Site> sites;
  for (const tidy::File& file : tree) {
    for (Site& site : SitesOf(file)) {
      if (IsPlain(site)) sites.push_back(std::move(site));
    }
  }
  return sites;
}

Ended StrangerStage::BuildIn(const fs::path& copy, const fs::path& folder) const {
  return RunCommand({.program = "/bin/sh",
                     .arguments = {"-c", "cd " + Quoted(copy) + " && " + build_.command},
                     .folder = folder,
                     .seconds = kMostSecondsOfABuild});
}

Ended StrangerStage::JudgeIn(const fs::path& copy, const fs::path& folder, double seconds) const {
  Command command = QuickVerify(build_.judge, build_.seed, folder, seconds);
  command.arguments.insert(command.arguments.end(),
                           {"--subject", (copy / build_.subject).string()});
  return RunCommand(command);
}

bool StrangerStage::Measure(const fs::path& folder, std::string& why) {
  const fs::path copy = folder.string() + ".tree";
  fs::remove_all(copy);
  fs::create_directories(copy.parent_path());
  fs::copy(build_.tree, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  const Ended built = BuildIn(copy, folder);
  const bool is_built = built.how == Ended::How::kExited && built.status == 0;
  if (!is_built || !fs::exists(copy / build_.subject)) {
    why = is_built ? "the command did not make " + build_.subject.string()
                   : "the collector does not build as it is:\n" + built.log;
    return false;
  }
  const Ended judged = JudgeIn(copy, folder, 1200);
  usual_seconds_ = judged.seconds;
  if (judged.how == Ended::How::kExited && judged.status == 0) return true;
  why = "`verify --quick` does not agree without a mutant:\n" + judged.log;
  return false;
}

// The copy of a folder stays for the next mutant, with the file as it was.
StageEnd StrangerStage::Try(std::size_t number, const fs::path& folder) const {
  const fs::path copy = folder.string() + ".tree";
  if (!fs::exists(copy)) {
    fs::create_directories(copy.parent_path());
    fs::copy(build_.tree, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  }
  const Site& site = sites_.at(number - 1);
  const auto file = std::ranges::find(tree_, site.file, &tidy::File::path);
  WriteText(copy / site.file, WithMistake(*file, site));
  const Ended built = BuildIn(copy, folder);
  StageEnd end{"verify", Fate::kNotBuilt, "", built.seconds};
  if (built.how == Ended::How::kExited && built.status == 0) {
    const Ended judged = JudgeIn(copy, folder, 2 * usual_seconds_ + kSecondsAtLeast);
    end = EndOfVerify(judged, folder);
    end.seconds += built.seconds;
  }
  WriteText(copy / site.file, file->text);
  return end;
}

}  // namespace properties::mutate
