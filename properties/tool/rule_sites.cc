// properties/tool/rule_sites.cc -- reads the sources of core, line by line.

#include "properties/tool/rule_sites.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tool {
namespace {

namespace fs = std::filesystem;

// "insertion-barrier" as the code writes it: "Rule::kInsertionBarrier".
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

void Look(const fs::path& root, const fs::path& path, const std::string& wanted,
          std::vector<std::string>& sites) {
  std::ifstream in(path);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t at = line.find(wanted);
    if (at == std::string::npos || line.find("//") < at) continue;
    if (at + wanted.size() < line.size() && std::isalnum(line[at + wanted.size()]) != 0) continue;
    sites.push_back(path.lexically_relative(root).generic_string() + ":" + std::to_string(number));
  }
}

}  // namespace

std::vector<std::string> SitesOf(gc::Rule rule) {
  const fs::path root = TRICOLOUR_SOURCE_DIR;
  std::vector<std::string> sites;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(root / "core", error)) {
    const fs::path& path = entry.path();
    const std::string name = path.filename();
    const bool source = path.extension() == ".h" || path.extension() == ".cc";
    if (!source || name == "rules.h" || name.find("_test.") != std::string::npos) continue;
    Look(root, path, EnumeratorOf(rule), sites);
  }
  std::sort(sites.begin(), sites.end());
  return sites;
}

}  // namespace tool
