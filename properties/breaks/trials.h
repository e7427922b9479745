// properties/breaks/trials.h -- runs many test programs, each with one break or none.
//
// A broken collector may fail a test, crash, or run for ever; each of these counts as noticed. So
// each run is a process of its own, with a limit of time and of memory; and it has a folder of its
// own, since two runs may write files of the same name.
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
  bool stop_early = true;          // stop at the first test that fails
  unsigned times = 1;              // all of them again and again
};

struct TestEnd {
  enum class How { kPassed, kFailed, kDied, kSlow };
  How how = How::kPassed;
  std::string by;  // the test that failed, or during which the run ended; or empty
  std::map<std::string, double> passed;  // each test that passed, with its seconds
  bool failed = false;                   // a test failed, however the run ended
  double seconds = 0;
};

struct TestLimits {
  unsigned jobs = 1;         // processes at a time
  double seconds_each = 20;  // a run that takes longer is killed
};

// Runs all of them, and calls `on_end` with each end, in any order. `folder` is emptied first.
// Throws std::system_error if no process can be made.
void RunTests(const std::vector<TestRun>& runs, const TestLimits& limits,
              const std::filesystem::path& folder,
              const std::function<void(std::size_t index, const TestEnd& end)>& on_end);

// The filter that makes Google Test run these tests, with parameters or without.
std::string FilterOf(const std::vector<std::string>& tests);

// The names "Suite.Test" that a test may have in the source if Google Test prints it so. Whether
// "A/B.Test/3" is the suite B with a prefix or the suite A with a type, it does not say.
std::vector<std::string> NamesOf(const std::string& printed);

// Reads from Google Test's output which tests passed, and which failed first or did not end.
void ReadLog(const std::string& log, TestEnd& end);

}  // namespace properties::breaks
