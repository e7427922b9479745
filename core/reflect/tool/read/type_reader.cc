#include "core/reflect/tool/read/type_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/reflect/tool/read/kinds.h"
#include "core/reflect/tool/read/member_checks.h"
#include "core/reflect/tool/read/type_checks.h"

namespace gc::header_tool {
namespace {

std::string NameOf(CXCursor cursor) { return Take(clang_getCursorSpelling(cursor)); }

std::string Quoted(CXCursor cursor) { return '\'' + NameOf(cursor) + '\''; }

}  // namespace

void TypeReader::Error(Place place, std::string what, std::string remedy) {
  findings_.push_back({Severity::kError, std::move(place), std::move(what), std::move(remedy)});
}

std::optional<TypeReader::Annotation> TypeReader::AnnotationOf(CXCursor cursor) {
  std::optional<Annotation> found;
  ForEachChild(cursor, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_AnnotateAttr) return;
    const std::string text = NameOf(child);
    if (!text.starts_with("gc:")) return;
    const std::size_t colon = text.find(':', 3);
    Annotation annotation{text.substr(3, colon - 3), text.substr(colon + 1), PlaceOf(child)};
    if (found) {
      Error(annotation.place, Quoted(cursor) + " is annotated twice", "leave one annotation");
    }
    found = std::move(annotation);
  });
  return found;
}

// The mark that GC_BODY leaves, whose text is the name in its brackets.
std::optional<TypeReader::Annotation> TypeReader::BodyOf(CXCursor definition) {
  std::optional<Annotation> body;
  ForEachChild(definition, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_VarDecl || body) return;
    body = AnnotationOf(child);
    if (body && body->word != "body") body.reset();
  });
  return body;
}

// Whether annotation and body belong together, and to this type.
bool TypeReader::CheckFrame(CXCursor definition, const std::optional<Annotation>& annotation,
                            const std::optional<Annotation>& body) {
  if (body) taken_.push_back(body->place);
  if (annotation) taken_.push_back(annotation->place);
  if (!annotation) {
    Error(body->place, "GC_BODY stands in " + Quoted(definition) + ", which is not annotated",
          "write GC_CLASS() or GC_STRUCT() before its name");
    return false;
  }
  const bool is_enum = clang_getCursorKind(definition) == CXCursor_EnumDecl;
  if (is_enum != (annotation->word == "enum")) {
    Error(annotation->place, Quoted(definition) + " is annotated as another sort of type",
          "GC_CLASS is for managed classes, GC_STRUCT for other classes, GC_ENUM for enumerations");
    return false;
  }
  if (!is_enum && !body) {
    Error(PlaceOf(definition), Quoted(definition) + " is annotated and has no GC_BODY",
          "begin its definition with GC_BODY(" + NameOf(definition) + ")");
    return false;
  }
  if (!is_enum && body->text != NameOf(definition)) {
    Error(body->place, "GC_BODY names '" + body->text + "' and stands in " + Quoted(definition),
          "write GC_BODY(" + NameOf(definition) + ")");
    return false;
  }
  return true;
}

Specifiers TypeReader::SpecifiersOf(Annotated annotated, const Annotation& annotation) {
  Specifiers specifiers = ParseSpecifiers(annotated, annotation.text);
  if (!specifiers.wrong.empty()) Error(annotation.place, specifiers.wrong, specifiers.remedy);
  return specifiers;
}

std::optional<Type> TypeReader::ReadType(CXCursor definition, const std::vector<Space>& scope) {
  const std::optional<Annotation> annotation = AnnotationOf(definition);
  const std::optional<Annotation> body = BodyOf(definition);
  if (!annotation && !body) return std::nullopt;
  const bool sound = CheckFrame(definition, annotation, body);
  Type type;
  type.annotated = !annotation || annotation->word == "class" ? Annotated::kClass
                   : annotation->word == "struct"             ? Annotated::kStruct
                                                              : Annotated::kEnum;
  type.scope = scope;
  type.name = NameOf(definition);
  type.place = PlaceOf(definition);
  if (annotation) type.specifiers = SpecifiersOf(type.annotated, *annotation);
  if (clang_getCursorKind(definition) == CXCursor_EnumDecl) {
    ReadValues(definition, type);
  } else {
    ReadBases(definition, type);
    ReadMembers(definition, type);
  }
  if (!sound) return std::nullopt;
  return type;
}

