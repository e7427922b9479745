// properties/tool/rules/rule_sites.cc -- reads the sources of core, line by line.

#include "properties/tool/rules/rule_sites.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tool {
namespace {

namespace fs = std::filesystem;

// The enumerator of a rule, as code names it: "insertion-barrier" is "Rule::kInsertionBarrier".
std::string EnumeratorOf(gc::Rule rule) {
  std::string text = "Rule::k";
  bool capital = true;
  for (const char c : gc::EntryOf(rule).name) {
    if (c == '-') {
      capital = true;
    } else {
      text += capital ? static_cast<char>(c - 'a' + 'A') : c;
      capital = false;
    }
  }
  return text;
}

// Whether the line names the enumerator in its code.
bool Names(const std::string& line, const std::string& enumerator) {
  const std::size_t at = line.find(enumerator);
  if (at == std::string::npos || line.find("//") < at) return false;
  const std::size_t end = at + enumerator.size();
  return end == line.size() || std::isalnum(line[end]) == 0;
}

// Whether the line says in a comment that it upholds the rule.
bool Claims(const std::string& line, std::string_view rule) {
  const std::size_t at = line.find("Upholds");
  return at != std::string::npos && line.find("//") < at && line.find(rule, at) != line.npos;
}

// Each wanted line of core, as "core/pointer/object_ptr.h:118"; tests are left out.
template <class Wanted>
std::vector<std::string> LinesOfCore(const Wanted& wanted) {
  const fs::path root = TRICOLOUR_SOURCE_DIR;
  std::vector<std::string> sites;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(root / "core", error)) {
    const fs::path& path = entry.path();
    const std::string name = path.filename();
    const bool source = path.extension() == ".h" || path.extension() == ".cc";
    if (!source || name == "rules.h" || name == "faults.h" ||
        name.find("_test.") != std::string::npos)
      continue;
    std::ifstream in(path);
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (!wanted(line)) continue;
      sites.push_back(path.lexically_relative(root).generic_string() + ":" +
                      std::to_string(number));
    }
  }
  std::sort(sites.begin(), sites.end());
  return sites;
}

}  // namespace

std::vector<std::string> SitesOf(gc::Rule rule) {
  const std::string enumerator = EnumeratorOf(rule);
  return LinesOfCore([&](const std::string& line) { return Names(line, enumerator); });
}

bool NamesInCode(const std::string& line, gc::Rule rule) { return Names(line, EnumeratorOf(rule)); }

std::vector<std::string> SitesThatUphold(std::string_view rule) {
  return LinesOfCore([rule](const std::string& line) { return Claims(line, rule); });
}

}  // namespace tool
