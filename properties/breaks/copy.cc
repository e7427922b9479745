// properties/breaks/copy.cc -- compares and writes files, and calls CMake.

#include "properties/breaks/copy.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "properties/tidy/tree.h"

namespace properties::breaks {
namespace {

namespace fs = std::filesystem;
using tidy::ReadText;

// Writes the file unless it has this text already; returns whether it was written.
bool Write(const fs::path& path, const std::string& text) {
  if (fs::exists(path) && ReadText(path) == text) return false;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return true;
}

// The files of the project that a build needs, from its root.
std::set<fs::path> FilesOf(const fs::path& root) {
  std::set<fs::path> files = {"CMakeLists.txt"};
  for (const std::string_view room : tidy::kRooms) {
    if (!fs::exists(root / room)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
      if (entry.is_regular_file()) files.insert(entry.path().lexically_relative(root));
    }
  }
  return files;
}

std::string Quoted(const fs::path& path) { return "'" + path.string() + "'"; }

// Returns false if the command fails, after a few lines about its errors on stderr.
bool Run(const fs::path& work, const std::string& command, bool is_quiet) {
  const fs::path log = work / "build.log";
  const std::string quiet = command + " >" + Quoted(log) + " 2>&1 </dev/null";
  if (std::system(quiet.c_str()) == 0) return true;
  if (is_quiet) return false;
  const std::string text = ReadText(log);
  std::size_t shown = 0;
  for (const std::string_view line : tidy::Lines(text)) {
    if (line.find("rror") == line.npos || ++shown > 20) continue;
    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
  }
  return false;
}

}  // namespace

std::size_t WriteCopy(const fs::path& root, const fs::path& copy, const Tree& changed) {
  std::set<fs::path> wanted = FilesOf(root);
  for (const File& file : changed) wanted.insert(file.path);
  std::size_t written = 0;
  for (const fs::path& file : wanted) {
    const auto other = std::ranges::find(changed, file.generic_string(), &File::path);
    written += Write(copy / file, other == changed.end() ? ReadText(root / file) : other->text);
  }
  for (const fs::path& file : FilesOf(copy)) {
    if (!wanted.contains(file)) fs::remove(copy / file);
  }
  return written;
}

bool BuildCopy(const fs::path& work, const std::set<std::string>& programs,
               const CopyBuild& options) {
  const fs::path tree = work / "tree", build = work / "build";
  if (!fs::exists(build / "build.ninja") && !fs::exists(build / "Makefile")) {
    const bool ninja = std::system("command -v ninja >/dev/null 2>&1") == 0;
    // Most of the time is the compiler's, and the speed of the programs does not matter.
    const std::string configure =
        "cmake -S " + Quoted(tree) + " -B " + Quoted(build) + (ninja ? " -G Ninja" : "") +
        " -DCMAKE_BUILD_TYPE=Release '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG'" +
        " '-DCMAKE_CXX_FLAGS=" + options.flags + "'" +
        " -DTRICOLOUR_BENCHMARKS=OFF -DTRICOLOUR_INSTALL=OFF";
    if (!Run(work, configure, false)) return false;
  }
  return Run(work, BuildCommand(work, programs, options), options.is_quiet);
}

std::string BuildCommand(const fs::path& work, const std::set<std::string>& programs,
                         const CopyBuild& options) {
  const fs::path build = work / "build";
  std::string command =
      "cmake --build " + Quoted(build) + " -j " + std::to_string(options.jobs) + " --target";
  for (const std::string& program : programs) command += " " + program;
  if (options.goes_on) command += fs::exists(build / "build.ninja") ? " -- -k 0" : " -- -k";
  return command;
}

fs::path ProgramFile(const fs::path& work, const std::string& program) {
  for (const auto& entry : fs::recursive_directory_iterator(work / "build")) {
    if (entry.is_regular_file() && entry.path().filename() == program) return entry.path();
  }
  return {};
}

}  // namespace properties::breaks
