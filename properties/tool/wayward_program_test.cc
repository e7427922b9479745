// properties/tool/wayward_program_test.cc -- what a stranger's library does wrong at first neither
// takes the program down nor is said to be something else.
//
// subjects/plugin/wayward.c is the example with one mistake, which the environment chooses.

#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "properties/tool/failures/failures.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/program_fixture.h"

#ifdef TRICOLOUR_WAYWARD_PLUGIN

namespace tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kOf = " --subject " TRICOLOUR_WAYWARD_PLUGIN;

class Wayward : public Program {
 protected:
  void TearDown() override {
    unsetenv("WAYWARD");
    Program::TearDown();
  }
  Ran RunAs(const char* way, const std::string& arguments) {
    setenv("WAYWARD", way, 1);
    return Run(arguments);
  }
  Ran Replayed(const char* way, const std::string& operations, const std::string& more = "") {
    return RunAs(way,
                 "replay " + Write("a.trace", "tricolour trace 2\n" + operations) + kOf + more);
  }
  Ran Verified(const char* way) {
    return RunAs(
        way, std::string("verify --quick --cases 300 --jobs 2") + kOf + " --out " + Path("out"));
  }
};

TEST_F(Wayward, ALibraryThatDiesBeforeItIsAskedIsNoSubject) {
  const std::string command = std::string("subject check ") + TRICOLOUR_WAYWARD_PLUGIN;
  const auto said = [&](const char* way) {
    const Ran ran = RunAs(way, command);
    EXPECT_EQ(ran.exit_code, 2) << way << ran.out << ran.err;
    return ran.err;
  };
  EXPECT_THAT(said("crash-in-load"), HasSubstr("died of SIGABRT when it was loaded"));
  EXPECT_THAT(said("exit-in-load"), HasSubstr("ended its process with exit status"));
  EXPECT_THAT(said("crash-in-promises"),
              HasSubstr("died of SIGABRT when it was asked for its table and promises"));
  EXPECT_THAT(said("hang-in-promises"),
              HasSubstr("hung when it was asked for its table and promises"));
}

TEST_F(Wayward, ASizeThatWasNotSetIsNamed) {
  const std::string command = std::string("subject check ") + TRICOLOUR_WAYWARD_PLUGIN;
  for (const auto& [way, what] : {std::pair{"no-table-size", "the size of its table is 0"},
                                  {"no-size", "the size of its promises is 0"},
                                  {"small-size", "the size of its promises is 8"}}) {
    const Ran ran = RunAs(way, command);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_THAT(ran.err, AllOf(HasSubstr(what), HasSubstr("TRICOLOUR_INIT"),
                               HasSubstr("tricolour_subject.h"), Not(HasSubstr("--help"))));
  }
}

TEST_F(Wayward, AnExitIsADeathLikeOthers) {
  const Ran replayed = Replayed("exit-in-create", "create a 0\n");
  EXPECT_EQ(replayed.exit_code, 1) << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr("exit status"));
  const Ran verified = Verified("exit-in-create");
  EXPECT_EQ(verified.exit_code, 1) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("the subject ended its process with exit status"));
}

TEST_F(Wayward, ADeathOfAnEmptyHeapHappensAgain) {
  const Ran ran = Verified("crash-in-create");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("it happens when a heap is made"),
                             Not(HasSubstr("it did not happen again"))));
}

TEST_F(Wayward, WhatALibraryPrintsDoesNotStandAmongResults) {
  for (const char* way : {"print-in-load", "print-in-promises", "print-in-create"}) {
    const Ran ran = Replayed(way, "create a 0\n", " --format json");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_TRUE(nlohmann::json::accept(ran.out)) << way << ran.out;
    EXPECT_THAT(Replayed(way, "create a 0\n").out,
                AllOf(HasSubstr("AGREE"), Not(HasSubstr("wayward prints"))));
  }
}

TEST_F(Wayward, WithoutAHeapThereIsNoVerdict) {
  const Ran checked = RunAs("no-heap", std::string("subject check ") + TRICOLOUR_WAYWARD_PLUGIN);
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out, HasSubstr("create gave no heap"));
  const Ran verified = Verified("no-heap");
  EXPECT_EQ(verified.exit_code, 3) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("create gave no heap"));
  const auto report = nlohmann::json::parse(Read(Path("out/report.json")));
  for (const auto& section : report.at("sections")) {
    EXPECT_NE(section.at("status"), "agree") << section.at("id") << ": nothing was judged there";
  }
}

