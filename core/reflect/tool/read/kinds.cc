#include "core/reflect/tool/read/kinds.h"

#include <algorithm>
#include <string_view>

#include "core/reflect/tool/read/parse.h"

namespace gc::header_tool {
namespace {

struct Template {
  std::string_view name;
  Kind kind;
  int parts;  // how many of its arguments it contains values of; -1: all
};

constexpr Template kTemplates[] = {
    {"gc::ObjectPtr", Kind::kObject, 1},
    {"gc::WeakPtr", Kind::kWeak, 1},
    {"gc::SoftPtr", Kind::kSoft, 1},
    {"gc::LazyPtr", Kind::kLazy, 1},
    {"gc::StrongPtr", Kind::kStrong, 1},
    {"std::array", Kind::kFixedArray, 1},
    {"std::vector", Kind::kArray, 1},
    {"std::deque", Kind::kArray, 1},
    {"std::list", Kind::kArray, 1},
    {"std::forward_list", Kind::kArray, 1},
    {"std::stack", Kind::kArray, 1},
    {"std::queue", Kind::kArray, 1},
    {"std::priority_queue", Kind::kArray, 1},
    {"std::map", Kind::kMap, 2},
    {"std::multimap", Kind::kMap, 2},
    {"std::unordered_map", Kind::kMap, 2},
    {"std::unordered_multimap", Kind::kMap, 2},
    {"std::set", Kind::kSet, 1},
    {"std::multiset", Kind::kSet, 1},
    {"std::unordered_set", Kind::kSet, 1},
    {"std::unordered_multiset", Kind::kSet, 1},
    {"std::optional", Kind::kOptional, 1},
    {"std::variant", Kind::kVariant, -1},
    {"std::pair", Kind::kTuple, -1},
    {"std::tuple", Kind::kTuple, -1},
    {"std::basic_string", Kind::kText, 0},
};

// The types that an instance of a template was made with; those in a pack stand in a row.
std::vector<CXType> ArgumentsOf(CXType type) {
  std::vector<CXType> arguments;
  for (int at = 0; at < clang_Type_getNumTemplateArguments(type); ++at) {
    const CXType argument = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(at));
    if (argument.kind != CXType_Invalid) arguments.push_back(argument);
  }
  return arguments;
}

Shape ShapeOfRecord(CXType type) {
  const std::string name = QualifiedName(clang_getTypeDeclaration(type));
  std::vector<CXType> arguments = ArgumentsOf(type);
  if (name == "gc::Container" && !arguments.empty()) {
    Shape wrapped = ShapeOf(arguments.front());
    wrapped.is_wrapped = true;
    return wrapped;
  }
  const auto known = std::ranges::find(kTemplates, std::string_view(name), &Template::name);
  if (known == std::end(kTemplates)) return {Kind::kStruct, type};
  if (known->parts >= 0 && arguments.size() > static_cast<std::size_t>(known->parts)) {
    arguments.erase(arguments.begin() + known->parts, arguments.end());
  }
  const bool of_class = known->kind == Kind::kObject && !arguments.empty() &&
                        QualifiedName(clang_getTypeDeclaration(arguments[0])) == "gc::ClassObject";
  return {of_class ? Kind::kClass : known->kind, type, std::move(arguments)};
}

Shape ShapeOfPointer(CXType type) {
  const CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
  return {pointee.kind == CXType_Record ? Kind::kRaw : Kind::kOther, type, {pointee}};
}

// Where the members of a type are declared: those of an instance of a template in the template.
CXCursor SourceOf(CXType type) {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const CXCursor source = clang_getSpecializedCursorTemplate(declaration);
  return clang_Cursor_isNull(source) ? declaration : source;
}

// What code outside of the header puts into a value of it, its type does not say.
bool HoldsAnything(const std::string& name) {
  return name == "std::function" || name == "std::move_only_function" || name == "std::any";
}

Holding Holds(CXType type, std::vector<CXType>& above);

Holding StructHolds(CXType type, std::vector<CXType>& above) {
  const auto same = [&](CXType other) { return clang_equalTypes(type, other) != 0; };
  if (std::ranges::any_of(above, same)) return Holding::kNothing;  // that is being asked already
  const std::string name = QualifiedName(clang_getTypeDeclaration(type));
  if (HoldsAnything(name)) return Holding::kUnknown;
  above.push_back(type);
  Holding holds = Holding::kNothing;
  const auto add = [&](CXType part) { holds = std::max(holds, Holds(part, above)); };
  if (name.starts_with("std::")) {
    std::ranges::for_each(ArgumentsOf(type), add);
  } else {
    if (clang_Type_getSizeOf(type) < 0) holds = Holding::kUnknown;
    for (const CXCursor& field : FieldsOf(type)) add(clang_getCursorType(field));
    std::ranges::for_each(BasesOf(type), add);
  }
  above.pop_back();
  return holds;
}

Holding Holds(CXType type, std::vector<CXType>& above) {
  const Shape shape = ShapeOf(type);
  switch (shape.kind) {
    case Kind::kObject:
    case Kind::kClass:
      return Holding::kReferences;
    case Kind::kRaw:
      return IsManaged(clang_getTypeDeclaration(shape.parts.front())) ? Holding::kReferences
                                                                      : Holding::kNothing;
    case Kind::kStruct:
      return StructHolds(shape.type, above);
    case Kind::kFixedArray:
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kSet:
    case Kind::kOptional:
    case Kind::kVariant:
    case Kind::kTuple: {
      Holding holds = Holding::kNothing;
      for (const CXType& part : shape.parts) holds = std::max(holds, Holds(part, above));
      return holds;
    }
    case Kind::kOther:  // of a base that depends on an argument of a template, nothing is known
      return shape.type.kind == CXType_Unexposed ? Holding::kUnknown : Holding::kNothing;
    case Kind::kBoolean:
    case Kind::kInteger:
    case Kind::kFloating:
    case Kind::kText:
    case Kind::kEnumeration:
    case Kind::kWeak:
    case Kind::kSoft:
    case Kind::kLazy:
    case Kind::kStrong:
      return Holding::kNothing;
  }
  return Holding::kNothing;
}

}  // namespace

