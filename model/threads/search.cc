// model/threads/search.cc -- searches moments breadth first, and then rounds that never end.

#include "model/threads/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "model/threads/rounds.h"

namespace model::threads {

namespace {

class Searcher {
 public:
  Searcher(const Machine& machine, MemoryModel model, std::uint64_t max_states)
      : machine_(machine), model_(model), execution_(machine, model), max_states_(max_states) {}

  SearchResult Run() {
    const auto start = std::chrono::steady_clock::now();
    Insert(execution_.Start(), 0, 0);
    for (std::uint32_t at = 0; at < moments_.size() && !result_.bad; ++at) {
      if (moments_.size() > max_states_) break;
      Expand(at);
      result_.exhausted = at + 1 == moments_.size() && !result_.bad && !overflowed_;
    }
    if (result_.exhausted && model_ == MemoryModel::kSequential) SeekLivelock();
    result_.states = moments_.size();
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  struct Parent {
    std::uint32_t moment = 0;
    Thread thread = 0;
  };

  void Insert(const Moment& moment, std::uint32_t from, Thread thread) {
    if (moment.memory.Overflows()) {
      overflowed_ = true;
      return;
    }
    const auto [place, is_new] =
        numbers_.try_emplace(execution_.KeyOf(moment), static_cast<std::uint32_t>(moments_.size()));
    edges_.push_back({from, place->second, thread});
    if (!is_new && !moment.raced) return;
    if (is_new) {
      moments_.push_back(&place->first);
      parents_.push_back({from, thread});
    }
    if (moment.raced) return Report(Bad::Kind::kRace, "a data race", from, thread, &moment);
    const std::string wrong = machine_.judge(execution_.SceneOf(moment));
    if (!wrong.empty()) Report(Bad::Kind::kBroken, wrong, from, thread, &moment);
  }

  void Expand(std::uint32_t at) {
    const Moment moment = MomentAt(at);
    bool stuck = true;
    bool owed = false;
    for (Thread thread = 0; thread < machine_.threads.size(); ++thread) {
      owed = owed || MustEnd(moment, thread);
      execution_.ForEachStep(moment, thread, false, [&](const Moment& next, const std::string&) {
        stuck = false;
        ++result_.steps;
        if (!result_.bad) Insert(next, at, thread);
      });
    }
    if (stuck && owed && !result_.bad) {
      result_.bad = Bad{.kind = Bad::Kind::kDeadlock,
                        .sentence = "a deadlock: no thread can go on",
                        .turns = WayTo(at)};
    }
  }

  Moment MomentAt(std::uint32_t at) const { return execution_.MomentOf(*moments_[at]); }

  bool MustEnd(const Moment& moment, Thread thread) const {
    return !machine_.threads[thread].endless() && !execution_.Ended(moment, thread);
  }

  // The turns that led to a moment. The search keeps no words for steps, so it takes these steps
  // once more.
  std::vector<Bad::Turn> WayTo(std::uint32_t at) const {
    std::vector<Bad::Turn> turns;
    for (; at != 0; at = parents_[at].moment) {
      turns.push_back(TurnTo(parents_[at].moment, parents_[at].thread, MomentAt(at)));
    }
    std::reverse(turns.begin(), turns.end());
    return turns;
  }
  Bad::Turn TurnTo(std::uint32_t from, Thread thread, const Moment& to) const {
    Bad::Turn turn{.thread = thread};
    const std::string key = execution_.KeyOf(to);
    execution_.ForEachStep(
        MomentAt(from), thread, true, [&](const Moment& next, const std::string& what) {
          if (turn.what.empty() && execution_.KeyOf(next) == key && next.raced == to.raced) {
            turn.what = what;
          }
        });
    return turn;
  }

  void Report(Bad::Kind kind, const std::string& sentence, std::uint32_t from, Thread thread,
              const Moment* last) {
    result_.bad = Bad{.kind = kind, .sentence = sentence, .turns = WayTo(from)};
    if (moments_.size() > 1 || last->raced) {
      result_.bad->turns.push_back(TurnTo(from, thread, *last));
    }
  }

  void SeekLivelock() {
    edges_.erase(edges_.begin());  // the first moment was inserted with an edge that is none
    RoundsQuestion question{.moments = moments_.size(), .edges = edges_};
    question.threads = machine_.threads.size();
    question.must_end = [&](std::uint32_t at) {
      const Moment moment = MomentAt(at);
      for (Thread thread = 0; thread < machine_.threads.size(); ++thread) {
        if (MustEnd(moment, thread)) return true;
      }
      return false;
    };
    const std::optional<Round> round = FindFairRound(question);
    if (!round) return;
    Bad bad{.kind = Bad::Kind::kLivelock,
            .sentence = "a livelock: each thread gets a turn again and again, and one never ends",
            .turns = WayTo(round->start)};
    bad.again_from = bad.turns.size();
    for (const Edge& edge : round->edges) {
      bad.turns.push_back(TurnTo(edge.from, edge.thread, MomentAt(edge.to)));
    }
    result_.bad = std::move(bad);
  }

  const Machine& machine_;
  MemoryModel model_;
  Execution execution_;
  std::uint64_t max_states_;
  bool overflowed_ = false;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> moments_;  // the key of each moment; the map owns it
  std::vector<Parent> parents_;
  std::vector<Edge> edges_;
  SearchResult result_;
};

}  // namespace

SearchResult Search(const Machine& machine, MemoryModel model, std::uint64_t max_states) {
  return Searcher(machine, model, max_states).Run();
}

std::string Schedule(const Machine& machine, const Bad& bad) {
  std::vector<std::size_t> widths(machine.threads.size(), 0);  // 0: the thread takes no turn
  for (const Bad::Turn& turn : bad.turns) {
    std::size_t& width = widths[turn.thread];
    width = std::max({width, machine.threads[turn.thread].name().size(), turn.what.size()});
  }
  const auto line = [&](auto&& cell, std::string_view between) {
    std::string text;
    for (Thread thread = 0; thread < widths.size(); ++thread) {
      if (widths[thread] == 0) continue;
      text += fmt::format("{}{:<{}}", text.empty() ? "" : between, cell(thread), widths[thread]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = line([&](Thread thread) { return machine.threads[thread].name(); }, " | ") +
                     line([&](Thread thread) { return std::string(widths[thread], '-'); }, "-+-");
  for (std::size_t i = 0; i < bad.turns.size(); ++i) {
    if (bad.kind == Bad::Kind::kLivelock && i == bad.again_from) text += "again and again:\n";
    text +=
        line([&](Thread thread) { return bad.turns[i].thread == thread ? bad.turns[i].what : ""; },
             " | ");
  }
  return text + bad.sentence + "\n";
}

}  // namespace model::threads