// Each shorter trace without c kills the library. Shrinking begins again then, and leaves such
// traces out; it ends with a failure of the property that was found, and explains it.
TEST_F(Wayward, ShrinkingGoesOnBehindADeath) {
  setenv("WAYWARD", "crash-without-c", 1);
  const RawFailure raw{.section = "corpus/all",
                       .property = "tri-colour",
                       .bucket = "tri-colour",
                       .count = 1,
                       .origin = "by hand",
                       .trace =
                           "tricolour trace 2\ncreate a 1\nroot a\ncreate d 1\nroot d\n"
                           "create b 0\nstore d.0 b\ncreate c 0\ncreate e 0\nstart\ntick 1\n"
                           "store a.0 b\nstore d.0 null\ncollect\n",
                       .operations = 13};
  VerifyOptions options;
  options.choices.subject = std::string(TRICOLOUR_WAYWARD_PLUGIN) + "@store-without-shading";
  const TaskEnd end = RunTask(ExplainFailure(raw, options));
  ASSERT_EQ(end.how, TaskEnd::How::kDone) << end.text;
  EXPECT_FALSE(end.earlier.empty()) << "no shorter trace killed it, so this says nothing";
  const properties::ReportFailure told = TakeFailure(raw, end);
  EXPECT_THAT(told.trace, AllOf(HasSubstr("create c"), Not(HasSubstr("create e"))));
  EXPECT_THAT(told.explanation.heading, HasSubstr("DISAGREE"));
  EXPECT_FALSE(told.explanation.why.empty());
}

TEST_F(Wayward, ABreachIsToldWithItsRuleAndItsObject) {
  const Ran ran = Replayed("breach", "create a 0\n");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("cells-are-counted at a: the count is off by one"));
}

TEST_F(Wayward, TheCheckAsksForEachPromise) {
  for (const auto& [way, what] :
       {std::pair{"unkept-verb", "after `swap`, which it promises, peek does not show"},
        {"silent-units", "a `collect` published no TRICOLOUR_UNIT_FLIP"},
        {"units-without-end", "published no TRICOLOUR_UNIT_SCAN"},
        {"silent-stages", "freed an object without TRICOLOUR_BEGAN"},
        {"odd-answer", "it answered kind 77, which there is not"},
        {"constant-fingerprint", "have the same fingerprint"}}) {
    const Ran ran = RunAs(way, std::string("subject check ") + TRICOLOUR_WAYWARD_PLUGIN);
    EXPECT_EQ(ran.exit_code, 1) << way;
    std::string said;  // a sentence may take two lines
    for (const char c : ran.out) {
      const bool again = c == ' ' && said.ends_with(' ');
      if (!again) said += c == '\n' ? ' ' : c;
    }
    EXPECT_THAT(said, HasSubstr(what));
  }
  const Ran good = RunAs("", std::string("subject check ") + TRICOLOUR_WAYWARD_PLUGIN);
  EXPECT_EQ(good.exit_code, 0) << good.out;
}

// By the letter of the header: found unreachable, and not yet freed.
TEST_F(Wayward, WhatNothingLeadsToMayBeDoomed) {
  const Ran ran = Replayed("doomed", "create a 0\nstart\ntick 1\ncollect\n");
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("DOOMED"));
}

// Its units are its own, and need not be those of the proved model. Which of them is missing is
// said.
TEST_F(Wayward, AMissingUnitIsNamed) {
  const Ran silent = Replayed("silent-units", "create a 0\ncollect\n");
  EXPECT_THAT(silent.out, HasSubstr("a collect did not run a whole cycle: it has no flip"));
  const Ran endless = Replayed("units-without-end", "create a 0\ncollect\n");
  EXPECT_THAT(endless.out, AllOf(HasSubstr("behind the flip there is no end-check with flag 1"),
                                 Not(HasSubstr("simulation"))));
}

TEST_F(Wayward, ASoakCollectsThoughNoUnitsAreTold) {
  const std::string soak = std::string("soak --operations 20000 --objects 200 --shrink-seconds 1") +
                           " --out " + Path("out") + kOf;
  const Ran good = RunAs("", soak);
  EXPECT_EQ(good.exit_code, 0) << good.out;
  EXPECT_THAT(good.out, Not(HasSubstr(" 0 cycles")));
  EXPECT_EQ(RunAs("no-colours", soak + "@store-without-shading").exit_code, 1);
}

}  // namespace
}  // namespace tool

#endif
