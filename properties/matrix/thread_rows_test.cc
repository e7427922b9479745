// properties/matrix/thread_rows_test.cc -- the thread rules' table has every rule and no
// unexplained cell.

#include "properties/matrix/thread_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace properties {
namespace {

using ::testing::Contains;

const std::vector<ThreadRow>& Rows() {
  static const std::vector<ThreadRow> rows = ComputeThreadRows();
  return rows;
}

// The rules of the group of threads, and the rules of the wavefront that are about threads.
TEST(ThreadRows, HaveEveryRuleOfTheThreads) {
  std::set<std::string> rules;
  for (const ThreadRow& row : Rows()) rules.insert(row.rule);
  for (const char* const rule :
       {"lock-excludes", "hand-over-publishes", "busy-before-queue", "buffer-flip-locked",
        "mark-once", "flag-writers-rmw", "drain-before-suspend", "end-needs-empty"}) {
    EXPECT_THAT(rules, Contains(rule));
  }
  EXPECT_EQ(Rows().size(), model::threads::kFaultCount);
}

TEST(ThreadRows, HaveASoundMachineAndAWrongInterleavingEach) {
  for (const ThreadRow& row : Rows()) {
    EXPECT_EQ(row.status, "shown") << row.fault;
    EXPECT_TRUE(row.sound) << row.fault;
    EXPECT_GT(row.sound_states, 0u) << row.fault;
    EXPECT_GT(row.length, 0u) << row.fault;
    for (const std::string& cell : {row.machine, row.wrong, row.memory, row.witness}) {
      EXPECT_FALSE(cell.empty()) << row.fault;
    }
  }
}

TEST(ThreadRows, SayOfEachWhatARunningProgramShowsOrWhyNot) {
  for (const ThreadRow& row : Rows()) {
    EXPECT_FALSE(row.in_core.empty()) << row.fault;
    EXPECT_EQ(row.running == kThreadNotThere, row.sanitizer == kThreadNotThere) << row.fault;
    const bool unseen = row.running == kThreadUnseen || row.sanitizer == kThreadUnseen;
    EXPECT_EQ(unseen, !row.reason.empty()) << row.fault;
  }
}

}  // namespace
}  // namespace properties
