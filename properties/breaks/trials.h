// properties/breaks/trials.h -- test programs run in great number, with one break each or none.
//
// A broken collector may fail a test, crash or not come to its end; all three are noticing. So each
// run is a process of its own with a limit of time and of memory, and a folder of its own, since
// two runs may write files of the same name.
//
// Read next: properties/breaks/breaks_main.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace properties::breaks {

struct TestRun {
  std::filesystem::path program;
  std::vector<std::string> tests;  // "Suite.Test"
  std::uint32_t broken = 0;        // the number of the break that is switched on; 0: none
  bool stop_early = true;          // at the first test that fails
};

struct TestEnd {
  enum class How { kPassed, kFailed, kDied, kSlow };
  How how = How::kPassed;
  std::string by;                        // the test that failed, or in which it ended; may be empty
  std::map<std::string, double> passed;  // each test that passed, with its seconds
  double seconds = 0;
};

struct TestLimits {
  unsigned jobs = 1;         // processes at a time
  double seconds_each = 20;  // then a run is killed
};

// Runs all of them and tells of each end, in any order. `folder` is emptied first. Throws
// std::system_error if no process can be made.
void RunTests(const std::vector<TestRun>& runs, const TestLimits& limits,
              const std::filesystem::path& folder,
              const std::function<void(std::size_t index, const TestEnd& end)>& on_end);

// The filter with which Google Test runs these tests in whichever way they are instantiated.
std::string FilterOf(const std::vector<std::string>& tests);

// "Suite.Test" of a name that Google Test prints: "All/Suite.Test/3", "Suite/0.Test".
std::string PlainName(const std::string& name);

// Reads what Google Test printed: which tests passed, which failed first or had no end.
void ReadLog(const std::string& log, TestEnd& end);

}  // namespace properties::breaks
