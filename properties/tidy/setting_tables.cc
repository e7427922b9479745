// properties/tidy/setting_tables.cc -- keys and defaults of the file and of the tables, compared.

#include "properties/tidy/setting_tables.h"

#include <map>
#include <regex>
#include <set>
#include <string>

namespace properties::tidy {
namespace {

using Match = std::match_results<std::string_view::const_iterator>;

// Each setting of the file with its default, which its comment names.
std::map<std::string, std::string> DefaultsIn(std::string_view shipped) {
  static const std::regex comment(R"(# .*; default ([^ ;]+)(; read at start-up)?)");
  static const std::regex setting(R"(([a-z_]+\.[a-z_]+) = .*)");
  std::map<std::string, std::string> defaults;
  std::string last;
  for (const std::string_view line : Lines(shipped)) {
    Match match;
    if (std::regex_match(line.begin(), line.end(), match, comment)) last = match[1].str();
    if (std::regex_match(line.begin(), line.end(), match, setting)) defaults[match[1].str()] = last;
  }
  return defaults;
}

}  // namespace

std::vector<Finding> WrongSettings(const Tree& pages, std::string_view shipped) {
  // "| `trace.slice` | seconds, 0.005 | what it does | the engine's name |"
  static const std::regex row(R"(\| `([a-z_]+\.[a-z_]+)` \| .*[,;] ([^ ,;|]+) \| .+ \| .* ?\|)");
  const std::map<std::string, std::string> defaults = DefaultsIn(shipped);
  std::set<std::string> met;
  std::vector<Finding> findings;
  for (const File& page : pages) {
    std::size_t number = 0;
    for (const std::string_view line : Lines(page.text)) {
      ++number;
      Match match;
      if (!std::regex_match(line.begin(), line.end(), match, row)) continue;
      const std::string key = match[1].str();
      const auto found = defaults.find(key);
      if (found == defaults.end()) {
        findings.push_back({page.path, number, key + " is no setting"});
      } else if (found->second != match[2].str()) {
        findings.push_back({page.path, number, key + " is " + found->second + " by default"});
      }
      if (!met.insert(key).second) findings.push_back({page.path, number, key + " stands twice"});
    }
  }
  for (const auto& [key, value] : defaults) {
    if (!met.contains(key)) findings.push_back({"reference/specification", 0, key + " is missing"});
  }
  return findings;
}

}  // namespace properties::tidy
