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

// Nothing follows what a base refers to that is not managed, unless the class reports it.
void WarnOfBases(CXCursor definition, const Reporter& reporter, Findings& findings) {
  if (reporter.is_there) return;
  for (const CXType& base : BasesOf(clang_getCursorType(definition))) {
    const CXCursor declaration = clang_getTypeDeclaration(base);
    if (IsManaged(declaration) || !HoldsReferences(base)) continue;
    findings.push_back({Severity::kWarning, PlaceOf(definition),
                        "the base '" + QualifiedName(declaration) +
                            "' refers to managed objects, and keeps none of them alive",
                        "make it a property, or report its references in a VisitReferences"});
  }
}

}  // namespace

bool HasRest(CXCursor definition, const Type& type) {
  // What a struct forgets has been warned of; the members that it lists need their places only.
  const bool is_struct = type.annotated == Annotated::kStruct;
  bool has_rest = false;
  for (const CXCursor& field : FieldsOf(clang_getCursorType(definition))) {
    if (IsProperty(field, type)) continue;
    const bool may_refer = HoldingOf(clang_getCursorType(field)) != Holding::kNothing;
    if (may_refer && !is_struct) return false;
    has_rest = true;
  }
  for (const CXType& base : BasesOf(clang_getCursorType(definition))) {
    if (IsManaged(clang_getTypeDeclaration(base))) continue;
    if (HoldingOf(base) != Holding::kNothing && !is_struct) return false;
    has_rest = has_rest || clang_Type_getSizeOf(base) > 1;
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
    const std::string spelling = Take(clang_getCursorSpelling(field));
    const bool has_name = !spelling.empty() && spelling.find('(') == spelling.npos;
    const std::string name = has_name ? spelling : "(unnamed)";
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
                        has_name ? "annotate it with GC_PROPERTY()"
                                 : "give it a name, and annotate it with GC_PROPERTY()"});
  }
  WarnOfBases(definition, reporter, findings);
}

}  // namespace gc::header_tool
