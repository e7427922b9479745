#include "core/reflect/tool/read/reader.h"

#include <algorithm>
#include <map>
#include <string_view>

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
  const std::vector<Place>& taken() const { return reader_.taken(); }

 private:
  void Visit(CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_Namespace) return EnterNamespace(child);
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
    scope_.push_back(Take(clang_getCursorSpelling(space)));
    Enter(space);
    scope_.pop_back();
  }

  TypeReader reader_;
  Reading& reading_;
  std::vector<std::string> scope_;
};

}  // namespace

Reading Read(const std::string& path, std::span<const std::string> arguments, RawPolicy raw) {
  Reading reading;
  reading.header.path = path;
  const std::clock_t began = std::clock();
  const ParsedHeader parsed(path, arguments);
  reading.parsing = std::clock() - began;
  Findings errors = parsed.Errors();
  if (parsed) {
    reading.dependencies = parsed.Dependencies();
    Walk walk(parsed, raw, reading);
    walk.Enter(parsed.Top());
    CheckPlacement(parsed, walk.taken(), reading.findings);
    if (!reading.header.types.empty()) {
      CheckGeneratedInclude(parsed, reading.header, reading.findings);
    }
  }
  // Where we can say more than clang, its words would be twice as many.
  for (Finding& error : errors) {
    const bool said = std::ranges::any_of(reading.findings, [&](const Finding& ours) {
      return ours.severity == Severity::kError && ours.place.file == error.place.file &&
             ours.place.line == error.place.line;
    });
    if (!said) reading.findings.push_back(std::move(error));
  }
  Tidy(reading.findings);
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
