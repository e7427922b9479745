// core/reflect/tool/model/specifiers.h -- what stands in the brackets of an annotation.
//
// A single word is a specifier, which the tool must know: a word that it does not know is a
// mistake, and the nearest known one is named. `key = value` is metadata, which is for the program
// that reads it, so any key is welcome.
//
// Source: S4.2.   Read next: core/reflect/tool/model/header.h.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gc::header_tool {

struct Metadata {
  std::string key;
  std::string value;  // without quotes

  bool operator==(const Metadata&) const = default;
};

// What an annotation is attached to; decides which specifiers there are.
enum class Annotated { kClass, kStruct, kEnum, kProperty, kFunction };

struct Specifiers {
  std::vector<std::string> flags;  // names of constants, as "gc::property::kTransient"
  std::vector<Metadata> metadata;  // in the order of the header
  // What is wrong with the text, and what helps; empty if nothing is.
  std::string wrong;
  std::string remedy;
};

Specifiers ParseSpecifiers(Annotated annotated, std::string_view text);

// The word among `known` that `word` most resembles; empty if it resembles none.
std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace gc::header_tool
