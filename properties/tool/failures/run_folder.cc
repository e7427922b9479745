// properties/tool/failures/run_folder.cc -- makes, locks, links and removes folders.

#include "properties/tool/failures/run_folder.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <regex>
#include <vector>

#include "properties/tool/command_line/choices.h"
#include "properties/tool/failures/failure_files.h"

namespace tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = ".lock";
constexpr const char* kLatest = "latest";
constexpr unsigned kMostInASecond = 1000;

bool IsDated(const fs::path& path) {
  static const std::regex dated("[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}(-[0-9]+)?");
  return std::regex_match(path.filename().string(), dated);
}

// The folder of the time, and which of that second it is: names alone would put 10 before 2.
std::pair<std::string, unsigned long> AgeOf(const fs::path& path) {
  constexpr std::size_t kTime = sizeof "2026-11-22-234717" - 1;
  const std::string name = path.filename().string();
  const std::string rest = name.substr(std::min(name.size(), kTime));
  return {name.substr(0, kTime), rest.empty() ? 1 : std::stoul(rest.substr(1))};
}

// A lock on the folder's file, or -1 if another process has it or it cannot be made.
int LockOf(const fs::path& folder, bool make) {
  const fs::path file = folder / kLock;
  const int lock = open(file.c_str(), O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0666);
  if (lock < 0) return -1;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  close(lock);
  return -1;
}

// Removes what runs write, and then the folder, if nothing else is in it.
void Remove(const fs::path& folder) {
  std::error_code error;
  ClearFolder(folder.string());
  fs::remove(folder / kLock, error);
  fs::remove(folder, error);
}

void RemoveOldRuns(const fs::path& out, const fs::path& own) {
  std::error_code error;
  std::vector<fs::path> runs;
  for (const auto& entry : fs::directory_iterator(out, error)) {
    if (entry.is_directory() && !entry.is_symlink() && IsDated(entry.path())) {
      runs.push_back(entry.path());
    }
  }
  std::ranges::sort(runs, std::ranges::greater(), AgeOf);
  for (std::size_t i = kRunsKept; i < runs.size(); ++i) {
    if (runs[i].filename() == own.filename()) continue;
    const int lock = LockOf(runs[i], false);
    if (lock < 0) continue;
    Remove(runs[i]);
    close(lock);
  }
}

// A link is replaced in one step: a look finds the old run or the new one.
void Link(const fs::path& out, const fs::path& run) {
  std::error_code error;
  const fs::path latest = out / kLatest;
  // Before there were dated folders, this was the folder of every run.
  if (fs::is_directory(fs::symlink_status(latest, error))) {
    fs::rename(latest, out / ("before-" + run.filename().string()), error);
  }
  const fs::path link = out / (".latest-" + std::to_string(getpid()));
  fs::remove(link, error);
  fs::create_directory_symlink(run.filename(), link, error);
  if (!error) fs::rename(link, latest, error);
  if (error) fs::remove(link, error);
}

}  // namespace

RunFolder::RunFolder(const std::string& chosen, const std::string& out) : path_(chosen) {
  if (chosen.empty()) {
    out_ = out;
    MakeDated();
  }
  PrepareFolder(path_);
  Lock();
}

void RunFolder::MakeDated() {
  PrepareFolder(out_);
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  const fs::path base = fs::path(out_) / fmt::format("{:%Y-%m-%d-%H%M%S}", local);
  for (unsigned number = 1; number <= kMostInASecond; ++number) {
    path_ = number == 1 ? base.string() : fmt::format("{}-{}", base.string(), number);
    std::error_code error;
    if (fs::create_directory(path_, error)) return;
    if (error) throw UsageError("cannot make the folder " + path_ + ": " + error.message());
  }
  throw UsageError("cannot make a folder " + base.string() + ": there are too many");
}

void RunFolder::Lock() {
  lock_ = LockOf(path_, true);
  if (lock_ >= 0) return;
  throw UsageError("the folder " + path_ +
                   " is in use by another run: wait for that, or name another with --out");
}

RunFolder::~RunFolder() {
  std::error_code error;
  if (!out_.empty()) {
    const auto entries = std::distance(fs::directory_iterator(path_, error), {});
    if (!error && entries == 1) Remove(path_);
  }
  close(lock_);
}

void RunFolder::Finish() {
  if (out_.empty()) return;
  Link(out_, path_);
  RemoveOldRuns(out_, path_);
}

}  // namespace tool