Shape ShapeOf(CXType spelled) {
  const CXType type = clang_getUnqualifiedType(clang_getCanonicalType(spelled));
  if (type.kind == CXType_Bool) return {Kind::kBoolean, type};
  if (type.kind >= CXType_Char_U && type.kind <= CXType_Int128) return {Kind::kInteger, type};
  if (type.kind >= CXType_Float && type.kind <= CXType_LongDouble) return {Kind::kFloating, type};
  if (type.kind == CXType_Enum) return {Kind::kEnumeration, type};
  if (type.kind == CXType_Pointer) return ShapeOfPointer(type);
  if (type.kind == CXType_Record) return ShapeOfRecord(type);
  if (type.kind == CXType_ConstantArray) {
    return {Kind::kFixedArray, type, {clang_getArrayElementType(type)}};
  }
  return {Kind::kOther, type};
}

bool IsContainer(Kind kind) {
  return kind == Kind::kFixedArray || kind == Kind::kArray || kind == Kind::kMap ||
         kind == Kind::kSet;
}

bool IsManaged(CXCursor type) {
  const CXCursor definition = clang_getCursorDefinition(type);
  if (clang_Cursor_isNull(definition)) return false;
  if (QualifiedName(definition) == "gc::Object") return true;
  bool managed = false;
  ForEachChild(definition, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_CXXBaseSpecifier || managed) return;
    managed = IsManaged(clang_getTypeDeclaration(clang_getCursorType(child)));
  });
  return managed;
}

bool MayBeManaged(CXType pointee) {
  const CXType type = clang_getCanonicalType(pointee);
  if (type.kind != CXType_Record) return false;
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const bool only_declared = clang_Cursor_isNull(clang_getCursorDefinition(declaration));
  return only_declared || IsManaged(declaration);
}

bool HasRaw(CXType type) {
  const Shape shape = ShapeOf(type);
  if (shape.kind == Kind::kRaw) return MayBeManaged(shape.parts.front());
  if (shape.kind == Kind::kStruct || shape.kind == Kind::kObject) return false;
  return std::ranges::any_of(shape.parts, HasRaw);
}

std::vector<CXType> TargetsOf(CXType type) {
  const Shape shape = ShapeOf(type);
  const bool is_pointer = shape.kind == Kind::kObject || shape.kind == Kind::kWeak ||
                          shape.kind == Kind::kSoft || shape.kind == Kind::kLazy ||
                          shape.kind == Kind::kStrong || shape.kind == Kind::kRaw;
  if (is_pointer) return shape.parts;
  std::vector<CXType> targets;
  for (const CXType& part : shape.parts) {
    const std::vector<CXType> more = TargetsOf(part);
    targets.insert(targets.end(), more.begin(), more.end());
  }
  return targets;
}

Holding HoldingOf(CXType type) {
  std::vector<CXType> above;
  return Holds(type, above);
}

bool HoldsReferences(CXType type) { return HoldingOf(type) == Holding::kReferences; }

std::vector<CXCursor> FieldsOf(CXType type) {
  std::vector<CXCursor> fields;
  clang_Type_visitFields(
      clang_getCanonicalType(type),
      [](CXCursor field, CXClientData into) {
        static_cast<std::vector<CXCursor>*>(into)->push_back(field);
        return CXVisit_Continue;
      },
      &fields);
  return fields;
}

std::vector<CXType> BasesOf(CXType type) {
  std::vector<CXType> bases;
  ForEachChild(SourceOf(clang_getCanonicalType(type)), [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_CXXBaseSpecifier) return;
    bases.push_back(clang_getCursorType(child));
  });
  return bases;
}

bool ShowsItsReferences(CXType type) {
  bool shows = false;
  ForEachChild(SourceOf(clang_getCanonicalType(type)), [&](CXCursor member) {
    const std::string name = Take(clang_getCursorSpelling(member));
    shows = shows || name == "VisitReferences" || name == "StaticReflection";
    ForEachChild(member, [&](CXCursor mark) {  // what GC_BODY leaves
      shows = shows || (clang_getCursorKind(mark) == CXCursor_AnnotateAttr &&
                        Take(clang_getCursorSpelling(mark)).starts_with("gc:body:"));
    });
  });
  return shows || std::ranges::any_of(BasesOf(type), ShowsItsReferences);
}

}  // namespace gc::header_tool
