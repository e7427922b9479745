#include "core/schedule/configuration.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string NumberText(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : "?";
}

bool IsSwitch(const Setting& setting) {
  return std::holds_alternative<bool Settings::*>(setting.member);
}

// The values that a setting accepts, in words, for the message of a mistake.
std::string Expected(const Setting& setting) {
  if (IsSwitch(setting)) return "on or off";
  if (!setting.choices.empty()) {
    std::string words = "one of";
    for (const std::string_view choice : setting.choices) words += ' ' + std::string(choice);
    return words;
  }
  const bool whole = std::holds_alternative<std::uint32_t Settings::*>(setting.member);
  return (whole ? "a whole number from " : "a number from ") + NumberText(setting.least) + " to " +
         NumberText(setting.most) + " (" + std::string(setting.unit) + ")";
}

std::optional<double> SwitchOf(std::string_view word) {
  if (word == "on" || word == "true" || word == "1") return 1;
  if (word == "off" || word == "false" || word == "0") return 0;
  return std::nullopt;
}

std::optional<double> ChoiceOf(Choices choices, std::string_view word) {
  const auto found = std::ranges::find(choices, word);
  if (found == choices.end()) return std::nullopt;
  return static_cast<double>(found - choices.begin());
}

// The number that a word stands for, if the setting accepts it.
std::optional<double> ValueOf(const Setting& setting, std::string_view word) {
  if (IsSwitch(setting)) return SwitchOf(word);
  if (!setting.choices.empty()) return ChoiceOf(setting.choices, word);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  const bool whole = std::holds_alternative<std::uint32_t Settings::*>(setting.member);
  if (whole && value != std::floor(value)) return std::nullopt;
  // A NaN is in no range, hence the negation.
  if (!(value >= setting.least && value <= setting.most)) return std::nullopt;
  return value;
}

void Put(const Setting& setting, double value, Settings& into) {
  std::visit(
      [&](auto member) {
        auto& place = into.*member;
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(place)>, bool>) {
          place = value != 0;
        } else {
          place = static_cast<std::remove_reference_t<decltype(place)>>(value);
        }
      },
      setting.member);
}

std::string_view Trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// One text while it is read: the values that it sets, and its mistakes.
class Reading {
 public:
  Reading(std::string_view file, bool frozen) : file_(file), frozen_(frozen) {}

  void Line(std::string_view line) {
    number_ += 1;
    start_ = line.data();
    line = Trim(line.substr(0, line.find('#')));
    if (line.empty()) return;
    const std::size_t sign = line.find('=');
    const std::string_view key = Trim(line.substr(0, sign));
    if (sign == line.npos) return Wrong({line.end(), line.end()}, "= and a value");
    const std::string_view value = Trim(line.substr(sign + 1));
    const Setting* const setting = FindSetting(key);
    if (setting == nullptr) return Wrong(key, "a setting", NearestKey(key));
    if (!seen_.insert(key).second) return Wrong(key, "a setting that was not set above");
    if (frozen_ && setting->when == When::kStartUp) {
      return Wrong(key, "a setting that is not read at start-up only");
    }
    const std::optional<double> number = ValueOf(*setting, value);
    if (!number) return Wrong(value, Expected(*setting));
    settings.push_back({setting, *number, number_});
  }

  struct Set {
    const Setting* setting;
    double value;
    std::size_t line;
  };
  std::vector<Set> settings;
  std::vector<SettingError> errors;

 private:
  void Wrong(std::string_view at, std::string expected, std::string_view nearest = {}) {
    errors.push_back({.file = std::string(file_),
                      .line = number_,
                      .column = static_cast<std::size_t>(at.data() - start_) + 1,
                      .found = std::string(at),
                      .expected = std::move(expected),
                      .nearest = std::string(nearest)});
  }

  const std::string_view file_;
  const bool frozen_;
  std::size_t number_ = 0;
  const char* start_ = nullptr;
  std::set<std::string_view> seen_;
};

}  // namespace

std::string Text(const SettingError& error) {
  std::string text = error.file;
  if (error.line != 0) {
    text += ':' + std::to_string(error.line) + ':' + std::to_string(error.column);
  }
  text += ": found " + (error.found.empty() ? "nothing" : '\'' + error.found + '\'');
  text += ", expected " + error.expected;
  if (!error.nearest.empty()) text += "; the nearest is '" + error.nearest + '\'';
  return text;
}

Configuration::Configuration() : sources_(AllSettings().size(), "default") {}

std::vector<SettingError> Configuration::Read(std::string_view text, std::string_view file) {
  Reading reading(file, frozen_);
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    reading.Line(text.substr(from, end - from));
    from = end + 1;
  }
  if (!reading.errors.empty()) return std::move(reading.errors);
  for (const Reading::Set& one : reading.settings) {
    Put(*one.setting, one.value, values_);
    sources_[static_cast<std::size_t>(one.setting - AllSettings().data())] =
        std::string(file) + ':' + std::to_string(one.line);
  }
  return {};
}

std::vector<SettingError> Configuration::ReadFile(const std::string& path) {
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    return {{.file = path, .found = "", .expected = "a file that can be read", .nearest = ""}};
  }
  return Read(text, path);
}

const std::string& Configuration::SourceOf(const Setting& setting) const {
  return sources_[static_cast<std::size_t>(&setting - AllSettings().data())];
}

std::string ValueText(const Setting& setting, const Settings& values) {
  return std::visit(
      [&](auto member) -> std::string {
        const auto value = values.*member;
        if (IsSwitch(setting)) return value != 0 ? "on" : "off";
        if (!setting.choices.empty()) {
          return std::string(setting.choices[static_cast<std::size_t>(value)]);
        }
        return NumberText(static_cast<double>(value));
      },
      setting.member);
}

std::string Configuration::Print() const {
  std::string text;
  for (const Setting& setting : AllSettings()) {
    text += "# " + std::string(setting.meaning) + "\n# " + Expected(setting) + "; default " +
            ValueText(setting, Settings{});
    if (setting.when == When::kStartUp) text += "; read at start-up";
    if (setting.read_by.empty()) text += "; no effect in this build";
    text += '\n' + std::string(setting.key) + " = " + ValueText(setting, values_) + "  # " +
            SourceOf(setting) + "\n";
  }
  return text;
}

}  // namespace GC_BUILD
}  // namespace gc
