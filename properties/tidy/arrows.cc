// properties/tidy/arrows.cc -- the table of arrows, and the reading of includes.

#include "properties/tidy/arrows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace properties::tidy {

const std::vector<Place>& Places() {
  // Within a room, places stand from the bottom to the top.
  static const std::vector<Place> places = {
      {"rules", "", "core/rules.h core/faults.h core/fault_set.h"},
      {"core/base", "rules"},
      {"core/object", "core/base rules"},
      {"core/population", "core/base core/object rules"},
      {"core/memory", "core/base core/object rules"},
      {"core/pointer", "core/base core/object rules"},
      {"core/cluster", "core/base core/object core/population core/memory core/pointer rules"},
      {"core/purge", "core/base core/object core/population core/memory rules"},
      {"core/mark", "core/base core/object core/population core/cluster rules"},
      {"core/collect",
       "core/base core/object core/population core/memory core/pointer core/cluster core/purge "
       "core/mark rules"},
      {"core/heap",
       "core/base core/object core/population core/memory core/pointer core/cluster core/purge "
       "core/collect rules"},
      {"core/schedule",
       "core/base core/object core/population core/pointer core/purge core/mark core/collect "
       "core/heap rules"},
      {"gc.h", "core/object core/pointer core/heap core/schedule", "core/gc.h"},
      {"core/inspect/search",
       "core/base core/object core/population core/pointer core/purge core/collect core/heap"},
      {"core/inspect/verify",
       "core/base core/object core/population core/pointer core/cluster core/purge core/collect "
       "core/heap core/inspect/search rules"},
      {"core/inspect/report",
       "core/base core/object core/population core/pointer core/cluster core/purge core/collect "
       "core/heap core/schedule core/inspect/search core/inspect/verify rules"},
      {"core/configure",
       "core/collect core/heap core/schedule core/inspect/report core/inspect/verify"},
      {"core/world", "core/base core/pointer core/heap core/schedule core/inspect/report"},
      {"core/testing",
       "core/base core/object core/population core/memory core/pointer core/cluster core/purge "
       "core/collect core/heap core/schedule core/configure core/inspect/search "
       "core/inspect/verify core/world gc.h rules"},
      {"core/bench", "core/inspect/search core/inspect/verify core/inspect/report gc.h"},
      {"core/examples",
       "core/pointer core/schedule core/configure core/inspect/report core/world gc.h"},

      {"reference/variant", ""},
      {"reference/trace", "reference/variant"},
      {"reference/oracle", "reference/trace"},
      {"reference/schedule", "reference/trace"},

      {"model/machine", "model/assumptions reference/trace reference/oracle rules"},
      {"model/coverage", "model/machine reference/oracle reference/trace"},
      {"model/replay", "model/machine reference/trace reference/oracle rules"},
      {"model/explorer", "model/coverage model/machine model/replay reference/trace rules"},
      {"model/logic", ""},
      {"model/assumptions", ""},
      {"model/system", "model/assumptions model/logic reference/trace rules",
       "model/proof/words.h model/proof/changes.h model/proof/system.h"},
      {"model/claims", "model/logic model/system"},
      {"model/proof",
       "model/assumptions model/logic model/machine model/system model/claims reference/trace "
       "rules"},
      {"model/proof/actions", "model/assumptions model/logic model/system model/proof rules"},
      {"model/bounded",
       "model/logic model/system model/proof model/explorer reference/trace rules"},
      {"model/agreement",
       "model/machine model/explorer model/logic model/system model/proof reference/trace "
       "reference/oracle rules"},
      {"model/purpose", "model/proof reference/oracle"},
      {"model/recheck", "model/logic model/system model/claims model/proof reference/trace rules"},
      {"model/conformance", "model/coverage model/machine reference/trace reference/oracle"},
      {"model/threads/memory", ""},
      {"model/threads", "model/threads/memory"},
      {"model/threads/litmus", "model/threads model/threads/memory"},
      {"model/threads/marker", "model/threads model/threads/memory"},
      {"model/threads/ownership", "model/logic"},
      {"model/orders", "model/threads model/threads/memory"},
      {"model",
       "model/assumptions model/claims model/explorer model/proof model/purpose model/recheck "
       "model/system reference/trace rules"},
      {"model/bench", "model model/bounded model/explorer model/proof model/threads"},

      {"properties/base", "rules"},
      {"properties/corpus", "properties/base reference/trace rules"},
      {"properties/judge", "model/conformance reference/oracle reference/trace"},
      {"properties/coverage", "properties/judge reference/oracle reference/trace"},
      {"properties/subjects/core",
       "gc.h core/base core/object core/population core/collect core/inspect/search "
       "core/inspect/report core/inspect/verify core/pointer core/schedule properties/base "
       "reference/oracle reference/trace rules"},
      {"properties/subjects/toy", "properties/base reference/oracle"},
      {"properties/subjects/plugin", "reference/oracle reference/trace"},
      {"properties/subjects/pipe", "properties/base reference/oracle reference/trace"},
      {"properties/subjects/lua/state", "properties/base reference/trace"},
      {"properties/subjects/lua/things", "properties/subjects/lua/state"},
      {"properties/subjects/lua",
       "properties/subjects/lua/state properties/subjects/lua/things reference/oracle "
       "reference/trace"},
      {"properties/search", "properties/base properties/judge reference/oracle reference/trace"},
      {"properties/search/exhaustive", "properties/search reference/trace rules"},
      {"properties/search/directed",
       "properties/base properties/coverage properties/judge properties/search reference/oracle "
       "reference/trace"},
      {"properties/shrink",
       "properties/base properties/judge properties/search reference/oracle reference/trace"},
      {"properties/explain",
       "properties/base properties/judge reference/oracle reference/trace rules"},
      {"properties/matrix",
       "properties/base properties/corpus properties/judge properties/subjects/core "
       "properties/search properties/search/exhaustive properties/search/directed "
       "properties/shrink model model/bounded model/explorer model/orders model/threads "
       "reference/trace rules"},
      {"properties/counters",
       "properties/corpus properties/judge properties/subjects/core reference/oracle "
       "reference/trace rules"},
      {"properties/report",
       "properties/judge properties/explain properties/matrix model/bounded model/orders "
       "model/threads reference/oracle rules"},
      {"properties/report/formats", "properties/report reference/oracle rules"},
      {"properties/schedule",
       "gc.h core/base core/collect core/schedule properties/base properties/explain "
       "properties/judge reference/schedule reference/trace"},
      {"properties/tool/process", "properties/report reference/oracle reference/trace"},
      {"properties/tool/command_line",
       "properties/report properties/report/formats properties/tool/process properties/base "
       "properties/subjects/core properties/subjects/lua properties/subjects/plugin "
       "properties/subjects/pipe properties/search model/threads reference/oracle "
       "reference/trace rules"},
      {"properties/tool/schedule",
       "properties/explain properties/report properties/schedule properties/tool/process "
       "properties/tool/command_line properties/tool/reports reference/schedule reference/trace"},
      {"properties/tool/failures",
       "properties/report/formats properties/judge properties/search properties/shrink "
       "properties/explain properties/report properties/tool/process "
       "properties/tool/command_line properties/tool/schedule reference/schedule reference/trace"},
      {"properties/tool/reports",
       "properties/judge properties/report properties/report/formats properties/tool/process "
       "properties/tool/command_line"},
      {"properties/tool/traces",
       "properties/base properties/judge properties/explain properties/report properties/search "
       "properties/tool/process properties/tool/command_line properties/tool/failures "
       "properties/tool/reports reference/trace"},
      {"properties/tool/soak",
       "properties/explain properties/judge properties/report properties/search/directed "
       "properties/shrink properties/tool/process properties/tool/command_line "
       "properties/tool/failures reference/trace"},
      {"properties/tool/change",
       "properties/search/exhaustive properties/search/directed properties/tool/command_line "
       "properties/tool/rules rules"},
      {"properties/tool/rules",
       "properties/base properties/subjects/core properties/explain properties/matrix "
       "properties/report properties/tool/process properties/tool/command_line model/proof "
       "model/threads reference/trace rules"},
      {"properties/tool/verify",
       "properties/base properties/coverage properties/corpus properties/judge properties/search "
       "properties/search/exhaustive properties/search/directed properties/shrink "
       "properties/report properties/tool/process properties/tool/command_line "
       "properties/tool/failures properties/tool/rules properties/matrix model/coverage "
       "model/explorer model/machine model/orders properties/schedule properties/tool/schedule "
       "properties/tool/reports properties/tool/change properties/report/formats "
       "reference/schedule reference/trace"},
      {"properties/tool/commands",
       "properties/base properties/bench/run properties/bench/show properties/judge "
       "properties/search properties/search/exhaustive properties/search/directed "
       "properties/shrink properties/explain properties/matrix properties/report "
       "properties/subjects/plugin properties/tool/process properties/tool/command_line "
       "properties/tool/failures properties/tool/rules properties/tool/verify model "
       "model/bounded model/explorer model/orders model/recheck model/threads "
       "model/threads/litmus model/threads/marker model/threads/ownership reference/trace "
       "properties/tool/schedule properties/tool/reports properties/tool/soak "
       "properties/tool/change properties/tool/traces properties/report/formats "
       "reference/schedule rules"},
      {"properties/tool",
       "properties/tool/process properties/tool/command_line properties/tool/commands"},
      {"properties/suites",
       "properties/base properties/corpus properties/judge properties/subjects/core "
       "properties/search properties/search/directed properties/shrink reference/oracle "
       "reference/trace"},
      {"properties/suites/free_running", "gc.h core/base reference/oracle reference/trace"},
      {"properties/bench/graph", ""},
      {"properties/bench/serve", "properties/bench/graph"},
      {"properties/bench/subjects", "gc.h properties/bench/graph properties/bench/serve"},
      {"properties/bench/peers",
       "properties/bench/graph properties/bench/serve properties/bench/subjects"},
      {"properties/bench/run",
       "properties/base properties/bench/graph properties/bench/serve properties/bench/subjects"},
      {"properties/bench/show", "properties/bench/run"},
      {"properties/bench",
       "properties/base properties/subjects/core properties/subjects/toy "
       "properties/search/exhaustive properties/search/directed properties/shrink"},
      {"properties/tidy", "rules"},
      {"properties/breaks", "properties/base properties/tidy properties/tool/process"},
      {"properties/mutate/sites", "properties/tidy"},
      {"properties/mutate",
       "properties/base properties/breaks properties/mutate/sites properties/tidy "
       "properties/tool/process"},

      {"fuzz/mutation", "properties/base reference/oracle reference/trace"},
      {"fuzz/io", "fuzz/mutation"},
      {"fuzz/targets",
       "properties/base properties/corpus properties/judge properties/subjects/core "
       "properties/subjects/toy properties/subjects/lua properties/shrink reference/oracle "
       "reference/trace"},
      {"fuzz/cost", "fuzz/io fuzz/targets properties/subjects/core reference/trace"},
      {"fuzz",
       "fuzz/mutation fuzz/io fuzz/targets properties/base properties/corpus properties/matrix "
       "reference/trace"},
  };
  return places;
}

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
