// core/reflect/tool/read/type_reader.h -- reads one annotated type, and remembers which annotations
// it took.
//
// Source: S4.2, S4.3, S4.5, S4.7, S4.21.   Read next: core/reflect/tool/read/type_checks.h.

#pragma once

#include <clang-c/Index.h>

#include <optional>
#include <string>
#include <vector>

#include "core/reflect/tool/model/finding.h"
#include "core/reflect/tool/model/header.h"
#include "core/reflect/tool/read/parse.h"
#include "core/reflect/tool/read/raw_policy.h"

namespace gc::header_tool {

class TypeReader {
 public:
  TypeReader(const ParsedHeader& parsed, RawPolicy raw, Findings& findings)
      : parsed_(parsed), raw_(raw), findings_(findings) {}

  // The definition of a class or enumeration; empty if it is not annotated.
  std::optional<Type> ReadType(CXCursor definition, const std::vector<Space>& scope);
  // A variable of a namespace, or a static member: warns if it is a pointer that looks as if it
  // kept an object.
  void ReadVariable(CXCursor variable);

  // The places of all annotations that were understood, or found wrong.
  const std::vector<Place>& taken() const { return taken_; }
  // Whether a property refers to a class that was only declared.
  bool needs_others() const { return needs_others_; }

 private:
  struct Annotation {
    std::string word;  // "class", "struct", "enum", "property", "function" or "body"
    std::string text;  // what stands in the brackets
    Place place;
  };

  std::optional<Annotation> AnnotationOf(CXCursor cursor);
  std::optional<Annotation> BodyOf(CXCursor definition);
  bool CheckFrame(CXCursor definition, const std::optional<Annotation>& annotation,
                  const std::optional<Annotation>& body);
  bool CheckSort(CXCursor field);
  Specifiers SpecifiersOf(Annotated annotated, const Annotation& annotation);
  void ReadBases(CXCursor definition, Type& type);
  void ReadValues(CXCursor definition, Type& type);
  void ReadMembers(CXCursor definition, Type& type);
  void ReadMember(CXCursor member, Type& type);
  void ReadProperty(CXCursor field, const Annotation& annotation, Type& type);
  void ReadFunction(CXCursor method, const Annotation& annotation, Type& type);
  void Error(Place place, std::string what, std::string remedy);

  const ParsedHeader& parsed_;
  RawPolicy raw_;
  Findings& findings_;
  std::vector<Place> taken_;
  bool needs_others_ = false;
};

}  // namespace gc::header_tool