void TypeReader::ReadBases(CXCursor definition, Type& type) {
  type.key = clang_getCursorKind(definition) == CXCursor_ClassDecl ? "class" : "struct";
  ForEachChild(definition, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_CXXBaseSpecifier) return;
    const CXCursor base = clang_getTypeDeclaration(clang_getCursorType(child));
    if (IsManaged(base)) {
      if (type.parent.empty()) type.parent = QualifiedName(base);
    } else if (type.annotated == Annotated::kStruct && BodyOf(base)) {
      Error(PlaceOf(child), "the base of the struct '" + type.name + "' is reflected itself",
            "make it a property");
    }
  });
  if (type.annotated == Annotated::kClass && type.parent.empty()) {
    Error(type.place, "'" + type.name + "' is annotated as a class and derives from no managed one",
          "derive it from gc::NamedObject, or annotate it with GC_STRUCT");
  }
  if (type.annotated == Annotated::kStruct && !type.parent.empty()) {
    Error(type.place,
          "'" + type.name + "' is annotated as a struct and derives from " + type.parent,
          "annotate it with GC_CLASS");
  }
}

void TypeReader::ReadValues(CXCursor definition, Type& type) {
  type.key = clang_EnumDecl_isScoped(definition) ? "enum class" : "enum";
  const CXType underlying = clang_getCanonicalType(clang_getEnumDeclIntegerType(definition));
  type.underlying = Take(clang_getTypeSpelling(underlying));
  const bool is_signed = underlying.kind >= CXType_Char_S && underlying.kind <= CXType_Int128;
  ForEachChild(definition, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_EnumConstantDecl) return;
    const long long value =
        is_signed ? clang_getEnumConstantDeclValue(child)
                  : static_cast<long long>(clang_getEnumConstantDeclUnsignedValue(child));
    type.values.push_back({NameOf(child), std::to_string(value)});
  });
  const std::vector<Word> words = parsed_.WordsFrom(definition);
  const auto open = std::ranges::find(words, "{", &Word::text);
  const bool says_type =
      std::ranges::any_of(words.begin(), open, [](const Word& word) { return word.text == ":"; });
  if (type.key == "enum" && !says_type) {
    Error(type.place, "'" + type.name + "' is an enumeration that cannot be declared beforehand",
          "make it an enum class, or give it an underlying type");
  }
}

void TypeReader::ReadMembers(CXCursor definition, Type& type) {
  ForEachChild(definition, [&](CXCursor member) { ReadMember(member, type); });
  CheckReporter(parsed_, definition, type, findings_);
  WarnOfUnannotated(parsed_, definition, type, findings_);
  type.has_rest = HasRest(definition, type);
}

void TypeReader::ReadMember(CXCursor member, Type& type) {
  const CXCursorKind kind = clang_getCursorKind(member);
  const bool is_method = kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate ||
                         kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
                         kind == CXCursor_ConversionFunction;
  if (kind != CXCursor_FieldDecl && kind != CXCursor_VarDecl && !is_method) return;
  const std::optional<Annotation> annotation = AnnotationOf(member);
  if (kind == CXCursor_VarDecl && !annotation) return ReadVariable(member);
  if (!annotation || annotation->word == "body") return;
  taken_.push_back(annotation->place);
  if (annotation->word != (is_method ? "function" : "property")) {
    Error(annotation->place, Quoted(member) + " is annotated as another sort of member",
          "GC_PROPERTY is for data, GC_FUNCTION for functions");
  } else if (is_method) {
    ReadFunction(member, *annotation, type);
  } else {
    ReadProperty(member, *annotation, type);
  }
}

