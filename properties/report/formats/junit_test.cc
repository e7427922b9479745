#include "properties/report/formats/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties {
namespace {

using testing::HasSubstr;

std::string TextOf(const std::string& status, const std::vector<std::string>& remarks) {
  Report report;
  ReportSection section;
  section.id = "small-heaps/weak/dead";
  section.status = status;
  section.remarks = remarks;
  report.sections = {section};
  return JUnitText(report);
}

TEST(JUnit, SaysWhyASectionIsSkipped) {
  const std::string text =
      TextOf(kInconclusive, {"3 traces have no verdict: the subject has none of the verbs"});
  EXPECT_THAT(text, HasSubstr("message=\"inconclusive: 3 traces have no verdict: the subject has "
                              "none of the verbs\""));
}

TEST(JUnit, SaysThatASectionWasNotTried) {
  EXPECT_THAT(TextOf(kNotTried, {}), HasSubstr("<skipped message=\"not tried\""));
}

// A build server shows the line beside the test, and groups tests by it.
TEST(JUnit, NamesTheFileAndTheLineThatAFailureBlames) {
  Report report;
  ReportSection section;
  section.id = "small-heaps/weak/dead";
  section.status = kDisagree;
  section.failed = {"safety"};
  report.sections = {section};
  ReportFailure failure;
  failure.property = "safety";
  failure.trace_file = "out/1.trace";
  report.failures = {failure};
  EXPECT_THAT(JUnitText(report), HasSubstr("file=\"out/1.trace\"")) << "for want of a place";
  failure.explanation.rows = {{.where = "core/collect/cycle.cc:7"},
                              {.mark = Mark::kGuilty, .where = "core/pointer/object_ptr.h:109"}};
  report.failures = {failure};
  EXPECT_THAT(JUnitText(report), HasSubstr("file=\"core/pointer/object_ptr.h\" line=\"109\""));
}

// Build servers attach a file to a test that names it so.
TEST(JUnit, AttachesThePagesOfAPropertyToItsTest) {
  Report report;
  ReportSection section;
  section.id = "small-heaps/weak/dead";
  section.status = kDisagree;
  section.failed = {"safety"};
  report.sections = {section};
  report.failures = {{.property = "safety", .page_file = "out/1.html"},
                     {.property = "order", .page_file = "out/2.html"}};
  const std::string text = JUnitText(report);
  EXPECT_THAT(text, HasSubstr("<system-out>[[ATTACHMENT|out/1.html]]"));
  EXPECT_THAT(text, testing::Not(HasSubstr("[[ATTACHMENT|out/2.html]]")));
}

TEST(JUnit, NamesTheCommandThatWasRun) {
  Report report;
  report.subject = "core";
  report.command = "./tricolour explain a.trace --format junit";
  EXPECT_THAT(JUnitText(report), HasSubstr("<testsuites name=\"tricolour explain core"));
}

// A property that is not among the oracle's words was left out, and its section looked clean.
TEST(JUnit, LeavesNoFailureOut) {
  Report report;
  ReportSection section;
  section.id = section.group = "small heaps";
  section.status = kDisagree;
  section.failed = {"something new"};
  report.sections = {section};
  EXPECT_THAT(JUnitText(report), HasSubstr("failures=\"1\""));
}

}  // namespace
}  // namespace properties
