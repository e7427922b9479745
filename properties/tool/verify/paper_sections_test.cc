// properties/tool/verify/paper_sections_test.cc -- the quick gate's sections of tables on paper,
// run as they are.

#include "properties/tool/verify/paper_sections.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

TEST(PaperGate, AgreesWithEachTable) {
  VerifyOptions options;
  options.quick = true;
  for (const std::uint64_t seed : {VerifyOptions().seed, std::uint64_t{77}}) {
    options.seed = seed;
    for (const Section& one : PaperSections(options)) {
      RunRecorder recorder;
      const properties::ReportSection section = one.run(recorder).section;
      EXPECT_EQ(section.status, properties::kAgree) << section.name;
      EXPECT_TRUE(section.remarks.empty());
      EXPECT_GE(section.operations, 100u) << section.name;
    }
  }
}

TEST(PaperGate, IsThereForCoreOnly) {
  VerifyOptions options;
  const std::vector<Section> sections = PaperSections(options);
  ASSERT_EQ(sections.size(), 11u);
  EXPECT_EQ(sections[0].head.name, kNamesAndClasses);
  EXPECT_EQ(sections[1].head.name, kLevelsAndActors);
  EXPECT_EQ(sections[2].head.name, kTextsOfSettings);
  EXPECT_EQ(sections[3].head.name, kBlocksAndSlots);
  EXPECT_EQ(sections[4].head.name, kLayoutsAndValues);
  EXPECT_EQ(sections[5].head.name, kThousandsOfObjects);
  EXPECT_EQ(sections[6].head.name, kGraphsAndRecords);
  EXPECT_EQ(sections[7].head.name, kMistakesOfCallers);
  EXPECT_EQ(sections[8].head.name, kPointersOfAllKinds);
  EXPECT_EQ(sections[9].head.name, kStartsAndDecisions);
  EXPECT_EQ(sections[10].head.name, kModesOfVerification);
  options.choices.subject = "lua";
  EXPECT_TRUE(PaperSections(options).empty());
}

}  // namespace
}  // namespace tool
