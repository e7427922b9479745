// properties/tidy/threads_test.cc -- every test that starts threads says so, and one that does not
// is noticed.

#include "properties/tidy/threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

std::vector<Finding> SaidOf(const std::string& path, const std::string& text) {
  return ThreadsWithoutLabel({{path, "// " + path + " -- a test.\n" + text}});
}

TEST(Threads, AreNamedInTheHeadOfEveryTestThatStartsThem) {
  EXPECT_EQ(Text(ThreadsWithoutLabel(OurTree())), "");
}

TEST(Threads, WithoutALabelAreSeen) {
  for (const char* line : {"std::thread thread;", "std::vector<std::jthread> threads;",
                           "std::async(F);", "heap.SetWorkers(2);", "InSections(lock, 2, F);"}) {
    EXPECT_THAT(SaidOf("core/a_test.cc", line), ElementsAre(Field(&Finding::line, 2))) << line;
  }
}

TEST(Threads, WithALabelMayBeStarted) {
  EXPECT_THAT(SaidOf("core/a_test.cc", "//\n// Label: threads.\nstd::thread thread;\n"), IsEmpty());
}

TEST(Threads, InCommentsAndOutsideTestsNeedNoLabel) {
  EXPECT_THAT(SaidOf("core/a_test.cc", "// beside std::thread\n"), IsEmpty());
  EXPECT_THAT(SaidOf("core/a_test.cc", "std::thread::id id;\n"), IsEmpty());
  EXPECT_THAT(SaidOf("core/a.cc", "std::thread thread;\n"), IsEmpty());
}

}  // namespace
}  // namespace properties::tidy
