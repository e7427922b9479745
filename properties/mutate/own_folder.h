// properties/mutate/own_folder.h -- a place on disk for one test: tests run beside each other.
//
// For tests only.

#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace properties::mutate {

// A path that no other test has. To be called while a test runs.
inline std::filesystem::path OwnPath() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  return std::filesystem::path(testing::TempDir()) /
         (std::string("mutate-") + test->test_suite_name() + "-" + test->name());
}

}  // namespace properties::mutate
