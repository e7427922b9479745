// model/agreement/mutants_test.cc -- a mistake in the machine is noticed by the comparison with the
// formulas.
//
// Read next: explored_mutants_test.cc, which tries the same mutants on the explorer.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/agreement/agreement.h"
#include "model/agreement/some_mutants_test.h"

namespace model {
namespace {

using reference::Locals;

bool IsNoticed(const Mutation& mutation, Locals locals, const std::vector<State>& states) {
  Agreement agreement({.locals = locals, .bounds = MutantHeap(), .mutation = mutation});
  for (const State& state : states) {
    agreement.See(state);
    if (agreement.Disagrees()) return true;
  }
  agreement.Finish();
  return agreement.Disagrees();
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
