// properties/reflecting/reflecting_test.cc -- classes of random layout are walked, saved and loaded
// as the paper says, and each kind of wrong answer is noticed and made small.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "properties/base/random.h"
#include "properties/reflecting/hostile.h"
#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/turning.h"
#include "reference/reflecting/paper_walk.h"

namespace properties::reflecting {
namespace {

using reference::reflecting::PaperClass;
using reference::reflecting::PaperMember;
using reference::reflecting::Shape;

TEST(RandomLayouts, AgreeWithThePaperInSomeHundredRuns) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const ReflectingRun run = DrawReflectingRun(seed);
    const std::string difference = JudgeReflecting(run).difference;
    ASSERT_EQ(difference, "") << TextOf(ShrunkReflecting(run));
  }
}

TEST(RandomLayouts, NoticeEachKindOfWrongAnswerInAFewMembers) {
  for (int lie = 1; lie <= static_cast<int>(ReflectingLie::kDies); ++lie) {
    const ReflectingLie one = static_cast<ReflectingLie>(lie);
    ReflectingRun run;
    for (std::uint64_t seed = 0; run.objects.empty() && seed < 50; ++seed) {
      const ReflectingRun drawn = DrawReflectingRun(seed);
      if (!JudgeReflecting(drawn, one).difference.empty()) run = ShrunkReflecting(drawn, one);
    }
    ASSERT_FALSE(run.objects.empty()) << lie;
    EXPECT_FALSE(JudgeReflecting(run, one).difference.empty()) << lie;
    std::size_t members = 0;
    for (const PaperClass& type : run.saved.layout.classes) members += type.members.size();
    EXPECT_LE(members, 2u) << TextOf(run);
  }
}

// What would be noticed by nobody if no run had it.
TEST(RandomLayouts, MeetEveryKindOfMember) {
  std::set<Shape> met;
  std::size_t redirected = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const ReflectingRun run = DrawReflectingRun(seed);
    redirected += run.redirects.size();
    for (const PaperClass& type : run.saved.layout.classes) {
      for (const PaperMember& member : type.members) met.insert(member.type->shape);
    }
  }
  EXPECT_EQ(met.size(), 17u);
  EXPECT_GT(redirected, 50u);
}

// So does what becomes of values where a member has another type.
TEST(RandomLayouts, TurnMembersIntoOthersOfTheSameName) {
  std::size_t same = 0;
  std::size_t other = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const ReflectingRun run = DrawTurningRun(seed, {}, ~0u);
    for (const PaperMember& was : run.saved.layout.classes[0].members) {
      for (const PaperMember& is : run.saved.layout.classes[1].members) {
        if (was.name == is.name) (was.type == is.type ? same : other) += 1;
      }
    }
  }
  EXPECT_GT(same, 50u);
  EXPECT_GT(other, 50u);
}

TEST(Hostile, WhatWasSavedLoadsAndWhatIsChangedDoesNoHarm) {
  for (std::uint32_t first = 0; first < 256; ++first) {
    const std::vector<std::uint8_t> bytes = BytesThatLoad(static_cast<std::uint8_t>(first));
    ASSERT_EQ(WrongWithLoading(bytes), "") << first;
    Random random(first);
    for (int change = 0; change < 12; ++change) {
      std::vector<std::uint8_t> changed = bytes;
      for (std::uint32_t times = random.Between(1, 3); times > 0; --times) {
        const std::uint32_t at = random.Between(1, static_cast<std::uint32_t>(bytes.size()) - 1);
        changed[at] = random.Chance(1, 2)
                          ? static_cast<std::uint8_t>(random.Below(256))
                          : bytes[1 + random.Below(static_cast<std::uint32_t>(bytes.size() - 1))];
      }
      ASSERT_EQ(WrongWithLoading(changed), "") << first << ", change " << change;
    }
  }
  EXPECT_EQ(WrongWithLoading({}), "");
}

}  // namespace
}  // namespace properties::reflecting
