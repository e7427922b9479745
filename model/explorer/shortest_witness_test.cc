// model/explorer/shortest_witness_test.cc -- a witness is as short as any run of a real table.

#include "model/explorer/shortest_witness.h"

#include <gtest/gtest.h>

namespace model {
namespace {

using gc::Fault;
using reference::EventKind;
using reference::Locals;

// The object that is lost must be born first, or the gather visits others before it. A search that
// replays one order of creation finds a run of 13.
TEST(ShortestWitness, TriesEveryOrderOfCreation) {
  const Counterexample one_order = FindCounterexample(Fault::kStoreWithoutShading, Locals::kDead);
  ASSERT_TRUE(one_order.witness);
  EXPECT_EQ(one_order.witness->length, 13u);
  const ShortestWitness shortest =
      FindShortest(Fault::kStoreWithoutShading, Locals::kDead, {.large = false});
  EXPECT_EQ(shortest.first_finding, 12u);
  ASSERT_TRUE(shortest.witness);
  EXPECT_EQ(shortest.witness->length, 12u);
  EXPECT_TRUE(shortest.Exact() && shortest.Complete());
  EXPECT_TRUE(Confirm(shortest.witness->trace, gc::FaultSet(Fault::kStoreWithoutShading)));
  EXPECT_EQ(WhyLonger(shortest), "");
}

// The machine asks at once whether what was unreachable goes; the oracle asks when the gather is
// over.
TEST(ShortestWitness, SaysWhyItIsLongerThanTheFirstFindingOfTheMachine) {
  const ShortestWitness shortest =
      FindShortest(Fault::kNeitherClearNorFollow, Locals::kDead, {.large = false});
  ASSERT_TRUE(shortest.witness);
  EXPECT_GT(shortest.witness->length, shortest.first_finding);
  EXPECT_NE(WhyLonger(shortest).find("after the machine"), std::string::npos)
      << WhyLonger(shortest);
}

TEST(ShortestWitness, GathersInTheOrderOfIndices) {
  State state;
  state.unvisited = 0b110;
  const Step gather{.unit = EventKind::kGather, .object = 1};
  EXPECT_TRUE(IsInOrder(gather, state));
  Step later = gather;
  later.object = 2;
  EXPECT_FALSE(IsInOrder(later, state));
  later.unit = EventKind::kScan;
  EXPECT_TRUE(IsInOrder(later, state)) << "lists may have any order";
}

// Unlike an exhausted search, one that ended at its limit says nothing about what lies beyond.
TEST(ShortestWitness, SaysWhenAHeapWasNotSearchedFarEnough) {
  const ShortestWitness cut =
      FindShortest(Fault::kStoreWithoutShading, Locals::kDead, {.max_states_large = 50'000});
  ASSERT_TRUE(cut.witness);
  EXPECT_FALSE(cut.Complete());
  EXPECT_EQ(cut.heaps.size(), 3u);
  EXPECT_EQ(cut.heaps.back().bounds.entries, 3u);
  EXPECT_EQ(cut.heaps.back().bounds.fields, 2u);
}

TEST(ShortestWitness, SearchesFourObjectsForTheRulesOfClusters) {
  const auto heaps = ShortestHeaps(Fault::kSkipMutableObjects, Locals::kDead, true);
  ASSERT_EQ(heaps.size(), 4u);
  EXPECT_EQ(heaps.back().entries, 4u);
  EXPECT_EQ(ShortestHeaps(Fault::kRootWithoutShading, Locals::kDead, true).size(), 3u);
}

TEST(ShortestWitness, IsTheSameIfAnotherSearchHasSeenTheHeaps) {
  for (const Fault fault : {Fault::kStoreWithoutShading, Fault::kRootWithoutShading}) {
    std::uint64_t asked = 0;
    const auto accept = [&asked](const Witness&) { return ++asked > 0; };
    const Counterexample searched = FindCounterexample(fault, Locals::kDead, {.accept = accept});
    ShortestOptions options{.large = false, .accept = accept};
    asked = 0;
    const ShortestWitness alone = FindShortest(fault, Locals::kDead, options);
    const std::uint64_t asked_alone = asked;
    options.searched = &searched;
    asked = 0;
    const ShortestWitness after = FindShortest(fault, Locals::kDead, options);
    EXPECT_LE(asked, asked_alone);
    EXPECT_EQ(after.first_finding, alone.first_finding);
    ASSERT_TRUE(after.witness && alone.witness);
    EXPECT_EQ(after.witness->length, alone.witness->length);
    ASSERT_EQ(after.heaps.size(), alone.heaps.size());
    for (std::size_t i = 0; i < alone.heaps.size(); ++i) {
      EXPECT_EQ(after.heaps[i].any_order.states, alone.heaps[i].any_order.states) << i;
      EXPECT_EQ(after.heaps[i].any_order.exhausted, alone.heaps[i].any_order.exhausted) << i;
      EXPECT_EQ(after.heaps[i].in_order.states, alone.heaps[i].in_order.states) << i;
    }
    const Exploration& first = searched.heaps.front().exploration;
    if (first.exhausted || first.witness) {
      EXPECT_EQ(after.heaps.front().any_order.seconds, first.seconds) << "it is that search";
    }
  }
}

}  // namespace
}  // namespace model
