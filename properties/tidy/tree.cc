// properties/tidy/tree.cc -- reads the rooms from the disk.

#include "properties/tidy/tree.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>

namespace properties::tidy {

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::ostream& operator<<(std::ostream& out, const Finding& finding) {
  return out << finding.path << ':' << finding.line << ": " << finding.message;
}

std::string Text(const std::vector<Finding>& findings) {
  std::ostringstream out;
  for (const Finding& finding : findings) out << finding << '\n';
  return out.str();
}

Tree ReadTree(const std::filesystem::path& root, const std::set<std::string>& endings) {
  Tree tree;
  for (const std::string_view room : kRooms) {
    if (!std::filesystem::exists(root / room)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / room)) {
      const std::filesystem::path& path = entry.path();
      if (!endings.contains(path.extension().string())) continue;
      tree.push_back({path.lexically_relative(root).generic_string(), ReadText(path)});
    }
  }
  std::ranges::sort(tree, {}, &File::path);
  return tree;
}

const Tree& OurTree() {
  static const Tree tree = ReadTree(TRICOLOUR_SOURCE_DIR, {".h", ".cc"});
  return tree;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool IsTest(std::string_view path) {
  return path.ends_with("_test.cc") || path.find("/testing/") != path.npos;
}

}  // namespace properties::tidy
