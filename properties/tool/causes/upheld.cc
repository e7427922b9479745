#include "properties/tool/causes/upheld.h"

#include <algorithm>
#include <fstream>

#include "properties/explain/blame.h"
#include "properties/tool/rules/rule_sites.h"

namespace tool {

namespace {

// So far from a line that upholds a rule, a change may be in the same function.
constexpr std::size_t kBeside = 12;

// The rules whose names stand in the text, each by itself: "move-barrier" is none of
// "a-move-barrier".
void AddNamed(const std::string& text, std::set<gc::Rule>& rules) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
  };
  for (const gc::RuleEntry& entry : gc::kRules) {
    for (std::size_t at = text.find(entry.name); at != text.npos;
         at = text.find(entry.name, at + 1)) {
      const std::size_t end = at + entry.name.size();
      const bool alone =
          (at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]));
      if (alone) rules.insert(entry.rule);
    }
  }
}

// Whether the line upholds whatever rule its caller names.
bool UpholdsForItsCaller(const std::string& line) {
  const std::size_t comment = line.find("//");
  const std::string code = line.substr(0, comment);
  return code.find("Upholds why") != code.npos || code.find("why.rule") != code.npos ||
         code.find(", why)") != code.npos;
}

bool Upholds(const std::string& line, gc::Rule rule) {
  return NamesInCode(line, rule) || (properties::IsBarrier(rule) && UpholdsForItsCaller(line));
}

}  // namespace

Lines LinesOfFile(const std::string& path) {
  Lines lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::set<gc::Rule> UpheldByHead(const Lines& file) {
  std::set<gc::Rule> rules;
  bool listing = false;
  for (const std::string& line : file) {
    if (!line.starts_with("//")) break;
    const std::size_t begins = line.find("Upholds:");
    if (begins != line.npos) listing = true;
    if (!listing) continue;
    const std::string text = line.substr(begins == line.npos ? 0 : begins);
    const std::size_t ends = text.find("Read next");
    AddNamed(text.substr(0, ends), rules);
    if (text.find("the rule of each caller") != text.npos) {
      for (const gc::RuleEntry& entry : gc::kRules) {
        if (properties::IsBarrier(entry.rule)) rules.insert(entry.rule);
      }
    }
    if (ends != text.npos || text.ends_with('.')) break;
  }
  return rules;
}

Nearness NearnessOf(const ChangedPlace& place, const Lines& file, gc::Rule rule) {
  const auto names = [rule](const std::string& line) {
    return line.size() > 1 && NamesInCode(line.substr(1), rule);
  };
  if (std::ranges::any_of(place.lines, names)) return Nearness::kLine;
  const auto upholds = [rule](const std::string& line) { return Upholds(line, rule); };
  const std::size_t from = place.line > kBeside ? place.line - 1 - kBeside : 0;
  const std::size_t to = std::min(place.line + kBeside, file.size());
  for (std::size_t i = std::min(from, to); i < to; ++i) {
    if (upholds(file[i])) return Nearness::kNear;
  }
  // What was taken away may have carried the caller's rule.
  if (std::ranges::any_of(place.lines, upholds)) return Nearness::kNear;
  return UpheldByHead(file).contains(rule) ? Nearness::kFile : Nearness::kNone;
}

}  // namespace tool
