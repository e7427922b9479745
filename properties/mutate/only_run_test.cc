// properties/mutate/only_run_test.cc -- a second run is refused while the first one goes on.

#include "properties/mutate/only_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "properties/base/own_path.h"

namespace properties::mutate {
namespace {

using ::testing::HasSubstr;

TEST(OnlyRuns, RefuseAnotherUntilTheyEnd) {
  const std::filesystem::path file = OwnPath();
  {
    const OnlyRun first(file);
    EXPECT_EQ(first.error(), "");
    EXPECT_THAT(OnlyRun(file).error(), HasSubstr("another run of mutate builds in"));
  }
  EXPECT_EQ(OnlyRun(file).error(), "");
  std::filesystem::remove(file);
  EXPECT_THAT(OnlyRun(file / "no" / "such").error(), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace properties::mutate
