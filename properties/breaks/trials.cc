// properties/breaks/trials.cc -- runs processes, and reads what they print.

#include "properties/breaks/trials.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include "properties/breaks/rewriting.h"
#include "properties/tidy/tree.h"

namespace properties::breaks {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// More memory than any test needs: a loop that a break made endless must not use up the machine's.
constexpr rlim_t kMostBytes = rlim_t{3} << 30;

struct Child {
  pid_t process = 0;
  std::size_t index = 0;  // of its run
  Clock::time_point began;
};

// In the child process: becomes the test program, or ends with status 127.
[[noreturn]] void Become(const TestRun& run, const fs::path& folder, double seconds) {
  setpgid(0, 0);
  const rlimit memory{kMostBytes, kMostBytes}, no_core{0, 0};
  setrlimit(RLIMIT_DATA, &memory);
  setrlimit(RLIMIT_CORE, &no_core);
  alarm(static_cast<unsigned>(seconds) + 10);  // in case the parent dies first
  const int in = open("/dev/null", O_RDONLY);
  const int out = open((folder / "log").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (in < 0 || out < 0 || chdir(folder.c_str()) != 0) _exit(127);
  dup2(in, 0);
  dup2(out, 1);
  dup2(out, 2);
  setenv("TEST_TMPDIR", (folder.string() + "/").c_str(), 1);
  setenv("GTEST_COLOR", "no", 1);
  if (run.broken == 0) unsetenv(kVariable);
  if (run.broken != 0) setenv(kVariable, std::to_string(run.broken).c_str(), 1);
  const std::string filter = "--gtest_filter=" + FilterOf(run.tests);
  const std::string times = "--gtest_repeat=" + std::to_string(run.times);
  const char* const fail_fast = run.stop_early ? "--gtest_fail_fast" : nullptr;
  execl(run.program.c_str(), run.program.c_str(), filter.c_str(), times.c_str(), fail_fast,
        static_cast<char*>(nullptr));
  _exit(127);
}

Child Start(const TestRun& run, std::size_t index, const fs::path& folder, double seconds) {
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) Become(run, folder, seconds);
  return {process, index, Clock::now()};
}

double SecondsSince(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

// How a child ended; empty if it still runs and has time left.
std::optional<TestEnd> EndOf(const Child& child, const fs::path& folder, double seconds_each) {
  int status = 0;
  TestEnd end;
  end.seconds = SecondsSince(child.began);
  if (waitpid(child.process, &status, WNOHANG) == child.process) {
    end.how = WIFSIGNALED(status)        ? TestEnd::How::kDied
              : WEXITSTATUS(status) == 0 ? TestEnd::How::kPassed
              : WEXITSTATUS(status) == 1 ? TestEnd::How::kFailed
                                         : TestEnd::How::kDied;
  } else if (end.seconds < seconds_each) {
    return std::nullopt;
  } else {
    kill(-child.process, SIGKILL);
    waitpid(child.process, &status, 0);
    end.how = TestEnd::How::kSlow;
  }
  kill(-child.process, SIGKILL);  // children that a death test may have left
  std::ifstream log(folder / "log", std::ios::binary);
  ReadLog({std::istreambuf_iterator<char>(log), std::istreambuf_iterator<char>()}, end);
  return end;
}

}  // namespace

std::string FilterOf(const std::vector<std::string>& tests) {
  std::string filter;
  for (const std::string& test : tests) {
    const std::size_t dot = test.find('.');
    const std::string suite = test.substr(0, dot), name = test.substr(std::min(dot, test.size()));
    filter += (filter.empty() ? "" : ":") + test + ":" + test + "/*:*/" + test + "/*:" + suite +
              "/*" + name;
  }
  return filter;
}

std::vector<std::string> NamesOf(const std::string& printed) {
  const std::size_t dot = printed.find('.');
  if (dot == std::string::npos) return {};
  const std::string test = printed.substr(dot, printed.find('/', dot) - dot);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < dot;) {
    const std::size_t end = std::min(printed.find('/', at), dot);
    names.push_back(printed.substr(at, end - at) + test);
    at = end + 1;
  }
  return names;
}

void ReadLog(const std::string& log, TestEnd& end) {
  constexpr std::string_view kRun = "[ RUN      ] ", kGood = "[       OK ] ",
                             kBad = "[  FAILED  ] ";
  std::string running;
  std::vector<std::string> bad;
  for (const std::string_view line : tidy::Lines(log)) {
    const auto name = [&](std::string_view mark) {
      const std::string rest(line.substr(mark.size()));
      return rest.substr(0, rest.find_first_of(" ,"));
    };
    if (line.starts_with(kRun)) running = name(kRun);
    // A test with parameters is printed once for each of its instances; their times are added.
    if (line.starts_with(kGood)) {
      const std::size_t open = line.rfind('(');
      const double milliseconds =
          open == line.npos ? 0 : std::atof(std::string(line.substr(open + 1)).c_str());
      for (const std::string& one : NamesOf(name(kGood))) end.passed[one] += milliseconds / 1000;
      running.clear();
    }
    // What has no time is a line of the summary, where each failed test is named again.
    if (line.starts_with(kBad) && line.rfind(" ms)") != line.npos) {
      bad.push_back(name(kBad));
      running.clear();
    }
  }
  end.failed = !bad.empty();
  if (!running.empty()) bad.push_back(running);
  if (!bad.empty()) end.by = bad.front();
  for (const std::string& printed : bad) {
    for (const std::string& one : NamesOf(printed)) end.passed.erase(one);
  }
}

void RunTests(const std::vector<TestRun>& runs, const TestLimits& limits, const fs::path& folder,
              const std::function<void(std::size_t index, const TestEnd& end)>& on_end) {
  fs::remove_all(folder);
  std::vector<std::optional<Child>> places(std::max(limits.jobs, 1u));
  const auto own = [&](std::size_t place) { return folder / std::to_string(place); };
  std::size_t next = 0, running = 0;
  while (next < runs.size() || running > 0) {
    for (std::size_t place = 0; place < places.size(); ++place) {
      if (places[place]) {
        const std::optional<TestEnd> end = EndOf(*places[place], own(place), limits.seconds_each);
        if (!end) continue;
        on_end(places[place]->index, *end);
        places[place].reset();
        --running;
      }
      if (next == runs.size()) continue;
      fs::create_directories(own(place));
      places[place] = Start(runs[next], next, own(place), limits.seconds_each);
      ++next;
      ++running;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace properties::breaks
