// properties/configuration/core_configuration.cc -- core's configuration, read beside settings on
// paper.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/configuration.h"
#include "properties/configuration/configuration_run.h"

namespace properties::configuration {
namespace {

using reference::configuration::Layer;
using reference::configuration::PaperConfiguration;
using reference::configuration::Rows;

// A layer of a text; the arguments have one of their own.
constexpr Layer kLayers[] = {Layer::kShipped, Layer::kProject, Layer::kRunning};

class ConfigurationJudge {
 public:
  explicit ConfigurationJudge(ConfigurationLie lie) : lie_(lie) {}

  ConfigurationVerdict Judge(const ConfigurationRun& run) {
    for (const ConfigurationOperation& operation : run) {
      Apply(operation);
      ++verdict_.applied;
      Compare();
      if (!verdict_.difference.empty()) break;
    }
    return verdict_;
  }

 private:
  void Same(std::string_view what, std::string_view said, std::string_view should) {
    verdict_.Same(what, said, should);
  }

  std::string Said(std::vector<gc::SettingError> errors) const {
    std::string said;
    for (gc::SettingError& error : errors) {
      error.column += lie_ == ConfigurationLie::kColumn;
      said += gc::Text(error) + "\n";
    }
    return said;
  }

  void Apply(const ConfigurationOperation& operation) {
    switch (operation.verb) {
      case ConfigurationVerb::kRead:
        return Read(operation, kLayers[operation.layer % std::size(kLayers)]);
      case ConfigurationVerb::kReadArguments:
        return ReadArguments(operation);
      case ConfigurationVerb::kReadNoFile:
        return Same("a file that is not there", Said(core_.ReadFile("/no/such/file")),
                    "/no/such/file: found nothing, expected a file that can be read\n");
      case ConfigurationVerb::kFreeze:
        core_.Freeze();
        return paper_.Freeze();
      case ConfigurationVerb::kListen:
        listens_ = !listens_;
        if (listens_) {
          core_.AddListener(Listener());
        } else {
          core_.RemoveListener(Listener());
        }
        return paper_.Listen(listens_);
      case ConfigurationVerb::kNearest:
        return Nearest(operation.word);
    }
  }
  gc::Configuration::Listener Listener() {
    return {.changed = [](void* told) { ++*static_cast<std::uint32_t*>(told); }, .context = &told_};
  }

  void Read(const ConfigurationOperation& operation, Layer layer) {
    std::string text;
    for (std::size_t i = 0; i < operation.lines.size(); ++i) {
      text += (i == 0 ? "" : "\n") + TextOf(operation.lines[i]);
    }
    const std::string should = paper_.Read(operation.lines, "a.cfg", layer);
    Same("mistakes of a text", Said(core_.Read(text, "a.cfg", static_cast<gc::Layer>(layer))),
         should);
  }
  void ReadArguments(const ConfigurationOperation& operation) {
    std::vector<std::string> words = {"--gc.is=the program"};
    for (std::size_t i = 0; i < operation.lines.size(); ++i) {
      words.push_back(ArgumentOf(operation.lines[i], operation.styles[i]));
      Same("being an argument", gc::Configuration::IsArgument(words.back()) ? "yes" : "no",
           operation.styles[i] != 2 ? "yes" : "no");
    }
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    const std::string should = paper_.ReadArguments(operation.lines, operation.styles);
    const auto errors = core_.ReadArguments(static_cast<int>(pointers.size()), pointers.data());
    Same("mistakes of arguments", Said(errors), should);
    for (const gc::SettingError& error : errors) ColumnIn(words, error);
  }
  // The column of a mistake in an argument, which is not printed: where it stands behind the start.
  void ColumnIn(const std::vector<std::string>& words, const gc::SettingError& error) {
    const auto whole = std::ranges::find_if(words, [&error](const std::string& word) {
      return error.file.ends_with(" '" + word + "'");
    });
    if (whole == words.end()) return Same("argument of a mistake", error.file, "one of them");
    const std::string body = whole->substr(whole->starts_with("--gc.") ? 5 : 4);
    const std::size_t column = error.column + (lie_ == ConfigurationLie::kColumn);
    const bool is_there = column >= 1 && column - 1 <= body.size();
    Same("what stands at column " + std::to_string(column) + " of " + body,
         is_there ? body.substr(column - 1, error.found.size()) : "nothing", error.found);
  }

  void Nearest(const std::string& word) {
    const std::string_view said =
        lie_ == ConfigurationLie::kNearest ? gc::AllSettings().front().key : gc::NearestKey(word);
    Same("edits between " + word + " and " + std::string(said),
         std::to_string(reference::configuration::EditsBetween(word, said)),
         std::to_string(reference::configuration::EditsToNearestKey(word)));
  }

  void Compare() {
    const std::string printed = "\n" + core_.Print();
    for (std::size_t row = 0; row < Rows().size(); ++row) {
      const std::string key(Rows()[row].key);
      const gc::Setting* const setting = gc::FindSetting(key);
      if (setting == nullptr) return Same("setting " + key, "there is none", "there is one");
      const gc::Settings standard;
      Same("value of " + key,
           ValueText(*setting, lie_ == ConfigurationLie::kValue ? standard : core_.values()),
           paper_.ValueOf(row));
      Same("source of " + key,
           lie_ == ConfigurationLie::kSource ? "default" : core_.SourceOf(*setting),
           paper_.SourceOf(row));
      std::string should = paper_.Printed(row);
      if (lie_ == ConfigurationLie::kPrint) should += "!";
      Same("what is printed of " + key, printed.find(should) != printed.npos ? should : printed,
           should);
    }
    for (const auto& other : reference::configuration::Others()) {
      const std::string should = PrintedAs(other, std::string(other.standard), "default");
      Same("what is printed of " + std::string(other.key),
           printed.find(should) != printed.npos ? should : printed, should);
    }
    const bool forgets = lie_ == ConfigurationLie::kForgets;
    Same("times that a listener was told", std::to_string(forgets ? 0 : told_),
         std::to_string(paper_.told()));
    gc::Configuration again;
    Same("what is printed, read again", Said(again.Read(printed, "printed")), "");
    Same("the values of that", again.values() == core_.values() ? "the same" : "others",
         "the same");
  }

  const ConfigurationLie lie_;
  gc::Configuration core_;
  PaperConfiguration paper_;
  ConfigurationVerdict verdict_;
  bool listens_ = false;
  std::uint32_t told_ = 0;
};

}  // namespace

ConfigurationVerdict JudgeConfiguration(const ConfigurationRun& run, ConfigurationLie lie) {
  return ConfigurationJudge(lie).Judge(run);
}

}  // namespace properties::configuration
