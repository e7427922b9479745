#include "core/reflect/tool/write/emit.h"

#include <filesystem>
#include <string_view>

namespace gc::header_tool {
namespace {

// A string literal of C++ with this text.
std::string Literal(std::string_view text) {
  constexpr std::string_view kDigits = "01234567";
  std::string literal = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      literal += std::string("\\") + c;
    } else if (code < 0x20) {
      literal += {'\\', kDigits[code >> 6], kDigits[code >> 3 & 7], kDigits[code & 7]};
    } else {
      literal += c;
    }
  }
  return literal + '"';
}

std::string SpaceOf(const Type& type) {
  std::string space;
  for (const std::string& name : type.scope) space += (space.empty() ? "" : "::") + name;
  return space;
}

// "class Door;", in its namespace.
std::string DeclarationOf(const Type& type) {
  std::string text = type.key + ' ' + type.name;
  if (type.annotated == Annotated::kEnum) text += " : " + type.underlying;
  text += ';';
  const std::string space = SpaceOf(type);
  return space.empty() ? text + '\n' : "namespace " + space + " { " + text + " }\n";
}

std::string FlagsOf(const Specifiers& specifiers, std::string_view none) {
  std::string flags;
  for (const std::string& flag : specifiers.flags) flags += (flags.empty() ? "" : " | ") + flag;
  return flags.empty() ? std::string(none) : flags;
}

std::string RowsOf(const std::vector<Metadata>& metadata) {
  std::string rows;
  for (const auto& [key, value] : metadata) {
    rows += (rows.empty() ? "{" : ", {") + Literal(key) + ", " + Literal(value) + '}';
  }
  return rows;
}

// The definitions of metadata that the lines of a table refer to.
std::string MetadataLine(const Specifiers& specifiers, std::size_t number) {
  if (specifiers.metadata.empty()) return "";
  return "    static const gc::Metadata kMetadata" + std::to_string(number) + "[] = {" +
         RowsOf(specifiers.metadata) + "};\n";
}

// What follows the name in a line of a table: flags and metadata, as far as there are some.
std::string Rest(const Specifiers& specifiers, std::size_t number, std::string_view none) {
  if (specifiers.metadata.empty() && specifiers.flags.empty()) return "";
  std::string rest = ", " + FlagsOf(specifiers, none);
  if (!specifiers.metadata.empty()) rest += ", kMetadata" + std::to_string(number);
  return rest;
}

std::string EmitProperties(const Type& type) {
  std::string text = "  static std::span<const gc::Property> Properties() {\n";
  if (type.properties.empty()) return text + "    return {};\n  }\n";
  std::string lines;
  for (std::size_t at = 0; at < type.properties.size(); ++at) {
    const Property& property = type.properties[at];
    text += MetadataLine(property.specifiers, at);
    lines += "        gc::PropertyOf(&" + QualifiedName(type) + "::" + property.name + ", " +
             Literal(property.name) + Rest(property.specifiers, at, "gc::property::kNone") + "),\n";
  }
  return text + "    static const gc::Property kProperties[] = {\n" + lines +
         "    };\n    return kProperties;\n  }\n";
}

std::string EmitFunctions(const Type& type) {
  std::string text = "  static std::span<const gc::Function> Functions() {\n";
  if (type.functions.empty()) return text + "    return {};\n  }\n";
  std::string lines;
  for (std::size_t at = 0; at < type.functions.size(); ++at) {
    const Function& function = type.functions[at];
    text += MetadataLine(function.specifiers, at);
    std::string names = "{}";
    if (!function.parameters.empty()) {
      names = "kNames" + std::to_string(at);
      text += "    static constexpr const char* " + names + "[] = {";
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        text += (i > 0 ? ", " : "") + Literal(function.parameters[i]);
      }
      text += "};\n";
    }
    lines += "        gc::FunctionOf<&" + QualifiedName(type) + "::" + function.name + ">(" +
             Literal(function.name) + ", " + names +
             Rest(function.specifiers, at, "gc::function::kNone") + "),\n";
  }
  return text + "    static const gc::Function kFunctions[] = {\n" + lines +
         "    };\n    return kFunctions;\n  }\n";
}

