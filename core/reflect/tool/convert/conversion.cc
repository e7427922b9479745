#include "core/reflect/tool/convert/conversion.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>

#include "core/reflect/tool/convert/diff.h"
#include "core/reflect/tool/model/exit_codes.h"
#include "core/reflect/tool/write/files.h"

namespace gc::header_tool {
namespace {

namespace fs = std::filesystem;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsPartOfAWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string WithoutBlanks(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, IsBlank);
  return rest;
}

// The offset of a place; npos if the text has no such line or column.
std::size_t OffsetOf(const std::string& text, const Place& place) {
  std::size_t begin = 0;
  for (unsigned line = 1; line < place.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == text.npos) return text.npos;
    ++begin;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::size_t offset = begin + place.column - 1;
  return place.column > 0 && offset < end ? offset : text.npos;
}

// How many bytes at `offset` are `wanted`, whatever blanks are between its words; 0 if they are
// something else. A line feed is no blank.
std::size_t LengthOf(const std::string& text, std::size_t offset, std::string_view wanted) {
  std::size_t at = offset;
  for (const char c : wanted) {
    if (IsBlank(c)) continue;
    while (at < text.size() && IsBlank(text[at])) ++at;
    if (at == text.size() || text[at] != c) return 0;
    ++at;
  }
  return at - offset;
}

// Whether a word begins at the offset.
bool BeginsAWord(const std::string& text, std::size_t offset) {
  return offset == 0 || !IsPartOfAWord(text[offset - 1]);
}

std::size_t CountOf(std::string_view wanted, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(wanted); at != text.npos; at = text.find(wanted, at + 1)) ++count;
  return count;
}

std::string_view LineAt(const std::string& text, const Place& place) {
  const std::size_t begin = OffsetOf(text, {place.file, place.line, 1});
  if (begin == text.npos) return {};
  return std::string_view(text).substr(begin, text.find('\n', begin) - begin);
}

void Replace(std::string& text, std::size_t offset, std::size_t length,
             const std::string& wrapper) {
  const bool touches = offset + length < text.size() && IsPartOfAWord(text[offset + length]);
  text.replace(offset, length, wrapper + (touches ? " " : ""));
}

bool IsReadOnly(const std::string& path) {
  return (fs::status(path).permissions() & fs::perms::owner_write) == fs::perms::none;
}

std::string Quoted(const std::string& path) {
  std::string quoted = "'";
  for (const char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

// What keeps the file from being written; empty if nothing does.
std::string MakeWritable(const std::string& path, const std::string& checkout) {
  if (!IsReadOnly(path)) return "";
  if (checkout.empty()) {
    return path +
           ": error: the file is read-only; remedy: --checkout COMMAND, which makes it "
           "writable";
  }
  const int status = std::system((checkout + ' ' + Quoted(path)).c_str());
  if (status != 0) return path + ": error: the command of --checkout failed: " + checkout;
  if (!IsReadOnly(path)) return "";
  return path + ": error: the command of --checkout left the file read-only: " + checkout;
}

std::string LogOf(const ConvertCall& call) {
  if (!call.log.empty()) return call.log;
  const char* const named = std::getenv("TRICOLOUR_REFLECT_LOG");
  return named != nullptr ? named : "reflect.log";
}

// Converts one file. Returns an exit code.
int ConvertFile(const std::string& path, const std::vector<LoggedPointer>& pointers,
                const ConvertCall& call) {
  const std::optional<std::string> text = ReadFile(path);
  if (!text) {
    std::fprintf(stderr, "%s: error: cannot be read\n", path.c_str());
    return kExitUsage;
  }
  const Converted converted = Convert(*text, pointers);
  for (const Finding& finding : converted.left) {
    std::fprintf(stderr, "%s\n", Text(finding).c_str());
  }
  const int code = converted.left.empty() ? kExitDone : kExitLeft;
  if (converted.text == *text) return code;
  if (call.dry_run) {
    std::fputs(UnifiedDiff(path, *text, converted.text).c_str(), stdout);
    return code;
  }
  std::string wrong = MakeWritable(path, call.checkout);
  if (wrong.empty()) wrong = WriteIfChanged(path, converted.text);
  if (wrong.empty()) return code;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  return kExitUsage;
}

}  // namespace

std::map<std::string, std::vector<LoggedPointer>> ReadLog(const std::string& log) {
  static const std::regex logged(
      R"((.+):(\d{1,9}):(\d{1,9}): note: \[raw-pointer\] '(.+)' should be '(.+)'\r?)");
  std::map<std::string, std::vector<LoggedPointer>> files;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    // Most of a build's output is something else, and some of it has very long lines.
    if (line.find("[raw-pointer]") == line.npos) continue;
    std::smatch match;
    if (!std::regex_match(line, match, logged)) continue;
    const auto number = [&](int group) {
      return static_cast<unsigned>(std::stoul(match[group].str()));
    };
    files[match[1].str()].push_back(
        {{match[1].str(), number(2), number(3)}, match[4].str(), match[5].str()});
  }
  for (auto& [path, pointers] : files) {
    std::ranges::sort(pointers);
    const auto twice = std::ranges::unique(pointers);
    pointers.erase(twice.begin(), twice.end());
  }
  return files;
}

Converted Convert(const std::string& text, const std::vector<LoggedPointer>& pointers) {
  Converted converted{text, {}};
  // From the last to the first, so that a change moves no place that is still to come.
  for (auto at = pointers.rbegin(); at != pointers.rend(); ++at) {
    const std::size_t offset = OffsetOf(text, at->place);
    const std::size_t length =
        offset == text.npos || !BeginsAWord(text, offset) ? 0 : LengthOf(text, offset, at->pointer);
    if (length > 0) {
      Replace(converted.text, offset, length, at->wrapper);
      continue;
    }
    // Of those on a line as many were converted before as there are wrappers, from the left.
    const auto before = std::ranges::count_if(pointers, [&](const LoggedPointer& other) {
      return other.place.line == at->place.line && other.wrapper == at->wrapper && other < *at;
    });
    const std::string line = WithoutBlanks(LineAt(text, at->place));
    if (CountOf(WithoutBlanks(at->wrapper), line) > static_cast<std::size_t>(before)) continue;
    converted.left.push_back({Severity::kWarning, at->place,
                              "'" + at->pointer + "' does not stand here any more",
                              "build again, and convert the new log"});
  }
  Tidy(converted.left);
  return converted;
}

int RunConversion(const ConvertCall& call) {
  const std::string path = LogOf(call);
  const std::optional<std::string> log = ReadFile(path);
  if (!log) {
    std::fprintf(stderr, "%s: error: the log cannot be read\n", path.c_str());
    return kExitUsage;
  }
  int code = kExitDone;
  for (const auto& [file, pointers] : ReadLog(*log)) {
    code = std::max(code, ConvertFile(file, pointers, call));
  }
  return code;
}

}  // namespace gc::header_tool
