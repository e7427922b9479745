#include "properties/report/junit.h"

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

}  // namespace
}  // namespace properties
