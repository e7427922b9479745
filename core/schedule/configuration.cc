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
  // A whole number is written out: 1000000, not 1e+06.
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  const auto [end, error] =
      whole ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed)
            : std::to_chars(buffer, buffer + sizeof buffer, value);
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

constexpr std::string_view kArgumentStarts[] = {"--gc.", "-gc:"};

// What stands behind the start of an argument of ours; nothing if it is not ours.
std::optional<std::string_view> BodyOf(std::string_view word) {
  for (const std::string_view start : kArgumentStarts) {
    if (word.starts_with(start)) return word.substr(start.size());
  }
  return std::nullopt;
}

}  // namespace

// One text while it is read: the values that it sets, and its mistakes.
class Configuration::Reading {
 public:
  Reading(std::string_view file, bool frozen) : file_(file), frozen_(frozen) {}

  void Line(std::string_view line) {
    number_ += 1;
    start_ = line.data();
    line = Trim(line.substr(0, line.find('#')));
    if (!line.empty()) Assignment(line);
  }

  void Argument(int number, std::string_view word, std::string_view body) {
    file_ = "argument " + std::to_string(number) + " '" + std::string(word) + '\'';
    start_ = body.data();
    Assignment(body);
  }

  struct Set {
    const Setting* setting;
    double value;
    std::string source;
  };
  std::vector<Set> settings;
  std::vector<SettingError> errors;

 private:
  void Assignment(std::string_view line) {
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
    settings.push_back(
        {setting, *number, number_ == 0 ? file_ : file_ + ':' + std::to_string(number_)});
  }

  void Wrong(std::string_view at, std::string expected, std::string_view nearest = {}) {
    errors.push_back({.file = file_,
                      .line = number_,
                      .column = static_cast<std::size_t>(at.data() - start_) + 1,
                      .found = std::string(at),
                      .expected = std::move(expected),
                      .nearest = std::string(nearest)});
  }

  std::string file_;
  const bool frozen_;
  std::size_t number_ = 0;  // of the line; 0: an argument
  const char* start_ = nullptr;
  std::set<std::string_view> seen_;
};

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

Configuration::Configuration() : origins_(AllSettings().size()) {}

std::vector<SettingError> Configuration::Read(std::string_view text, std::string_view file,
                                              Layer layer) {
  Reading reading(file, frozen_);
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    reading.Line(text.substr(from, end - from));
    from = end + 1;
  }
  return Take(reading, layer);
}

std::vector<SettingError> Configuration::Take(const Reading& reading, Layer layer) {
  if (!reading.errors.empty()) return reading.errors;
  bool changed = false;
  for (const Reading::Set& one : reading.settings) {
    Origin& origin = origins_[static_cast<std::size_t>(one.setting - AllSettings().data())];
    if (layer < origin.layer) continue;
    Put(*one.setting, one.value, values_);
    origin = {.source = one.source, .layer = layer};
    changed = true;
  }
  if (!changed) return {};
  const std::vector<Listener> listeners = listeners_;
  for (const Listener& listener : listeners) listener.changed(listener.context);
  return {};
}

std::vector<SettingError> Configuration::ReadFile(const std::string& path, Layer layer) {
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    return {{.file = path, .found = "", .expected = "a file that can be read", .nearest = ""}};
  }
  return Read(text, path, layer);
}

bool Configuration::IsArgument(std::string_view word) { return BodyOf(word).has_value(); }

std::vector<SettingError> Configuration::ReadArguments(int count, const char* const* words) {
  Reading reading("", frozen_);
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (const auto body = BodyOf(word)) reading.Argument(i, word, *body);
  }
  return Take(reading, Layer::kCommandLine);
}

const std::string& Configuration::SourceOf(const Setting& setting) const {
  return origins_[static_cast<std::size_t>(&setting - AllSettings().data())].source;
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

std::string Commented(const Setting& setting, const Settings& values) {
  std::string text = "# " + std::string(setting.meaning) + "\n# " + Expected(setting) +
                     "; default " + ValueText(setting, Settings{});
  if (setting.when == When::kStartUp) text += "; read at start-up";
  return text + '\n' + std::string(setting.key) + " = " + ValueText(setting, values);
}

std::string Configuration::Print() const {
  std::string text;
  for (const Setting& setting : AllSettings()) {
    text += Commented(setting, values_) + "  # " + SourceOf(setting) + "\n";
  }
  return text;
}

}  // namespace GC_BUILD
}  // namespace gc
