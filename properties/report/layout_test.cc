// properties/report/layout_test.cc -- what shrinking came to, in words.

#include "properties/report/layout.h"

#include <gtest/gtest.h>

namespace properties {
namespace {

TEST(ShrunkText, SaysHowFarAndInHowManyRuns) {
  EXPECT_EQ(ShrunkText(12, 5, 1080), "shrunk from 12 to 5 operations (1,080 runs)");
  EXPECT_EQ(ShrunkText(1200, 5, 1, "its budget"),
            "shrunk from 1,200 to 5 operations (1 run, its budget)");
}

TEST(ShrunkText, SaysThatNothingCanBeDroppedWhereNothingWas) {
  EXPECT_EQ(ShrunkText(5, 5, 32), "none of its 5 operations can be dropped (32 runs)");
  EXPECT_EQ(ShrunkText(5, 5, 32, "its budget"), "not shrunk: 5 operations (32 runs, its budget)");
  EXPECT_EQ(ShrunkText(1, 1, 1), "its one operation is needed (1 run)");
}

}  // namespace
}  // namespace properties