std::string EmitMetadataOfType(const Type& type) {
  std::string text = "  static std::span<const gc::Metadata> MetadataOfType() {\n";
  if (type.specifiers.metadata.empty()) return text + "    return {};\n  }\n";
  return text + "    static const gc::Metadata kMetadata[] = {" + RowsOf(type.specifiers.metadata) +
         "};\n    return kMetadata;\n  }\n";
}

std::string NamesOf(const Type& type, const std::string& module) {
  return "  static constexpr const char* kName = " + Literal(type.name) +
         ";\n  static constexpr const char* kModule = " + Literal("/Script/" + module) + ";\n";
}

std::string EmitReflector(const Type& type, const std::string& module) {
  const std::string name = QualifiedName(type);
  const char* const describe =
      type.annotated == Annotated::kClass ? "DescribeReflected" : "DescribeStruct";
  const char* const record = type.annotated == Annotated::kClass ? "Class" : "Struct";
  return "\ntemplate <>\nstruct gc::Reflector<" + name + "> {\n" + NamesOf(type, module) +
         EmitProperties(type) + EmitFunctions(type) + EmitMetadataOfType(type) +
         "};\nconst gc::" + record + ' ' + name + "::k" + record + " = gc::" + describe + '<' +
         name + ">();\n";
}

std::string EmitValues(const Type& type) {
  std::string text =
      "\nstd::span<const gc::EnumValue> gc::Enumerated<" + QualifiedName(type) + ">::Values() {\n";
  if (type.values.empty()) return text + "  return {};\n}\n";
  text += "  static constexpr gc::EnumValue kValues[] = {\n";
  for (const EnumValue& value : type.values) {
    text += "      {" + Literal(value.name) + ", " + value.value + "},\n";
  }
  return text + "  };\n  return kValues;\n}\n";
}

std::string EmitEnumerated(const Type& type, const std::string& module) {
  return "\ntemplate <>\nstruct gc::Enumerated<" + QualifiedName(type) + "> {\n" +
         NamesOf(type, module) + "  static std::span<const gc::EnumValue> Values();\n};\n";
}

std::string BodyOf(const Type& type) {
  const std::string define = "#define GC_BODY_" + type.name;
  if (type.annotated == Annotated::kStruct) {
    return define + " GC_REFLECTED_STRUCT(" + type.name + ")\n";
  }
  return define + " GC_REFLECTED(" + type.name + ", " + type.parent + ")\n";
}

std::string HeadOf(const Header& header, std::string_view generated, std::string_view what) {
  return "// " + std::string(generated) + " -- " + std::string(what) + '\n' +
         "// Written by tricolour-reflect from " +
         std::filesystem::path(header.path).filename().string() + "; a change here is lost.\n\n";
}

}  // namespace

std::string EmitHeader(const Header& header, const std::string& module) {
  std::string text = HeadOf(header, GeneratedHeaderOf(header.path),
                            "what each GC_BODY stands for, and the types beforehand.") +
                     "#pragma once\n\n#ifndef GC_REFLECT_TOOL\n\n"
                     "#include \"core/reflect/reflected.h\"\n\n";
  for (const Type& type : header.types) {
    text += "// type /Script/" + module + '.' + type.name + '\n' + DeclarationOf(type);
  }
  for (const Type& type : header.types) {
    if (type.annotated == Annotated::kEnum) text += EmitEnumerated(type, module);
  }
  text += '\n';
  for (const Type& type : header.types) {
    if (type.annotated != Annotated::kEnum) text += BodyOf(type);
  }
  return text + "\n#endif\n";
}

std::string EmitSource(const Header& header, const std::string& module,
                       const std::string& include) {
  std::string text = HeadOf(header, GeneratedSourceOf(header.path),
                            "the descriptions of the types of the annotated header.") +
                     "#include <span>\n\n#include \"" + include + "\"\n";
  for (const Type& type : header.types) {
    text += type.annotated == Annotated::kEnum ? EmitValues(type) : EmitReflector(type, module);
  }
  return text;
}

}  // namespace gc::header_tool
