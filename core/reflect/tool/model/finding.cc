#include "core/reflect/tool/model/finding.h"

#include <algorithm>
#include <tuple>

namespace gc::header_tool {
namespace {

const char* NameOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

auto Key(const Finding& finding) {
  return std::tie(finding.place, finding.severity, finding.what, finding.remedy);
}

}  // namespace

std::string Text(const Finding& finding) {
  std::string text = finding.place.file;
  if (finding.place.line > 0) {
    text += ':' + std::to_string(finding.place.line) + ':' + std::to_string(finding.place.column);
  }
  text += std::string(": ") + NameOf(finding.severity) + ": " + finding.what;
  if (!finding.remedy.empty()) text += "; remedy: " + finding.remedy;
  return text;
}

bool HasErrors(const Findings& findings) {
  return std::ranges::find(findings, Severity::kError, &Finding::severity) != findings.end();
}

void Tidy(Findings& findings) {
  std::ranges::stable_sort(findings,
                           [](const Finding& a, const Finding& b) { return Key(a) < Key(b); });
  const auto twice = std::ranges::unique(
      findings, [](const Finding& a, const Finding& b) { return Key(a) == Key(b); });
  findings.erase(twice.begin(), twice.end());
}

}  // namespace gc::header_tool
