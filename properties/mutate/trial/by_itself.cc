// properties/mutate/trial/by_itself.cc -- writes, builds and runs one mutant at a time.

#include "properties/mutate/trial/by_itself.h"

#include <algorithm>
#include <utility>

#include "properties/breaks/copy.h"
#include "properties/mutate/copy/plain_text.h"
#include "properties/mutate/copy/switches.h"

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;

// A run may take so many times as long as without a mistake, and some seconds.
constexpr double kSlower = 5, kAtLeast = 5;
constexpr double kMostSeconds = 1200;
constexpr double kMostSecondsOfOneBuild = 7200;

bool IsSound(const Ended& ended) { return ended.how == Ended::How::kExited && ended.status == 0; }

// Tests that write files do so in a folder of this run.
Command TestsOf(const fs::path& program, const fs::path& folder, double seconds) {
  return {.program = program,
          .arguments = {"--gtest_fail_fast", "--gtest_color=no"},
          .environment = {{"TEST_TMPDIR", folder.string() + "/"}},
          .folder = folder,
          .seconds = seconds};
}

}  // namespace

CopyOfOne::CopyOfOne(fs::path root, fs::path work, const tidy::Tree& tree,
                     const std::vector<Site>& sites, std::set<std::string> programs, unsigned jobs)
    : root_(std::move(root)),
      work_(std::move(work)),
      tree_(tree),
      sites_(sites),
      programs_(std::move(programs)),
      jobs_(jobs) {}

bool CopyOfOne::Make(std::size_t number) {
  if (number == made_) return is_built_;
  tidy::Tree changed;
  if (number != 0) {
    const Site& site = sites_.at(number - 1);
    const auto file = std::ranges::find(tree_, site.file, &tidy::File::path);
    changed.push_back({site.file, WithMistake(*file, site)});
  }
  fs::create_directories(work_);
  breaks::WriteCopy(root_, work_ / "tree", changed);
  made_ = number;
  const breaks::CopyBuild build{.jobs = jobs_, .flags = "-w", .is_quiet = true};
  if (number == 0) return is_built_ = breaks::BuildCopy(work_, programs_, build);
  // In a process group of its own: an interruption of the run does not reach the compiler, and no
  // mutant is taken for one that does not compile.
  return is_built_ =
             IsSound(RunCommand({.program = "/bin/sh",
                                 .arguments = {"-c", breaks::BuildCommand(work_, programs_, build)},
                                 .folder = work_ / "build-run",
                                 .seconds = kMostSecondsOfOneBuild}));
}

fs::path CopyOfOne::Program(const std::string& name) const {
  return breaks::ProgramFile(work_, name);
}

std::string CopyOfOne::Log() const { return tidy::ReadText(work_ / "build.log"); }

bool UnitStageByItself::Measure(const fs::path& folder, std::string& why) {
  for (const TestProgram& tests : kTestPrograms) {
    const Ended ended = RunCommand(TestsOf(copy_.Program(tests.name), folder, kMostSeconds));
    usual_seconds_[tests.name] = ended.seconds;
    if (IsSound(ended)) continue;
    why = std::string(tests.name) + " fails without a mistake: " + NoticedByTest(ended.log);
    return false;
  }
  return true;
}

StageEnd UnitStageByItself::Try(std::size_t number, const fs::path& folder) const {
  StageEnd end{"unit", Fate::kNotBuilt, "", 0};
  if (!copy_.Make(number)) return end;
  for (const auto& [name, usual] : usual_seconds_) {
    const Ended ended =
        RunCommand(TestsOf(copy_.Program(name), folder, kSlower * usual + kAtLeast));
    end.seconds += ended.seconds;
    end.fate = FateOf(ended);
    if (end.fate == Fate::kSurvived) continue;
    end.by = NoticedByTest(ended.log);
    break;
  }
  return end;
}

bool VerifyStageByItself::Measure(const fs::path& folder, std::string& why) {
  const Ended ended =
      RunCommand(QuickVerify(copy_.Program("tricolour"), seed_, folder, kMostSeconds));
  usual_seconds_ = ended.seconds;
  if (IsSound(ended)) return true;
  why = "`verify --quick` does not agree without a mistake:\n" + ended.log;
  return false;
}

StageEnd VerifyStageByItself::Try(std::size_t number, const fs::path& folder) const {
  if (!copy_.Make(number)) return {"verify", Fate::kNotBuilt, "", 0};
  return EndOfVerify(RunUnlessBusy(QuickVerify(copy_.Program("tricolour"), seed_, folder,
                                               2 * usual_seconds_ + kAtLeast)),
                     folder);
}

}  // namespace properties::mutate
