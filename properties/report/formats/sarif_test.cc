// properties/report/formats/sarif_test.cc -- the members that SARIF 2.1.0 requires, and what they
// say.

#include "properties/report/formats/sarif.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "properties/report/report.h"

namespace properties {
namespace {

using nlohmann::json;

ReportFailure LostObject() {
  ReportFailure failure;
  failure.section = "small-heaps/wavefront/dead";
  failure.property = "safety";
  failure.bucket = "safety, marking, after tick";
  failure.trace = "tricolour trace 2\n";
  failure.trace_file = "out/a b/1.trace";
  failure.explanation.heading = "DISAGREE safety: a reachable object was gathered";
  failure.explanation.blame = "MISSED BARRIER (insertion-barrier)";
  failure.explanation.rows = {{.number = 1, .lane = "mutator", .operation = "create a 1"},
                              {.mark = Mark::kGuilty,
                               .number = 2,
                               .lane = "mutator",
                               .operation = "store a.0 b",
                               .where = "core/pointer/object_ptr.h:109"}};
  return failure;
}

Report OneFailure() {
  Report report;
  report.version = "1.0";
  report.command = "tricolour verify";
  report.subject = "core";
  report.verdict = kDisagree;
  report.exit_code = 1;
  report.failures = {LostObject()};
  return report;
}

json RunOf(const Report& report) {
  const json log = json::parse(SarifText(report));
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_TRUE(log.at("$schema").is_string());
  EXPECT_EQ(log.at("runs").size(), 1u);
  return log.at("runs").at(0);
}

// What the standard requires of each object, as far as this writer makes it.
void IsWellFormed(const json& run) {
  const json& driver = run.at("tool").at("driver");
  EXPECT_TRUE(driver.at("name").is_string());
  std::set<std::string> ids;
  for (const json& rule : driver.at("rules")) {
    EXPECT_TRUE(ids.insert(rule.at("id")).second) << "each rule once";
    EXPECT_FALSE(rule.at("shortDescription").at("text").get<std::string>().empty());
  }
  for (const json& invocation : run.at("invocations")) {
    EXPECT_TRUE(invocation.at("executionSuccessful").is_boolean());
    EXPECT_TRUE(invocation.at("exitCode").is_number_integer());
    for (const json& note : invocation.at("toolExecutionNotifications")) {
      EXPECT_TRUE(note.at("message").at("text").is_string());
    }
  }
  for (const json& result : run.at("results")) {
    EXPECT_TRUE(result.at("message").at("text").is_string());
    const std::set<std::string> levels = {"none", "note", "warning", "error"};
    EXPECT_TRUE(levels.contains(result.at("level")));
    const json& rule = driver.at("rules").at(result.at("ruleIndex").get<std::size_t>());
    EXPECT_EQ(rule.at("id"), result.at("ruleId"));
    for (const json& location : result.at("locations")) {
      const json& artifact = location.at("physicalLocation").at("artifactLocation");
      EXPECT_EQ(artifact.at("uri").get<std::string>().find(' '), std::string::npos);
    }
    if (!result.contains("codeFlows")) continue;
    for (const json& flow : result.at("codeFlows")) {
      EXPECT_FALSE(flow.at("threadFlows").at(0).at("locations").empty());
    }
  }
}

TEST(Sarif, HasTheMembersThatTheStandardRequires) {
  IsWellFormed(RunOf(OneFailure()));
  IsWellFormed(RunOf(Report()));
}

TEST(Sarif, PointsAtTheLineThatIsBlamed) {
  const json result = RunOf(OneFailure()).at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "insertion-barrier");
  EXPECT_EQ(result.at("level"), "error");
  const json at = result.at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(at.at("artifactLocation").at("uri"), "core/pointer/object_ptr.h");
  EXPECT_EQ(at.at("region").at("startLine"), 109);
  const json steps = result.at("codeFlows").at(0).at("threadFlows").at(0).at("locations");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps.at(1).at("importance"), "essential");
}

TEST(Sarif, PointsAtTheTraceForWantOfALine) {
  Report report = OneFailure();
  report.failures[0].explanation.rows.clear();
  const json result = RunOf(report).at("results").at(0);
  const json at = result.at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(at.at("artifactLocation").at("uri"), "out/a%20b/1.trace");
  EXPECT_FALSE(at.contains("region"));
}

TEST(Sarif, GivesEachStepItsLineInTheFileOfTheTrace) {
  Report report = OneFailure();
  report.failures[0].first_line = 5;
  report.failures[0].page_file = "out/a b/1.html";
  const json result = RunOf(report).at("results").at(0);
  const json steps = result.at("codeFlows").at(0).at("threadFlows").at(0).at("locations");
  for (std::size_t i = 0; i < 2; ++i) {
    const json at = steps.at(i).at("location").at("physicalLocation");
    EXPECT_EQ(at.at("region").at("startLine"), 5 + i);
  }
  EXPECT_EQ(result.at("attachments").at(0).at("artifactLocation").at("uri"), "out/a%20b/1.html");
  report.failures[0].explanation.rows[1].where.clear();
  const json unplaced = RunOf(report).at("results").at(0).at("locations").at(0);
  EXPECT_EQ(unplaced.at("physicalLocation").at("region").at("startLine"), 6) << "the guilty step";
}

TEST(Sarif, HasAResultForAFaultThatWasNotCaughtAndForASectionWithoutATrace) {
  Report report;
  ReportRow missed;
  missed.rule = "root-barrier";
  missed.fault = "root-barrier/root-without-shading";
  missed.status = "missed";
  ReportRow caught = missed;
  caught.status = "caught";
  report.rules = {caught, missed};
  ReportSection section;
  section.id = section.group = "threads";
  section.status = kDisagree;
  report.sections = {section};
  const json run = RunOf(report);
  IsWellFormed(run);
  EXPECT_EQ(run.at("results").size(), 2u);
}

// A file without results is shown as clean.
TEST(Sarif, SaysWhatWasNotTried) {
  Report report;
  report.exit_code = 3;
  ReportSection section;
  section.id = "small-heaps/weak/dead";
  section.status = kNotTried;
  report.sections = {section};
  const json invocation = RunOf(report).at("invocations").at(0);
  EXPECT_EQ(invocation.at("executionSuccessful"), false);
  EXPECT_EQ(invocation.at("toolExecutionNotifications").size(), 1u);
}

// A guess is one in words; a code scanner groups by the rule alone.
TEST(Sarif, NamesALikelyRuleByItsName) {
  Report report = OneFailure();
  report.failures.front().explanation.blame = "MISSED BARRIER (likely move-barrier)";
  EXPECT_EQ(RunOf(report).at("results").at(0).at("ruleId"), "move-barrier");
}

}  // namespace
}  // namespace properties
