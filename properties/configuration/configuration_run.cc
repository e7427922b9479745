#include "properties/configuration/configuration_run.h"

#include <array>
#include <string_view>
#include <utility>

namespace properties::configuration {

namespace {

using reference::configuration::kLineKinds;
using reference::configuration::Line;
using reference::configuration::LineKind;

constexpr std::array<std::string_view, kConfigurationVerbs> kWords = {
    "read", "read-arguments", "read-no-file", "freeze", "listen", "nearest"};

// Most lines are right, as a text with a mistake sets nothing.
Line DrawLine(Random& random, bool right, bool is_argument) {
  Line line{.row = static_cast<std::uint8_t>(random.Below(64)),
            .word = static_cast<std::uint8_t>(random.Below(64)),
            .before = static_cast<std::uint8_t>(random.Below(3)),
            .around = static_cast<std::uint8_t>(random.Below(3)),
            .behind = static_cast<std::uint8_t>(random.Below(4))};
  const std::uint32_t kinds = is_argument ? 5u : static_cast<std::uint32_t>(kLineKinds);
  if (right && random.Below(8) != 0) {
    line.kind = LineKind::kGood;
  } else {
    line.kind = static_cast<LineKind>(random.Below(kinds));
  }
  return line;
}

// The beginning of one key and the end of another, with a few letters too many. The nearest key
// depends on what each kind of edit costs.
std::string DrawWord(Random& random) {
  const auto key = [&random] {
    const auto rows =
        random.Chance(1, 2) ? reference::configuration::Rows() : reference::configuration::Others();
    return std::string(rows[random.Below(static_cast<std::uint32_t>(rows.size()))].key);
  };
  const std::string front = key(), back = key();
  std::string word = front.substr(0, random.Below(static_cast<std::uint32_t>(front.size() + 1)));
  for (std::uint32_t more = random.Below(7); more > 3; --more) {
    word += static_cast<char>('a' + random.Below(26));
  }
  return word + back.substr(random.Below(static_cast<std::uint32_t>(back.size() + 1)));
}

ConfigurationOperation DrawOperation(Random& random) {
  const std::uint32_t drawn = random.Below(28);
  ConfigurationOperation operation;
  if (drawn >= 24) {
    operation.verb = ConfigurationVerb::kNearest;
    operation.word = DrawWord(random);
    return operation;
  }
  operation.verb = drawn < 13   ? ConfigurationVerb::kRead
                   : drawn < 18 ? ConfigurationVerb::kReadArguments
                   : drawn < 19 ? ConfigurationVerb::kReadNoFile
                   : drawn < 20 ? ConfigurationVerb::kFreeze
                                : ConfigurationVerb::kListen;
  operation.layer = static_cast<std::uint8_t>(random.Below(3));
  const bool right = random.Below(3) != 0;
  const std::uint32_t lines = random.Below(5);
  for (std::uint32_t i = 0; i < lines; ++i) {
    operation.lines.push_back(
        DrawLine(random, right, operation.verb == ConfigurationVerb::kReadArguments));
    operation.styles.push_back(static_cast<int>(random.Below(3)));
  }
  return operation;
}

}  // namespace

ConfigurationRun DrawConfigurationRun(std::uint64_t seed) {
  Random random(seed);
  ConfigurationRun run(random.Between(1, 12));
  for (ConfigurationOperation& operation : run) operation = DrawOperation(random);
  return run;
}

ConfigurationRun ShrunkConfiguration(ConfigurationRun run, ConfigurationLie lie) {
  const auto fails = [lie](const ConfigurationRun& shorter) {
    return !JudgeConfiguration(shorter, lie).difference.empty();
  };
  run = Shortened(std::move(run), fails);
  for (std::size_t at = 0; at < run.size(); ++at) {
    for (std::size_t line = run[at].lines.size(); line-- > 0;) {
      ConfigurationRun shorter = run;
      shorter[at].lines.erase(shorter[at].lines.begin() + static_cast<std::ptrdiff_t>(line));
      shorter[at].styles.erase(shorter[at].styles.begin() + static_cast<std::ptrdiff_t>(line));
      if (fails(shorter)) run = std::move(shorter);
    }
  }
  return run;
}

std::string TextOf(const ConfigurationRun& run) {
  std::string text;
  for (const ConfigurationOperation& operation : run) {
    text += std::string(kWords[static_cast<std::size_t>(operation.verb)]) + " " +
            (operation.verb == ConfigurationVerb::kNearest ? operation.word
                                                           : std::to_string(operation.layer)) +
            "\n";
    for (std::size_t i = 0; i < operation.lines.size(); ++i) {
      const bool is_argument = operation.verb == ConfigurationVerb::kReadArguments;
      text += "    |" +
              (is_argument ? ArgumentOf(operation.lines[i], operation.styles[i])
                           : TextOf(operation.lines[i])) +
              "\n";
    }
  }
  return text;
}

}  // namespace properties::configuration
