// properties/search/exhaustive/distinct_groups_test.cc -- no alphabet is tried twice under two
// names.

#include "properties/search/exhaustive/distinct_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties {
namespace {

using reference::Locals;
using reference::Verb;
using reference::VerbSet;
using testing::Contains;
using testing::Not;

TEST(DistinctGroups, AreAllOfThemWithAllVerbs) {
  EXPECT_EQ(DistinctGroups(VerbSet::All(), Locals::kRescanned, true).size(), kAlphabetGroupCount);
}

TEST(DistinctGroups, AreFewWithFewVerbs) {
  VerbSet verbs;
  for (const Verb verb : {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kStart,
                          Verb::kTick, Verb::kCollect}) {
    verbs.Add(verb);
  }
  const auto groups = DistinctGroups(verbs, Locals::kDead, false);
  EXPECT_LE(groups.size(), 7u);
  EXPECT_THAT(groups, Contains(AlphabetGroup::kWavefront));
  EXPECT_THAT(groups, Not(Contains(AlphabetGroup::kCopies)));    // without copies: the wavefront's
  EXPECT_THAT(groups, Not(Contains(AlphabetGroup::kChains)));    // each of its steps is there too
  EXPECT_THAT(groups, Not(Contains(AlphabetGroup::kNames)));     // nothing is born
  EXPECT_THAT(groups, Not(Contains(AlphabetGroup::kTogether)));  // no workers
  verbs.Add(Verb::kCopy);
  EXPECT_THAT(DistinctGroups(verbs, Locals::kDead, false), Contains(AlphabetGroup::kCopies));
}

VerbSet Verbs(std::initializer_list<Verb> some) {
  VerbSet verbs;
  for (const Verb verb : some) verbs.Add(verb);
  return verbs;
}

// What is never born, never held or never collected cannot be lost.
TEST(DistinctGroups, AreNoneThatCanLoseNothing) {
  for (const VerbSet verbs : {Verbs({Verb::kStore, Verb::kRoot, Verb::kStart, Verb::kTick}),
                              Verbs({Verb::kCreate, Verb::kStart, Verb::kTick}),
                              Verbs({Verb::kCreate, Verb::kStore, Verb::kRoot})}) {
    EXPECT_TRUE(DistinctGroups(verbs, Locals::kDead, true).empty());
  }
}

// A collector with one worker runs the alphabets for several as those for one.
TEST(DistinctGroups, LackThoseMadeForSeveralAtATime) {
  const auto groups = DistinctGroups(VerbSet::All(), Locals::kRescanned, false);
  EXPECT_LT(groups.size(), kAlphabetGroupCount);
  EXPECT_THAT(groups, Not(Contains(AlphabetGroup::kTogether)));
}

}  // namespace
}  // namespace properties
