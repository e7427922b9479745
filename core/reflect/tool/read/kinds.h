// core/reflect/tool/read/kinds.h -- what a type is for the collector: the table of types and kinds.
//
// The run-time half deduces the same from the type itself, by templates. The tool needs to know it
// because it must refuse what a schema cannot express, at the place where it stands.
//
// Source: S4.5, S4.16, S4.20.   Read next: core/reflect/tool/read/type_checks.h.

#pragma once

#include <clang-c/Index.h>

#include <string>
#include <vector>

#include "core/reflect/tool/model/header.h"

namespace gc::header_tool {

// A type seen through aliases, const and gc::Container.
struct Shape {
  Kind kind = Kind::kOther;
  CXType type = {};
  std::vector<CXType> parts = {};  // what it contains, or refers to: elements, keys, choices
  bool is_wrapped = false;         // it is in a gc::Container
};
Shape ShapeOf(CXType type);

// Whether the type is a plain pointer to what may be managed, or contains some.
bool HasRaw(CXType type);

// Whether there may be more than one value of each part: an array of either kind, a map or a set.
bool IsContainer(Kind kind);

// Whether the class is gc::Object or derives from it.
bool IsManaged(CXCursor type);
// The same of what a pointer leads to. A class that is only declared counts as managed.
bool MayBeManaged(CXType pointee);

// The classes that a value of the type refers to, by pointers of any kind in it or its parts, but
// not in structs.
std::vector<CXType> TargetsOf(CXType type);

// Whether a value of the type refers to managed objects, in itself or in what it owns, and keeps
// them. Of a plain pointer to a class that is only declared, that is not known, and so denied.
bool HoldsReferences(CXType type);

// The same, told from what cannot be seen: a type that is only declared, a base that depends on an
// argument of a template, or what is called by a std::function.
enum class Holding { kNothing, kUnknown, kReferences };
Holding HoldingOf(CXType type);

// The members of a class without those of its bases; of an instance of a template too. That of an
// unnamed struct has no name.
std::vector<CXCursor> FieldsOf(CXType type);
std::vector<CXType> BasesOf(CXType type);

// Whether a struct is reflected, or has a VisitReferences.
bool ShowsItsReferences(CXType type);

}  // namespace gc::header_tool
