// properties/tool/reports_program_test.cc -- every command that has a result gives it to machines
// too.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Reports : public Program {
 protected:
  // The command in each format: its output is whole and alone, and its exit status is the same.
  void HasAllFormats(const std::string& command, int exit_code) const {
    const Ran data = Run(command + " --format json");
    EXPECT_EQ(data.exit_code, exit_code) << command << data.err;
    const json report = json::parse(data.out, nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << command << data.out;
    EXPECT_EQ(report.at("schema"), 1) << command;
    const Ran junit = Run(command + " --format junit");
    EXPECT_EQ(junit.exit_code, exit_code) << command;
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(junit.out.c_str())) << command << junit.out;
    EXPECT_EQ(std::string(document.first_child().name()), "testsuites") << command;
    // That a rule which is broken on purpose is caught is no failure of a test.
    const bool fails = exit_code == 1 && !command.starts_with("verify --without");
    EXPECT_EQ(junit.out.find("<failure ") != std::string::npos, fails) << command << junit.out;
    const Ran sarif = Run(command + " --format sarif");
    EXPECT_EQ(sarif.exit_code, exit_code) << command;
    const json log = json::parse(sarif.out, nullptr, false);
    ASSERT_FALSE(log.is_discarded()) << command << sarif.out;
    EXPECT_EQ(log.at("runs").at(0).at("results").empty(), exit_code != 1) << command;
    const Ran page = Run(command + " --format markdown");
    EXPECT_EQ(page.exit_code, exit_code) << command;
    EXPECT_THAT(page.out, StartsWith(exit_code == 0   ? "## AGREE: "
                                     : exit_code == 1 ? "## DISAGREE: "
                                                      : "## INCONCLUSIVE: "))
        << command;
  }

  std::string Trace() const {
    return Write("a.trace",
                 "tricolour trace 2\ncreate a 1\ncreate b 0\nroot a\nstore a.0 b\nstart\ncreate c "
                 "1\nroot c\nstore a.0 null\nstore c.0 b\ntick 5\n");
  }
};

TEST_F(Reports, AreGivenByTheCommandsOfOneTrace) {
  for (const char* const command : {"replay ", "explain "}) {
    HasAllFormats(command + Trace(), 0);
    HasAllFormats(command + Trace() + " --without insertion-barrier", 1);
  }
  const Ran ran = Run("replay " + Trace() + " --without insertion-barrier --format sarif");
  EXPECT_THAT(ran.out, HasSubstr("\"uri\": \"core/pointer/object_ptr.h\""));
}

TEST_F(Reports, AreGivenOfARunOfTheScheduler) {
  const std::string file = std::string(TRICOLOUR_SOURCE_DIR) +
                           "/properties/schedule/corpus/delay--inside-a-collection.trace";
  HasAllFormats("explain " + file, 0);
}

TEST_F(Reports, AreGivenByTheSearches) {
  const std::string out = " --out " + Path("out");
  const std::string small = "explore --objects 2 --operations 4 --alphabet wavefront";
  HasAllFormats(small + out, 0);
  HasAllFormats("explore --alphabet wavefront --without insertion-barrier" + out, 1);
  HasAllFormats("explore --model --objects 2 --operations 3 --alphabet wavefront", 0);
  HasAllFormats("explore --model --states 10", 3);
  const std::string soak = "soak --operations 2000 --objects 100" + out;
  HasAllFormats(soak, 0);
  HasAllFormats(soak + " --without insertion-barrier", 1);
}

TEST_F(Reports, AreGivenByVerify) {
  HasAllFormats("verify --without insertion-barrier --out " + Path("out"), 1);
  for (const char* const file : {"txt", "json", "xml", "sarif", "md"}) {
    EXPECT_TRUE(fs::exists(Path("out/report.") + file)) << file;
  }
}

TEST_F(Reports, AreGivenOfTheProof) {
  const Ran ran = Run("prove --locals dead --format junit");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(ran.out.c_str())) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("name=\"proof/"));
  EXPECT_EQ(ran.out.find("<skipped"), std::string::npos) << "each group has its verdict";
  for (const char* const other : {"--without root-barrier", "--objects 1", "--smt2 d"}) {
    EXPECT_EQ(Run(std::string("prove --format sarif ") + other).exit_code, 2) << other;
  }
}

TEST_F(Reports, AreGivenOfAnAdapter) { HasAllFormats("subject check core", 0); }

TEST_F(Reports, OfOneRuleAreTextOnly) {
  EXPECT_EQ(Run("rules insertion-barrier --format json").exit_code, 2);
  EXPECT_EQ(Run("rules --names --format json").exit_code, 2);
}

}  // namespace
}  // namespace tool
