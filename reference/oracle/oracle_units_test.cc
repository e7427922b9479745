// reference/oracle/oracle_units_test.cc -- a subject may promise its units without staged ends:
// then what is doomed and freed is no longer pending.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

std::string Do(Oracle& oracle, const Operation& operation, const std::vector<Event>& events) {
  const std::optional<Violation> found = oracle.Apply(operation, {}, events);
  return found ? found->message : "";
}

TEST(OracleUnits, ACollectThatFreedWhatItDoomedRanAWholeCycle) {
  Promises promises;
  promises.verbs = VerbSet::All();
  promises.units = true;
  std::vector<Event> cycle = {{.kind = EventKind::kFlip},
                              {.kind = EventKind::kEndCheck, .flag = 1},
                              {.kind = EventKind::kGather, .flag = 1, .object = a},
                              {.kind = EventKind::kFreed, .object = a},
                              {.kind = EventKind::kCycleEnd}};
  for (const bool frees : {true, false}) {
    if (!frees) std::erase_if(cycle, [](const Event& e) { return e.kind == EventKind::kFreed; });
    Oracle oracle;
    oracle.Reset({}, promises);
    EXPECT_EQ(Do(oracle, op::Create(a), {}), "");
    EXPECT_EQ(
        Do(oracle, op::Collect(), cycle),
        frees ? "" : "a collect did not run a whole cycle: of what was doomed, 1 were not freed");
    EXPECT_NE(oracle.PurgePending(), frees);
  }
}

}  // namespace
}  // namespace reference
