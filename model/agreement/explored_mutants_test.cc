// model/agreement/explored_mutants_test.cc -- which mistakes in the machine lose something, and
// which of them only the comparison with the formulas notices.
//
// A mistake that the explorer finds is one that the mutator or the oracle would see. So each
// mutant that leaves a part of the state as it was makes its mistake once, in a state that the
// machine reaches, and then the collector alone goes on, with the mutant's mistakes:
//
//     a state ── a step of its kind, with the mistake ──▶ start, ticks, weak reads ──▶ a finding?
//
// Many mistakes are none to the explorer, and rightly so: work is done twice, or something floats
// for a cycle. These, and mistakes that withhold a step, the formulas alone notice
// (mutants_test.cc), so the test says how many the explorer must find, and prints which.

#include <gtest/gtest.h>

#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/agreement/some_mutants_test.h"

namespace model {
namespace {

using reference::Locals;
using reference::Verb;

constexpr std::size_t kStartsOfEach = 400;
constexpr std::size_t kStatesOfEachSearch = 20'000;

// The rest of the run: the collector goes on, and weak references are read.
Bounds RestOfTheRun() {
  Bounds bounds = MutantHeap();
  bounds.verbs = {};
  bounds.verbs.Add(Verb::kStart).Add(Verb::kTick).Add(Verb::kWeakRead);
  return bounds;
}

// Of a step of the mutant: what the machine makes of the state, and what it was before.
using IsTried = std::function<bool(const State& before, const State& right)>;

// The states to which the mutant's steps of its kind lead. `found` is set if one is a finding.
std::vector<State> AfterTheMistake(const Mutation& mutation, const std::vector<State>& states,
                                   const IsTried& is_tried, bool& found) {
  const Machine machine({}, Locals::kDead);
  const Machine mutant = machine.With(mutation);
  std::vector<State> starts;
  for (const State& state : states) {
    if (found || starts.size() >= kStartsOfEach) break;
    ForEachStep(machine, state, MutantHeap(), [&](const Step& step) {
      State right = state;
      if (KindOf(step) != mutation.of || machine.Apply(right, step).finding) return;
      if (!is_tried(state, right)) return;
      starts.push_back(state);
      found |= Take(mutant, step, starts.back()).has_value();
    });
  }
  return starts;
}

bool IsFoundFrom(const Machine& mutant, const std::vector<State>& starts) {
  struct HashOf {
    std::size_t operator()(const Packed& packed) const {
      return static_cast<std::size_t>(Hash(packed));
    }
  };
  const Bounds bounds = RestOfTheRun();
  std::unordered_set<Packed, HashOf> seen;
  std::deque<State> waiting;
  const auto add = [&](const State& state) {
    if (seen.size() >= kStatesOfEachSearch) return;
    if (seen.insert(PackCanonical(state)).second) waiting.push_back(state);
  };
  bool found = false;
  for (const State& start : starts) add(start);
  for (; !waiting.empty() && !found; waiting.pop_front()) {
    const State state = waiting.front();
    ForEachStep(mutant, state, bounds, [&](const Step& step) {
      State next = state;
      if (found || mutant.Withholds(state, step)) return;
      found = Take(mutant, step, next).has_value();
      if (!found) add(next);
    });
  }
  return found;
}

bool IsFound(const Mutation& mutation, const std::vector<State>& states, const IsTried& is_tried) {
  bool found = false;
  const std::vector<State> starts = AfterTheMistake(mutation, states, is_tried, found);
  EXPECT_FALSE(starts.empty()) << mutation.Describe();
  return found || IsFoundFrom(Machine({}, Locals::kDead).With(mutation), starts);
}

class ExploredMutants : public testing::Test {
 protected:
  const std::vector<State> states_ = SomeStates(Locals::kDead);
  std::map<std::string, Mutation> mutants_ = Mutants(Locals::kDead, states_);
};

TEST_F(ExploredMutants, ThatLoseSomethingAreFound) {
  std::set<std::string> found;
  for (const auto& [name, mutation] : mutants_) {
    if (mutation.kind != Mutation::Kind::kDropsEffect) continue;
    const auto is_mistake = [part = mutation.part](const State& before, const State& right) {
      return Differs(before, right, part);
    };
    const bool is_found = IsFound(mutation, states_, is_mistake);
    std::printf("%-10s %s\n", is_found ? "explorer" : "formulas", name.c_str());
    if (is_found) found.insert(name);
  }
  std::printf("%zu are found by the explorer too\n", found.size());
  EXPECT_GE(found.size(), 40u);
  // The barrier does not mark, the scan does not, nothing is queued at a flip, and what was freed
  // is still there.
  for (const char* name :
       {"store leaves reachable", "weak-read leaves reachable", "unit scan leaves maybe",
        "start leaves work", "unit free leaves exists"}) {
    EXPECT_TRUE(found.count(name)) << name;
  }
}

// Or what is found might be the machine's own doing. Nothing lists an object twice without a fault,
// so a step that leaves that part as it was is the machine's own.
TEST_F(ExploredMutants, ThatDoWhatTheMachineDoesAreNotFound) {
  std::size_t twice = 0;
  while (NameOfPart(twice) != "twice") ++twice;
  std::set<std::string> kinds;
  for (const auto& [name, mutation] : mutants_) {
    if (!kinds.insert(NameOf(mutation.of)).second) continue;
    const Mutation idle{.of = mutation.of, .part = twice};
    EXPECT_FALSE(IsFound(idle, states_, [](const State&, const State&) { return true; }))
        << idle.Describe();
  }
  EXPECT_GT(kinds.size(), 25u);
}

}  // namespace
}  // namespace model
