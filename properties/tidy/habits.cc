// properties/tidy/habits.cc -- the checks, each over one file.

#include "properties/tidy/habits.h"

#include <algorithm>
#include <array>

namespace properties::tidy {

namespace {

// Each word is written in two parts, so that the check does not find it in this file.
constexpr std::array<std::string_view, 5> kPromises = {
    "TO"
    "DO",
    "FIX"
    "ME",
    "XX"
    "X",
    "DISABLED"
    "_",
    "GTEST"
    "_SKIP"};

std::size_t Columns(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void CheckLines(const File& file, std::vector<Finding>& findings) {
  std::size_t number = 0;
  for (const std::string_view line : Lines(file.text)) {
    ++number;
    if (Columns(line) > kMostColumns) {
      findings.push_back({file.path, number, "is longer than " + std::to_string(kMostColumns)});
    }
    for (const std::string_view promise : kPromises) {
      if (line.find(promise) == line.npos) continue;
      findings.push_back({file.path, number, "promises work: " + std::string(promise)});
    }
  }
  if (number > kMostLines) {
    findings.push_back({file.path, 0, "has " + std::to_string(number) + " lines"});
  }
}

void CheckHead(const File& file, std::vector<Finding>& findings) {
  // A .cc file with a header of its own may begin with the include: the header's comment stands for
  // both.
  const bool has_a_header = file.path.ends_with(".cc") && file.text.starts_with("#include ");
  // What the header tool writes does not know the folder that it is put into.
  const std::string named = file.path.find(".generated.") == std::string::npos
                                ? file.path
                                : file.path.substr(file.path.rfind('/') + 1);
  if (!has_a_header && !file.text.starts_with("// " + named + " -- ")) {
    findings.push_back({file.path, 1, "does not begin with its path and a sentence"});
  }
  if (file.path.ends_with(".h") && file.text.find("\n#pragma once\n") == std::string::npos) {
    findings.push_back({file.path, 0, "may be included twice"});
  }
}

}  // namespace

std::vector<Finding> BrokenHabits(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    CheckLines(file, findings);
    CheckHead(file, findings);
  }
  return findings;
}

}  // namespace properties::tidy