// Whether the member is one that can be a property at all.
bool TypeReader::CheckSort(CXCursor field) {
  const CXType type = clang_getCanonicalType(clang_getCursorType(field));
  const char* sort = nullptr;
  const char* remedy = "";
  if (clang_getCursorKind(field) == CXCursor_VarDecl) {
    sort = "static";
    remedy = "properties belong to objects: leave the annotation away";
  } else if (clang_Cursor_isBitField(field)) {
    sort = "a bit field";
    remedy = "a bit field has no address: make it a bool or a number of whole bytes";
  } else if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) {
    sort = "a C++ reference";
    remedy = "a reference cannot be written: make it a gc::ObjectPtr, or a value";
  } else if (clang_isConstQualifiedType(type)) {
    sort = "const";
    remedy = "what is loaded is written: leave const away, or specify read_only";
  }
  if (sort != nullptr)
    Error(PlaceOf(field), "the property " + Quoted(field) + " is " + sort, remedy);
  return sort == nullptr;
}

void TypeReader::ReadProperty(CXCursor field, const Annotation& annotation, Type& type) {
  if (!CheckSort(field)) return;
  CheckTypeOfProperty(field, findings_);
  CheckRaw(parsed_, field, raw_, findings_);
  const CXType field_type = clang_getCursorType(field);
  for (const CXType& target : TargetsOf(field_type)) {
    const CXCursor declaration = clang_getTypeDeclaration(target);
    needs_others_ = needs_others_ || clang_Cursor_isNull(clang_getCursorDefinition(declaration));
  }
  type.properties.push_back({NameOf(field), Take(clang_getTypeSpelling(field_type)),
                             ShapeOf(field_type).kind, HasRaw(field_type), PlaceOf(field),
                             SpecifiersOf(Annotated::kProperty, annotation)});
}

void TypeReader::ReadFunction(CXCursor method, const Annotation& annotation, Type& type) {
  const std::string name = NameOf(method);
  const bool is_plain = clang_getCursorKind(method) == CXCursor_CXXMethod &&
                        !clang_CXXMethod_isStatic(method) && !name.starts_with("operator") &&
                        !clang_isFunctionTypeVariadic(clang_getCursorType(method));
  if (!is_plain) {
    return Error(PlaceOf(method), Quoted(method) + " cannot be called by name",
                 "make it a member function with a name, neither static nor a template");
  }
  int overloads = 0;
  ForEachChild(clang_getCursorSemanticParent(method), [&](CXCursor other) {
    overloads += clang_getCursorKind(other) == CXCursor_CXXMethod && NameOf(other) == name;
  });
  if (overloads > 1) {
    return Error(PlaceOf(method), Quoted(method) + " has overloads, so its name does not say which",
                 "give it a name of its own");
  }
  Function function{name, {}, PlaceOf(method), SpecifiersOf(Annotated::kFunction, annotation)};
  for (int at = 0; at < clang_Cursor_getNumArguments(method); ++at) {
    function.parameters.push_back(
        NameOf(clang_Cursor_getArgument(method, static_cast<unsigned>(at))));
  }
  type.functions.push_back(std::move(function));
}

void TypeReader::ReadVariable(CXCursor variable) {
  const Shape shape = ShapeOf(clang_getCursorType(variable));
  const bool is_pointer = shape.kind == Kind::kObject || shape.kind == Kind::kClass ||
                          (shape.kind == Kind::kRaw && HoldsReferences(shape.type));
  if (!is_pointer) return;
  findings_.push_back({Severity::kWarning, PlaceOf(variable),
                       "the static pointer " + Quoted(variable) + " keeps no object alive",
                       "make it a gc::StrongPtr, or a gc::WeakPtr if it need not keep"});
}

}  // namespace gc::header_tool
