// model/proof/slips_test.cc -- each promise that has no rule of its own is needed: without it
// certain conditions break.

#include "model/assumptions/slips.h"

#include <gtest/gtest.h>

#include "model/proof/broken_by_test.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

class WithoutPromise : public testing::TestWithParam<Locals> {
 protected:
  // The conditions that break of those actions that can make this mistake.
  Names Broken(Slip slip, std::vector<std::string> actions) const {
    return BrokenWith({.locals = GetParam(), .slips = SlipSet(slip), .only = std::move(actions)});
  }
};

TEST_P(WithoutPromise, WhatTheMaskNamesIsWhite) {
  EXPECT_EQ(Broken(Slip::kMaskIsNotShaded, {"flip", "flip-masked", "flip-masked-asking"}),
            (Names{"flip-masked I2", "flip-masked-asking I2"}));
  EXPECT_EQ(Broken(Slip::kMaskOfTheFlipOnly, {"mask-more"}), (Names{"mask-more I2"}));
}

TEST_P(WithoutPromise, WhatIsGivenUpIsStillKnown) {
  EXPECT_EQ(Broken(Slip::kAbandonedKeepsSerial, {"abandon"}), (Names{"abandon W1"}));
  EXPECT_EQ(Broken(Slip::kAbandonedStaysListed, {"abandon"}),
            (Names{"abandon Q10", "abandon Q11", "abandon Q13"}));
  EXPECT_EQ(Broken(Slip::kAbandonedStaysCarried, {"abandon"}),
            (Names{"abandon B1", "abandon lists: what is given up waits in none"}));
}

TEST_P(WithoutPromise, WhatWasBegunByHandIsBegunTwice) {
  EXPECT_EQ(Broken(Slip::kBegunByHandAgain, {"begin"}),
            (Names{"begin order: begin-destroy once, before finish-destroy"}));
}

TEST_P(WithoutPromise, WhatIsReportedIsNeverMarked) {
  EXPECT_EQ(Broken(Slip::kCarriedIsLost, {"initial-references"}),
            (Names{"initial-references I2r"}));
}

TEST_P(WithoutPromise, TheGatherLosesWhatAWorkerHasDoomed) {
  EXPECT_EQ(Broken(Slip::kListIsNotJoined, {"join"}), (Names{"join D1"}));
  EXPECT_EQ(Broken(Slip::kEndsBeforeTheJoin, {"gather", "worker-visits", "join"}),
            (Names{"gather B4", "worker-visits B4"}));
}

TEST_P(WithoutPromise, AnIndexIsGivenAgainTooEarly) {
  const Names births = {"create", "copy", "reserve", "create-named"};
  EXPECT_EQ(Broken(Slip::kIndexBeforeMemory, {births.begin(), births.end()}), Each(births, "B5"));
}

TEST_P(WithoutPromise, PermanentObjectsAreFreedTooEarly) {
  EXPECT_EQ(Broken(Slip::kPermanentEndWithTheRest, {"free"}),
            (Names{"free order: at a heap's end permanent objects are freed last"}));
}

INSTANTIATE_TEST_SUITE_P(Locals, WithoutPromise,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

// If referencers are asked beside the flip, a local may be white when a referencer gets it, and
// gone when the locals are asked. So two rules that are redundant under black locals are needed
// there.
TEST(IfHelped, MoreRulesAreNeededUnderBlackLocals) {
  const auto broken = [](Fault fault, bool helped) {
    return BrokenWith({.faults = gc::FaultSet(fault),
                       .locals = Locals::kBlack,
                       .helped = helped,
                       .only = {"referencer-hold", "referencer-protect", "end-check-ends"}});
  };
  EXPECT_EQ(broken(Fault::kRegisterWithoutShading, false), Names{});
  EXPECT_EQ(broken(Fault::kRegisterWithoutShading, true),
            (Names{"referencer-hold B3", "referencer-protect B3"}));
  EXPECT_EQ(broken(Fault::kSkipRawInFinalPass, false), Names{});
  EXPECT_EQ(broken(Fault::kSkipRawInFinalPass, true), (Names{"end-check-ends S3"}));
}

}  // namespace
}  // namespace model
