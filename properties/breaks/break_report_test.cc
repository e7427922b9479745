// properties/breaks/break_report_test.cc -- a script learns of each break what a person does.

#include "properties/breaks/break_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace properties::breaks {
namespace {

TEST(BreakReport, TellsOfEachBreakAndOfTheVerdict) {
  BreakReport report{.failing = {"A.Fails"}, .verdict = "disagree", .exit_code = 1, .seconds = 2};
  report.breaks.push_back({.row = "S1.1",
                           .name = "one",
                           .page = "s01.breaks",
                           .line = 7,
                           .file = "core/a.cc",
                           .file_line = 9,
                           .noticed = true,
                           .by = "A.Test",
                           .how = "fails",
                           .seconds = 0.5,
                           .tests = {"A.Test"}});
  report.breaks.push_back({.row = "S1.2", .name = "two", .tests = {"B.Test", "C.Test"}});
  const std::string text = JsonText(report);
  EXPECT_EQ(text.back(), '\n');
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("schema"), 1);
  EXPECT_EQ(json.at("exit_code"), 1);
  EXPECT_EQ(json.at("verdict"), "disagree");
  EXPECT_EQ(json.at("failing").at(0), "A.Fails");
  ASSERT_EQ(json.at("breaks").size(), 2u);
  EXPECT_EQ(json.at("breaks").at(0).at("by"), "A.Test");
  EXPECT_EQ(json.at("breaks").at(0).at("file_line"), 9);
  EXPECT_EQ(json.at("breaks").at(1).at("noticed"), false);
  EXPECT_EQ(json.at("breaks").at(1).at("tests").size(), 2u);
}

}  // namespace
}  // namespace properties::breaks
