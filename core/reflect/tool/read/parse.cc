#include "core/reflect/tool/read/parse.h"

#include <algorithm>
#include <set>

namespace gc::header_tool {
namespace {

constexpr unsigned kOptions = CXTranslationUnit_DetailedPreprocessingRecord |
                              CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_Incomplete |
                              CXTranslationUnit_KeepGoing;

// Whether the diagnostic says that a generated header is missing, which it usually is.
bool IsMissingGenerated(const std::string& text) {
  return text.ends_with(".generated.h' file not found");
}

// The path of the file as it was given or found, without "./" in it.
std::string PathOf(CXFile file) { return Take(clang_getFileName(file)); }

}  // namespace

std::string Take(CXString string) {
  const char* const text = clang_getCString(string);
  std::string taken = text == nullptr ? "" : text;
  clang_disposeString(string);
  return taken;
}

void ForEachChild(CXCursor parent, const std::function<void(CXCursor)>& visit) {
  clang_visitChildren(
      parent,
      [](CXCursor child, CXCursor, CXClientData data) {
        (*static_cast<const std::function<void(CXCursor)>*>(data))(child);
        return CXChildVisit_Continue;
      },
      const_cast<std::function<void(CXCursor)>*>(&visit));
}

Place PlaceOf(CXSourceLocation location) {
  Place place;
  CXFile file = nullptr;
  clang_getExpansionLocation(location, &file, &place.line, &place.column, nullptr);
  if (file != nullptr) place.file = PathOf(file);
  return place;
}

Place PlaceOf(CXCursor cursor) { return PlaceOf(clang_getCursorLocation(cursor)); }

std::string QualifiedName(CXCursor declaration) {
  std::string name = Take(clang_getCursorSpelling(declaration));
  for (CXCursor scope = clang_getCursorSemanticParent(declaration);
       !clang_Cursor_isNull(scope) && clang_isDeclaration(clang_getCursorKind(scope));
       scope = clang_getCursorSemanticParent(scope)) {
    if (clang_Cursor_isInlineNamespace(scope)) continue;
    name = Take(clang_getCursorSpelling(scope)) + "::" + name;
  }
  return name;
}

bool IsGenerated(std::string_view path) { return path.ends_with(".generated.h"); }

ParsedHeader::ParsedHeader(const std::string& path, std::span<const std::string> arguments)
    : path_(path), index_(clang_createIndex(/*excludeDeclarationsFromPCH=*/1, 0)) {
  std::vector<const char*> all = {"-xc++", "-w", "-DGC_REFLECT_TOOL=1"};
  const bool has_standard = std::ranges::any_of(
      arguments, [](const std::string& argument) { return argument.starts_with("-std="); });
  if (!has_standard) all.push_back("-std=c++20");
  for (const std::string& argument : arguments) all.push_back(argument.c_str());
  CXTranslationUnit unit = nullptr;
  clang_parseTranslationUnit2(index_.get(), path.c_str(), all.data(), static_cast<int>(all.size()),
                              nullptr, 0, kOptions, &unit);
  unit_.reset(unit);
}

Findings ParsedHeader::Errors() const {
  Findings findings;
  if (!*this) {
    Finding& finding = findings.emplace_back();
    finding.place.file = path_;
    finding.what = "clang cannot read it with these arguments";
  }
  const unsigned count = *this ? clang_getNumDiagnostics(unit_.get()) : 0;
  for (unsigned at = 0; at < count; ++at) {
    const CXDiagnostic diagnostic = clang_getDiagnostic(unit_.get(), at);
    const bool grave = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
    const Place place = PlaceOf(clang_getDiagnosticLocation(diagnostic));
    std::string what = Take(clang_getDiagnosticSpelling(diagnostic));
    clang_disposeDiagnostic(diagnostic);
    if (!grave || IsMissingGenerated(what)) continue;
    // Behind another mistake clang may not know where it is itself.
    const bool is_nowhere = place.file.empty();
    const Place before = findings.empty() ? Place{.file = path_} : findings.back().place;
    findings.push_back({Severity::kError, is_nowhere ? before : place, std::move(what), ""});
  }
  return findings;
}

std::vector<std::string> ParsedHeader::Dependencies() const {
  std::set<std::string> files;
  clang_getInclusions(
      unit_.get(),
      [](CXFile file, CXSourceLocation*, unsigned, CXClientData data) {
        // The names of the standard library's headers have ".." behind links, which a build system
        // would shorten to names of no files.
        std::string path = Take(clang_File_tryGetRealPathName(file));
        if (path.empty()) path = PathOf(file);
        if (!IsGenerated(path)) static_cast<std::set<std::string>*>(data)->insert(std::move(path));
      },
      &files);
  return {files.begin(), files.end()};
}

std::vector<Word> ParsedHeader::WordsFrom(CXCursor cursor) const {
  const CXSourceRange file = clang_getCursorExtent(Top());
  CXFile in = nullptr;
  unsigned offset = 0;
  clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &in, nullptr,
                             nullptr, &offset);
  const CXSourceRange range =
      clang_getRange(clang_getLocationForOffset(unit_.get(), in, offset), clang_getRangeEnd(file));
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit_.get(), range, &tokens, &count);
  std::vector<Word> words;
  for (unsigned at = 0; at < count; ++at) {
    if (clang_getTokenKind(tokens[at]) == CXToken_Comment) continue;
    words.push_back({Take(clang_getTokenSpelling(unit_.get(), tokens[at])),
                     PlaceOf(clang_getTokenLocation(unit_.get(), tokens[at]))});
  }
  clang_disposeTokens(unit_.get(), tokens, count);
  return words;
}

}  // namespace gc::header_tool
