#include "core/reflect/tool/testing/any_text.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/reflect/tool/testing/scratch.h"
#include "core/reflect/tool/write/emit.h"
#include "core/reflect/tool/write/files.h"

namespace gc::header_tool {
namespace {

constexpr const char* kHead = "#pragma once\n#include \"engine.h\"\n#include \"any.generated.h\"\n";

std::string WithoutDirectives(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string kept = kHead;
  for (std::string line; std::getline(lines, line);) {
    const bool directs = line.find('#') != line.npos || line.find("%:") != line.npos ||
                         line.find("??") != line.npos || line.ends_with('\\');
    if (!directs) kept += line + '\n';
  }
  return kept;
}

// As clang counts them: a carriage return ends a line too, and with a line feed behind it one.
std::size_t LinesOf(std::string_view text) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    lines += text[i] == '\n' || (text[i] == '\r' && !text.substr(i + 1).starts_with('\n'));
  }
  return lines;
}

std::string WrongWith(const Finding& finding, const std::string& path, std::size_t lines) {
  if (finding.what.empty()) return "a finding says nothing";
  if (finding.place.file.empty()) return "a finding has no file: " + finding.what;
  if (finding.place.file != path) return "";
  if (finding.place.line == 0 && finding.place.column == 0) return "";  // all of the file
  if (finding.place.line == 0 || finding.place.line > lines + 1) {
    return "a finding is on a line that is not there: " + finding.what;
  }
  return finding.place.column != 0 ? "" : "a finding is in no column: " + finding.what;
}

}  // namespace

std::string WrongWithReading(std::string_view text) {
  static const Scratch& scratch = *new Scratch;
  const std::string header = WithoutDirectives(text);
  const Reading reading = scratch.ReadText("any.h", header);
  const std::string path = scratch.PathOf("any.h");
  const std::size_t lines = LinesOf(header);
  for (const Finding& finding : reading.findings) {
    const std::string wrong = WrongWith(finding, path, lines);
    if (!wrong.empty()) return wrong;
  }
  const Reading again = Read(path, scratch.arguments(), RawPolicy::kRefuse);
  if (scratch.Said(again.findings) != scratch.Said(reading.findings)) {
    return "read again, it is refused otherwise";
  }
  if (HasErrors(reading.findings)) return "";
  const bool same = EmitHeader(reading.header, "Any") == EmitHeader(again.header, "Any") &&
                    EmitSource(reading.header, "Any", "any.h", {}) ==
                        EmitSource(again.header, "Any", "any.h", {});
  return same ? "" : "read again, something else is written";
}

// A golden file has a header or more among other lines, each behind a line "== NAME".
std::vector<GoldenHeader> GoldenHeaders() {
  namespace fs = std::filesystem;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(TRICOLOUR_GOLDEN_DIR)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<GoldenHeader> headers;
  for (const fs::path& path : paths) {
    const std::string text = ReadFile(path.string()).value_or("");
    const std::size_t begin = text.find("\n== ");
    const std::size_t first = text.find('\n', begin + 1);
    const std::size_t end = text.find("\n== ", first);
    if (begin == text.npos || end == text.npos) continue;
    headers.push_back({path.parent_path().filename().string() + '-' + path.stem().string(),
                       text.substr(first + 1, end - first)});
  }
  return headers;
}

}  // namespace gc::header_tool
