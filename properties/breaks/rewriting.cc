// properties/breaks/rewriting.cc -- finds, compares and replaces lines.

#include "properties/breaks/rewriting.h"

#include <algorithm>
#include <map>
#include <regex>
#include <string_view>
#include <tuple>

namespace properties::breaks {

const char* const kSwitchHeader =
    R"(// Written by the command `breaks`; what is changed here is lost.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace tricolour_breaks {

inline const std::uint32_t switched_break = [] {
  const char* const number = std::getenv("TRICOLOUR_BREAK");
  return number == nullptr ? 0 : static_cast<std::uint32_t>(std::strtoul(number, nullptr, 10));
}();

inline bool IsSwitched(std::uint32_t number) { return switched_break == number; }

// Whether the break of this number is switched on; never while the compiler computes.
constexpr bool BreakIs(std::uint32_t number) {
  if (__builtin_is_constant_evaluated()) {
    return false;
  } else {
    return IsSwitched(number);
  }
}

}  // namespace tricolour_breaks
)";

namespace {

std::string_view Trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

bool IsSameLine(std::string_view one, std::string_view other) {
  return Trimmed(one) == Trimmed(other);
}

// Every place of `lines` at which `from` begins.
std::vector<std::size_t> Found(const std::vector<std::string_view>& lines,
                               const std::vector<std::string>& from) {
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at + from.size() <= lines.size(); ++at) {
    if (std::equal(from.begin(), from.end(), lines.begin() + at, IsSameLine)) found.push_back(at);
  }
  return found;
}

// Replaces the lines from `begin` to before `end` by `code`; an insertion if there are no such
// lines.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string> code;
  const Break* made_by = nullptr;
};

// The edit that a break makes, without the lines that `from` and `to` have in common at both ends.
Edit EditOf(const Break& broken, std::size_t at) {
  const std::vector<std::string>&from = broken.from, &to = broken.to;
  const std::size_t shorter = std::min(from.size(), to.size());
  std::size_t before = 0, after = 0;
  while (before < shorter && IsSameLine(from[before], to[before])) ++before;
  while (after < shorter - before &&
         IsSameLine(from[from.size() - 1 - after], to[to.size() - 1 - after])) {
    ++after;
  }
  static const std::regex word(R"(\bBREAK\b)");
  const std::string call = "::tricolour_breaks::BreakIs(" + std::to_string(NumberOf(broken)) + "u)";
  Edit edit{at + before, at + from.size() - after, {}, &broken};
  for (std::size_t line = before; line < to.size() - after; ++line) {
    edit.code.push_back(std::regex_replace(to[line], word, call));
  }
  return edit;
}

// Reports edits that overlap. Two insertions at one place do not: one comes after the other.
void ReportOverlaps(const std::vector<Edit>& edits, std::vector<Finding>& findings) {
  for (std::size_t index = 1; index < edits.size(); ++index) {
    const Edit &one = edits[index - 1], &other = edits[index];
    if (other.begin >= one.end) continue;
    findings.push_back({other.made_by->page, other.made_by->line,
                        "changes lines that " + one.made_by->rows.front() + " " +
                            one.made_by->name + " changes as well: " + other.made_by->file + ":" +
                            std::to_string(other.begin + 1)});
  }
}

// Whether the code ends with a condition, whose statement is the next line of the file.
bool EndsWithCondition(const Edit& edit) {
  if (edit.code.empty()) return false;
  const std::string_view last = Trimmed(edit.code.back());
  return (last.starts_with("if ") && last.ends_with(')')) || last.ends_with("else");
}

bool IsOneStatement(const Edit& edit) {
  const auto ends = [](const std::string& line) {
    return Trimmed(line).ends_with(';') || Trimmed(line).ends_with('}');
  };
  return std::ranges::count_if(edit.code, ends) <= 1;
}

// By place; of what is inserted at the same one, conditions are the last, so that what follows is
// their statement.
void Sort(std::vector<Edit>& edits) {
  std::ranges::stable_sort(edits, {}, [](const Edit& edit) {
    return std::tuple(edit.begin, edit.end, EndsWithCondition(edit));
  });
}

// Reports a condition whose statement another break makes several of.
void ReportCutOff(const std::vector<Edit>& edits, std::vector<Finding>& findings) {
  for (std::size_t index = 1; index < edits.size(); ++index) {
    const Edit &one = edits[index - 1], &other = edits[index];
    if (other.begin != one.end || !EndsWithCondition(one) || IsOneStatement(other)) continue;
    findings.push_back({one.made_by->page, one.made_by->line,
                        "ends with a condition, and " + other.made_by->rows.front() + " " +
                            other.made_by->name +
                            " makes several statements of the one behind it"});
  }
}

std::string Written(const std::vector<std::string_view>& lines, const std::vector<Edit>& edits) {
  std::string text;
  std::size_t at = 0;
  const auto copy_to = [&](std::size_t end) {
    for (; at < end; ++at) text.append(lines[at]).append("\n");
  };
  for (const Edit& edit : edits) {
    copy_to(edit.begin);
    for (const std::string& line : edit.code) text.append(line).append("\n");
    at = edit.end;
  }
  copy_to(lines.size());
  return text;
}

std::string FoundOften(const Break& broken, std::size_t times) {
  const std::string count = times == 0 ? "0 times" : std::to_string(times) + " times";
  return "expected these lines once in " + broken.file + ", found them " + count + ": " +
         std::string(Trimmed(broken.from.front()));
}

}  // namespace

Rewriting Rewrite(const Tree& sources, const std::vector<Break>& breaks,
                  std::vector<Finding>& findings) {
  Rewriting result;
  std::map<std::string, std::vector<Edit>> edits;
  for (const Break& broken : breaks) {
    result.lines.push_back(0);
    const auto file = std::ranges::find(sources, broken.file, &File::path);
    if (file == sources.end()) {
      findings.push_back({broken.page, broken.line, "expected a file of ours: " + broken.file});
      continue;
    }
    const std::vector<std::size_t> found = Found(tidy::Lines(file->text), broken.from);
    if (found.size() != 1) {
      findings.push_back({broken.page, broken.line, FoundOften(broken, found.size())});
      continue;
    }
    result.lines.back() = found.front() + 1;
    edits[broken.file].push_back(EditOf(broken, found.front()));
  }
  for (auto& [path, of_file] : edits) {
    Sort(of_file);
    ReportOverlaps(of_file, findings);
    ReportCutOff(of_file, findings);
    const auto file = std::ranges::find(sources, path, &File::path);
    result.changed.push_back({path, Written(tidy::Lines(file->text), of_file)});
  }
  return result;
}

}  // namespace properties::breaks
