// model/agreement/agreement_test.cc -- machine and formulas do the same in every small state.
//
// The states are those that a search reaches with the verbs of each rule, and random ones in which
// all invariants hold. In each of them every action is asked of both, with all parameters. By
// default a search goes on to two thousand states. With TRICOLOUR_AGREEMENT_STATES=1000000 it goes
// on to the end, and every fault is tried on all heaps and in all disciplines; that takes minutes.

#include "model/agreement/agreement.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "model/agreement/random_states.h"
#include "model/explorer/counterexample_search.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;
using reference::Verb;

constexpr Locals kAllLocals[] = {Locals::kDead, Locals::kRescanned, Locals::kBlack};

// How many states of each heap are compared, if it is asked for.
std::optional<std::size_t> Asked() {
  const char* const asked = std::getenv("TRICOLOUR_AGREEMENT_STATES");
  if (asked == nullptr) return std::nullopt;
  return std::strtoull(asked, nullptr, 10);
}

// The heaps on which faults are searched for, but with two objects: with one field and with two.
std::vector<Bounds> Heaps(Fault fault, Locals locals) {
  std::vector<Bounds> heaps = CounterexampleHeaps(fault, locals);
  for (Bounds& bounds : heaps) bounds.entries = 2;
  return heaps;
}

bool HasClusters(Fault fault) {
  return CounterexampleHeaps(fault, Locals::kDead)[0].verbs.Has(Verb::kCluster);
}

void Expect(const AgreementResult& result, const std::string& where) {
  EXPECT_EQ(result.disagreeing, 0u) << where;
  for (const Disagreement& each : result.first) {
    ADD_FAILURE() << each.action << ": " << each.sentence << "\n" << where;
  }
}

// Every heap of a sound machine once; some heaps serve several faults.
class Sound : public testing::TestWithParam<Locals> {};

TEST_P(Sound, MachineAndFormulasDoTheSame) {
  const Locals locals = GetParam();
  std::set<std::string> seen;
  std::map<std::string, std::uint64_t> compared;
  std::uint64_t states = 0;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (HasClusters(entry.fault)) continue;
    for (const Bounds& bounds : Heaps(entry.fault, locals)) {
      if (!seen.insert(Describe(bounds)).second) continue;
      const AgreementOptions options{.locals = locals, .bounds = bounds};
      Agreement agreement(options);
      std::vector<State> reached;
      ForEachReachedState(options, Asked().value_or(2'000), [&](const State& state) {
        agreement.See(state);
        if (reached.size() < 500) reached.push_back(state);
      });
      ForEachRandomState(options, reached, 4, 1, [&](const State& state) { agreement.See(state); });
      const AgreementResult& result = agreement.Finish();
      Expect(result, Describe(bounds));
      states += result.states;
      for (const auto& [action, count] : result.compared) compared[action] += count;
    }
  }
  EXPECT_GT(compared.size(), 45u);  // actions that were compared at least once
  RecordProperty("states", std::to_string(states));
}

INSTANTIATE_TEST_SUITE_P(EveryDiscipline, Sound, testing::ValuesIn(kAllLocals),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

class WithAFault : public testing::TestWithParam<Fault> {};

TEST_P(WithAFault, MachineAndFormulasBreakTheSame) {
  for (const Locals locals : kAllLocals) {
    if (!Asked() && locals == Locals::kRescanned) continue;  // it lies between the other two
    for (const Bounds& bounds : Heaps(GetParam(), locals)) {
      if (!Asked() && bounds.fields == 1) continue;
      const AgreementOptions options{
          .faults = gc::FaultSet(GetParam()), .locals = locals, .bounds = bounds};
      Agreement agreement(options);
      ForEachReachedState(options, Asked().value_or(1'000),
                          [&](const State& state) { agreement.See(state); });
      Expect(agreement.Finish(), Describe(bounds));
    }
  }
}

std::vector<Fault> FaultsWithoutClusters() {
  std::vector<Fault> faults;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (!IsAssumed(entry.fault) && !HasClusters(entry.fault)) faults.push_back(entry.fault);
  }
  return faults;
}

INSTANTIATE_TEST_SUITE_P(EveryFault, WithAFault, testing::ValuesIn(FaultsWithoutClusters()),
                         [](const auto& each) {
                           const gc::FaultEntry& entry = gc::EntryOf(each.param);
                           std::string name = std::string(gc::EntryOf(entry.rule).name) + "_" +
                                              std::string(entry.variant);
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

}  // namespace
}  // namespace model
