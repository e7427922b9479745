#include "core/reflect/tool/read/placement.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

namespace gc::header_tool {
namespace {

struct Misplaced {
  std::string_view macro;
  std::string_view what;
  std::string_view remedy;
};

constexpr Misplaced kMisplaced[] = {
    {"GC_PROPERTY", "GC_PROPERTY stands outside of a reflected type",
     "annotate the type with GC_CLASS() or GC_STRUCT(), and let GC_BODY begin it"},
    {"GC_FUNCTION", "GC_FUNCTION stands outside of a reflected type",
     "annotate the type with GC_CLASS() or GC_STRUCT(), and let GC_BODY begin it"},
    {"GC_BODY", "GC_BODY stands outside of a reflected type",
     "write it into the definition of a class or struct, and annotate that"},
    {"GC_CLASS", "GC_CLASS annotates no class that can be reflected",
     "write it into the definition of a class in a named namespace, which is no template"},
    {"GC_STRUCT", "GC_STRUCT annotates no struct that can be reflected",
     "write it into the definition of a struct in a named namespace, which is no template"},
    {"GC_ENUM", "GC_ENUM annotates no enumeration that can be reflected",
     "write it into the definition of an enumeration in a named namespace, outside of classes"},
};

// The cursors of the file for what the preprocessor did.
void ForEachDirective(const ParsedHeader& parsed, CXCursorKind kind,
                      const std::function<void(CXCursor)>& visit) {
  ForEachChild(parsed.Top(), [&](CXCursor child) {
    if (clang_getCursorKind(child) != kind) return;
    if (clang_Location_isFromMainFile(clang_getCursorLocation(child))) visit(child);
  });
}

}  // namespace

void CheckPlacement(const ParsedHeader& parsed, std::span<const Place> taken, Findings& findings) {
  ForEachDirective(parsed, CXCursor_MacroExpansion, [&](CXCursor expansion) {
    const std::string name = Take(clang_getCursorSpelling(expansion));
    const auto known = std::ranges::find(kMisplaced, std::string_view(name), &Misplaced::macro);
    if (known == std::end(kMisplaced)) return;
    const Place place = PlaceOf(expansion);
    if (std::ranges::find(taken, place) != taken.end()) return;
    findings.push_back(
        {Severity::kError, place, std::string(known->what), std::string(known->remedy)});
  });
}

void CheckGeneratedInclude(const ParsedHeader& parsed, const Header& header, Findings& findings) {
  const std::string wanted = GeneratedHeaderOf(header.path);
  std::optional<CXCursor> last;
  bool met = false;
  ForEachDirective(parsed, CXCursor_InclusionDirective, [&](CXCursor include) {
    const std::string name = Take(clang_getCursorSpelling(include));
    met = met || std::filesystem::path(name).filename() == wanted;
    last = include;
  });
  if (!met) {
    findings.push_back({Severity::kError, header.types.front().place,
                        "the header does not include \"" + wanted + "\"",
                        "include it, after all other headers"});
    return;
  }
  const std::string name = Take(clang_getCursorSpelling(*last));
  if (std::filesystem::path(name).filename() == wanted) return;
  findings.push_back({Severity::kError, PlaceOf(*last),
                      "\"" + name + "\" is included after \"" + wanted + "\"",
                      "let \"" + wanted + "\" be the last include"});
}

}  // namespace gc::header_tool
