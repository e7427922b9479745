// properties/page/film_places.cc -- rows by distance from what is held, columns by what refers to
// them.

#include "properties/page/film_places.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace properties {
namespace {

constexpr int kNoDepth = -1;
// A list of a hundred objects would be a hundred rows: where anything is further than this from
// what is held, neighbouring distances share a row.
constexpr int kDeepest = 6;
// Of two places that are equally near, the right one is taken.
constexpr double kToTheRight = 0.1;

// All references and holders that a film ever shows.
struct Union {
  std::vector<std::set<int>> to, from;  // by object
  std::vector<char> held;
};

void AddEdges(const FilmRun& run, Union& all) {
  for (const FilmStep& step : run.steps) {
    for (const FilmChange& change : step.changes) {
      const auto object = static_cast<std::size_t>(change.object);
      const auto& held_by = change.after.held_by;
      if (!held_by.empty() && held_by.front() != kInHand) all.held[object] = 1;
      for (const int target : change.after.fields) {
        if (target < 0) continue;
        all.to[object].insert(target);
        all.from[static_cast<std::size_t>(target)].insert(change.object);
      }
    }
  }
}

Union UnionOf(const Film& film) {
  const std::size_t count = film.objects.size();
  Union all{std::vector<std::set<int>>(count), std::vector<std::set<int>>(count),
            std::vector<char>(count)};
  AddEdges(film.run, all);
  if (film.otherwise) AddEdges(film.otherwise->run, all);
  return all;
}

// The distance from what is held; what nothing held leads to counts from what nothing refers to,
// and a circle of such objects from its first.
std::vector<int> DepthsIn(const Union& all) {
  std::vector<int> depths(all.held.size(), kNoDepth);
  std::vector<std::size_t> queue;
  const auto reach = [&](std::size_t object, int depth) {
    if (depths[object] != kNoDepth) return;
    depths[object] = depth;
    queue.push_back(object);
  };
  const auto spread = [&] {
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const int target : all.to[queue[i]]) {
        reach(static_cast<std::size_t>(target), depths[queue[i]] + 1);
      }
    }
    queue.clear();
  };
  for (std::size_t i = 0; i < depths.size(); ++i) {
    if (all.held[i] != 0) reach(i, 0);
  }
  spread();
  for (std::size_t i = 0; i < depths.size(); ++i) {
    if (all.from[i].empty()) reach(i, 0);
  }
  spread();
  for (std::size_t i = 0; i < depths.size(); ++i) {
    reach(i, 0);
    spread();
  }
  return depths;
}

// A row of places, each with the steps until which it is taken.
class PlaceRow {
 public:
  // The free place nearest to `wanted`; empty if the row is full at that step.
  std::optional<int> Take(const Film::Object& object, double wanted) {
    std::optional<int> best;
    for (int column = 0; column < kWidestRow; ++column) {
      const auto at = static_cast<std::size_t>(column);
      if (taken_.size() <= at) taken_.resize(at + 1);
      const bool free = std::ranges::none_of(taken_[at], [&](const Span& span) {
        return object.born <= span.second && span.first <= object.gone;
      });
      if (!free) continue;
      if (!best || std::abs(column - wanted) < std::abs(*best - wanted)) best = column;
    }
    if (best) taken_[static_cast<std::size_t>(*best)].emplace_back(object.born, object.gone);
    return best;
  }

 private:
  using Span = std::pair<std::size_t, std::size_t>;  // from the step that made it to its end
  std::vector<std::vector<Span>> taken_;             // by column
};

class Layout {
 public:
  explicit Layout(Film& film) : film_(film), all_(UnionOf(film)), depths_(DepthsIn(all_)) {}

  void Run() {
    const int deepest = depths_.empty() ? 0 : *std::ranges::max_element(depths_);
    const auto band = [&](std::size_t i) {
      return deepest > kDeepest ? depths_[i] * (kDeepest + 1) / (deepest + 1) : depths_[i];
    };
    std::vector<std::size_t> order(film_.objects.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return std::pair(depths_[i], film_.objects[i].born); });
    int last = 0, base = 0;
    std::vector<PlaceRow> rows;
    for (const std::size_t object : order) {
      if (band(object) != last) {
        last = band(object);
        base += static_cast<int>(rows.size());
        rows.clear();
      }
      Take(object, rows, base);
    }
  }

 private:
  // The middle of what refers to it and has its place; without any, the left.
  double Wanted(std::size_t object) const {
    double sum = 0;
    int count = 0;
    for (const int holder : all_.from[object]) {
      const auto at = static_cast<std::size_t>(holder);
      if (!placed_.contains(at)) continue;
      sum += film_.objects[at].column;
      ++count;
    }
    return count == 0 ? 0 : sum / count;
  }

  void Take(std::size_t object, std::vector<PlaceRow>& rows, int base) {
    Film::Object& drawn = film_.objects[object];
    for (std::size_t row = 0;; ++row) {
      if (row == rows.size()) rows.emplace_back();
      const std::optional<int> column = rows[row].Take(drawn, Wanted(object) + kToTheRight);
      if (!column) continue;
      const int number = base + static_cast<int>(row);
      drawn.row = number;
      // Every other row is moved by half, so that a reference over two rows passes between objects.
      drawn.column = *column + (number % 2 == 0 ? 0 : 0.5);
      placed_.insert(object);
      return;
    }
  }

  Film& film_;
  const Union all_;
  const std::vector<int> depths_;
  std::set<std::size_t> placed_;
};

}  // namespace

void PlaceObjects(Film& film) { Layout(film).Run(); }

}  // namespace properties
