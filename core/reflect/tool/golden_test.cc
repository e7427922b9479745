// core/reflect/tool/golden_test.cc -- for each mistake and each kind of output, a header and what
// the tool makes of it, in a file that can be read (core/reflect/tool/testing/golden/).
//
// A golden file has a sentence and then parts, each below a line "== NAME". Parts with the name of
// a header are written and read in their order; "said" is what the tool says of them, and any other
// part is a file that it writes. With TRICOLOUR_UPDATE_GOLDEN=1 the last two are written anew.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/reflect/tool/testing/scratch.h"
#include "core/reflect/tool/write/emit.h"
#include "core/reflect/tool/write/files.h"

namespace gc::header_tool {
namespace {

namespace fs = std::filesystem;

struct Part {
  std::string name;
  std::string text;
};

struct Golden {
  fs::path path;
  std::string sentence;
  std::vector<Part> parts;
};

Golden ReadGolden(const fs::path& path) {
  Golden golden{path, "", {}};
  std::istringstream lines(ReadFile(path.string()).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("== ")) {
      golden.parts.push_back({line.substr(3), ""});
    } else if (golden.parts.empty()) {
      golden.sentence += line + '\n';
    } else {
      golden.parts.back().text += line + '\n';
    }
  }
  return golden;
}

void WriteGolden(const Golden& golden) {
  std::ofstream file(golden.path, std::ios::binary);
  file << golden.sentence;
  for (const Part& part : golden.parts) file << "== " << part.name << '\n' << part.text;
}

bool IsInput(const Part& part) {
  return part.name.ends_with(".h") && !part.name.ends_with(".generated.h");
}

// What the tool makes of the headers of a golden file, as parts.
std::vector<Part> Made(const Scratch& scratch, const Golden& golden) {
  std::vector<Reading> readings;
  for (const Part& part : golden.parts) {
    if (IsInput(part)) readings.push_back(scratch.ReadText(part.name, part.text));
  }
  std::string said;
  for (const Reading& reading : readings) said += scratch.Said(reading.findings);
  said += scratch.Said(TypesOfOneName(readings));
  std::vector<Part> made = {{"said", said}};
  for (const Reading& reading : readings) {
    if (HasErrors(reading.findings)) continue;
    const std::string name = fs::path(reading.header.path).filename();
    made.push_back({GeneratedHeaderOf(name), EmitHeader(reading.header, "Game")});
    made.push_back({GeneratedSourceOf(name),
                    EmitSource(reading.header, "Game", "game/" + name, {"game/room.h"})});
  }
  return made;
}

void Check(const Scratch& scratch, Golden golden) {
  SCOPED_TRACE(golden.path.filename().string());
  const std::vector<Part> made = Made(scratch, golden);
  bool changed = false;
  for (Part& part : golden.parts) {
    if (IsInput(part)) continue;
    const auto found = std::ranges::find(made, part.name, &Part::name);
    ASSERT_NE(found, made.end()) << "nothing makes " << part.name << "\n" << made.front().text;
    if (std::getenv("TRICOLOUR_UPDATE_GOLDEN") != nullptr) {
      changed = changed || part.text != found->text;
      part.text = found->text;
    }
    EXPECT_EQ(found->text, part.text);
  }
  if (changed) WriteGolden(golden);
}

// Checks each golden file of a folder, of which there must be so many.
void CheckAll(const std::string& folder, std::size_t count) {
  const Scratch scratch;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(TRICOLOUR_GOLDEN_DIR "/" + folder)) {
    paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  EXPECT_EQ(paths.size(), count);
  for (const fs::path& path : paths) Check(scratch, ReadGolden(path));
}

TEST(HeaderToolGolden, AMistakeIsSaidWithItsPlaceAndItsRemedy) { CheckAll("errors", 38); }

TEST(HeaderToolGolden, WhatIsSuspiciousIsAWarning) { CheckAll("warnings", 4); }

TEST(HeaderToolGolden, TheGeneratedFilesAreThese) { CheckAll("written", 7); }

}  // namespace
}  // namespace gc::header_tool
