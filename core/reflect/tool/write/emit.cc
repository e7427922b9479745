#include "core/reflect/tool/write/emit.h"

#include <algorithm>
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

// "class Door;", in its namespaces.
std::string DeclarationOf(const Type& type) {
  std::string text = type.key + ' ' + type.name;
  if (type.annotated == Annotated::kEnum) text += " : " + type.underlying;
  text += ';';
  const bool has_inline = std::ranges::any_of(type.scope, &Space::is_inline);
  std::string spaces, ends;
  for (const Space& space : type.scope) {
    if (!spaces.empty() && !has_inline) {
      spaces += "::" + space.name;
      continue;
    }
    if (!spaces.empty()) spaces += " { ";
    spaces += (space.is_inline ? "inline namespace " : "namespace ") + space.name;
    ends += " }";
  }
  return spaces.empty() ? text + '\n' : spaces + " { " + text + ends + '\n';
}

std::string FlagsOf(const Specifiers& specifiers) {
  std::string flags;
  for (const std::string& flag : specifiers.flags) flags += (flags.empty() ? "" : " | ") + flag;
  return flags.empty() ? "0" : flags;
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

std::string MetadataArgument(const Specifiers& specifiers, std::size_t number) {
  return specifiers.metadata.empty() ? "" : ", kMetadata" + std::to_string(number);
}

std::string EmitProperties(const Type& type) {
  std::string text = "  static gc::Properties Properties() {\n";
  if (type.properties.empty()) return text + "    return {};\n  }\n";
  std::string lines;
  for (std::size_t at = 0; at < type.properties.size(); ++at) {
    const Property& property = type.properties[at];
    text += MetadataLine(property.specifiers, at);
    const char* const maker = property.is_raw ? "gc::RawPropertyOf(&" : "gc::PropertyOf(&";
    lines += std::string("        ") + maker + QualifiedName(type) + "::" + property.name + ", " +
             Literal(property.name);
    const Specifiers& specifiers = property.specifiers;
    if (!specifiers.flags.empty() || !specifiers.metadata.empty()) {
      lines += ", " + FlagsOf(specifiers) + MetadataArgument(specifiers, at);
    }
    lines += "),\n";
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
    lines += "        gc::FunctionOf<&" + QualifiedName(type) + "::" + function.name + ">(" +
             Literal(function.name);
    if (!function.parameters.empty()) {
      const std::string names = "kNames" + std::to_string(at);
      text += "    static constexpr const char* " + names + "[] = {";
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        text += (i > 0 ? ", " : "") + Literal(function.parameters[i]);
      }
      text += "};\n";
      lines += ", " + names;
    }
    lines += MetadataArgument(function.specifiers, at) + "),\n";
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

std::string NameLine(const Type& type) {
  return "  static constexpr const char* kName = " + Literal(type.name) + ";\n";
}

// What is true of few types, and is not said of the others.
std::string EmitRemarks(const Type& type) {
  std::string text;
  if (type.annotated == Annotated::kClass && !type.specifiers.flags.empty())
    text += "  static bool IsCastable() { return true; }\n";
  if (type.has_rest) text += "  static bool HasRest() { return true; }\n";
  return text;
}

std::string EmitReflector(const Type& type, const std::string& module) {
  const std::string name = QualifiedName(type);
  const char* const define =
      type.annotated == Annotated::kClass ? "GC_DEFINE_REFLECTED(" : "GC_DEFINE_REFLECTED_STRUCT(";
  return "\ntemplate <>\nstruct gc::Reflector<" + name + "> {\n" + NameLine(type) +
         "  static constexpr const char* kModule = " + Literal("/Script/" + module) + ";\n" +
         EmitProperties(type) + EmitFunctions(type) + EmitMetadataOfType(type) + EmitRemarks(type) +
         "};\n" + define + name + ")\n";
}

// The least value has no literal of its own: what stands behind its minus sign is too large.
std::string Number(const std::string& value) {
  return value == "-9223372036854775808" ? "-9223372036854775807 - 1" : value;
}

std::string EmitValues(const Type& type) {
  std::string text =
      "\nstd::span<const gc::Enumerator> gc::Enumerated<" + QualifiedName(type) + ">::Values() {\n";
  if (type.values.empty()) return text + "  return {};\n}\n";
  text += "  static constexpr gc::Enumerator kValues[] = {\n";
  for (const EnumValue& value : type.values) {
    text += "      {" + Literal(value.name) + ", " + Number(value.value) + "},\n";
  }
  return text + "  };\n  return kValues;\n}\n";
}

std::string EmitEnumerated(const Type& type) {
  return "\ntemplate <>\nstruct gc::Enumerated<" + QualifiedName(type) + "> {\n" + NameLine(type) +
         "  static std::span<const gc::Enumerator> Values();\n};\n";
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
    if (type.annotated == Annotated::kEnum) text += EmitEnumerated(type);
  }
  text += '\n';
  for (const Type& type : header.types) {
    if (type.annotated != Annotated::kEnum) text += BodyOf(type);
  }
  return text + "\n#endif\n";
}

std::string EmitSource(const Header& header, const std::string& module, const std::string& include,
                       const std::vector<std::string>& others) {
  std::string text = HeadOf(header, GeneratedSourceOf(header.path),
                            "the descriptions of the types of the annotated header.") +
                     "#include <span>\n\n#include \"" + include + "\"\n";
  if (header.needs_others) {
    for (const std::string& other : others) text += "#include \"" + other + "\"\n";
  }
  const bool has_raw = std::ranges::any_of(header.types, [](const Type& type) {
    return std::ranges::any_of(type.properties, &Property::is_raw);
  });
  if (has_raw) text += "#include \"core/reflect/raw_property.h\"\n";
  for (const Type& type : header.types) {
    text += type.annotated == Annotated::kEnum ? EmitValues(type) : EmitReflector(type, module);
  }
  return text;
}

}  // namespace gc::header_tool
