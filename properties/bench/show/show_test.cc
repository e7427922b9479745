// properties/bench/show/show_test.cc -- the three forms of the same results.

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/bench/show/chart.h"
#include "properties/bench/show/json.h"
#include "properties/bench/show/page.h"
#include "properties/bench/show/table.h"

namespace bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A run of two sizes with a peer, a limit and a liar, frames, and something that grows too fast.
Results Example() {
  Results results{.processors = 2, .rounds = 3, .seconds = 12};
  for (const std::uint64_t objects : {350'000u, 1'000'000u}) {
    Section section{.workload = FindWorkload("W1"),
                    .objects = objects,
                    .edges = 2 * objects,
                    .expected = objects};
    section.rows.push_back({"ours 1t", Kind::kOurs, 1, {{"whole", {40, 30, 50}}}, {}, objects});
    section.rows.push_back({"ours 2t", Kind::kOurs, 2, {{"whole", {20, 21, 22}}}, {}, objects});
    section.rows.push_back({"peer <1t>", Kind::kPeer, 1, {{"whole", {80, 81, 79}}}, {}, objects});
    section.rows.push_back({"limit 1t", Kind::kLimit, 1, {{"mark", {5, 6, 7}}}, {}, objects});
    section.rows.push_back({"liar", Kind::kPeer, 1, {}, {}, 1, "counted 1 object"});
    results.sections.push_back(section);
  }
  Section frames{.workload = FindWorkload("W6"), .objects = 350'000};
  frames.rows.push_back({.subject = "slices",
                         .kind = Kind::kOurs,
                         .samples = {{"frame max", {4}}},
                         .courses = {{"frame", {1, 4, 2}}}});
  results.sections.push_back(frames);
  results.growth = {
      {.what = "mark", .sizes = {1e4, 1e6}, .milliseconds = {1, 100}, .exponent = 1, .allowed = 1},
      {.what = "cluster add",
       .sizes = {1e4, 1e6},
       .milliseconds = {1, 100},
       .exponent = 1,
       .allowed = 0,
       .too_fast = true}};
  results.absent = {"go: not installed"};
  return results;
}

TEST(BenchTable, ShowsMedianSpreadRatiosAndWhyARowIsVoid) {
  const std::string text = SectionText(Example().sections[0]);
  EXPECT_THAT(text, HasSubstr("ours 1t"));
  EXPECT_THAT(text, HasSubstr("40.0  (30.0 to 50.0)"));
  EXPECT_THAT(text, HasSubstr("0.50 x"));
  EXPECT_THAT(text, HasSubstr("VOID  liar: counted 1 object"));
}

TEST(BenchTable, NamesFindingsAndWhatWasNotRun) {
  const std::string text = GrowthText(Example().growth);
  EXPECT_THAT(text, HasSubstr("FINDING  cluster add grows as n^1.00, and its work as n^0.00"));
  EXPECT_THAT(text, Not(HasSubstr("FINDING  mark")));
  EXPECT_THAT(AbsentText(Example()), HasSubstr("go: not installed"));
}

TEST(BenchTable, SaysThatTheMachineWasBusy) {
  Results results{.processors = 4, .load = 1.9};
  EXPECT_EQ(BusyText(results), "");
  results.load = 3.5;
  EXPECT_THAT(BusyText(results), HasSubstr("load 3.5, and 4 processors"));
  EXPECT_THAT(PageText(results, ""), HasSubstr("load 3.5"));
}

TEST(BenchTable, GivesThreeDigits) {
  EXPECT_EQ(Three(0.123), "0.12");
  EXPECT_EQ(Three(9.999), "10.0");
  EXPECT_EQ(Three(99.96), "100");
  EXPECT_EQ(Three(1234.5), "1234");
}

TEST(BenchJson, HasEverySampleRatioAndReason) {
  const auto json = nlohmann::json::parse(JsonText(Example()));
  EXPECT_EQ(json["version"], 1);
  const auto& rows = json["sections"][1]["rows"];
  const auto& ours = rows[0]["measures"][0];
  EXPECT_EQ(ours["measure"], "whole");
  EXPECT_EQ(ours["unit"], "ns/object");
  EXPECT_EQ(ours["samples"], nlohmann::json({40, 30, 50}));
  EXPECT_EQ(ours["of_best_peer"], 0.5);
  EXPECT_TRUE(ours["of_naive"].is_null());
  EXPECT_TRUE(rows[0]["void"].is_null());
  EXPECT_EQ(rows[4]["void"], "counted 1 object");
  EXPECT_TRUE(rows[4]["measures"].empty());
  EXPECT_EQ(json["sections"][2]["rows"][0]["courses"]["frame"], nlohmann::json({1, 4, 2}));
  EXPECT_EQ(json["growth"][1]["finding"], true);
  EXPECT_EQ(json["absent"][0], "go: not installed");
}

TEST(BenchPage, IsWellFormedAndStandsAlone) {
  const std::string page = PageText(Example(), "./tricolour bench --quick");
  pugi::xml_document document;
  // Past the line of the document type, which XML does not have in this form.
  const pugi::xml_parse_result parsed =
      document.load_string(page.substr(page.find("<html")).c_str());
  EXPECT_TRUE(parsed) << parsed.description();
  for (const char* outside : {"http://", "https://", "src=", "<script", "@import"}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
  EXPECT_THAT(page, HasSubstr("peer &lt;1t&gt;"));
}

TEST(BenchPage, DrawsSizesThreadsFramesAndGrowth) {
  const std::string page = PageText(Example(), "");
  for (const char* part :
       {"W1, 1000000 objects", "by the size of the heap", "by the number of threads",
        "frame by frame", "cluster add grows as n^1.00", "not run: go", "void: liar"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  const std::string empty = PageText({}, "");
  EXPECT_THAT(empty, Not(HasSubstr("<svg")));
}

TEST(BenchChart, LeavesOutWhatALogarithmDoesNotHave) {
  EXPECT_EQ(LinesDrawn({.logarithmic = true}, {{"none", {1, 2}, {0, 0}}}), "");
  const std::string one = LinesDrawn({.logarithmic = true}, {{"one", {1, 10}, {0, 5}}});
  EXPECT_THAT(one, HasSubstr("<circle"));
  EXPECT_EQ(one.find("<circle"), one.rfind("<circle"));
  EXPECT_THAT(one, Not(HasSubstr("nan")));
  EXPECT_THAT(one, Not(HasSubstr("inf")));
}

TEST(BenchChart, DrawsABarAsLongAsItsMedian) {
  const std::string bars = BarsDrawn("ms", {{"half", 5, 5, 5, 0}, {"whole", 10, 10, 10, 1}});
  EXPECT_THAT(bars, HasSubstr("width=\"220.0\""));
  EXPECT_THAT(bars, HasSubstr("width=\"440.0\""));
  EXPECT_EQ(BarsDrawn("ms", {}), "");
}

}  // namespace
}  // namespace bench
