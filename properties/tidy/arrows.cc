// properties/tidy/arrows.cc -- reads what each file includes, and compares it with the table.

#include "properties/tidy/arrows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace properties::tidy {

namespace {

using Names = std::set<std::string_view>;

Names Split(std::string_view text) {
  Names names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    names.insert(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return names;
}

std::string_view RoomOf(std::string_view path) { return path.substr(0, path.find('/')); }

// The table, prepared for look-ups.
class Map {
 public:
  explicit Map(const std::vector<Place>& places) {
    for (const Place& place : places) {
      arrows_[place.name] = Split(place.to);
      for (const std::string_view file : Split(place.files)) apart_[file] = place.name;
      const std::string_view room = RoomOf(place.name);
      from_room_[room].insert(arrows_[place.name].begin(), arrows_[place.name].end());
    }
  }

  // The place of a file, whether the table has it or not.
  std::string_view PlaceOf(std::string_view path) const {
    const auto apart = apart_.find(path);
    return apart == apart_.end() ? path.substr(0, path.rfind('/')) : apart->second;
  }

  bool Has(std::string_view place) const { return arrows_.contains(place); }

  bool IsOurs(std::string_view path) const { return from_room_.contains(RoomOf(path)); }

  bool Allows(std::string_view from, std::string_view to) const {
    const std::string_view here = PlaceOf(from), there = PlaceOf(to);
    if (here == there) return true;
    if (!IsTest(from)) return Has(here) && arrows_.at(here).contains(there);
    return RoomOf(from) == RoomOf(to) || from_room_.at(RoomOf(from)).contains(there);
  }

 private:
  std::map<std::string_view, Names> arrows_;
  std::map<std::string_view, std::string_view> apart_;  // for files that stand apart: their place
  std::map<std::string_view, Names> from_room_;  // for each room: the arrows of all its places
};

// What a line includes, with its opening quote or bracket; empty if it is no include.
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
std::string Objection(const Tree& tree, const Map& map, std::string_view path,
                      std::string_view included) {
  const std::string_view name = included.substr(std::min<std::size_t>(1, included.size()));
  const std::string quoted = '"' + std::string(name) + '"';
  const bool ours = map.IsOurs(name);
  if (included.starts_with('<')) return ours ? "our own files are included as " + quoted : "";
  if (!included.starts_with('"')) return "an include that no check can read";
  if (!ours || !std::ranges::binary_search(tree, name, {}, &File::path)) {
    return quoted + " is no file of ours, seen from the root of the project";
  }
  if (map.Allows(path, name)) return "";
  return "no arrow leads from " + std::string(map.PlaceOf(path)) + " to " +
         std::string(map.PlaceOf(name)) + ", where " + quoted + " is";
}

// Follows the arrows from the end of a path, and reports every circle.
void FindCircles(const std::map<std::string_view, Names>& arrows,
                 std::vector<std::string_view>& path, Names& done,
                 std::vector<std::string>& faults) {
  const std::string_view here = path.back();
  for (const std::string_view next : arrows.at(here)) {
    const auto met = std::ranges::find(path, next);
    if (met != path.end()) {
      std::string circle;
      for (auto place = met; place != path.end(); ++place) circle += std::string(*place) + " -> ";
      faults.push_back(circle + std::string(next));
    } else if (!done.contains(next) && arrows.contains(next)) {
      path.push_back(next);
      FindCircles(arrows, path, done, faults);
      path.pop_back();
    }
  }
  done.insert(here);
}

}  // namespace

std::vector<Finding> ForbiddenIncludes(const Tree& tree, const std::vector<Place>& places) {
  const Map map(places);
  std::vector<Finding> findings;
  Names missing;
  for (const File& file : tree) {
    const std::string_view place = map.PlaceOf(file.path);
    if (!map.Has(place) && !IsTest(file.path) && missing.insert(place).second) {
      findings.push_back({file.path, 0, std::string(place) + " is missing in the table of arrows"});
    }
    std::size_t number = 0;
    for (const std::string_view line : Lines(file.text)) {
      ++number;
      const std::optional<std::string_view> included = Included(line);
      if (!included) continue;
      std::string objection = Objection(tree, map, file.path, *included);
      if (!objection.empty()) findings.push_back({file.path, number, std::move(objection)});
    }
  }
  return findings;
}

std::vector<std::string> FaultsOfTheTable(const std::vector<Place>& places) {
  std::map<std::string_view, Names> arrows;
  for (const Place& place : places) arrows[place.name] = Split(place.to);
  std::vector<std::string> faults;
  for (const auto& [name, to] : arrows) {
    for (const std::string_view there : to) {
      if (arrows.contains(there)) continue;
      faults.push_back(std::string(name) + " -> " + std::string(there) + ", which is no place");
    }
  }
  Names done;
  for (const auto& [name, to] : arrows) {
    if (done.contains(name)) continue;
    std::vector<std::string_view> path = {name};
    FindCircles(arrows, path, done, faults);
  }
  return faults;
}

}  // namespace properties::tidy
