// properties/tool/rules/rule_tasks_test.cc -- how far the searches go for a fault.

#include "properties/tool/rules/rule_tasks.h"

#include <gtest/gtest.h>

#include "properties/report/json.h"

namespace tool {
namespace {

properties::ReportRow RowWith(RuleSearches searches) {
  VerifyOptions options;
  options.quick = true;
  model::KnownQuestions known;
  RunRecorder recorder;
  const RuleCase rule{gc::Fault::kSkipFinish, reference::Locals::kDead};
  const Task task = MeasureRule(rule, options, searches, known);
  return properties::Unpacked<properties::ReportRow>(task.work(recorder));
}

TEST(RuleTasks, GoByTurnsUntilOneSearchHasCaughtTheFaultOrEachToItsEnd) {
  const properties::ReportRow by_turns = RowWith(RuleSearches::kByTurns);
  EXPECT_EQ(by_turns.status, "caught");
  EXPECT_TRUE(by_turns.small_heaps.traces_until[0]);
  EXPECT_EQ(by_turns.random.traces, 0u) << "small heaps had caught it";
  const properties::ReportRow each = RowWith(RuleSearches::kEach);
  EXPECT_EQ(each.small_heaps.traces_until[0], by_turns.small_heaps.traces_until[0]);
  EXPECT_TRUE(each.random.traces_until[0]);
}

}  // namespace
}  // namespace tool
