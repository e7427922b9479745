// properties/tidy/arrows.cc -- the arrows as a table, and the reading of includes.

#include "properties/tidy/arrows.h"

#include <algorithm>
#include <array>
#include <optional>

namespace properties::tidy {

namespace {

using Prefixes = std::vector<std::string_view>;

struct Arrows {
  std::string_view from;  // a folder; the first row that fits counts
  Prefixes to;            // folders or files
};

const std::vector<Arrows>& InsideCore() {
  static const std::vector<Arrows> arrows = {
      {"core/object/", {"core/object/", "core/rules.h", "core/faults.h", "core/fault_set.h"}},
      {"core/pointer/",
       {"core/pointer/", "core/object/", "core/rules.h", "core/faults.h", "core/fault_set.h"}},
  };
  return arrows;
}

const std::vector<Arrows>& BetweenRooms() {
  static const std::vector<Arrows> arrows = {
      {"core/", {"core/"}},
      {"reference/", {"reference/"}},
      {"model/", {"model/", "reference/", "core/rules.h", "core/faults.h", "core/fault_set.h"}},
      {"properties/", {"properties/", "core/", "reference/", "model/"}},
      {"fuzz/", {"fuzz/", "properties/", "reference/"}},
  };
  return arrows;
}

const Prefixes* FindRow(const std::vector<Arrows>& table, std::string_view path) {
  const auto row = std::ranges::find_if(
      table, [&](const Arrows& arrows) { return path.starts_with(arrows.from); });
  return row == table.end() ? nullptr : &row->to;
}

// Where the includes of a file may lead. A test may look further than its folder, not than its
// room.
const Prefixes& AllowedFrom(std::string_view path) {
  static const Prefixes nowhere;
  const Prefixes* row = IsTest(path) ? nullptr : FindRow(InsideCore(), path);
  if (row == nullptr) row = FindRow(BetweenRooms(), path);
  return row == nullptr ? nowhere : *row;
}

bool StartsWithAny(std::string_view path, const Prefixes& prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return path.starts_with(prefix); });
}

// What a line includes, with its opening quote or bracket; nothing if it includes nothing.
std::optional<std::string_view> Included(std::string_view line) {
  for (const std::string_view word : {"#", "include"}) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(word)) return std::nullopt;
    line.remove_prefix(word.size());
  }
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_of("\">", 1));
}

// Why a file must not include this; empty if it may.
std::string Objection(const Tree& tree, std::string_view path, std::string_view included) {
  const std::string_view name = included.substr(std::min<std::size_t>(1, included.size()));
  const std::string quoted = '"' + std::string(name) + '"';
  const bool ours = FindRow(BetweenRooms(), name) != nullptr;
  if (included.starts_with('<')) return ours ? "our own files are included as " + quoted : "";
  if (!included.starts_with('"')) return "an include that no check can read";
  if (!ours || !std::ranges::binary_search(tree, name, {}, &File::path)) {
    return quoted + " is no file of ours, seen from the root of the project";
  }
  if (StartsWithAny(name, AllowedFrom(path))) return "";
  return "no arrow leads from here to " + quoted;
}

}  // namespace

std::vector<Finding> ForbiddenIncludes(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    std::size_t number = 0;
    for (const std::string_view line : Lines(file.text)) {
      ++number;
      const std::optional<std::string_view> included = Included(line);
      if (!included) continue;
      std::string objection = Objection(tree, file.path, *included);
      if (!objection.empty()) findings.push_back({file.path, number, std::move(objection)});
    }
  }
  return findings;
}

}  // namespace properties::tidy
