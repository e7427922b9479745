// properties/mutate/trial/stages.cc -- the two stages, and what their output says.

#include "properties/mutate/trial/stages.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "properties/breaks/trials.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;
using tidy::ReadText;

// Tests that are tried before all others, as far as they are quick.
constexpr std::size_t kFirst = 40;
constexpr double kQuick = 0.1;
// A mutant's tests may take so many times as long as they do without it, and some seconds.
constexpr double kSlower = 5, kAtLeast = 5;
// But no longer than this, or twice as long: a test that turns for ever is not waited for.
constexpr double kAtMost = 30;

StageEnd RunTests(const fs::path& program, std::size_t number, const fs::path& folder,
                  const std::vector<const UnitTest*>& tests) {
  double seconds = 0;
  std::string filter = "--gtest_filter=";
  for (const UnitTest* const test : tests) {
    filter += test->name + ":";
    seconds += test->seconds;
  }
  const fs::path flags = folder.string() + ".flags";  // a command line has no room for all names
  fs::create_directories(folder.parent_path());
  std::ofstream(flags) << filter << "\n--gtest_fail_fast\n--gtest_color=no\n";
  const Ended ended = RunUnlessBusy(
      {.program = program,
       .arguments = {"--gtest_flagfile=" + flags.string()},
       .environment = {{kVariable, std::to_string(number)}, {"TEST_TMPDIR", folder.string() + "/"}},
       .folder = folder,
       .seconds = std::min(kSlower * seconds + kAtLeast, std::max(kAtMost, 2 * seconds))});
  const Fate fate = FateOf(ended);
  return {"unit", fate, fate == Fate::kSurvived ? "" : NoticedByTest(ended.log), ended.seconds};
}

// The quickest ones first, and the rest if those notice nothing.
StageEnd TryTests(const fs::path& program, std::size_t number, const fs::path& folder,
                  const std::vector<const UnitTest*>& tests) {
  std::size_t first = 0;
  while (first < std::min(kFirst, tests.size()) && tests[first]->seconds <= kQuick) ++first;
  StageEnd end;
  if (first > 0) {
    end = RunTests(program, number, folder, {tests.begin(), tests.begin() + first});
    if (first == tests.size() || IsNoticed(end.fate)) return end;
  }
  const double before = end.seconds;
  end = RunTests(program, number, folder, {tests.begin() + first, tests.end()});
  end.seconds += before;
  return end;
}

}  // namespace

Fate FateOf(const Ended& ended) {
  switch (ended.how) {
    case Ended::How::kHung:
      return Fate::kHung;
    case Ended::How::kCrashed:
      return Fate::kCrashed;
    case Ended::How::kExited:
      return ended.status == 0 ? Fate::kSurvived : Fate::kKilled;
    case Ended::How::kNoProgram:
      break;
  }
  return Fate::kNotBuilt;
}

std::string NoticedByTest(const std::string& log) {
  breaks::TestEnd end;
  breaks::ReadLog(log, end);
  return end.by.empty() ? "the start of the tests" : end.by;
}

std::optional<Reach> UnitStage::Measure(const fs::path& program, const fs::path& folder,
                                        std::string& why) {
  const fs::path reached = folder.string() + ".reached";
  fs::create_directories(folder.parent_path());
  const fs::path together = folder.string() + ".reached-by-all";
  fs::remove(reached);
  fs::remove(together);
  const Ended ended = RunCommand({.program = program,
                                  .environment = {{kReachedVariable, reached.string()},
                                                  {kReachedByAllVariable, together.string()},
                                                  {"TEST_TMPDIR", folder.string() + "/"}},
                                  .folder = folder,
                                  .seconds = 1200});
  Reach reach(ReadText(reached));
  if (ended.how == Ended::How::kExited && reach.is_whole()) return reach;
  why = "the tests in " + program.filename().string() +
        " do not get to their end: " + NoticedByTest(ended.log);
  return std::nullopt;
}

std::vector<const UnitTest*> UnitStage::Reaching(std::size_t number) const {
  std::vector<const UnitTest*> all;
  for (const Suite& suite : suites_) {
    const std::vector<const UnitTest*> some = suite.reach.Of(number);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

StageEnd UnitStage::Try(std::size_t number, const fs::path& folder) const {
  StageEnd end{"unit", Fate::kUnreached, "", 0};
  for (const Suite& suite : suites_) {
    const std::vector<const UnitTest*> tests = suite.reach.Of(number);
    if (tests.empty()) continue;
    const double before = end.seconds;
    end = TryTests(suite.program, number, folder, tests);
    end.seconds += before;
    if (IsNoticed(end.fate)) break;
  }
  return end;
}

Command QuickVerify(const fs::path& program, std::uint64_t seed, const fs::path& folder,
                    double seconds) {
  return {.program = program,
          .arguments = {"verify", "--quick", "--first", "--jobs", "1", "--seed",
                        std::to_string(seed), "--out", "judged"},
          .folder = folder,
          .seconds = seconds};
}

StageEnd EndOfVerify(const Ended& ended, const fs::path& folder) {
  StageEnd end{"verify", FateOf(ended), "", ended.seconds};
  if (end.fate != Fate::kSurvived)
    end.by = NoticedByVerify(ReadText(folder / "judged/report.json"));
  return end;
}

Ended VerifyStage::Run(const std::string& variable, const std::string& value,
                       const fs::path& folder, double seconds) const {
  Command command = QuickVerify(program_, seed_, folder, seconds);
  command.environment = {{variable, value}};
  return RunUnlessBusy(command);
}

bool VerifyStage::Measure(const fs::path& folder, std::string& why) {
  const fs::path reached = folder.string() + ".reached";
  fs::create_directories(folder.parent_path());
  fs::remove(reached);
  const Ended ended = Run(kReachedByAllVariable, reached.string(), folder, 1200);
  usual_seconds_ = ended.seconds;
  reached_ = ReadText(reached);
  if (ended.how != Ended::How::kExited || ended.status != 0) {
    why = "`verify --quick` does not agree without a mutant:\n" + ended.log;
  } else if (reached_.size() != kMostMutants) {
    why = "`verify --quick` has not noted which sites it reaches";
  } else {
    return true;
  }
  return false;
}

StageEnd VerifyStage::Try(std::size_t number, const fs::path& folder) const {
  if (!Reaches(number)) return {"verify", Fate::kUnreached, "", 0};
  return EndOfVerify(Run(kVariable, std::to_string(number), folder, 2 * usual_seconds_ + kAtLeast),
                     folder);
}

std::string NoticedByVerify(const std::string& report) {
  using nlohmann::json;
  const json read = json::parse(report, nullptr, false);
  if (read.is_discarded()) return "the run of `verify` itself";
  const json none = json::array();
  for (const json& failure : read.value("failures", none)) {
    return failure.value("section", "") + ": " + failure.value("property", "");
  }
  for (const json& section : read.value("sections", none)) {
    if (section.value("status", "") == "disagree") return section.value("id", "");
  }
  for (const json& rule : read.value("rules", none)) {
    const std::string status = rule.value("status", "");
    if (status != "caught" && status != "redundant" && status != "not tried" &&
        status != "cut short") {
      return "rules: " + rule.value("fault", "") + " " + status;
    }
  }
  return read.value("sentence", "");
}

}  // namespace properties::mutate
