// reference/schedule/schedule_text.cc -- a line is a verb and its operand.

#include "reference/schedule/schedule_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include "reference/schedule/paper_settings.h"
#include "reference/trace/line_reader.h"
#include "reference/trace/trace_text.h"
#include "reference/trace/words.h"

namespace reference::schedule {
namespace {

constexpr std::string_view kPrefix = "tricolour schedule ";
constexpr std::string_view kFirstLine = "tricolour schedule 1";

// The fewest letters that must be put in, left out or changed to make one word of the other.
std::size_t Slips(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t changed = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

// "a verb, perhaps tick", if one is near, and else "a verb such as FIRST".
std::string Perhaps(const std::string& what, std::string_view word,
                    const std::vector<std::string_view>& words) {
  const auto slips = [word](std::string_view one) { return Slips(word, one); };
  const std::string_view nearest = *std::ranges::min_element(words, {}, slips);
  const bool near = !word.empty() && slips(nearest) <= 1 + nearest.size() / 4;
  return what + (near ? ", perhaps " : " such as ") + std::string(near ? nearest : words.front());
}

std::vector<std::string_view> VerbWords() {
  std::vector<std::string_view> words;
  for (const VerbEntry& entry : Verbs()) words.push_back(entry.word);
  std::swap(words[0], words[1]);  // `tick` is what most lines are
  return words;
}

std::vector<std::string_view> KeyWords() {
  std::vector<std::string_view> words;
  for (const KeyEntry& entry : Keys()) words.push_back(entry.word);
  return words;
}

std::optional<double> NumberOf(std::string_view word) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value, std::chars_format::fixed);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// Takes a number that a rule accepts.
template <typename Rule>
std::optional<ParseError> TakeNumber(Words& words, const std::string& expected, const Rule& accepts,
                                     double& into) {
  const std::optional<double> number = NumberOf(words.word());
  if (!number || !accepts(*number)) return words.Error(expected);
  into = *number;
  words.Advance();
  return std::nullopt;
}

bool IsWhole(double number, double least, double most) {
  return number >= least && number <= most && number == std::floor(number);
}

std::optional<ParseError> TakeSwitch(Words& words, bool& into) {
  if (words.word() != "on" && words.word() != "off") return words.Error("on or off");
  into = words.word() == "on";
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> TakeSetting(Words& words, Operation& operation) {
  const auto entry = std::ranges::find(Keys(), words.word(), &KeyEntry::word);
  if (entry == Keys().end()) {
    return words.Error(Perhaps("a setting of a scheduler", words.word(), KeyWords()));
  }
  operation.which = static_cast<std::uint8_t>(entry->key);
  words.Advance();
  if (entry->kind == KeyEntry::Kind::kSwitch) {
    bool on = false;
    if (auto error = TakeSwitch(words, on)) return error;
    operation.number = on ? 1 : 0;
    return std::nullopt;
  }
  return TakeNumber(
      words, Expected(*entry), [&](double number) { return Accepts(*entry, number); },
      operation.number);
}

template <std::size_t N>
std::optional<ParseError> TakeWord(Words& words, const std::string& what,
                                   const std::array<std::string_view, N>& among,
                                   std::uint8_t& into) {
  const auto found = std::ranges::find(among, words.word());
  if (found == among.end()) {
    return words.Error(Perhaps(what, words.word(), {among.begin(), among.end()}));
  }
  into = static_cast<std::uint8_t>(found - among.begin());
  words.Advance();
  return std::nullopt;
}

std::optional<ParseError> TakeHow(Words& words, bool may_keep, Operation& operation) {
  if (words.word() == "full") {
    operation.full = true;
    words.Advance();
  }
  if (may_keep && words.word() == "keeping") {
    operation.on = true;
    words.Advance();
  }
  return std::nullopt;
}

std::optional<ParseError> TakeDeed(Words& words, Operation& operation) {
  if (auto error = TakeWord(words, "a notice", kNoticeWords, operation.which)) return error;
  return TakeWord(words, "a deed", kDeedWords, operation.deed);
}

bool IsGameTime(double number) {
  return number >= 0 && number <= kLongestTime && number * 8 == std::floor(number * 8);
}

std::optional<ParseError> TakeOperand(Words& words, Operand operand, Operation& operation) {
  const auto whole = [](double least, double most) {
    return [=](double number) { return IsWhole(number, least, most); };
  };
  switch (operand) {
    case Operand::kNone:
      return std::nullopt;
    case Operand::kSeconds:
      return TakeNumber(words, "seconds of game time, in eighths", IsGameTime, operation.number);
    case Operand::kFull:
      return TakeHow(words, false, operation);
    case Operand::kHow:
      return TakeHow(words, true, operation);
    case Operand::kSwitch:
      return TakeSwitch(words, operation.on);
    case Operand::kObjects:
      return TakeNumber(words, "a number of objects from 1 to " + std::to_string(kMostObjects),
                        whole(1, kMostObjects), operation.number);
    case Operand::kMegabytes:
      return TakeNumber(words, "megabytes from 0 to 1000000", whole(0, 1e6), operation.number);
    case Operand::kMilliseconds:
      return TakeNumber(words, "milliseconds from 0 to 1000", whole(0, 1000), operation.number);
    case Operand::kSetting:
      return TakeSetting(words, operation);
    case Operand::kDeed:
      return TakeDeed(words, operation);
    case Operand::kNotice:
      return TakeWord(words, "a notice", kNoticeWords, operation.which);
  }
  return std::nullopt;
}

std::optional<ParseError> ParseLine(const Line& line, Operation& operation) {
  Words words(line);
  const auto entry = std::ranges::find(Verbs(), words.word(), &VerbEntry::word);
  if (entry == Verbs().end()) return words.Error(Perhaps("a verb", words.word(), VerbWords()));
  operation = {.verb = entry->verb};
  words.Advance();
  if (auto error = TakeOperand(words, entry->operand, operation)) return error;
  if (!words.AtEnd()) return words.Error("the end of the line");
  return std::nullopt;
}

std::optional<ParseError> ParseFirstLine(const Line& line) {
  std::string_view text = line.text;
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  if (text == kFirstLine) return std::nullopt;
  if (text.starts_with(kPrefix)) {
    return ParseError{line.number, kPrefix.size() + 1, "a version that this program reads, 1",
                      Quoted(text.substr(kPrefix.size()))};
  }
  return ParseError{line.number, 1, "the first line to be \"tricolour schedule 1\"",
                    text.empty() ? "nothing" : Quoted(text)};
}

bool HasWords(const Line& line) {
  const std::size_t first = line.text.find_first_not_of(" \t");
  return first != std::string_view::npos && line.text[first] != '#';
}

std::variant<Trace, ParseError> ReadAll(std::istream& in) {
  LineReader reader(in);
  Line line;
  Trace trace;
  if (!reader.Next(line)) {
    if (reader.error()) return *reader.error();
    return ParseError{1, 1, "the first line to be \"tricolour schedule 1\"", "nothing"};
  }
  if (auto error = ParseFirstLine(line)) return *error;
  while (reader.Next(line)) {
    if (!HasWords(line)) continue;
    if (auto error = ParseLine(line, trace.operations.emplace_back())) return *error;
  }
  if (reader.error()) return *reader.error();
  return trace;
}

std::string SettingText(const Operation& operation) {
  const KeyEntry& entry = Keys()[operation.which];
  const std::string key(entry.word);
  if (entry.kind != KeyEntry::Kind::kSwitch) return key + ' ' + NumberText(operation.number);
  return key + (operation.number != 0 ? " on" : " off");
}

}  // namespace

bool IsSchedule(std::string_view text) { return text.starts_with(kPrefix); }

bool IsScheduleFile(const std::string& path) {
  if (path == reference::kStandardInput) return IsSchedule(reference::StandardInput());
  // What can be read once only, a pipe, is left for its reader.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream in(path, std::ios::binary);
  std::string start(kPrefix.size(), ' ');
  return in.read(start.data(), static_cast<std::streamsize>(start.size())) && IsSchedule(start);
}

std::variant<Trace, ParseError> Parse(std::string_view text) {
  std::istringstream in{std::string(text)};
  return ReadAll(in);
}

std::variant<Trace, ParseError> Load(const std::string& path) {
  if (path == reference::kStandardInput) {
    std::variant<Trace, ParseError> read = Parse(reference::StandardInput());
    if (auto* const error = std::get_if<ParseError>(&read)) error->file = "standard input";
    return read;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    return ParseError{.expected = "a file that can be read", .found = "none", .file = path};
  }
  std::variant<Trace, ParseError> result = ReadAll(in);
  if (auto* const error = std::get_if<ParseError>(&result)) error->file = path;
  return result;
}

std::string NumberText(double number) {
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed);
  return error == std::errc() ? std::string(buffer, end) : "?";
}

std::string Print(const Operation& operation) {
  const VerbEntry& entry = EntryOf(operation.verb);
  const std::string word(entry.word);
  switch (entry.operand) {
    case Operand::kNone:
      return word;
    case Operand::kFull:
    case Operand::kHow:
      return word + (operation.full ? " full" : "") + (operation.on ? " keeping" : "");
    case Operand::kSwitch:
      return word + (operation.on ? " on" : " off");
    case Operand::kSeconds:
    case Operand::kObjects:
    case Operand::kMegabytes:
    case Operand::kMilliseconds:
      return word + ' ' + NumberText(operation.number);
    case Operand::kSetting:
      return word + ' ' + SettingText(operation);
    case Operand::kDeed:
      return word + ' ' + std::string(kNoticeWords[operation.which]) + ' ' +
             std::string(kDeedWords[operation.deed]);
    case Operand::kNotice:
      return word + ' ' + std::string(kNoticeWords[operation.which]);
  }
  return word;
}

std::string Print(const Trace& trace) {
  std::string text = std::string(kFirstLine) + '\n';
  for (const Operation& operation : trace.operations) text += Print(operation) + '\n';
  return text;
}

}  // namespace reference::schedule
