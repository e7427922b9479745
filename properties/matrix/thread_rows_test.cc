// properties/matrix/thread_rows_test.cc -- the thread rules' table has every rule and no
// unexplained cell.

#include "properties/matrix/thread_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "properties/matrix/thread_sight.h"

namespace properties {
namespace {

using ::testing::Contains;

const std::vector<ThreadRow>& Rows() {
  static const std::vector<ThreadRow> rows = ComputeThreadRows();
  return rows;
}

TEST(ThreadRows, HaveEveryRuleOfTheThreadsThatCoreCanBreak) {
  std::set<std::string> rules;
  for (const ThreadRow& row : Rows()) rules.insert(row.rule);
  for (const char* const rule :
       {"lock-excludes", "lock-wakes", "lock-is-fair", "hand-over-publishes", "buffer-flip-locked",
        "mark-once", "flag-writers-rmw", "busy-before-queue", "drain-before-suspend"}) {
    EXPECT_THAT(rules, Contains(rule));
  }
}

// A fault of a protocol that core does not have tells nothing of core.
TEST(ThreadRows, HaveARowForAFaultIfAndOnlyIfCoreHasItsProtocol) {
  for (const model::threads::FaultEntry& entry : model::threads::kFaults) {
    const bool has_row = std::ranges::any_of(Rows(), [&](const ThreadRow& row) {
      return row.fault == model::threads::NameOf(entry.fault);
    });
    EXPECT_EQ(has_row, model::threads::IsCores(entry.fault)) << NameOf(entry.fault);
    EXPECT_EQ(has_row, ThreadSightOf(entry.fault).running != Seen::kNotThere) << entry.variant;
  }
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
    EXPECT_NE(row.running, kThreadNotThere) << row.fault;
    EXPECT_NE(row.sanitizer, kThreadNotThere) << row.fault;
    const bool unseen = row.running == kThreadUnseen || row.sanitizer == kThreadUnseen;
    EXPECT_EQ(unseen, !row.reason.empty()) << row.fault;
  }
}

}  // namespace
}  // namespace properties
