// properties/mutate/equivalent.cc -- reads pairs of lines.

#include "properties/mutate/equivalent.h"

#include <set>
#include <string_view>

namespace properties::mutate {

namespace {

std::string_view Trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::map<std::string, std::string> ReadEquivalent(const tidy::File& file,
                                                  std::vector<tidy::Finding>& findings) {
  std::map<std::string, std::string> equivalent;
  std::string open;
  std::size_t number = 0;
  const auto close = [&] {
    if (!open.empty() && equivalent[open].empty()) {
      findings.push_back({file.path, number, "expected an argument, a line that is indented"});
    }
    open.clear();
  };
  constexpr std::string_view kWord = "mutant ";
  for (const std::string_view line : tidy::Lines(file.text)) {
    ++number;
    if (Trimmed(line).empty() || line.starts_with("#")) continue;
    if (line.starts_with(kWord)) {
      close();
      open = line.substr(kWord.size());
      if (!equivalent.emplace(open, "").second) {
        findings.push_back({file.path, number, "listed twice: " + open});
      }
    } else if (line.starts_with(" ") && !open.empty()) {
      std::string& argument = equivalent[open];
      argument += (argument.empty() ? "" : " ") + std::string(Trimmed(line));
    } else {
      findings.push_back({file.path, number, "expected `mutant KEY` or an argument below one"});
    }
  }
  close();
  return equivalent;
}

std::vector<tidy::Finding> MovedAway(const std::map<std::string, std::string>& equivalent,
                                     const std::vector<Site>& sites) {
  std::set<std::string> keys;
  for (const Site& site : sites) keys.insert(site.Key());
  std::vector<tidy::Finding> findings;
  for (const auto& [key, argument] : equivalent) {
    if (keys.contains(key)) continue;
    findings.push_back({kEquivalentFile, 0, "the code is no longer there: " + key});
  }
  return findings;
}

}  // namespace properties::mutate
