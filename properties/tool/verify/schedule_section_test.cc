// properties/tool/verify/schedule_section_test.cc -- the quick gate's section of the scheduler, run
// as it is.
//
// The breaks of the pages S13 and S14 are tried with it: it must notice each.
//
// Label: threads.

#include "properties/tool/verify/schedule_section.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

namespace tool {
namespace {

SectionResult RunQuickly(std::uint64_t seed) {
  VerifyOptions options;
  options.quick = true;
  options.seed = seed;
  RunRecorder recorder;
  return ScheduleSections(options).front().run(recorder);
}

std::string SaidOf(const SectionResult& result) {
  std::string said;
  for (const std::string& remark : result.section.remarks) said += remark + '\n';
  for (const RawFailure& failure : result.failures) said += failure.bucket + '\n' + failure.trace;
  return said;
}

TEST(SchedulerGate, AgreesWithTheOracle) {
  const SectionResult result = RunQuickly(VerifyOptions().seed);
  EXPECT_EQ(SaidOf(result), "");
  EXPECT_EQ(result.section.status, properties::kAgree);
  EXPECT_GE(result.section.traces, 30'000u);
  EXPECT_GE(result.section.states, 5'000u);
}

TEST(SchedulerGate, AgreesWithAnotherSeed) { EXPECT_EQ(SaidOf(RunQuickly(77)), ""); }

TEST(SchedulerGate, IsThereForCoreOnly) {
  VerifyOptions options;
  options.choices.subject = "lua";
  EXPECT_TRUE(ScheduleSections(options).empty());
}

}  // namespace
}  // namespace tool
