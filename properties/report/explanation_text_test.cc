// properties/report/explanation_text_test.cc -- which of several failures is shown, and how the
// others are named.

#include "properties/report/explanation_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace properties {
namespace {

ReportFailure Failure(const std::string& property, std::uint64_t operations) {
  ReportFailure failure;
  failure.property = property;
  failure.operations = operations;
  failure.explanation.heading = "DISAGREE " + property + ": something";
  failure.explanation.rows = {{.number = 1}};
  return failure;
}

TEST(FailureText, WhatAMutatorLostTellsMoreThanAnythingElseAndADeathLeast) {
  std::vector<ReportFailure> failures = {Failure("crash", 2),      Failure("verifier", 2),
                                         Failure("tri-colour", 3), Failure("safety", 9),
                                         Failure("safety", 7),     Failure("hang", 1)};
  std::ranges::stable_sort(failures, TellsMore);
  std::vector<std::uint64_t> lengths;
  for (const ReportFailure& failure : failures) lengths.push_back(failure.operations);
  EXPECT_THAT(lengths, testing::ElementsAre(7, 9, 3, 2, 1, 2));
}

// A death while it was shrunk leaves nothing to read but its heading.
TEST(FailureText, WhatCouldNotBeExplainedTellsLeastOfAll) {
  ReportFailure unexplained = Failure("safety", 1);
  unexplained.explanation.rows.clear();
  EXPECT_TRUE(TellsMore(Failure("crash", 9), unexplained));
  EXPECT_FALSE(TellsMore(unexplained, Failure("crash", 9)));
}

// With the dissolution on a store deleted by hand, a wrong count of clusters was shown first,
// without a rule or a line.
TEST(FailureText, ThatBlamesARuleTellsMoreThanAShorterOneThatDoesNot) {
  ReportFailure blames = Failure("verifier", 6);
  blames.explanation.blame = "BROKEN RULE (likely cluster-store)";
  EXPECT_TRUE(TellsMore(blames, Failure("count", 4)));
  EXPECT_FALSE(TellsMore(Failure("count", 4), blames));
  EXPECT_TRUE(TellsMore(Failure("safety", 9), blames)) << "a loss is told best all the same";
}

TEST(FailureText, InALineNamesTheFileWithTheRest) {
  ReportFailure failure = Failure("hang", 1);
  EXPECT_EQ(FailureLine(failure, Style()), "DISAGREE hang: something\n  1 operation\n");
  failure.operations = 40;
  failure.text_file = "out/latest/2.txt";
  failure.explanation.blame = "MISSED BARRIER";
  EXPECT_EQ(FailureLine(failure, Style()),
            "DISAGREE hang: something    MISSED BARRIER\n  40 operations, in out/latest/2.txt\n");
}

}  // namespace
}  // namespace properties
