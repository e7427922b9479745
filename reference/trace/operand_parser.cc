// reference/trace/operand_parser.cc -- reads words as names, fields, slots and numbers, or says why
// not.

#include "reference/trace/operand_parser.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace reference {
namespace {

constexpr Name kFirstNumbered = 26;  // the letters are the names below this
constexpr std::string_view kAnObject = "an object such as a or o26";

constexpr bool IsDigit(char byte) { return byte >= '0' && byte <= '9'; }

std::string Range(std::string_view what, std::string_view prefix, std::uint32_t least,
                  std::uint32_t most) {
  std::string text(what);
  text.append(" from ").append(prefix).append(std::to_string(least));
  text.append(" to ").append(prefix).append(std::to_string(most));
  return text;
}

std::optional<Name> ObjectOf(std::string_view word) {
  if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'z') return static_cast<Name>(word[0] - 'a');
  if (!word.starts_with('o')) return std::nullopt;
  return NumberBetween(kFirstNumbered, kNameLimit - 1, word.substr(1));
}

// What to expect where no object was found: the range, if this is one beyond it.
std::string ExpectedObject(std::string_view word) {
  if (word.starts_with('o') && IsDigits(word.substr(1))) {
    return Range("an object from a to z or", "o", kFirstNumbered, kNameLimit - 1);
  }
  return std::string(kAnObject);
}

std::optional<ParseError> ParseObject(Words& words, Name& object) {
  const std::optional<Name> name = ObjectOf(words.word());
  if (!name) return words.Error(ExpectedObject(words.word()));
  object = *name;
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseValue(Words& words, Name& value) {
  if (words.word() == "null") {
    value = kNull;
    words.Advance();
    return std::nullopt;
  }
  if (ObjectOf(words.word())) return ParseObject(words, value);
  return words.Error(ExpectedObject(words.word()) + ", or null");
}

std::optional<ParseError> ParseField(Words& words, Name& object, std::uint16_t& field) {
  const std::string_view word = words.word();
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos || !IsDigits(word.substr(dot + 1))) {
    return words.Error("a field such as a.0");
  }
  const std::string_view before_dot = word.substr(0, dot);
  const std::optional<Name> name = ObjectOf(before_dot);
  if (!name) return words.Error("a field of " + ExpectedObject(before_dot));
  const auto number = NumberBetween(0, kFieldLimit - 1, word.substr(dot + 1));
  if (!number) {
    return words.Error(Range("a field", std::string(before_dot) + ".", 0, kFieldLimit - 1));
  }
  object = *name;
  field = static_cast<std::uint16_t>(*number);
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseSlot(Words& words, char letter, std::string_view what,
                                    std::uint32_t& slot) {
  const std::string prefix(1, letter);
  const std::string_view word = words.word();
  const bool is_slot = word.starts_with(letter) && IsDigits(word.substr(1));
  if (!is_slot) return words.Error(std::string(what) + " such as " + prefix + "0");
  const auto number = NumberBetween(0, kSlotLimit - 1, word.substr(1));
  if (!number) return words.Error(Range(what, prefix, 0, kSlotLimit - 1));
  slot = *number;
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseNumber(Words& words, std::string_view what, std::uint32_t least,
                                      std::uint32_t most, std::uint32_t& number) {
  const auto read = NumberBetween(least, most, words.word());
  if (!read) return words.Error(Range(what, "", least, most));
  number = *read;
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseFieldCount(Words& words, std::uint32_t& fields) {
  fields = kDefaultFields;
  if (words.AtEnd()) return std::nullopt;
  return ParseNumber(words, "a number of fields", 0, kFieldLimit, fields);
}

std::optional<ParseError> ParseYesNo(Words& words, std::uint8_t& flag) {
  if (words.word() != "yes" && words.word() != "no") return words.Error("yes or no");
  flag = words.word() == "yes" ? 1 : 0;
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseRaw(Words& words, std::uint8_t& flag) {
  if (words.AtEnd()) return std::nullopt;
  if (words.word() != "raw") return words.Error("raw or the end of the line");
  flag = 1;
  words.Advance();
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> NumberBetween(std::uint32_t least, std::uint32_t most,
                                           std::string_view digits) {
  constexpr std::size_t kMostDigits = 10;  // of any 32-bit number
  if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  std::uint64_t number = 0;
  for (const char byte : digits) {
    if (!IsDigit(byte)) return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(byte - '0');
  }
  if (number < least || number > most) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

std::optional<ParseError> ParseOperand(Operand operand, Words& words, Operation& operation) {
  switch (operand) {
    case Operand::kNone:
      return std::nullopt;
    case Operand::kObject:
      return ParseObject(words, operation.object);
    case Operand::kField:
      return ParseField(words, operation.object, operation.field);
    case Operand::kValue:
      return ParseValue(words, operation.target);
    case Operand::kOther:
      return ParseObject(words, operation.target);
    case Operand::kTargetField:
      return ParseField(words, operation.target, operation.target_field);
    case Operand::kFieldCount:
      return ParseFieldCount(words, operation.number);
    case Operand::kUnits:
      return ParseNumber(words, "a number of units", 1, kTickLimit, operation.number);
    case Operand::kWeak:
      return ParseSlot(words, 'w', "a weak reference", operation.number);
    case Operand::kOtherWeak:
      return ParseSlot(words, 'w', "a weak reference", operation.other);
    case Operand::kReferencer:
      return ParseSlot(words, 'r', "a referencer", operation.number);
    case Operand::kYesNo:
      return ParseYesNo(words, operation.flag);
    case Operand::kRaw:
      return ParseRaw(words, operation.flag);
    case Operand::kSeconds:
      return ParseNumber(words, "a number of seconds", 0, kSecondsLimit - 1, operation.number);
  }
  return std::nullopt;
}

}  // namespace reference
