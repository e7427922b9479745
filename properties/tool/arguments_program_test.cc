// properties/tool/arguments_program_test.cc -- wrong arguments end with status 2, and the message
// says what was expected.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;

class Arguments : public Program {
 protected:
  void IsRefused(const std::string& arguments, const std::string& message) const {
    const Ran ran = Run(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments << "\n" << ran.out;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_THAT(ran.err, HasSubstr(message)) << arguments;
  }
};

TEST_F(Arguments, ThatAreNoNumberOfTheRangeAreRefusedWithTheRange) {
  IsRefused("verify --quick --cases -1", "--cases: expected a whole number from 1, found \"-1\"");
  IsRefused("verify --quick --cases 0", "expected a whole number from 1, found \"0\"");
  IsRefused("verify --quick --seed x", "--seed: expected a whole number from 0, found \"x\"");
  IsRefused("verify --quick --seed 0x", "expected a whole number from 0, found \"0x\"");
  IsRefused("verify --quick --time 0", "--time takes seconds above 0");
  IsRefused("verify --quick --time nan", "--time takes seconds above 0");
  IsRefused("rules --seed -2", "expected a whole number from 0, found \"-2\"");
  IsRefused("soak --operations x", "--operations: expected a whole number from 1, found \"x\"");
}

TEST_F(Arguments, ThatAreNoWordOfTheListAreRefusedWithTheList) {
  IsRefused("verify --format yaml",
            "expected text, json, junit, sarif or markdown, found \"yaml\"");
  IsRefused("bench --format yaml", "expected text or json, found \"yaml\"");
  IsRefused("prove --certificate c --proof-format dot", "expected lfsc or native, found \"dot\"");
  IsRefused("explore --locals grey", "expected dead, rescanned or black, found \"grey\"");
}

// Before, the question that came second was not asked, and the answer to the first looked like an
// answer to both.
TEST_F(Arguments, ThatAskSeveralQuestionsAreRefused) {
  for (const char* const asked :
       {"--threads --objects 2", "--threads --cross-check", "--threads --smt2 d",
        "--objects 2 --smt2 d", "--depth 1 --cross-check", "--fields 1 --certificate d",
        "--threads --certificate d"}) {
    IsRefused("prove " + std::string(asked), "ask one at a time");
  }
  for (const char* const asked : {"--locals dead", "--format json", "--without lock-excludes"}) {
    IsRefused("prove --threads " + std::string(asked), "--threads tries every rule");
  }
  IsRefused("explore --model --subject lua", "--model explores the model of core");
  IsRefused("verify --unreached --subject lua", "goes with neither");
  IsRefused("verify --unreached --without root-barrier", "goes with neither");
}

TEST_F(Arguments, ThatBreakOneRuleInSeveralWaysAreRefusedWhereOneIsNeeded) {
  for (const char* const command : {"explore", "explore --model", "soak", "prove --objects 2"}) {
    IsRefused(std::string(command) + " --without root-barrier",
              "root-barrier has several variants: name one, such as "
              "root-barrier/root-without-shading");
  }
}

TEST_F(Arguments, ThatNameNoVariantOfARuleAreAnsweredWithItsVariants) {
  IsRefused("prove --without root-barrier/root-unshaded",
            "there is no variant \"root-barrier/root-unshaded\"; the rule has "
            "root-barrier/root-without-shading, root-barrier/keep-without-shading");
  IsRefused("rules insertion-barrier/nonsense",
            "the rule has insertion-barrier/store-without-shading");
  IsRefused("verify --without nonsense", "there is no rule \"nonsense\"");
}

TEST_F(Arguments, OfNumbersMayBeHexadecimal) {
  const Ran ran = Run("verify --quick --without insertion-barrier --seed 0xA --out " + Path("out"));
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("seed 0xa"));
}

}  // namespace
}  // namespace tool
