// properties/counters/counters_test.cc -- the collector does as much work as the baseline says.

#include "properties/counters/counters.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "core/fault_set.h"
#include "core/faults.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

CounterBaseline Baseline() {
  std::ifstream file(TRICOLOUR_SOURCE_DIR "/properties/counters/baseline.json");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto read = ReadCounterBaseline(text);
  if (const auto* const wrong = std::get_if<std::string>(&read)) ADD_FAILURE() << *wrong;
  return std::get<CounterBaseline>(read);
}

std::string Compared(const reference::Trace& trace, reference::Subject& subject,
                     const WorkCounts& expected) {
  const auto work = CountWork(trace, subject);
  if (const auto* const wrong = std::get_if<std::string>(&work)) return *wrong;
  return DifferenceOf(std::get<WorkCounts>(work), expected);
}

// If this fails and the change was meant: `counters "why"` writes the baseline anew.
TEST(Counters, OfEachFixedTraceAreThoseOfTheBaseline) {
  const auto traces = FixedTraces(TRICOLOUR_SOURCE_DIR);
  const CounterBaseline baseline = Baseline();
  const auto subject = MakeCoreSubject();
  EXPECT_GT(baseline.traces.size(), 50u);
  for (const auto& [name, expected] : baseline.traces) {
    const auto at = traces.find(name);
    ASSERT_NE(at, traces.end()) << name << " is in the baseline, and no trace";
    EXPECT_EQ(Compared(at->second, *subject, expected), "") << name;
  }
}

TEST(Counters, AreOfTracesThatHaveSomethingToCount) {
  WorkCounts sum;
  for (const auto& [name, counts] : Baseline().traces) {
    sum.scanned += counts.scanned;
    sum.barrier_hits += counts.barrier_hits;
    sum.references += counts.references;
    sum.freed += counts.freed;
    sum.cycles += counts.cycles;
  }
  EXPECT_GT(sum.scanned, 1000u);
  EXPECT_GT(sum.barrier_hits, 100u);
  EXPECT_GT(sum.references, 10u);
  EXPECT_GT(sum.freed, 300u);
  EXPECT_GT(sum.cycles, 50u);
}

TEST(Counters, HaveAReasonForEachBaseline) {
  const CounterBaseline baseline = Baseline();
  ASSERT_FALSE(baseline.reasons.empty());
  for (const CounterReason& reason : baseline.reasons) {
    EXPECT_EQ(reason.date.size(), 10u);
    EXPECT_FALSE(reason.why.empty());
  }
}

// Each of these is right, as far as a mutator sees it: nothing is lost, and nothing is kept.
TEST(Counters, NoticeWorkThatIsDoneTwiceOrNotAtAll) {
  const auto traces = FixedTraces(TRICOLOUR_SOURCE_DIR);
  const CounterBaseline baseline = Baseline();
  for (const gc::Fault fault :
       {gc::Fault::kWinTwice, gc::Fault::kStoreWithoutShading, gc::Fault::kBornWhiteWhileMarking}) {
    const auto subject = MakeFaultyCoreSubject(gc::FaultSet(fault));
    std::size_t noticed = 0;
    for (const auto& [name, expected] : baseline.traces) {
      noticed += Compared(traces.at(name), *subject, expected).empty() ? 0 : 1;
    }
    EXPECT_GT(noticed, 0u) << gc::EntryOf(fault).variant;
  }
}

TEST(Counters, SayWhatDiffers) {
  const WorkCounts expected{.units = 5, .scanned = 1};
  EXPECT_EQ(DifferenceOf({.units = 6, .scanned = 2}, expected),
            "units 6 instead of 5, scanned 2 instead of 1");
  EXPECT_EQ(DifferenceOf(expected, expected), "");
}

TEST(Counters, AreReadBackAsTheyAreWritten) {
  const CounterBaseline baseline = Baseline();
  const auto again = ReadCounterBaseline(TextOf(baseline));
  ASSERT_TRUE(std::holds_alternative<CounterBaseline>(again));
  EXPECT_EQ(std::get<CounterBaseline>(again).traces, baseline.traces);
  EXPECT_TRUE(std::holds_alternative<std::string>(ReadCounterBaseline("{}")));
}

}  // namespace
}  // namespace properties
