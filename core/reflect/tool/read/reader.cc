#include "core/reflect/tool/read/reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/reflect/tool/read/parse.h"
#include "core/reflect/tool/read/placement.h"
#include "core/reflect/tool/read/type_reader.h"

namespace gc::header_tool {
namespace {

// Goes through the namespaces of the file, and reads the types in them.
class Walk {
 public:
  Walk(const ParsedHeader& parsed, RawPolicy raw, Reading& reading)
      : reader_(parsed, raw, reading.findings), reading_(reading) {}

  void Enter(CXCursor scope) {
    ForEachChild(scope, [this](CXCursor child) {
      if (clang_Location_isFromMainFile(clang_getCursorLocation(child))) Visit(child);
    });
  }
  const TypeReader& reader() const { return reader_; }

 private:
  void Visit(CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_Namespace) return EnterNamespace(child);
    if (kind == CXCursor_LinkageSpec) return Enter(child);  // extern "C++"
    if (kind == CXCursor_VarDecl) return reader_.ReadVariable(child);
    const bool is_type =
        kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || kind == CXCursor_EnumDecl;
    if (!is_type || !clang_isCursorDefinition(child)) return;
    std::optional<Type> type = reader_.ReadType(child, scope_);
    if (type) reading_.header.types.push_back(std::move(*type));
  }

  // What an unnamed namespace has, no other file can name: annotations in it stay untaken.
  void EnterNamespace(CXCursor space) {
    if (clang_Cursor_isAnonymous(space)) return;
    scope_.push_back(
        {Take(clang_getCursorSpelling(space)), clang_Cursor_isInlineNamespace(space) != 0});
    Enter(space);
    scope_.pop_back();
  }

  TypeReader reader_;
  Reading& reading_;
  std::vector<Space> scope_;
};

void Describe(const ParsedHeader& parsed, RawPolicy raw, Reading& reading) {
  reading.dependencies = parsed.Dependencies();
  Walk walk(parsed, raw, reading);
  walk.Enter(parsed.Top());
  reading.header.needs_others = walk.reader().needs_others();
  CheckPlacement(parsed, walk.reader().taken(), reading.findings);
  if (!reading.header.types.empty()) {
    CheckGeneratedInclude(parsed, reading.header, reading.findings);
  }
}

// Adds what clang says of lines of which we say nothing: where we do, we can say more.
void AddUnsaid(Findings errors, Findings& findings) {
  for (Finding& error : errors) {
    const bool said = std::ranges::any_of(findings, [&](const Finding& ours) {
      return ours.severity == Severity::kError && ours.place.file == error.place.file &&
             ours.place.line == error.place.line;
    });
    if (!said) findings.push_back(std::move(error));
  }
}

}  // namespace

Reading Read(const std::string& path, std::span<const std::string> arguments, RawPolicy raw) {
  Reading reading;
  reading.header.path = path;
  const std::clock_t began = std::clock();
  std::optional<ParsedHeader> parsed(std::in_place, path, arguments);
  const std::clock_t was_parsed = std::clock();
  Findings errors = parsed->Errors();
  if (*parsed) Describe(*parsed, raw, reading);
  AddUnsaid(std::move(errors), reading.findings);
  Tidy(reading.findings);
  const std::clock_t was_read = std::clock();
  parsed.reset();
  reading.parsing = (was_parsed - began) + (std::clock() - was_read);
  return reading;
}

Findings TypesOfOneName(std::span<const Reading> readings) {
  Findings findings;
  std::map<std::string_view, const Type*> first;
  for (const Reading& reading : readings) {
    for (const Type& type : reading.header.types) {
      const auto [found, inserted] = first.emplace(type.name, &type);
      if (inserted) continue;
      const Place& other = found->second->place;
      findings.push_back({Severity::kError, type.place,
                          "the module has another type '" + type.name + "', at " + other.file +
                              ':' + std::to_string(other.line),
                          "rename one: a path such as /Script/Game." + type.name +
                              " names one type, whatever its namespace"});
    }
  }
  return findings;
}

}  // namespace gc::header_tool
