#include "core/reflect/tool/model/header.h"

#include <filesystem>

namespace gc::header_tool {
namespace {

std::string Stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

}  // namespace

const char* NameOf(Kind kind) {
  switch (kind) {
    case Kind::kBoolean:
      return "boolean";
    case Kind::kInteger:
      return "integer";
    case Kind::kFloating:
      return "floating";
    case Kind::kText:
      return "text";
    case Kind::kEnumeration:
      return "enumeration";
    case Kind::kStruct:
      return "struct";
    case Kind::kObject:
      return "object";
    case Kind::kClass:
      return "class";
    case Kind::kWeak:
      return "weak";
    case Kind::kSoft:
      return "soft";
    case Kind::kLazy:
      return "lazy";
    case Kind::kStrong:
      return "strong";
    case Kind::kRaw:
      return "raw";
    case Kind::kFixedArray:
      return "fixed array";
    case Kind::kArray:
      return "array";
    case Kind::kMap:
      return "map";
    case Kind::kSet:
      return "set";
    case Kind::kOptional:
      return "optional";
    case Kind::kVariant:
      return "variant";
    case Kind::kTuple:
      return "tuple";
    case Kind::kOther:
      return "other";
  }
  return "other";
}

std::string QualifiedName(const Type& type) {
  std::string name;
  for (const Space& space : type.scope) name += space.name + "::";
  return name + type.name;
}

std::string GeneratedHeaderOf(const std::string& path) { return Stem(path) + ".generated.h"; }
std::string GeneratedSourceOf(const std::string& path) { return Stem(path) + ".generated.cc"; }

}  // namespace gc::header_tool
