// properties/tool/verify/coverage_floor_test.cc -- a comparison with the model that reached too
// little of it passes no gate, and says so.
//
// That the quick gate is above the floor, quick_gate_test.cc says.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/run_recorder.h"
#include "properties/tool/verify/conformance_sections.h"
#include "properties/tool/verify/verdict.h"

namespace tool {
namespace {

using properties::Report;
using properties::ReportSection;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

VerifyOptions DeadLocals() {
  VerifyOptions options;
  options.quick = true;
  options.choices.locals = "dead";
  return options;
}

// The section with about so many traces of each alphabet.
ReportSection Compared(std::uint64_t traces) {
  std::vector<Section> sections = ConformanceSections(DeadLocals(), traces);
  RunRecorder recorder;
  const SectionResult result = sections.at(0).run(recorder);
  EXPECT_TRUE(result.failures.empty());
  return result.section;
}

TEST(CoverageFloor, MakesAComparisonOfFewTracesInconclusive) {
  const ReportSection section = Compared(100);
  EXPECT_EQ(section.status, properties::kInconclusive);
  EXPECT_EQ(section.inconclusive, 1u);
  EXPECT_THAT(section.tried, HasSubstr("explored classes of step, phase and colours ("));
  EXPECT_THAT(section.remarks, Contains("fewer than 90 % of the explored classes were compared"));
}

// A report of these sections, with its verdict.
Report Judged(const std::vector<ReportSection>& sections) {
  Report report = EmptyReport(DeadLocals());
  report.sections = sections;
  GiveVerdict(DeadLocals(), report);
  return report;
}

ReportSection WithStatus(const char* status) {
  ReportSection section;
  section.id = "conformance/small-heaps/dead";
  section.status = status;
  return section;
}

TEST(CoverageFloor, MakesTheWholeRunInconclusive) {
  const Report report =
      Judged({WithStatus(properties::kAgree), WithStatus(properties::kInconclusive)});
  EXPECT_EQ(report.exit_code, kExitInconclusive);
  EXPECT_EQ(report.verdict, properties::kInconclusive);
  EXPECT_THAT(report.sentence,
              StartsWith("everything was tried, but not all of it came to a verdict"));
  EXPECT_THAT(report.remarks,
              Contains("Without a verdict: conformance/small-heaps/dead (inconclusive)."));
}

TEST(CoverageFloor, IsNotTakenForTimeThatWasUp) {
  for (const char* status : {properties::kCutShort, properties::kNotTried}) {
    const Report report = Judged({WithStatus(properties::kInconclusive), WithStatus(status)});
    EXPECT_EQ(report.exit_code, kExitInconclusive);
    EXPECT_THAT(report.sentence, StartsWith("time was up before everything was tried")) << status;
  }
}

}  // namespace
}  // namespace tool
