// model/agreement/mutants_test.cc -- a mistake in the machine is noticed by the comparison with the
// formulas.
//
// For each kind of step and each part of the state there is a mutant that leaves the part as it
// was, and for each flag one that does not take the step where the flag is set. A mutant that is
// the same as the machine in all states that are tried is no mutant.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>

#include "model/agreement/agreement.h"
#include "model/explorer/counterexample_search.h"
#include "model/explorer/reached_states.h"
#include "model/explorer/symmetry.h"

namespace model {
namespace {

using reference::EventKind;
using reference::Locals;
using reference::Verb;

constexpr std::size_t kStatesOfEachHeap = 400;

// All verbs but those of clusters, which are not compared, and those for which every object would
// have to be a container, or to have a name.
Bounds MutantHeap() {
  Bounds bounds{.entries = 2, .fields = 2};
  bounds.purge_slices = true;
  for (const Verb verb : {Verb::kCluster, Verb::kClusterAdd, Verb::kDissolve, Verb::kResurrect}) {
    bounds.verbs.Remove(verb);
  }
  return bounds;
}

// States that searches with the verbs of each rule reach, in any order.
std::vector<State> SomeStates(Locals locals) {
  std::vector<State> states;
  std::set<std::string> seen;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    Bounds bounds = CounterexampleHeaps(entry.fault, locals)[0];
    if (bounds.verbs.Has(Verb::kCluster) || bounds.verbs.Has(Verb::kOuter)) continue;
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

bool IsNoticed(const Mutation& mutation, Locals locals, const std::vector<State>& states) {
  Agreement agreement({.locals = locals, .bounds = MutantHeap(), .mutation = mutation});
  for (const State& state : states) {
    agreement.See(state);
    if (agreement.Disagrees()) return true;
  }
  agreement.Finish();
  return agreement.Disagrees();
}

// Not compared: what must go, where there is garbage; containers, which are fields to the formulas;
// and what is fresh, where that does not matter.
bool IsCompared(std::size_t part, Locals locals) {
  const std::string name = NameOfPart(part);
  return name != "must_go" && name != "container" && (name != "fresh" || locals == Locals::kBlack);
}

// Where the state's steps lead, and the state itself.
std::vector<Packed> Ways(const Machine& machine, const State& state) {
  std::vector<Packed> ways = {PackCanonical(state)};
  ForEachStep(machine, state, MutantHeap(), [&](const Step& step) {
    State next = state;
    if (!Take(machine, step, next)) ways.push_back(PackCanonical(next));
  });
  return ways;
}

// Whether one step alone leads there. If another one does too, nothing is lost without it.
bool IsOnly(State after, const std::vector<Packed>& ways) {
  Machine().Normalise(after);
  return std::count(ways.begin(), ways.end(), PackCanonical(after)) == 1;
}

// The mutants that differ from the machine in some state, by their description.
std::map<std::string, Mutation> Mutants(Locals locals, const std::vector<State>& states) {
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

// The other disciplines take as long again, so they are tried only if many states are asked for.
std::vector<Locals> Disciplines() {
  if (std::getenv("TRICOLOUR_AGREEMENT_STATES") == nullptr) return {Locals::kDead};
  return {Locals::kDead, Locals::kBlack};
}

class EveryMutant : public testing::TestWithParam<Locals> {};

TEST_P(EveryMutant, IsNoticedByTheFormulas) {
  const Locals locals = GetParam();
  const std::vector<State> states = SomeStates(locals);
  const std::map<std::string, Mutation> mutants = Mutants(locals, states);
  EXPECT_GT(mutants.size(), 800u);
  // The third mistake that an audit tried, and that nothing noticed.
  EXPECT_TRUE(mutants.count("create is not possible with used while marking"));
  for (const auto& [name, mutation] : mutants) {
    EXPECT_TRUE(IsNoticed(mutation, locals, states)) << name;
  }
}

// Or a mutant might be noticed for what it does as the machine does. Nothing lists an object twice
// without a fault, so a step that leaves that part as it was is the machine's own.
TEST_P(EveryMutant, IsNotNoticedIfItDoesWhatTheMachineDoes) {
  const Locals locals = GetParam();
  std::size_t twice = 0;
  while (NameOfPart(twice) != "twice") ++twice;
  const std::vector<State> states = SomeStates(locals);
  std::set<std::string> kinds;
  for (const auto& [name, mutation] : Mutants(locals, states)) {
    if (!kinds.insert(NameOf(mutation.of)).second) continue;
    const Mutation idle{.of = mutation.of, .part = twice};
    Agreement agreement({.locals = locals, .bounds = MutantHeap(), .mutation = idle});
    for (const State& state : states) agreement.See(state);
    const AgreementResult& result = agreement.Finish();
    EXPECT_GT(result.Compared(), 0u) << NameOf(mutation.of);
    EXPECT_EQ(result.disagreeing, 0u)
        << idle.Describe() << ": " << (result.first.empty() ? "" : result.first[0].sentence);
  }
  EXPECT_GT(kinds.size(), 25u);
}

INSTANTIATE_TEST_SUITE_P(EveryDiscipline, EveryMutant, testing::ValuesIn(Disciplines()),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

}  // namespace
}  // namespace model
