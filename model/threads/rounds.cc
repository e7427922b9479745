// model/threads/rounds.cc -- finds strongly connected parts by Tarjan's algorithm, without
// recursion, and a fair round in one of them.

#include "model/threads/rounds.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace model::threads {

namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

class Finder {
 public:
  explicit Finder(const RoundsQuestion& question)
      : question_(question), first_(question.moments + 1, 0), part_(question.moments, kNever) {
    for (const Edge& edge : question.edges) ++first_[edge.from + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  }

  std::optional<Round> Find() {
    SplitIntoParts();
    std::vector<std::vector<std::uint32_t>> members(parts_);
    for (std::uint32_t at = 0; at < part_.size(); ++at) members[part_[at]].push_back(at);
    std::optional<std::uint32_t> best;
    for (const auto& part : members) {
      if (question_.must_end(part.front()) && IsFair(part) && (!best || part.front() < *best)) {
        best = part.front();
      }
    }
    if (!best) return std::nullopt;
    return RoundFrom(*best);
  }

 private:
  const Edge& EdgeAt(std::size_t i) const { return question_.edges[i]; }
  bool Within(const Edge& edge) const { return part_[edge.from] == part_[edge.to]; }

  void SplitIntoParts() {
    struct Visit {
      std::uint32_t at;
      std::size_t edge;
    };
    std::vector<std::uint32_t> order(question_.moments, kNever);
    std::vector<std::uint32_t> low(question_.moments, kNever);
    std::vector<std::uint32_t> open;
    std::vector<Visit> path;
    std::uint32_t clock = 0;
    const auto enter = [&](std::uint32_t at) {
      order[at] = low[at] = clock++;
      open.push_back(at);
      path.push_back({at, first_[at]});
    };
    enter(0);
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::uint32_t at = visit.at;
      if (visit.edge < first_[at + 1]) {
        const std::uint32_t to = EdgeAt(visit.edge++).to;
        if (order[to] == kNever) {
          enter(to);
        } else if (part_[to] == kNever) {
          low[at] = std::min(low[at], order[to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().at] = std::min(low[path.back().at], low[at]);
      if (low[at] != order[at]) continue;
      for (std::uint32_t member = kNever; member != at; open.pop_back()) {
        member = open.back();
        part_[member] = parts_;
      }
      ++parts_;
    }
  }

  // A round in this part can be fair to the thread if, in one of the part's moments, the thread has
  // a step that stays in the part, or no step at all. This asks it of one moment.
  bool ServedAt(std::uint32_t at, std::size_t thread) const {
    bool can = false;
    for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) {
      if (EdgeAt(i).thread != thread) continue;
      can = true;
      if (Within(EdgeAt(i))) return true;
    }
    return !can;
  }

  bool IsFair(const std::vector<std::uint32_t>& part) const {
    const bool turns = std::any_of(part.begin(), part.end(), [&](std::uint32_t at) {
      return std::any_of(question_.edges.begin() + static_cast<std::ptrdiff_t>(first_[at]),
                         question_.edges.begin() + static_cast<std::ptrdiff_t>(first_[at + 1]),
                         [&](const Edge& edge) { return Within(edge); });
    });
    if (!turns) return false;
    for (std::size_t thread = 0; thread < question_.threads; ++thread) {
      if (std::none_of(part.begin(), part.end(),
                       [&](std::uint32_t at) { return ServedAt(at, thread); })) {
        return false;
      }
    }
    return true;
  }

  // Goes round the part so that the round is fair to each thread: it takes a step of the thread, or
  // passes a moment in which the thread has none.
  Round RoundFrom(std::uint32_t start) {
    Round round{.start = start};
    std::uint32_t at = start;
    for (std::size_t thread = 0; thread < question_.threads; ++thread) {
      at = Walk(round, at, [&](std::uint32_t here) { return ServedAt(here, thread); });
      for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) {
        if (EdgeAt(i).thread != thread || !Within(EdgeAt(i))) continue;
        round.edges.push_back(EdgeAt(i));
        at = EdgeAt(i).to;
        break;
      }
    }
    if (round.edges.empty()) {
      for (std::size_t i = first_[at]; round.edges.empty() && i < first_[at + 1]; ++i) {
        if (Within(EdgeAt(i))) round.edges.push_back(EdgeAt(i));
      }
      at = round.edges.back().to;
    }
    Walk(round, at, [&](std::uint32_t here) { return here == start; });
    return round;
  }

  // Appends a shortest way, within the part, to a moment that `pleases` accepts; returns that
  // moment.
  template <typename Pleases>
  std::uint32_t Walk(Round& round, std::uint32_t from, Pleases&& pleases) const {
    std::vector<std::size_t> by(question_.moments, std::numeric_limits<std::size_t>::max());
    std::deque<std::uint32_t> frontier = {from};
    std::vector<bool> seen(question_.moments);
    seen[from] = true;
    while (!pleases(frontier.front())) {
      const std::uint32_t at = frontier.front();
      frontier.pop_front();
      for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) {
        if (!Within(EdgeAt(i)) || seen[EdgeAt(i).to]) continue;
        seen[EdgeAt(i).to] = true;
        by[EdgeAt(i).to] = i;
        frontier.push_back(EdgeAt(i).to);
      }
    }
    const std::uint32_t end = frontier.front();
    std::vector<Edge> way;
    for (std::uint32_t at = end; at != from; at = way.back().from) way.push_back(EdgeAt(by[at]));
    round.edges.insert(round.edges.end(), way.rbegin(), way.rend());
    return end;
  }

  const RoundsQuestion& question_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> part_;
  std::uint32_t parts_ = 0;
};

}  // namespace

std::optional<Round> FindFairRound(const RoundsQuestion& question) {
  return Finder(question).Find();
}

}  // namespace model::threads
