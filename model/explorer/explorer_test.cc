// model/explorer/explorer_test.cc -- the search finds the witnesses that exist, and none in a sound
// machine.

#include "model/explorer/explorer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/explorer/symmetry.h"

namespace model {
namespace {

using reference::Locals;
using reference::Verb;
using reference::VerbSet;

VerbSet Verbs(std::initializer_list<Verb> more) {
  VerbSet verbs;
  for (const Verb verb :
       {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kStart, Verb::kTick}) {
    verbs.Add(verb);
  }
  for (const Verb verb : more) verbs.Add(verb);
  return verbs;
}

// A state after some random steps.
State RandomState(std::mt19937& random, Locals locals) {
  const Machine machine({}, locals);
  Bounds bounds{.entries = 4, .fields = 2};
  State state;
  for (int i = 0; i < 40; ++i) {
    std::vector<Step> steps;
    ForEachStep(machine, state, bounds, [&](const Step& step) { steps.push_back(step); });
    Take(machine, steps[random() % steps.size()], state);
  }
  return state;
}

State Renamed(const State& state, const std::array<Entry, kMaxEntries>& to) {
  State renamed = state;
  for (std::size_t i = 0; i < kMaskCount; ++i) {
    MasksOf(renamed)[i] = 0;
    ForEach(MasksOf(state)[i], [&](Entry entry) { Add(MasksOf(renamed)[i], Bit(to[entry])); });
  }
  for (Entry entry = 0; entry < kMaxEntries; ++entry) {
    for (std::size_t field = 0; field < kMaxFields; ++field) {
      const Entry target = state.field[entry][field];
      renamed.field[to[entry]][field] = target == kNone ? kNone : to[target];
    }
    const Entry root = state.link[entry];
    renamed.link[to[entry]] = root == kNone ? kNone : to[root];
    for (const auto rows : {&State::outside, &State::others}) {
      Mask& row = (renamed.*rows)[to[entry]];
      row = 0;
      ForEach((state.*rows)[entry], [&](Entry listed) { Add(row, Bit(to[listed])); });
    }
  }
  return renamed;
}

TEST(Symmetry, EveryRenamingOfAStateIsKeptOnce) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const State state = RandomState(random, Locals::kBlack);
    const Packed packed = PackCanonical(state);
    std::array<Entry, kMaxEntries> to = {0, 1, 2, 3};
    do {
      ASSERT_EQ(PackCanonical(Renamed(state, to)), packed);
    } while (std::next_permutation(to.begin(), to.end()));
  }
}

TEST(Symmetry, UnpackingAPackedStateGivesARenamingOfIt) {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const State state = RandomState(random, Locals::kRescanned);
    const State unpacked = Unpack(PackCanonical(state));
    std::array<Entry, kMaxEntries> to = {0, 1, 2, 3};
    bool found = false;
    do {
      found = found || Renamed(state, to) == unpacked;
    } while (std::next_permutation(to.begin(), to.end()));
    ASSERT_TRUE(found);
  }
}

class EveryDiscipline : public testing::TestWithParam<Locals> {
 protected:
  // Searches the heaps of objects with one field to their last state, and expects no finding.
  static void ExpectSound(const VerbSet& verbs, std::size_t entries, std::uint64_t more_than = 0) {
    const Exploration search = Explore(
        {.locals = GetParam(), .bounds = {.entries = entries, .fields = 1, .verbs = verbs}});
    EXPECT_TRUE(search.exhausted);
    EXPECT_EQ(search.first_finding, 0u);
    EXPECT_GT(search.states, more_than);
  }
};

