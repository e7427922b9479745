// properties/tidy/rule_places_test.cc -- a rule that is missing from a place is reported.

#include "properties/tidy/rule_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace properties::tidy {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::SizeIs;

// The new findings on our tree after every `word` below `folder` was replaced by `other`.
std::vector<Finding> SaidAfterReplacing(const std::string& folder, const std::string& word,
                                        const std::string& other) {
  Tree tree = OurTree();
  for (File& file : tree) {
    if (!file.path.starts_with(folder)) continue;
    for (std::size_t at = file.text.find(word); at != std::string::npos;
         at = file.text.find(word, at + other.size())) {
      file.text.replace(at, word.size(), other);
    }
  }
  const std::vector<Finding> before = MissingFromTheirPlaces(OurTree());
  std::vector<Finding> after = MissingFromTheirPlaces(tree);
  std::erase_if(after, [&](const Finding& finding) {
    return std::ranges::find(before, finding) != before.end();
  });
  return after;
}

auto Says(const std::string& message) {
  return Contains(Field(&Finding::message, HasSubstr(message)));
}

TEST(RulePlaces, EveryRuleAndFaultStandsWhereItBelongs) {
  EXPECT_EQ(Text(MissingFromTheirPlaces(OurTree())), "");
}

TEST(RulePlaces, ARuleThatNoCodeUpholdsIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("core/", "Rule::kMoveBarrier", "Rule::kOther"),
              Says("kMoveBarrier is upheld by no code"));
}

TEST(RulePlaces, ARuleThatOnlyACommentNamesIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("core/", "Rule::kMoveBarrier", "0 // Rule::kMoveBarrier"),
              Says("kMoveBarrier is upheld by no code"));
}

TEST(RulePlaces, AClauseThatTheVerifierLacksIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("core/inspect/", "Rule::kGreyIsQueued", "Rule::kOther"),
              ElementsAre(Field(&Finding::message, HasSubstr("kGreyIsQueued has no clause"))));
}

TEST(RulePlaces, AClauseForARuleThatSaysItHasNoneIsNoticed) {
  EXPECT_THAT(SaidAfterReplacing("core/inspect/", "Rule::kGreyIsQueued", "Rule::kDoomedIsHidden"),
              Says("kDoomedIsHidden has a clause, and a reason"));
}

TEST(RulePlaces, AFaultThatNoCodeCommitsIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("core/", "Fault::kSwapIsFree", "Fault::kMoveIsFree"),
              ElementsAre(Field(&Finding::message, HasSubstr("kSwapIsFree is committed by no"))));
}

TEST(RulePlaces, ANameThatOnlyBeginsLikeTheRightOneDoesNotCount) {
  EXPECT_THAT(SaidAfterReplacing("core/", "Fault::kSkipFinish", "Fault::kSkipFinishing"),
              ElementsAre(Field(&Finding::message, HasSubstr("kSkipFinish is committed by no"))));
}

TEST(RulePlaces, ARulesFileThatCannotBeReadIsReported) {
  EXPECT_THAT(SaidAfterReplacing("core/rules.h", "enum class", "enum"), SizeIs(1));
  EXPECT_THAT(SaidAfterReplacing("core/faults.h", "enum class", "enum"), SizeIs(1));
}

}  // namespace
}  // namespace properties::tidy
