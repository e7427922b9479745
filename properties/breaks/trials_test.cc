// properties/breaks/trials_test.cc -- the output of a test program is read, and the ways in which
// it may end are told apart.

#include "properties/breaks/trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "properties/base/own_path.h"

namespace properties::breaks {
namespace {

using testing::ElementsAre;
using testing::Key;

TEST(Trials, KnowTheNamesThatATestMayHaveInTheSource) {
  EXPECT_THAT(NamesOf("Suite.Test"), ElementsAre("Suite.Test"));
  EXPECT_THAT(NamesOf("All/Suite.Test/3"), ElementsAre("All.Test", "Suite.Test"));
  EXPECT_THAT(NamesOf("Suite.Test/3"), ElementsAre("Suite.Test"));
  EXPECT_THAT(NamesOf("Suite/Packed.Test"), ElementsAre("Suite.Test", "Packed.Test"));
  EXPECT_THAT(NamesOf("All/Suite/0.Test"), ElementsAre("All.Test", "Suite.Test", "0.Test"));
  EXPECT_THAT(NamesOf("words"), testing::IsEmpty());
}

TEST(Trials, AskForEveryInstanceOfATest) {
  EXPECT_EQ(FilterOf({"A.B", "C.D"}), "A.B:A.B/*:*/A.B/*:A/*.B:C.D:C.D/*:*/C.D/*:C/*.D");
}

TEST(Trials, ReadWhichTestsPassedAndWhichFailedFirst) {
  TestEnd end;
  ReadLog(
      "[ RUN      ] A.One\n[       OK ] A.One (1500 ms)\n[ RUN      ] P/A.Two/0\n"
      "[       OK ] P/A.Two/0 (1 ms)\n[ RUN      ] P/A.Two/1\n"
      "[  FAILED  ] P/A.Two/1, where GetParam() = 4 (0 ms)\n[  FAILED  ] A.Three (0 ms)\n",
      end);
  EXPECT_EQ(end.by, "P/A.Two/1");
  EXPECT_TRUE(end.failed);
  EXPECT_THAT(end.passed, ElementsAre(Key("A.One")));
  EXPECT_DOUBLE_EQ(end.passed["A.One"], 1.5);
}

TEST(Trials, ReadInWhichTestARunEnded) {
  TestEnd end;
  ReadLog("[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n[ RUN      ] A.Two\n", end);
  EXPECT_EQ(end.by, "A.Two");
  EXPECT_FALSE(end.failed) << "it crashed, or is too slow";
}

// A program that passes, fails, crashes or hangs, by the number of the break.
constexpr const char* kProgram = R"sh(#!/bin/sh
echo "[ RUN      ] A.B"
case ${TRICOLOUR_BREAK:-0} in
  1) echo "[  FAILED  ] A.B (0 ms)"; exit 1 ;;
  2) kill -ABRT $$ ;;
  3) sleep 60 ;;
esac
echo >"${TEST_TMPDIR}same_name"
echo "[       OK ] A.B (0 ms)"
)sh";

TEST(Trials, TellAFailureACrashAndAnEndlessLoopApart) {
  const std::filesystem::path folder = OwnPath();
  std::filesystem::create_directories(folder);
  const std::filesystem::path program = folder / "program";
  std::ofstream(program) << kProgram;
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  std::vector<TestRun> runs;
  for (std::uint32_t broken = 0; broken < 4; ++broken)
    runs.push_back({.program = program, .tests = {"A.B"}, .broken = broken});
  runs.push_back({.program = folder / "nothing", .tests = {"A.B"}});
  std::vector<TestEnd> ends(runs.size());
  RunTests(runs, {.jobs = 3, .seconds_each = 1}, folder / "run",
           [&](std::size_t index, const TestEnd& end) { ends[index] = end; });
  EXPECT_EQ(ends[0].how, TestEnd::How::kPassed);
  EXPECT_THAT(ends[0].passed, ElementsAre(Key("A.B")));
  EXPECT_EQ(ends[1].how, TestEnd::How::kFailed);
  EXPECT_EQ(ends[2].how, TestEnd::How::kDied);
  EXPECT_EQ(ends[3].how, TestEnd::How::kSlow);
  EXPECT_EQ(ends[4].how, TestEnd::How::kDied);
  EXPECT_EQ(ends[3].by, "A.B");
  EXPECT_LT(ends[3].seconds, 30);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace properties::breaks
