// properties/configuration/configuration_test.cc -- runs of a configuration agree with the table,
// and each kind of wrong answer is noticed and made small.

#include <gtest/gtest.h>

#include <string>

#include "properties/configuration/configuration_run.h"

namespace properties::configuration {
namespace {

using reference::configuration::Layer;
using reference::configuration::Line;
using reference::configuration::LineKind;
using reference::configuration::PaperConfiguration;

TEST(Configurations, AgreeWithTheTableInAThousandRuns) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const ConfigurationRun run = DrawConfigurationRun(seed);
    ASSERT_EQ(JudgeConfiguration(run).difference, "") << TextOf(ShrunkConfiguration(run));
  }
}

TEST(Configurations, NoticeEachKindOfWrongAnswerInAFewOperations) {
  for (const ConfigurationLie lie :
       {ConfigurationLie::kColumn, ConfigurationLie::kValue, ConfigurationLie::kSource,
        ConfigurationLie::kForgets, ConfigurationLie::kPrint, ConfigurationLie::kNearest}) {
    ConfigurationRun run;
    for (std::uint64_t seed = 0; run.empty() && seed < 200; ++seed) {
      const ConfigurationRun drawn = DrawConfigurationRun(seed);
      if (!JudgeConfiguration(drawn, lie).difference.empty()) run = ShrunkConfiguration(drawn, lie);
    }
    EXPECT_FALSE(JudgeConfiguration(run, lie).difference.empty()) << static_cast<int>(lie);
    EXPECT_LE(run.size(), 2u) << TextOf(run);
  }
}

TEST(Configurations, TheTableCountsEdits) {
  using reference::configuration::EditsBetween;
  EXPECT_EQ(EditsBetween("", ""), 0u);
  EXPECT_EQ(EditsBetween("", "abc"), 3u);
  EXPECT_EQ(EditsBetween("abc", ""), 3u);
  EXPECT_EQ(EditsBetween("kitten", "sitting"), 3u);
  EXPECT_EQ(EditsBetween("abcd", "bcde"), 2u);
  EXPECT_EQ(reference::configuration::EditsToNearestKey("trace.poll"), 0u);
  EXPECT_EQ(reference::configuration::EditsToNearestKey("trce.polls"), 2u);
}

TEST(Configurations, TheTableKnowsMistakesAndLayers) {
  PaperConfiguration paper;
  const Line bad{.kind = LineKind::kBadValue, .row = 2, .word = 1, .before = 1, .around = 2};
  EXPECT_EQ(TextOf(bad), " trace.poll  =  1000001");
  EXPECT_EQ(paper.Read({bad}, "f", Layer::kProject),
            "f:1:17: found '1000001', expected a whole number from 1 to 1000000 (units)\n");
  const Line good{.kind = LineKind::kGood, .row = 2, .word = 2};
  EXPECT_EQ(paper.Read({{}, good}, "f", Layer::kRunning), "");
  EXPECT_EQ(paper.ValueOf(2), "1000");
  EXPECT_EQ(paper.SourceOf(2), "f:2");
  EXPECT_EQ(paper.ReadArguments({good}, {0}), "");
  EXPECT_EQ(paper.SourceOf(2), "f:2") << "a weaker layer";
  EXPECT_EQ(paper.Read({good, good}, "f", Layer::kRunning),
            "f:2:1: found 'trace.poll', expected a setting that was not set above\n");
}

}  // namespace
}  // namespace properties::configuration
