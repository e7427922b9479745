// properties/tool/verify/naming_section_test.cc -- the quick gate's section of names, run as it is.

#include "properties/tool/verify/naming_section.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

properties::ReportSection RunNamesQuickly(std::uint64_t seed) {
  VerifyOptions options;
  options.quick = true;
  options.seed = seed;
  RunRecorder recorder;
  return NamingSections(options).front().run(recorder).section;
}

TEST(NamingGate, AgreesWithTheTable) {
  for (const std::uint64_t seed : {VerifyOptions().seed, std::uint64_t{77}}) {
    const properties::ReportSection section = RunNamesQuickly(seed);
    EXPECT_EQ(section.status, properties::kAgree);
    EXPECT_TRUE(section.remarks.empty());
    EXPECT_EQ(section.traces, 3'000u);
  }
}

TEST(NamingGate, IsThereForCoreOnly) {
  VerifyOptions options;
  options.choices.subject = "lua";
  EXPECT_TRUE(NamingSections(options).empty());
}

}  // namespace
}  // namespace tool
