// properties/tool/verify/order_section_test.cc -- `verify` notices an order that is too weak, or
// that no table has.

#include "properties/tool/verify/order_section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "properties/matrix/core_sources.h"

namespace tool {
namespace {

using model::orders::SourceFile;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(OrderSection, AgreesForTheSourcesOfWhichTheProgramIsBuilt) {
  const properties::ReportSection section = CheckOrders(properties::CoreSources());
  EXPECT_EQ(section.status, properties::kAgree);
  EXPECT_THAT(section.remarks, IsEmpty());
  EXPECT_GT(section.states, 1000u);
}

TEST(OrderSection, DisagreesIfLeaveIsRelaxedInTheSource) {
  std::vector<SourceFile> files = properties::CoreSources();
  const auto lock = std::ranges::find(files, "core/base/lock.cc", &SourceFile::path);
  ASSERT_NE(lock, files.end());
  const std::size_t leave = lock->text.find("void Lock::Leave");
  lock->text.replace(lock->text.find("memory_order_release", leave), 20, "memory_order_relaxed");
  const properties::ReportSection section = CheckOrders(files);
  EXPECT_EQ(section.status, properties::kDisagree);
  EXPECT_THAT(section.failed, ElementsAre(kMemoryOrders));
  EXPECT_THAT(section.remarks, Contains(HasSubstr("Lock::Leave: word_.fetch_sub is relaxed")));
  EXPECT_THAT(section.remarks, Contains(HasSubstr("protocol \"lock\": a data race")));
}

// The build makes the program's copy of the sources; it is the copy of all that matter.
TEST(OrderSection, HasTheSourcesAsTheyAre) {
  const std::filesystem::path root(TRICOLOUR_SOURCE_DIR);
  EXPECT_GT(properties::CoreSources().size(), 40u);
  for (const SourceFile& file : properties::CoreSources()) {
    std::ifstream in(root / file.path);
    std::ostringstream text;
    text << in.rdbuf();
    EXPECT_EQ(file.text, text.str()) << file.path;
  }
}

}  // namespace
}  // namespace tool
