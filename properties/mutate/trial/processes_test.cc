// properties/mutate/trial/processes_test.cc -- however a process ends, it is known how.

#include "properties/mutate/trial/processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/base/own_path.h"

namespace properties::mutate {
namespace {

using ::testing::HasSubstr;

Ended Shell(const std::string& script, double seconds = 10) {
  return RunCommand({.program = "/bin/sh",
                     .arguments = {"-c", script},
                     .environment = {{"TRICOLOUR_TOLD", "told"}},
                     .folder = OwnPath(),
                     .seconds = seconds});
}

TEST(Processes, ExitWithAStatusAndLeaveALog) {
  const Ended ended = Shell("echo $TRICOLOUR_TOLD; echo more >&2; exit 3");
  EXPECT_EQ(ended.how, Ended::How::kExited);
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(ended.log, "told\nmore\n");
}

// The memory of a process has no byte at the address 0, so that to read it there fails.
TEST(Processes, MayEndWhileTheirFilesAreRead) {
  EXPECT_EQ(WhatIsThere("/proc/self/mem"), "");
  EXPECT_EQ(WhatIsThere("/proc/none"), "");
  EXPECT_THAT(WhatIsThere("/proc/self/stat"), HasSubstr("mutate_test"));
}

TEST(Processes, Crash) {
  const Ended ended = Shell("kill -SEGV $$");
  EXPECT_EQ(ended.how, Ended::How::kCrashed);
  EXPECT_EQ(ended.status, 11);
}

TEST(Processes, ThatTurnForEverHang) {
  EXPECT_EQ(Shell("while :; do :; done", 0.5).how, Ended::How::kHung);
}

TEST(Processes, ThatHaveAChildAtWorkDoNotHang) {
  const Ended ended = Shell("(sleep 1.5; echo done) & wait", 0.5);
  EXPECT_EQ(ended.how, Ended::How::kExited);
  EXPECT_THAT(ended.log, HasSubstr("done"));
}

TEST(Processes, WhoseChildTurnsForEverHang) {
  EXPECT_EQ(Shell("(while :; do :; done) & wait", 0.5).how, Ended::How::kHung);
}

// Runs the script unless the machine is busy. The first run turns for ever, or so it seems.
Ended Twice(const std::string& second) {
  const std::string mark = OwnPath().string() + ".mark";
  const Ended ended =
      RunUnlessBusy({.program = "/bin/sh",
                     .arguments = {"-c", "[ -e " + mark + " ] && " + second + "; touch " + mark +
                                             "; while :; do :; done"},
                     .folder = OwnPath(),
                     .seconds = 0.3});
  std::filesystem::remove(mark);
  return ended;
}

TEST(Processes, HangOnlyIfTheyHangTwice) {
  EXPECT_EQ(Twice("exit 3").how, Ended::How::kExited);
  EXPECT_EQ(Twice("exit 3").status, 3);
  EXPECT_EQ(Twice("true").how, Ended::How::kHung);
}

TEST(Processes, ThatCannotBeStartedSaySo) {
  const Ended ended = RunCommand({.program = "/no/such/program", .folder = OwnPath()});
  EXPECT_EQ(ended.how, Ended::How::kNoProgram);
}

}  // namespace
}  // namespace properties::mutate
