// properties/page/film_json.cc -- names the members of a film.

#include "properties/page/film_json.h"

#include <nlohmann/json.hpp>
#include <string>

#include "properties/report/json.h"

namespace properties {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 6> kLifeWords = {"unborn", "alive",    "gathered",
                                                        "begun",  "finished", "freed"};
constexpr std::array<std::string_view, 4> kPhaseWords = {"idle", "marking", "gathering", "unknown"};

json StateJson(const FilmedObject& object) {
  return {{"colour", WordOf(object.colour)},
          {"life", kLifeWords[static_cast<std::size_t>(object.life)]},
          {"reachable", object.reachable},
          {"fields", object.fields},
          {"held", object.held_by},
          {"weak", object.weak_by},
          {"is", object.is},
          {"memory", object.in_memory}};
}

json StepJson(const FilmStep& step) {
  json changes = json::array();
  for (const FilmChange& change : step.changes) {
    changes.push_back({change.object, StateJson(change.after)});
  }
  json out = step.row;
  out["did"] = step.did;
  out["phase"] = kPhaseWords[static_cast<std::size_t>(step.phase)];
  out["seen"] = step.seen;
  out["changes"] = std::move(changes);
  return out;
}

json RunJson(const FilmRun& run) {
  json steps = json::array();
  for (const FilmStep& step : run.steps) steps.push_back(StepJson(step));
  return {{"first", run.first}, {"steps", std::move(steps)}};
}

}  // namespace

json JsonOf(const Film& film) {
  json objects = json::array();
  for (const Film::Object& object : film.objects) {
    objects.push_back({{"name", object.name}, {"column", object.column}, {"row", object.row}});
  }
  json out = {{"objects", std::move(objects)},
              {"colours", film.colours},
              {"lost", film.lost},
              {"path", film.path},
              {"run", RunJson(film.run)},
              {"otherwise", nullptr}};
  if (film.otherwise) {
    out["otherwise"] = {{"what", film.otherwise->what},
                        {"steps", film.otherwise->steps},
                        {"verdict", film.otherwise->verdict},
                        {"run", RunJson(film.otherwise->run)}};
  }
  return out;
}

}  // namespace properties
