#include "properties/mutate/stranger.h"

#include <algorithm>
#include <fstream>
#include <set>

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

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// The switch, switched on for good, in words that C has too.
std::string SwitchedOn(const std::string& text) {
  return Replaced(Replaced(text, "@", "1"), "static_cast<bool>", "!!");
}

bool NeedsOurHeader(const Site& site) {
  return std::ranges::any_of(site.edits, [](const Edit& edit) {
    return edit.before.find("tricolour_mutants") != edit.before.npos;
  });
}

std::string Quoted(const fs::path& path) {
  return "'" + Replaced(path.string(), "'", "'\\''") + "'";
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
      if (!site.edits.empty() && !NeedsOurHeader(site)) sites.push_back(std::move(site));
    }
  }
  return sites;
}

std::string WithMistake(const tidy::File& file, const Site& site) {
  std::vector<Edit> edits = site.edits;
  std::ranges::sort(edits, {}, &Edit::begin);
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    text += file.text.substr(at, edit.begin - at) + SwitchedOn(edit.before);
    if (!edit.replaces) text += file.text.substr(edit.begin, edit.end - edit.begin);
    text += SwitchedOn(edit.after);
    at = edit.end;
  }
  return text + file.text.substr(at);
}

Ended StrangerStage::BuildIn(const fs::path& copy, const fs::path& folder) const {
  return RunCommand({.program = "/bin/sh",
                     .arguments = {"-c", "cd " + Quoted(copy) + " && " + build_.command},
                     .folder = folder,
                     .seconds = kMostSecondsOfABuild});
}

Ended StrangerStage::JudgeIn(const fs::path& copy, const fs::path& folder, double seconds) const {
  return RunCommand({.program = build_.judge,
                     .arguments = {"verify", "--quick", "--first", "--jobs", "1", "--seed",
                                   std::to_string(build_.seed), "--out", "judged", "--subject",
                                   (copy / build_.subject).string()},
                     .folder = folder,
                     .seconds = seconds});
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
    end.seconds += judged.seconds;
    end.fate = judged.how == Ended::How::kHung      ? Fate::kHung
               : judged.how == Ended::How::kCrashed ? Fate::kCrashed
               : judged.status == 0                 ? Fate::kSurvived
                                                    : Fate::kKilled;
    if (end.fate != Fate::kSurvived) {
      end.by = NoticedByVerify(ReadText(folder / "judged/report.json"));
    }
  }
  WriteText(copy / site.file, file->text);
  return end;
}

}  // namespace properties::mutate
