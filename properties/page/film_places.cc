// properties/page/film_places.cc -- rows by distance from what is held, columns by Graphviz.

#include "properties/page/film_places.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "properties/page/places/graph_layout.h"

namespace properties {
namespace {

constexpr int kNoRow = -1;
// A list of a hundred objects would be a hundred rows: where anything is further than this from
// what is held, neighbouring distances share a row.
constexpr int kDeepest = 6;

// All references and holders that a film ever shows, between objects or between places.
struct Union {
  std::set<std::pair<std::size_t, std::size_t>> edges;  // from the holder to the target
  std::vector<char> held;
};

void AddEdges(const FilmRun& run, Union& all) {
  for (const FilmStep& step : run.steps) {
    for (const FilmChange& change : step.changes) {
      const auto object = static_cast<std::size_t>(change.object);
      const auto& held_by = change.after.held_by;
      if (!held_by.empty() && held_by.front() != kInHand) all.held[object] = 1;
      for (const int target : change.after.fields) {
        if (target >= 0) all.edges.emplace(object, target);
      }
    }
  }
}

// The place of each object. Those that are never there at the same step share one, if what first
// refers to them does too.
std::vector<std::size_t> SharedPlaces(const Film& film, const Union& all) {
  const std::size_t count = film.objects.size();
  std::vector<std::size_t> order(count), places(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return film.objects[i].born; });
  std::vector<std::size_t> holder(count, count);
  for (const auto& [from, to] : all.edges) {
    if (from < to) holder[to] = std::min(holder[to], from);
  }
  struct Taken {
    std::size_t until, below;  // the step that frees its last object, and the place of its holder
  };
  std::vector<Taken> taken;
  for (const std::size_t object : order) {
    const std::size_t below = holder[object] == count ? count : places[holder[object]];
    const auto free = std::ranges::find_if(taken, [&](const Taken& place) {
      return place.below == below && place.until < film.objects[object].born;
    });
    places[object] = static_cast<std::size_t>(free - taken.begin());
    // What was lost is drawn to the end.
    const bool is_lost = std::cmp_equal(object, film.lost);
    const Taken now{is_lost ? Film::kNever : film.objects[object].gone, below};
    if (free == taken.end()) {
      taken.push_back(now);
    } else {
      *free = now;
    }
  }
  return places;
}

Union UnionOfPlaces(const Union& all, const std::vector<std::size_t>& places) {
  Union of{{}, std::vector<char>(places.empty() ? 0 : *std::ranges::max_element(places) + 1)};
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (all.held[i] != 0) of.held[places[i]] = 1;
  }
  for (const auto& [from, to] : all.edges) of.edges.emplace(places[from], places[to]);
  return of;
}

// The distance from what is held; what nothing held leads to counts from its first.
std::vector<int> RowsOf(const Union& all) {
  std::vector<int> rows(all.held.size(), kNoRow);
  std::vector<std::size_t> reached;
  const auto reach = [&](std::size_t place, int row) {
    if (rows[place] != kNoRow) return;
    rows[place] = row;
    reached.push_back(place);
  };
  std::size_t next = 0;
  const auto spread = [&] {
    for (; next < reached.size(); ++next) {
      const std::size_t from = reached[next];
      for (auto edge = all.edges.lower_bound({from, 0});
           edge != all.edges.end() && edge->first == from; ++edge) {
        reach(edge->second, rows[from] + 1);
      }
    }
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (all.held[i] != 0) reach(i, 0);
  }
  spread();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    reach(i, 0);
    spread();
  }
  const int deepest = rows.empty() ? 0 : *std::ranges::max_element(rows);
  for (int& row : rows) row = deepest > kDeepest ? row * (kDeepest + 1) / (deepest + 1) : row;
  return rows;
}

RowGraph GraphOf(const Union& all) {
  RowGraph graph{.rows = RowsOf(all), .edges = {}};
  for (auto [upper, lower] : all.edges) {
    const auto at = [&](std::size_t place) { return std::pair(graph.rows[place], place); };
    if (at(lower) < at(upper)) std::swap(upper, lower);
    if (upper != lower) graph.edges.emplace(upper, lower);
  }
  return graph;
}

struct Place {
  double column = 0;
  int row = 0;
};

// Where Graphviz puts them, if the page is wide enough. Otherwise they are as close as can be: of a
// row that is too wide, neighbours go up and down, and every other row is moved by half, so that a
// reference over two rows passes between objects.
std::vector<Place> PlacesIn(const RowGraph& graph, Columns columns_of) {
  const std::vector<double> columns = columns_of(graph);
  const auto [left, right] =
      columns.empty() ? std::ranges::minmax({0.0}) : std::ranges::minmax(columns);
  const bool fits = !columns.empty() && right - left <= kWidestRow - 1;
  std::map<int, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < graph.rows.size(); ++i) rows[graph.rows[i]].push_back(i);
  std::vector<Place> places(graph.rows.size());
  int first = 0;
  for (auto& [distance, row] : rows) {
    if (!columns.empty())
      std::ranges::stable_sort(row, {}, [&](std::size_t i) { return columns[i]; });
    const int count = static_cast<int>(row.size());
    const int needed = (count + kWidestRow - 1) / kWidestRow,
              across = (count + needed - 1) / needed;
    for (int i = 0; i < count; ++i) {
      const auto at = row[static_cast<std::size_t>(i)];
      Place& place = places[at];
      place.row = first + i % needed;
      const int halves = kWidestRow - across + place.row % 2, along = i / needed;
      place.column = fits ? std::round((columns[at] - left) * 4) / 4 : halves / 2.0 + along;
    }
    first += needed;
  }
  return places;
}

}  // namespace

void PlaceObjects(Film& film, Columns columns_of) {
  Union all{{}, std::vector<char>(film.objects.size())};
  AddEdges(film.run, all);
  if (film.otherwise) AddEdges(film.otherwise->run, all);
  const std::vector<std::size_t> shared = SharedPlaces(film, all);
  const std::vector<Place> places = PlacesIn(GraphOf(UnionOfPlaces(all, shared)), columns_of);
  for (std::size_t i = 0; i < shared.size(); ++i) {
    film.objects[i].column = places[shared[i]].column;
    film.objects[i].row = places[shared[i]].row;
  }
}

}  // namespace properties