TEST_P(EveryDiscipline, ASoundMachineBreaksNothingWithAnyVerbsOnTwoObjects) {
  VerbSet verbs = VerbSet::All();
  verbs.Remove(Verb::kWeakCopy).Remove(Verb::kSwap).Remove(Verb::kStrongTake);
  verbs.Remove(Verb::kPermanent).Remove(Verb::kResurrect);
  verbs.Remove(Verb::kGarbage).Remove(Verb::kOuter).Remove(Verb::kReferencerProtect);
  verbs.Remove(Verb::kCluster).Remove(Verb::kClusterAdd).Remove(Verb::kDissolve);
  // Locals that survive a step make many more states, so keep flags are left out with them: a keep
  // flag is only one more kind of root.
  if (GetParam() != Locals::kDead) verbs.Remove(Verb::kKeep).Remove(Verb::kUnkeep);
  ExpectSound(verbs, 2, 100'000);
}

TEST_P(EveryDiscipline, ASoundMachineBreaksNothingWhereSomeArePermanent) {
  const VerbSet verbs = Verbs({Verb::kPermanent, Verb::kResurrect, Verb::kWeakMake, Verb::kWeakRead,
                               Verb::kReady, Verb::kKeep, Verb::kUnkeep});
  ExpectSound(verbs, 2);
}

TEST_P(EveryDiscipline, ASoundMachineBreaksNothingWhereSomeAreGarbage) {
  const VerbSet verbs = Verbs({Verb::kGarbage, Verb::kOuter, Verb::kReferencerHold,
                               Verb::kReferencerProtect, Verb::kReferencerRelease});
  ExpectSound(verbs, 2);
  ExpectSound(Verbs({Verb::kGarbage, Verb::kOuter, Verb::kWeakMake, Verb::kWeakRead}), 2);
}

// A cluster may refer to another cluster, and to garbage.
TEST_P(EveryDiscipline, ASoundMachineBreaksNothingWhereSomeAreInClusters) {
  VerbSet verbs = Verbs({Verb::kCluster, Verb::kClusterAdd, Verb::kDissolve, Verb::kGarbage});
  verbs.Remove(Verb::kUnroot);
  ExpectSound(verbs, 3, 100'000);
}

TEST_P(EveryDiscipline, ASoundMachineBreaksNothingWhereContainersAreInClusters) {
  VerbSet verbs = Verbs({Verb::kAppend, Verb::kErase, Verb::kCluster, Verb::kDissolve});
  verbs.Remove(Verb::kStore);
  ExpectSound(verbs, 3, 10'000);
}

TEST_P(EveryDiscipline, ASoundMachineBreaksNothingOnThreeObjects) {
  ExpectSound(Verbs({Verb::kHold, Verb::kDrop}), 3);
}

INSTANTIATE_TEST_SUITE_P(Locals, EveryDiscipline,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

TEST(Explorer, ThreeObjectsWithTwoFieldsAreExhausted) {
  const Exploration search = Explore({.bounds = WholeLife(3, 2, Locals::kDead)});
  EXPECT_TRUE(search.exhausted);
  EXPECT_EQ(search.first_finding, 0u);
  EXPECT_EQ(search.states, 1'790'594u);
  EXPECT_EQ(search.depth, 34u);
}

TEST(Explorer, SaysHowFarItIsAfterEachDepth) {
  ExploreOptions options{.bounds = WholeLife(2, 1, Locals::kDead)};
  std::vector<Exploration> told;
  options.progress = [&](const Exploration& so_far) { told.push_back(so_far); };
  const Exploration search = Explore(options);
  ASSERT_EQ(told.size(), search.depth);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].depth, i + 1);
    EXPECT_LT(i == 0 ? 0 : told[i - 1].steps, told[i].steps);
    EXPECT_FALSE(told[i].exhausted);
  }
  EXPECT_EQ(told.back().states, search.states);
}

TEST(Explorer, EndsWhenAskedTo) {
  ExploreOptions options{.bounds = WholeLife(3, 2, Locals::kDead)};
  int asked = 0;
  options.stop = [&] { return ++asked == 10; };
  const Exploration search = Explore(options);
  EXPECT_EQ(asked, 10);
  EXPECT_FALSE(search.exhausted);
  EXPECT_LT(search.states, 100'000u);
}

// It ends before it takes more, and does not say that it saw every state.
TEST(Explorer, KeepsToItsCeilingOfMemory) {
  ExploreOptions options{.bounds = WholeLife(3, 2, Locals::kDead)};
  options.max_bytes = 8u << 20;
  const Exploration search = Explore(options);
  EXPECT_TRUE(search.memory_met);
  EXPECT_FALSE(search.exhausted);
  EXPECT_LE(search.bytes, options.max_bytes);
  EXPECT_GT(search.bytes, options.max_bytes / 4);
  EXPECT_GT(search.states, 10'000u);
  const Exploration whole = Explore({.bounds = WholeLife(2, 1, Locals::kDead)});
  EXPECT_FALSE(whole.memory_met);
  EXPECT_TRUE(whole.exhausted);
}

// With readiness, an object that is not ready outlives the cycle that doomed it.
TEST(Explorer, TwoObjectsThatMayWaitAreExhaustedInEveryDiscipline) {
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    const Exploration search = Explore({.locals = locals, .bounds = WholeLife(2, 2, locals, true)});
    EXPECT_TRUE(search.exhausted);
    EXPECT_EQ(search.first_finding, 0u);
    EXPECT_GT(search.states, Explore({.locals = locals, .bounds = WholeLife(2, 2, locals)}).states);
  }
}

TEST(Explorer, AWitnessIsRefusedByTheCallerUntilOneIsAccepted) {
  int refused = 0;
  ExploreOptions options{.faults = gc::FaultSet(gc::Fault::kRootWithoutShading),
                         .bounds = {.entries = 2, .fields = 1, .verbs = Verbs({})}};
  options.accept = [&](const Witness&) { return ++refused > 2; };
  const Exploration search = Explore(options);
  EXPECT_EQ(refused, 3);
  ASSERT_TRUE(search.witness);
}

}  // namespace
}  // namespace model
