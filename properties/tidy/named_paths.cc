// properties/tidy/named_paths.cc -- finds names in comments, and looks them up among the paths.

#include "properties/tidy/named_paths.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include "properties/tidy/code.h"

namespace properties::tidy {

namespace {

// Names that stand for no file of ours: they are examples.
const std::set<std::string>& Foreign() {
  static const std::set<std::string> names = {
      "core/a.h",     "core/b.h",    "properties/corpus/NAME.trace",
      "door.h",       "engine.h",    "game/door.h",
      "game/door.cc", "game/room.h", "main.cc",
      "yard.cc",      "yard.h"};
  return names;
}

bool IsThere(const std::string& name, const std::set<std::string>& paths) {
  if (paths.contains(name) || Foreign().contains(name)) return true;
  for (const char* ending : {".h", ".cc"}) {
    if (paths.contains(name + ending)) return true;
  }
  return std::ranges::any_of(paths, [&](const std::string& path) {
    return path.ends_with(name) && path[path.size() - name.size() - 1] == '/';
  });
}

}  // namespace

std::set<std::string> OurPaths() {
  namespace fs = std::filesystem;
  const fs::path root = TRICOLOUR_SOURCE_DIR;
  std::set<std::string> paths;
  for (const std::string_view room : kRooms) {
    paths.insert(std::string(room));
    for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
      paths.insert(entry.path().lexically_relative(root).generic_string());
    }
  }
  return paths;
}

std::vector<Finding> NamesOfNoFile(const Tree& tree, const std::set<std::string>& paths) {
  static const std::regex named(
      R"((^|[^\w/.<-])((?:core|reference|model|properties|fuzz)/[\w./-]*\w|[\w/]+\.(?:h|cc)\b))");
  std::vector<Finding> findings;
  for (const File& file : tree) {
    const std::string text = file.path.ends_with(".md") ? file.text : CommentsOnly(file.text);
    std::size_t number = 0;
    for (const std::string_view line : Lines(text)) {
      ++number;
      if (line.find('/') == line.npos && line.find('.') == line.npos) continue;
      const std::string words(line);
      for (std::sregex_iterator at(words.begin(), words.end(), named), end; at != end; ++at) {
        const std::string name = (*at)[2].str();
        if (IsThere(name, paths) || name.find("_test.cc") == 0) continue;
        findings.push_back({file.path, number, "names " + name + ", which is not there"});
      }
    }
  }
  return findings;
}

}  // namespace properties::tidy
