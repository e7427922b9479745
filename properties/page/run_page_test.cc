// properties/page/run_page_test.cc -- the page of a run has all that its report has.

#include "properties/page/run_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "properties/page/markup_reader.h"
#include "properties/page/run_parts.h"

namespace properties {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::string kHostile = "</script><b a=\"\xFF'>";

Report WholeReport() {
  Report report;
  report.version = "0.1.0";
  report.command = "./tricolour verify " + kHostile;
  report.subject = "core" + kHostile;
  report.verdict = kDisagree;
  report.sentence = "core does not do what the oracle says" + kHostile;
  report.remarks = {"left out" + kHostile};
  report.seed = 9;
  ReportSection section;
  section.group = "small heaps" + kHostile;
  section.name = "wavefront" + kHostile;
  section.locals = "dead";
  section.status = kDisagree;
  section.tried = "to depth 4" + kHostile;
  section.traces = 1234;
  section.operations = 56789;
  section.seconds = 1.5;
  report.sections = {section, section};
  report.sections[1].status = kAgree;
  ReportRow row;
  row.fault = "insertion-barrier/store-without-shading";
  row.rule = "insertion-barrier";
  row.locals = "dead";
  row.sentence = "an assignment does not shade" + kHostile;
  row.status = "caught";
  row.small_heaps.traces_until[0] = 12;
  row.small_heaps.traces = 12;
  row.random.traces_until[1] = 345678;
  row.random.traces = 345678;
  row.operations = 7;
  row.checker = "outcome";
  report.rules = {row, row};
  report.rules[1].locals = "black";
  report.rules[1].status = "missed";
  ReportFailure failure;
  failure.explanation.heading = "DISAGREE safety" + kHostile;
  failure.explanation.blame = "MISSED BARRIER" + kHostile;
  failure.bucket = "safety" + kHostile;
  failure.operations = 7;
  failure.count = 3;
  failure.page_file = "out/latest/1.html";
  report.failures = {failure};
  report.coverage.phases = {"idle", "marking", "gathering"};
  report.coverage.verbs = {{"store", {1000, 20, 0}}, {"trim" + kHostile, {1, 0, 0}}};
  report.coverage.situations = {{"a" + kHostile, "b" + kHostile, 0}};
  report.coverage.missed = {"c" + kHostile};
  ThreadRow thread;
  thread.fault = "lock-excludes/no-recheck" + kHostile;
  report.threads = {thread};
  return report;
}

TEST(RunPage, IsWellFormedAndShowsHostileTextAsText) {
  const std::string page = RunPage(WholeReport());
  const MarkupReader read(page);
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.tags, Not(Contains("script")));
  EXPECT_THAT(read.tags, Not(Contains("b")));
  for (const char* const part : {"://", "@import", "url(\""})
    EXPECT_THAT(page, Not(HasSubstr(part)));
}

TEST(RunPage, LeadsToThePageOfEachFailure) {
  const MarkupReader read(RunPage(WholeReport()));
  EXPECT_EQ(std::ranges::count(read.links, "1.html"), 1);
  for (const std::string& link : read.links) {
    if (!link.starts_with("#")) continue;
    EXPECT_TRUE(read.ids.contains(link.substr(1))) << link;
  }
}

TEST(RunPage, FoldsAwayWhatAgrees) {
  Report report = WholeReport();
  EXPECT_THAT(RunPage(report), HasSubstr("<details open><summary><strong>small heaps"));
  report.sections[0].status = kAgree;
  EXPECT_THAT(RunPage(report), HasSubstr("<details><summary><strong>small heaps"));
  EXPECT_THAT(RunPage(report), HasSubstr("2 of 2 agree"));
}

TEST(RunPage, HasTheMatrixTheCoverageAndTheTimes) {
  const MarkupReader read(RunPage(WholeReport()));
  EXPECT_THAT(read.ids, testing::IsSupersetOf(
                            {"failures", "sections", "matrix", "coverage", "threads", "times"}));
  const std::string page = RunPage(WholeReport());
  EXPECT_THAT(page, HasSubstr("Locals dead"));
  EXPECT_THAT(page, HasSubstr("Locals black"));
  EXPECT_THAT(page, HasSubstr("title=\"345678\">346k</td>")) << "when random caught it";
  EXPECT_THAT(page, HasSubstr("<td class=\"status disagree\">missed</td>"));
  EXPECT_THAT(page, HasSubstr("title=\"1000\">")) << "stores while idle";
  EXPECT_THAT(page, HasSubstr("1,234"));
}

TEST(RunPage, DarkensWhatIsCaughtSoonAndWhatIsDoneOften) {
  EXPECT_THAT(HeatCell(1, 1), HasSubstr("h6"));
  EXPECT_THAT(HeatCell(9, 0.5), HasSubstr("h3"));
  EXPECT_THAT(HeatCell(9, -2), HasSubstr("h1"));
  const std::string matrix = MatrixMarkup(WholeReport());
  EXPECT_THAT(matrix, HasSubstr("h5\" title=\"12\"")) << "12 traces are soon";
  EXPECT_THAT(matrix, HasSubstr("h1\" title=\"345678\""));
  EXPECT_THAT(CoverageMarkup(WholeReport()), HasSubstr("h6\" title=\"1000\""));
}

TEST(RunPage, TellsASearchThatSawNothingFromOneThatWasNotAsked) {
  Report report = WholeReport();
  report.rules.resize(1);
  EXPECT_THAT(MatrixMarkup(report), Not(HasSubstr("title=\"not asked\"")));
  report.rules[0].random = {};
  EXPECT_THAT(MatrixMarkup(report), HasSubstr("title=\"not asked\">.</td>"));
}

TEST(RunPage, NamesWhatWasCaughtLatestAndWhatNoticedItFirst) {
  Report report = WholeReport();
  report.rules[0].random.traces_until[2] = 5;
  report.rules[1].fault = "late/one";
  report.rules[1].small_heaps.traces_until = {};
  const std::string text = CatchMarkup(report);
  EXPECT_LT(text.find("late/one"), text.find("insertion-barrier/store-without-shading"));
  EXPECT_THAT(text, HasSubstr("directed random, verifier"));
  EXPECT_THAT(text, HasSubstr("345,678"));
  EXPECT_THAT(text, HasSubstr("2 faults were caught"));
}

TEST(RunPage, OfAReportWithoutAnythingIsWhole) {
  Report report;
  report.verdict = kInconclusive;
  const MarkupReader read(RunPage(report));
  EXPECT_EQ(read.error, "");
  EXPECT_FALSE(read.ids.contains("matrix"));
}

}  // namespace
}  // namespace properties
