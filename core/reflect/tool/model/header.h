// core/reflect/tool/model/header.h -- what one annotated header says, without a trace of the
// parser.
//
// All that is written is written from this, so that what is written depends on nothing else.
//
// Source: S4.2, S4.4, S4.5, S4.7, S4.23.   Read next: core/reflect/tool/write/emit.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/reflect/tool/model/finding.h"
#include "core/reflect/tool/model/specifiers.h"

namespace gc::header_tool {

// What a property is, by its type. An alias is what it stands for; upper and lower case differ.
enum class Kind {
  kBoolean,
  kInteger,
  kFloating,
  kText,  // std::string
  kEnumeration,
  kStruct,  // any other class type
  kObject,  // gc::ObjectPtr
  kClass,   // gc::ObjectPtr to a class object
  kWeak,
  kSoft,
  kLazy,
  kStrong,
  kRaw,  // a plain pointer to a class type, which is taken for a managed one
  kFixedArray,
  kArray,
  kMap,
  kSet,
  kOptional,
  kVariant,
  kTuple,  // also a pair
  kOther,  // has no description
};
const char* NameOf(Kind kind);

struct Property {
  std::string name;
  std::string type;  // as the header spells it
  Kind kind = Kind::kOther;
  bool is_raw = false;  // it is a plain pointer to a managed class, or contains some
  Place place;
  Specifiers specifiers;
};

struct Function {
  std::string name;
  std::vector<std::string> parameters;  // their names, empty where there is none
  Place place;
  Specifiers specifiers;
};

struct EnumValue {
  std::string name;
  std::string value;  // as a signed number of 64 bits, as an Enumerator has it
};

struct Space {
  std::string name;
  bool is_inline = false;  // whoever declares something in it beforehand must say so
};

struct Type {
  Annotated annotated = Annotated::kClass;
  std::string key;           // "class", "struct" or "enum class", as it is declared
  std::vector<Space> scope;  // the namespaces around it, outermost first
  std::string name;
  std::string parent;      // of a class: the managed base, with its namespaces
  std::string underlying;  // of an enumeration: the type of its values
  Place place;
  Specifiers specifiers;
  std::vector<Property> properties;
  std::vector<Function> functions;
  std::vector<EnumValue> values;
  // Whether a class has members or bases without an annotation, none of which can hold references;
  // of a struct, whether it has any at all.
  bool has_rest = false;
};

// "game::Door".
std::string QualifiedName(const Type& type);

struct Header {
  std::string path;
  std::vector<Type> types;  // in the order of the header
  // Whether a property refers to a class that the header only declares, so that its description
  // needs the header of that class.
  bool needs_others = false;
};

// "game/door.h" has "door.generated.h" and "door.generated.cc".
std::string GeneratedHeaderOf(const std::string& path);
std::string GeneratedSourceOf(const std::string& path);

}  // namespace gc::header_tool
