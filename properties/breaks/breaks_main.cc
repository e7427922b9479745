// properties/breaks/breaks_main.cc -- the command `breaks`: which rows have tests that notice
// nothing.
//
// It reads the pages, writes and builds the copy, sees that the tests pass while nothing is broken,
// and then switches on one break after the other. Results go to stdout, progress to stderr.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "properties/breaks/break_report.h"
#include "properties/breaks/breaks.h"
#include "properties/breaks/copy.h"
#include "properties/breaks/rewriting.h"
#include "properties/breaks/table.h"
#include "properties/breaks/trials.h"
#include "properties/tidy/spec_rows.h"
#include "properties/tool/process/progress.h"

namespace properties::breaks {
namespace {

namespace fs = std::filesystem;

// The numbers mean what they mean for the program `tricolour`.
constexpr int kAllNoticed = 0, kOneSleeps = 1, kBadInput = 2, kBaseline = 4, kInternal = 70;

constexpr const char* kUsage =
    R"(tricolour breaks [OPTIONS] [ROWS...]
Breaks the code in each place that reference/specification/breaks/ lists, and prints the rows whose
tests do not notice.
  ROWS            rows or pages: S11.1, S11; without them, all; with them, what noticed is told too
  --check         only see that the breaks can be read and find what they change
  --build         only see that the collector builds with the breaks in it
  --format FORMAT text or json: of each break, whether it was noticed, by which test (text)
  --jobs N        so many compilers and tests at a time
  --limit SECONDS the time that the tests of a break may take (20); more is noticing too
Exit status: 0 all noticed, 1 tests of a row sleep, 2 usage or a break that does not fit,
4 all noticed, but a test fails without a break, 70 the copy does not build.
)";

struct Options {
  std::vector<std::string> rows;
  TestLimits limits;
  bool check = false;
  bool build = false;
  bool json = false;
};

bool IsNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// Returns false if the options cannot be read.
bool ReadOptions(int count, char** arguments, Options& options) {
  const char* const jobs = std::getenv("CMAKE_BUILD_PARALLEL_LEVEL");
  options.limits.jobs = jobs == nullptr ? 2 : static_cast<unsigned>(std::atoi(jobs));
  for (int index = 1; index < count; ++index) {
    const std::string word = arguments[index];
    if (word == "--check") {
      options.check = true;
    } else if (word == "--build") {
      options.build = true;
    } else if (word == "--format" || word.starts_with("--format=")) {
      if (word == "--format" && ++index == count) return false;
      const std::string format = word == "--format" ? arguments[index] : word.substr(9);
      if (format != "text" && format != "json") return false;
      options.json = format == "json";
    } else if (word == "--jobs" || word == "--limit") {
      ++index;
      if (index == count || !IsNumber(arguments[index])) return false;
      const int number = std::atoi(arguments[index]);
      if (word == "--jobs") options.limits.jobs = static_cast<unsigned>(number);
      if (word == "--limit") options.limits.seconds_each = number;
    } else if (word.starts_with("-")) {
      return false;
    } else {
      options.rows.push_back(word);
    }
  }
  return true;
}

class Command {
 public:
  explicit Command(Options options) : options_(std::move(options)) {}

  int Run() {
    if (const int wrong = Read(); wrong != 0) return wrong;
    if (options_.check) return kAllNoticed;
    ChooseTargets();
    if (!Build()) return kInternal;
    if (options_.build) return kAllNoticed;
    for (const std::string& program : programs_) files_[program] = ProgramFile(work_, program);
    const bool sound = LeaveOutWhatFails();
    const int result = BreakAll();
    const int code = result == kAllNoticed && !sound ? kBaseline : result;
    if (options_.json) PrintData(code);
    return code;
  }

 private:
  int Read() {
    std::vector<Finding> findings;
    for (const File& page : ReadPages(TRICOLOUR_SOURCE_DIR)) {
      for (Break& read : ParseBreaks(page, findings)) breaks_.push_back(std::move(read));
    }
    const std::vector<tidy::SpecRow> rows = tidy::SpecRows(tidy::OurSpecification());
    for (Finding& finding : FaultsOfBreaks(breaks_, rows, tidy::OurTree())) {
      findings.push_back(std::move(finding));
    }
    rewriting_ = Rewrite(tidy::OurTree(), breaks_, findings);
    std::fputs(tidy::Text(findings).c_str(), stderr);
    std::vector<std::string> unknown;
    trials_ = TrialsOf(breaks_, rows, options_.rows, unknown);
    for (const std::string& name : unknown) {
      std::fprintf(stderr, "tricolour: expected a row (S11.1) or a page (S11): %s\n", name.c_str());
    }
    if (trials_.empty() && findings.empty()) {
      std::fputs("tricolour: no break belongs to these rows\n", stderr);
    }
    return findings.empty() && unknown.empty() && !trials_.empty() ? 0 : kBadInput;
  }

