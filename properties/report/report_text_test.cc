#include "properties/report/report_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties {
namespace {

using testing::HasSubstr;

ReportSection Section(const std::string& group, double seconds) {
  ReportSection section;
  section.group = group;
  section.seconds = seconds;
  return section;
}

ReportRow Row(double seconds, double of_the_model) {
  ReportRow row;
  row.seconds = seconds;
  row.proof.seconds = of_the_model;
  if (of_the_model > 0) row.proof.verdict = kNecessary;
  return row;
}

TEST(TimeText, SumsTheSecondsOfEachGroupAndOfBothPartsOfTheRules) {
  Report report;
  report.seconds = 6;
  report.sections = {Section("small heaps", 1), Section("small heaps", 2),
                     Section("directed random", 1)};
  report.rules = {Row(3, 2), Row(3, 1)};
  const std::vector<TimeOfPart> times = TimesOf(report);
  ASSERT_EQ(times.size(), 4u);
  EXPECT_EQ(times[0].part, "small heaps");
  EXPECT_EQ(times[0].tasks, 2u);
  EXPECT_DOUBLE_EQ(times[0].seconds, 3);
  EXPECT_DOUBLE_EQ(times[2].seconds, 3) << times[2].part;
  EXPECT_DOUBLE_EQ(times[3].seconds, 3) << times[3].part;
  const std::string text = TimeText(report, Style());
  EXPECT_THAT(text, HasSubstr("small heaps                  2       3.0    30 %"));
  EXPECT_THAT(text, HasSubstr("10.0         of all children; the run took 6.0 s"));
}

TEST(TimeText, NamesTheModelOnlyIfItWasAsked) {
  Report report;
  report.rules = {Row(3, 0)};
  EXPECT_EQ(TimesOf(report).size(), 1u);
  EXPECT_TRUE(TimeText(Report(), Style()).empty());
}

// A run has a hundred sections, and a reader looks for the one that is different.
TEST(FoldedText, CountsTheGroupsThatDidNotAgreeAndNamesTheOthers) {
  Report report;
  for (const char* status : {kAgree, kDisagree, kDisagree, kNotTried}) {
    report.sections.push_back({.group = "small heaps", .status = status});
  }
  report.sections.push_back({.group = "corpus", .status = kDisagree});
  report.sections.push_back({.group = "names", .status = kAgree});
  report.sections.push_back({.group = "worlds", .status = kAgree});
  EXPECT_EQ(FoldedText(report, Style(false, 200)),
            "did not agree: 3 of 4 small heaps, corpus; agreed: names, worlds (-v shows each)\n");
  report.sections.erase(report.sections.begin(), report.sections.begin() + 5);
  EXPECT_EQ(FoldedText(report, Style()), "");
}

TEST(SectionText, OfWhatAgreesIsOneLineUnlessMoreIsAskedFor) {
  ReportSection section = Section("small heaps", 1);
  section.tried = "every run there is";
  section.traces = 17;
  for (const char* status : {kAgree, kDisagree, kInconclusive}) {
    section.status = status;
    const std::string text = SectionText(section, false, Style());
    EXPECT_EQ(text.find("17 traces") == std::string::npos, section.status == kAgree) << text;
    EXPECT_THAT(text, HasSubstr("every run there is\n"));
    EXPECT_THAT(SectionText(section, true, Style()), HasSubstr("17 traces"));
  }
}

}  // namespace
}  // namespace properties
