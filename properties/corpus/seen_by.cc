#include "properties/corpus/seen_by.h"

#include <cstddef>
#include <cstdint>

namespace properties {

namespace {

// "verifier insertion-barrier": the checker, and what it says is broken.
std::string EyeOf(const Finding& finding) {
  std::string eye(kCheckerWords[static_cast<std::size_t>(finding.checker)]);
  if (finding.checker == Checker::kOutcome) {
    eye += ' ';
    eye += reference::WordOf(finding.property);
  }
  return finding.rule.empty() ? eye : eye + ' ' + finding.rule;
}

std::string PartOf(const Finding& finding) {
  return EyeOf(finding) + ' ' + std::to_string(finding.step + 1);
}

// The number at the end of a part; 0 if there is none.
std::uint64_t NumberAtEnd(std::string_view part) {
  std::uint64_t number = 0;
  for (const char c : part.substr(part.rfind(' ') + 1)) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

bool IsBorneOut(std::string_view part, const Verdict& verdict) {
  for (const std::optional<Finding>& finding : verdict.findings) {
    if (!finding || EyeOf(*finding) != part.substr(0, part.rfind(' '))) continue;
    if (finding->step + 1 <= NumberAtEnd(part)) return true;
  }
  return false;
}

}  // namespace

std::string SeenBy(const Verdict& verdict) {
  std::string line;
  for (const std::optional<Finding>& finding : verdict.findings) {
    if (finding) line += (line.empty() ? "" : ", ") + PartOf(*finding);
  }
  return line;
}

std::vector<std::string> NotSeenBy(std::string_view line, const Verdict& verdict) {
  std::vector<std::string> sentences;
  while (!line.empty()) {
    const std::size_t end = line.find(", ");
    const std::string_view part = line.substr(0, end);
    line = end == line.npos ? std::string_view() : line.substr(end + 2);
    if (IsBorneOut(part, verdict)) continue;
    const std::string seen = SeenBy(verdict);
    sentences.push_back("the fault was seen by " + std::string(part) + ", and is now by " +
                        (seen.empty() ? "nothing" : seen));
  }
  return sentences;
}

}  // namespace properties
