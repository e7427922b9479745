#include "core/reflect/tool/convert/conversion.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

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

// Takes ":12" from the end of a text; nothing if there is no such number.
std::optional<unsigned> TakeNumber(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return std::nullopt;
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || last != end) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

// "FILE:3:5: note: [raw-pointer] 'Room*' should be 'gc::ObjectPtr<Room>'". Most of a build's output
// is something else, and some of it has very long lines, for which a regular expression would take
// all of the stack.
std::optional<LoggedPointer> LoggedIn(std::string_view line) {
  constexpr std::string_view kBegin = ": note: [raw-pointer] '", kMiddle = "' should be '";
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t begin = line.rfind(kBegin);
  if (begin == line.npos || !line.ends_with('\'')) return std::nullopt;
  std::string_view place = line.substr(0, begin);
  const std::optional<unsigned> column = TakeNumber(place);
  const std::optional<unsigned> row = column ? TakeNumber(place) : std::nullopt;
  std::string_view types = line.substr(begin + kBegin.size());
  types.remove_suffix(1);
  const std::size_t middle = types.find(kMiddle);
  if (!row || place.empty() || middle == types.npos || middle == 0) return std::nullopt;
  const std::string_view wrapper = types.substr(middle + kMiddle.size());
  if (wrapper.empty()) return std::nullopt;
  return LoggedPointer{{std::string(place), *row, *column},
                       std::string(types.substr(0, middle)),
                       std::string(wrapper)};
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
  std::map<std::string, std::vector<LoggedPointer>> files;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (std::optional<LoggedPointer> logged = LoggedIn(line)) {
      files[logged->place.file].push_back(std::move(*logged));
    }
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
