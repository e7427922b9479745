// properties/matrix/matrix_test.cc -- every rule is needed, or an argument says why not.
//
// A rule is load-bearing (needed) if, without it, some small heap or some directed run shows a
// difference that a mutator could notice. The runs are tried in a fixed order, so the same trace
// catches a fault everywhere.

#include "properties/matrix/matrix.h"

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "properties/base/fault_names.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

class EveryRule : public testing::TestWithParam<gc::Fault> {};

TEST_P(EveryRule, IsLoadBearing) {
  const gc::Fault fault = GetParam();
  const MatrixRow row = CatchFault(fault, {.jobs = 2});
  switch (row.verdict) {
    case RowVerdict::kCaught:
      std::cout << NameOf(fault) << ": " << row.caught->verdict.First()->message << '\n'
                << reference::PrintTrace(row.caught->trace);
      break;
    case RowVerdict::kRedundant:
      std::cout << NameOf(fault) << ": " << row.redundancy->argument << '\n';
      break;
    case RowVerdict::kMissed:
      FAIL() << NameOf(fault) << " guards nothing that small heaps or directed random can show";
    case RowVerdict::kContradiction:
      FAIL() << NameOf(fault) << " was argued to be redundant (" << row.redundancy->argument
             << "), yet:\n"
             << reference::PrintTrace(row.caught->trace);
  }
}

TEST_P(EveryRule, SavesTheTraceThatCatchesItsFault) {
  const MatrixRow row = CatchFault(GetParam(), {.jobs = 2});
  if (!row.caught) return;  // IsLoadBearing says whether that is allowed
  const auto sound = MakeCoreSubject();
  EXPECT_EQ(Judge(row.caught->trace, *sound, row.judge).outcome, Outcome::kAgree)
      << reference::PrintTrace(row.caught->trace);
  EXPECT_LE(row.caught->trace.operations.size(), 12u);
}

std::string NameOfTest(const testing::TestParamInfo<gc::Fault>& test) {
  std::string name;
  for (const char c : NameOf(test.param)) name += c == '-' || c == '/' ? '_' : c;
  return name;
}

std::vector<gc::Fault> EachFault() {
  std::vector<gc::Fault> faults;
  for (const gc::FaultEntry& entry : gc::kFaults) faults.push_back(entry.fault);
  return faults;
}

INSTANTIATE_TEST_SUITE_P(Faults, EveryRule, testing::ValuesIn(EachFault()), NameOfTest);

TEST(Matrix, HasTheSameRowsWithAnyNumberOfJobs) {
  MatrixOptions options{.faults = {gc::Fault::kRootWithoutShading, gc::Fault::kKeepSerial}};
  const std::vector<MatrixRow> alone = ComputeMatrix(options);
  options.jobs = 3;
  const std::vector<MatrixRow> together = ComputeMatrix(options);
  ASSERT_EQ(alone.size(), 2u);
  ASSERT_EQ(together.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(alone[i].small_heaps.traces_until, together[i].small_heaps.traces_until);
    EXPECT_EQ(alone[i].random.traces_until, together[i].random.traces_until);
    EXPECT_EQ(alone[i].caught->trace, together[i].caught->trace);
  }
}

TEST(Matrix, TellsOfEachRowAndStopsWhenAsked) {
  MatrixOptions options{.faults = {gc::Fault::kBeginTwice, gc::Fault::kSkipFinish}};
  std::size_t told = 0;
  options.on_row = [&](const MatrixRow&, std::size_t done, std::size_t total) {
    EXPECT_EQ(done, ++told);
    EXPECT_EQ(total, 2u);
  };
  ComputeMatrix(options);
  EXPECT_EQ(told, 2u);
  options.stop = [] { return true; };
  EXPECT_TRUE(ComputeMatrix(options).empty());
}

}  // namespace
}  // namespace properties
