// reference/trace/trace_line.cc -- a lane, a verb, and its operands by the table.

#include "reference/trace/trace_line.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "reference/trace/nearest_verb.h"
#include "reference/trace/operand_parser.h"
#include "reference/trace/trace_grammar.h"
#include "reference/trace/words.h"

namespace reference {
namespace {

constexpr std::string_view kVersionPrefix = "tricolour trace ";
constexpr std::string_view kExpect = "expect";

std::optional<ParseError> ParseLane(Words& words, std::uint8_t& lane) {
  if (!words.word().starts_with('@')) return std::nullopt;
  const auto number = NumberBetween(1, kLaneLimit - 1, words.word().substr(1));
  if (!number) return words.Error("a lane from @1 to @" + std::to_string(kLaneLimit - 1));
  lane = static_cast<std::uint8_t>(*number);
  words.Advance();
  return std::nullopt;
}

std::optional<Verb> VerbOf(std::string_view word) {
  if (word.empty()) return std::nullopt;
  const auto* found = std::ranges::find_if(kVerbs, [word](const VerbEntry& entry) {
    return entry.word.front() == word.front() && entry.word == word;
  });
  if (found == kVerbs.end()) found = std::ranges::find(kVerbs, word, &VerbEntry::old_word);
  if (found == kVerbs.end()) return std::nullopt;
  return found->verb;
}

std::string ExpectedVerb(std::string_view word) {
  if (word == "locals") return "an operation (locals stands before the first one)";
  if (word == "shape") return "an operation (shape stands before the first one, after locals)";
  if (word == "heap") return "an operation (heap stands before the first one, after shape)";
  const std::optional<Verb> nearest = NearestVerb(word);
  if (!nearest) return "a verb such as create, store or tick";
  return "a verb, perhaps " + std::string(WordOf(*nearest));
}

std::string ExpectedSetting(std::string_view word) {
  const std::optional<Setting> nearest = NearestSetting(word.substr(0, word.find('=')));
  if (nearest) return "a setting, perhaps " + std::string(WordOf(*nearest));
  std::string text = "a setting of the heap:";
  for (const SettingEntry& entry : kSettings) text.append(" ").append(entry.word);
  return text;
}

// "workers=1, workers=2 or workers=4"
std::string ExpectedValue(const SettingEntry& entry) {
  std::string text;
  const std::span<const std::string_view> values = entry.Values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 == values.size() ? " or " : ", ";
    text.append(entry.word).append("=").append(values[i]);
  }
  return text;
}

// `expect` is the one verb of two words.
std::optional<ParseError> ParseExpectation(Words& words, Verb& verb) {
  words.Advance();
  if (words.word() != "alive" && words.word() != "gone") return words.Error("alive or gone");
  verb = words.word() == "alive" ? Verb::kExpectAlive : Verb::kExpectGone;
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseVerb(Words& words, std::uint32_t version, Verb& verb) {
  if (words.word() == kExpect) return ParseExpectation(words, verb);
  const std::optional<Verb> found = VerbOf(words.word());
  if (!found) return words.Error(ExpectedVerb(words.word()));
  if (VersionOf(*found) > version) {
    return words.Error("a verb of version " + std::to_string(version) + " (" +
                       std::string(WordOf(*found)) + " came with version " +
                       std::to_string(VersionOf(*found)) + ")");
  }
  verb = *found;
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> ParseEnd(const Words& words) {
  if (words.AtEnd()) return std::nullopt;
  return words.Error("the end of the line");
}

std::string_view WithoutBlanksAtItsEnd(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

}  // namespace

bool HasNoWords(const Line& line) {
  const std::size_t first = line.text.find_first_not_of(" \t");
  return first == std::string_view::npos || line.text[first] == '#';
}

std::optional<ParseError> ParseVersionLine(const Line& line, TraceHeader& header) {
  const std::string_view text = WithoutBlanksAtItsEnd(line.text);
  if (!text.starts_with(kVersionPrefix)) {
    return ParseError{line.number, 1, "the first line to be \"tricolour trace 2\"",
                      text.empty() ? "nothing" : Quoted(text)};
  }
  const std::string_view version = text.substr(kVersionPrefix.size());
  const auto number = NumberBetween(1, kVersion, version);
  if (!number) {
    return ParseError{line.number, kVersionPrefix.size() + 1,
                      "a version that this program reads, 1 or 2", Quoted(version)};
  }
  header = {.version = *number};
  return std::nullopt;
}

bool IsLocalsLine(const Line& line) { return Words(line).word() == "locals"; }

std::optional<ParseError> ParseLocalsLine(const Line& line, TraceHeader& header) {
  Words words(line);
  words.Advance();
  const auto* const found = std::find(kLocalsWords.begin(), kLocalsWords.end(), words.word());
  if (found == kLocalsWords.end()) return words.Error("dead, rescanned or black");
  header.locals = static_cast<Locals>(found - kLocalsWords.begin());
  words.Advance();
  return ParseEnd(words);
}

bool IsShapeLine(const Line& line) { return Words(line).word() == "shape"; }

std::optional<ParseError> ParseShapeLine(const Line& line, TraceHeader& header) {
  Words words(line);
  words.Advance();
  const std::optional<std::uint32_t> shape = NumberBetween(0, 0xFFFFFFFFu, words.word());
  if (!shape) return words.Error("a number below 2^32");
  header.shape = *shape;
  words.Advance();
  return ParseEnd(words);
}

bool IsHeapLine(const Line& line) { return Words(line).word() == "heap"; }

std::optional<ParseError> ParseHeapLine(const Line& line, TraceHeader& header) {
  Words words(line);
  if (header.version < 2) return words.Error("a line of version 1 (heap came with version 2)");
  words.Advance();
  if (words.AtEnd()) return words.Error("a setting such as workers=2");
  SettingSet missing = SettingSet::All();
  for (; !words.AtEnd(); words.Advance()) {
    const std::size_t equals = std::min(words.word().find('='), words.word().size());
    const auto* const entry =
        std::ranges::find(kSettings, words.word().substr(0, equals), &SettingEntry::word);
    if (entry == kSettings.end()) return words.Error(ExpectedSetting(words.word()));
    if (!missing.Has(entry->setting)) return words.Error("each setting once");
    missing.Remove(entry->setting);
    const std::string_view value = words.word().substr(std::min(equals + 1, words.word().size()));
    const std::span<const std::string_view> values = entry->Values();
    const auto found = std::ranges::find(values, value);
    if (found == values.end()) return words.Error(ExpectedValue(*entry));
    header.heap.Choose(entry->setting, static_cast<std::uint8_t>(found - values.begin()));
  }
  return std::nullopt;
}

std::optional<ParseError> ParseOperationLine(const Line& line, std::uint32_t version,
                                             Operation& operation) {
  Words words(line);
  operation = {};
  if (auto error = ParseLane(words, operation.lane)) return error;
  if (auto error = ParseVerb(words, version, operation.verb)) return error;
  for (const Operand operand : OperandsOf(operation.verb)) {
    if (auto error = ParseOperand(operand, words, operation)) return error;
  }
  return ParseEnd(words);
}

}  // namespace reference
