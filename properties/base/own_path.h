// properties/base/own_path.h -- a place on disk for one test: tests run beside each other.
//
// And so may the tests of several checkouts.
//
// For tests only.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace properties {

// A path that no other test has, nor the same test of another process. To be called while a test
// runs.
inline std::filesystem::path OwnPath() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  return std::filesystem::path(testing::TempDir()) /
         (std::string("tricolour-") + test->test_suite_name() + "-" + test->name() + "-" +
          std::to_string(getpid()));
}

}  // namespace properties
