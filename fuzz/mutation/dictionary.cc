// fuzz/mutation/dictionary.cc -- a word for each verb, and one for each kind of operand.

#include "fuzz/mutation/dictionary.h"

#include <array>
#include <string_view>

#include "reference/trace/trace.h"

namespace fuzz {
namespace {

// What stands before and between operations (header, lanes, comments, ends of lines), and numbers
// at or beyond the limits of the parser.
constexpr auto kOtherWords = std::to_array<std::string_view>(
    {"tricolour trace 1\n", "tricolour trace 2\n", "locals ", "heap ", "@1 ", "@2 ", "# ", "\r\n",
     "\t", "\xEF\xBB\xBF", "o26", "o16777215", "65535", "1073741824", ".63"});

constexpr std::string_view ExampleOf(reference::Operand operand) {
  switch (operand) {
    case reference::Operand::kObject:
      return " a";
    case reference::Operand::kField:
      return " a.0";
    case reference::Operand::kValue:
      return " null";
    case reference::Operand::kTargetField:
      return " b.1";
    case reference::Operand::kOther:
      return " b";
    case reference::Operand::kFieldCount:
    case reference::Operand::kUnits:
      return " 3";
    case reference::Operand::kWeak:
      return " w0";
    case reference::Operand::kOtherWeak:
      return " w1";
    case reference::Operand::kReferencer:
      return " r0";
    case reference::Operand::kYesNo:
      return " yes";
    case reference::Operand::kRaw:
      return " raw";
    case reference::Operand::kSeconds:
      return " 61";
    case reference::Operand::kNone:
      break;
  }
  return "";
}

void AppendWord(std::string_view word, std::string& text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  text += '"';
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
      text += c;
    } else {
      text.append("\\x") += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
  }
  text += "\"\n";
}

}  // namespace

std::string DictionaryText() {
  std::string text =
      "# Made by fuzz_dictionary from reference/trace/verbs.h and reference/variant/variant.h.\n";
  for (const std::string_view word : kOtherWords) AppendWord(word, text);
  for (const std::string_view word : reference::kLocalsWords) AppendWord(word, text);
  for (const reference::SettingEntry& entry : reference::kSettings) {
    for (const std::string_view value : entry.Values()) {
      AppendWord(std::string(entry.word).append("=").append(value).append(" "), text);
    }
  }
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    AppendWord(entry.word, text);
    const bool of_a_lane = entry.kind == reference::VerbKind::kSection;
    std::string line = (of_a_lane ? "@1 " : "") + std::string(entry.word);
    for (const reference::Operand operand : reference::OperandsOf(entry.verb)) {
      line += ExampleOf(operand);
    }
    AppendWord(line + "\n", text);
  }
  for (std::size_t i = 1; i <= static_cast<std::size_t>(reference::Operand::kSeconds); ++i) {
    AppendWord(ExampleOf(static_cast<reference::Operand>(i)), text);
  }
  return text;
}

}  // namespace fuzz
