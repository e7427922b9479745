#include "core/reflect/tool/read/member_checks.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/reflect/tool/read/kinds.h"

namespace gc::header_tool {
namespace {

// The words between the braces of a function; none if it is only declared here.
std::vector<Word> BodyOf(const ParsedHeader& parsed, CXCursor function) {
  std::vector<Word> body;
  int brackets = 0, braces = 0;
  for (Word& word : parsed.WordsFrom(function)) {
    const std::string& text = word.text;
    if (text == "(") ++brackets;
    if (text == ")") --brackets;
    if (text == ";" && brackets == 0 && braces == 0) break;
    if (text == "}" && --braces == 0) break;
    if (braces > 0) body.push_back(word);
    if (text == "{") ++braces;
  }
  return body;
}

struct Reporter {
  bool is_there = false;
  Place place;
  std::vector<Word> words;  // of its body; none if that is in another file
};

Reporter ReporterOf(const ParsedHeader& parsed, CXCursor definition) {
  Reporter reporter;
  ForEachChild(definition, [&](CXCursor member) {
    const CXCursorKind kind = clang_getCursorKind(member);
    if (kind != CXCursor_CXXMethod && kind != CXCursor_FunctionTemplate) return;
    if (Take(clang_getCursorSpelling(member)) != "VisitReferences") return;
    reporter = {true, PlaceOf(member), BodyOf(parsed, member)};
  });
  return reporter;
}

bool IsProperty(CXCursor field, const Type& type) {
  const std::string name = Take(clang_getCursorSpelling(field));
  return std::ranges::find(type.properties, name, &Property::name) != type.properties.end();
}

}  // namespace

bool HasRest(CXCursor definition, const Type& type) {
  bool has_rest = false;
  for (const CXCursor& field : FieldsOf(clang_getCursorType(definition))) {
    if (IsProperty(field, type)) continue;
    if (HoldsReferences(clang_getCursorType(field))) return false;
    has_rest = true;
  }
  return has_rest;
}

void CheckReporter(const ParsedHeader& parsed, CXCursor definition, const Type& type,
                   Findings& findings) {
  const Reporter reporter = ReporterOf(parsed, definition);
  if (reporter.is_there && type.annotated == Annotated::kStruct) {
    findings.push_back({Severity::kError, reporter.place,
                        "the struct '" + type.name + "' has a VisitReferences of its own",
                        "leave it away: the description defines one, for all properties"});
    return;
  }
  for (const Word& word : reporter.words) {
    if (std::ranges::find(type.properties, word.text, &Property::name) == type.properties.end()) {
      continue;
    }
    findings.push_back({Severity::kError, word.place,
                        "VisitReferences of '" + type.name + "' reports the property '" +
                            word.text + "', which its schema has already",
                        "leave it out there, or take the annotation away"});
  }
}

void WarnOfUnannotated(const ParsedHeader& parsed, CXCursor definition, const Type& type,
                       Findings& findings) {
  const Reporter reporter = ReporterOf(parsed, definition);
  if (reporter.is_there && reporter.words.empty()) return;  // its body is not seen here
  for (const CXCursor& field : FieldsOf(clang_getCursorType(definition))) {
    const std::string name = Take(clang_getCursorSpelling(field));
    const bool is_reported =
        std::ranges::find(reporter.words, name, &Word::text) != reporter.words.end();
    if (IsProperty(field, type) || is_reported || !HoldsReferences(clang_getCursorType(field)))
      continue;
    const bool is_refused = std::ranges::any_of(findings, [&](const Finding& finding) {
      return finding.severity == Severity::kError && finding.place == PlaceOf(field);
    });
    if (is_refused) continue;
    findings.push_back({Severity::kWarning, PlaceOf(field),
                        "'" + name +
                            "' refers to managed objects and is no property, so it keeps "
                            "none of them alive",
                        "annotate it with GC_PROPERTY()"});
  }
}

}  // namespace gc::header_tool
