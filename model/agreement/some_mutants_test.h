// model/agreement/some_mutants_test.h -- mutants of the machine, and states in which they differ
// from it.
//
// For each kind of step and each part of the state there is a mutant that leaves the part as it
// was, and for each flag one that does not take the step where the flag is set. A mutant that is
// the same as the machine in all states that are tried is no mutant.
//
// Read next: mutants_test.cc.

#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "model/explorer/counterexample_search.h"
#include "model/explorer/reached_states.h"
#include "model/explorer/symmetry.h"

namespace model {

inline constexpr std::size_t kStatesOfEachHeap = 400;

// All verbs but those of clusters, which are not compared, and those for which every object would
// have to be a container, or to have a name.
inline Bounds MutantHeap() {
  Bounds bounds{.entries = 2, .fields = 2};
  bounds.purge_slices = true;
  for (const reference::Verb verb : {reference::Verb::kCluster, reference::Verb::kClusterAdd,
                                     reference::Verb::kDissolve, reference::Verb::kResurrect}) {
    bounds.verbs.Remove(verb);
  }
  return bounds;
}

// States that searches with the verbs of each rule reach, in any order.
inline std::vector<State> SomeStates(reference::Locals locals) {
  std::vector<State> states;
  std::set<std::string> seen;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    Bounds bounds = CounterexampleHeaps(entry.fault, locals)[0];
    if (bounds.verbs.Has(reference::Verb::kCluster) || bounds.verbs.Has(reference::Verb::kOuter))
      continue;
    if (!seen.insert(Describe(bounds)).second) continue;
    std::vector<State> reached;
    ForEachReachedState(Machine({}, locals), bounds, 30'000,
                        [&](const State& state) { reached.push_back(state); });
    std::mt19937 random(1);
    std::shuffle(reached.begin(), reached.end(), random);
    reached.resize(std::min(reached.size(), kStatesOfEachHeap));
    states.insert(states.end(), reached.begin(), reached.end());
  }
  std::mt19937 random(1);
  std::shuffle(states.begin(), states.end(), random);
  return states;
}

// Not compared: what must go, where there is garbage; containers, which are fields to the formulas;
// and what is fresh, where that does not matter.
inline bool IsCompared(std::size_t part, reference::Locals locals) {
  const std::string name = NameOfPart(part);
  return name != "must_go" && name != "container" &&
         (name != "fresh" || locals == reference::Locals::kBlack);
}

// Where the state's steps lead, and the state itself.
inline std::vector<Packed> Ways(const Machine& machine, const State& state) {
  std::vector<Packed> ways = {PackCanonical(state)};
  ForEachStep(machine, state, MutantHeap(), [&](const Step& step) {
    State next = state;
    if (!Take(machine, step, next)) ways.push_back(PackCanonical(next));
  });
  return ways;
}

// Whether one step alone leads there. If another one does too, nothing is lost without it.
inline bool IsOnly(State after, const std::vector<Packed>& ways) {
  Machine().Normalise(after);
  return std::count(ways.begin(), ways.end(), PackCanonical(after)) == 1;
}

// The mutants that differ from the machine in some state, by their description.
inline std::map<std::string, Mutation> Mutants(reference::Locals locals,
                                               const std::vector<State>& states) {
  const Machine machine({}, locals);
  std::map<std::string, Mutation> mutants;
  const auto add = [&](const Mutation& mutation) {
    mutants.try_emplace(mutation.Describe(), mutation);
  };
  for (const State& state : states) {
    const std::vector<Packed> ways = Ways(machine, state);
    ForEachStep(machine, state, MutantHeap(), [&](const Step& step) {
      State after = state;
      if (machine.Apply(after, step).finding) return;
      for (std::size_t part = 0; part < PartCount(); ++part) {
        const Mutation drops{.of = KindOf(step), .part = part};
        if (Differs(state, after, part) && IsCompared(part, locals)) add(drops);
        for (const Phase phase : {Phase::kIdle, Phase::kMarking, Phase::kGathering}) {
          Mutation withholds{
              .kind = Mutation::Kind::kWithholds, .of = KindOf(step), .part = part, .phase = phase};
          if (part < kMaskCount && withholds.Withholds(state, step) && IsOnly(after, ways)) {
            add(withholds);
          }
        }
      }
    });
  }
  return mutants;
}

}  // namespace model