  void ChooseTargets() {
    if (options_.build) {
      programs_ = {"tricolour_core", "tricolour_core_faulty"};
      return;
    }
    for (const Trial& trial : trials_) {
      for (const std::string& test : trial.tests) programs_.insert(ProgramOf(tests_.at(test)));
    }
  }

  bool Build() {
    const auto began = std::chrono::steady_clock::now();
    Tree changed = rewriting_.changed;
    changed.push_back({"breaks/switch.h", kSwitchHeader});
    const std::size_t written = WriteCopy(TRICOLOUR_SOURCE_DIR, work_ / "tree", changed);
    std::fprintf(stderr, "tricolour: %zu files of the copy have changed; building it\n", written);
    const std::string header = (work_ / "tree" / "breaks/switch.h").string();
    if (!BuildCopy(work_, programs_,
                   {.jobs = options_.limits.jobs, .flags = "-include \"" + header + "\""})) {
      std::fprintf(stderr, "tricolour: the copy with the breaks does not build: %s\n",
                   (work_ / "build.log").c_str());
      return false;
    }
    std::fprintf(stderr, "tricolour: built in %.0f s\n",
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    return true;
  }

  // The tests, by the program that has them.
  std::map<std::string, std::vector<std::string>> ByProgram(const std::vector<std::string>& tests) {
    std::map<std::string, std::vector<std::string>> result;
    for (const std::string& test : tests) result[ProgramOf(tests_.at(test))].push_back(test);
    return result;
  }

  // Runs all tests without a break. Those that fail notice nothing, so they are named and left out.
  // Returns whether there are none.
  bool LeaveOutWhatFails() {
    std::set<std::string> needed;
    for (const Trial& trial : trials_) needed.insert(trial.tests.begin(), trial.tests.end());
    std::vector<TestRun> runs;
    for (auto& [program, tests] : ByProgram({needed.begin(), needed.end()})) {
      constexpr std::size_t kAtOnce = 20;
      for (std::size_t at = 0; at < tests.size(); at += kAtOnce) {
        const auto begin = tests.begin() + static_cast<std::ptrdiff_t>(at);
        const auto end =
            tests.begin() + static_cast<std::ptrdiff_t>(std::min(at + kAtOnce, tests.size()));
        runs.push_back({.program = files_[program], .tests = {begin, end}, .stop_early = false});
      }
    }
    TestLimits limits = options_.limits;
    limits.seconds_each *= 15;
    RunTests(runs, limits, work_ / "run", [&](std::size_t, const TestEnd& end) {
      for (const auto& [test, seconds] : end.passed) needed.erase(test);
    });
    for (const std::string& test : needed) {
      report_.failing.push_back(test);
      if (options_.json) continue;
      std::printf("fails without a break, or does not run: %s in %s\n", test.c_str(),
                  tests_.at(test).c_str());
    }
    for (Trial& trial : trials_) {
      std::erase_if(trial.tests, [&](const std::string& test) { return needed.contains(test); });
    }
    return needed.empty();
  }

  int BreakAll() {
    const auto began = std::chrono::steady_clock::now();
    for (const Trial& trial : trials_) {
      const Break& broken = breaks_[trial.broken];
      report_.breaks.push_back({.row = trial.row,
                                .name = broken.name,
                                .page = broken.page,
                                .line = broken.line,
                                .file = broken.file,
                                .file_line = rewriting_.lines[trial.broken],
                                .tests = trial.tests});
    }
    Try(1, options_.limits);
    // Between threads it takes luck to see a mistake. What was not noticed gets more of it: many
    // goes, and the machine for itself.
    constexpr unsigned kMoreGoes = 200;
    Try(kMoreGoes, {.jobs = 1, .seconds_each = options_.limits.seconds_each});
    return Report(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }

  // Runs the tests of each break that was not noticed yet, so many times.
  void Try(unsigned times, const TestLimits& limits) {
    std::vector<TestRun> runs;
    std::vector<std::size_t> trial_of;
    for (std::size_t index = 0; index < trials_.size(); ++index) {
      if (report_.breaks[index].noticed) continue;
      for (auto& [program, tests] : ByProgram(trials_[index].tests)) {
        runs.push_back({.program = files_[program],
                        .tests = tests,
                        .broken = NumberOf(breaks_[trials_[index].broken]),
                        .times = times});
        trial_of.push_back(index);
      }
    }
    std::size_t ended = 0;
    RunTests(runs, limits, work_ / "run", [&](std::size_t index, const TestEnd& end) {
      progress_.Show(++ended, runs.size(), times == 1 ? "breaks" : "breaks, once more");
      // Many goes may take longer than one may, so that alone tells nothing.
      const bool noticed = times == 1 || end.how != TestEnd::How::kSlow || end.failed;
      if (noticed) Note(trial_of[index], end);
    });
    progress_.Clear();
  }

  void Note(std::size_t index, const TestEnd& end) {
    if (end.how == TestEnd::How::kPassed) return;
    TriedBreak& tried = report_.breaks[index];
    tried.noticed = true;
    tried.by = end.by;
    tried.how = end.how == TestEnd::How::kFailed ? "fails"
                : end.how == TestEnd::How::kDied ? "dies"
                                                 : "does not end";
    tried.seconds = end.seconds;
    if (options_.rows.empty() || options_.json) return;
    std::printf("noticed   %s %s: %s %s (%.1f s)\n", tried.row.c_str(), tried.name.c_str(),
                tried.by.c_str(), tried.how.c_str(), tried.seconds);
  }

  int Report(double seconds) {
    report_.seconds = seconds;
    std::size_t sleeping = 0;
    std::set<std::string> rows, names;
    for (const TriedBreak& tried : report_.breaks) {
      rows.insert(tried.row);
      names.insert(tried.page + ":" + std::to_string(tried.line));
      sleeping += tried.noticed ? 0 : 1;
      if (!tried.noticed && !options_.json) SayThatItSleeps(tried);
    }
    if (!options_.json) {
      const std::string result =
          sleeping == 0 ? "all noticed" : std::to_string(sleeping) + " not noticed";
      std::printf("%zu rows, %zu breaks: %s, %.0f s\n", rows.size(), names.size(), result.c_str(),
                  seconds);
    }
    return sleeping == 0 ? kAllNoticed : kOneSleeps;
  }

  static void SayThatItSleeps(const TriedBreak& tried) {
    std::string tests;
    for (const std::string& test : tried.tests) tests += " " + test;
    std::printf("SLEEPING  %s %s  %s:%zu  breaks %s:%zu  unnoticed by%s\n", tried.row.c_str(),
                tried.name.c_str(), tried.page.c_str(), tried.line, tried.file.c_str(),
                tried.file_line, tests.c_str());
  }

  void PrintData(int code) {
    report_.exit_code = code;
    report_.verdict = code == kAllNoticed  ? "agree"
                      : code == kOneSleeps ? "disagree"
                                           : "broken baseline";
    std::fputs(JsonText(report_).c_str(), stdout);
  }

  Options options_;
  fs::path work_ = fs::path(TRICOLOUR_SOURCE_DIR) / "build" / "breaks";
  std::map<std::string, std::string> tests_ = tidy::TestsOf(tidy::OurTree());  // with their files
  std::vector<Break> breaks_;
  Rewriting rewriting_;
  std::vector<Trial> trials_;
  BreakReport report_;                     // its breaks in the order of the trials
  std::set<std::string> programs_;         // what is to be built, such as test programs
  std::map<std::string, fs::path> files_;  // by program
  tool::Progress progress_;
};

int Main(int count, char** arguments) {
  Options options;
  const std::string first = count > 1 ? arguments[1] : "";
  if (first == "--help" || first == "-h") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (!ReadOptions(count, arguments, options)) {
    std::fputs(kUsage, stderr);
    return kBadInput;
  }
  return Command(std::move(options)).Run();
}

}  // namespace
}  // namespace properties::breaks

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // lines stay whole beside those of stderr
  try {
    return properties::breaks::Main(count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tricolour: %s\n", error.what());
    return 70;
  }
}
