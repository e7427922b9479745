// properties/tool/run_folder_program_test.cc -- each run has its folder, and two at once disturb
// nothing.
//
// Label: threads.

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/command_line/choices.h"
#include "properties/tool/failures/run_folder.h"
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;

class RunFolders : public Program {
 protected:
  // The program in this test's folder, so that `out` is there.
  Ran RunHere(const std::string& arguments) const {
    const std::string out = Path("stdout"), err = Path("stderr");
    const std::string command = "cd '" + folder_.string() + "' && '" TRICOLOUR_PROGRAM_FILE "' " +
                                arguments + " >'" + out + "' 2>'" + err + "' </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, Read(out), Read(err)};
  }
  std::set<std::string> Runs() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(Path("out"))) {
      if (!entry.is_symlink()) names.insert(entry.path().filename().string());
    }
    return names;
  }
  static std::string CommandOf(const std::string& report) {
    return nlohmann::json::parse(Read(report)).at("command");
  }
};

const std::string kBroken = "verify --without insertion-barrier";

TEST_F(RunFolders, AreNamedByTheTimeAndLatestLeadsToTheLast) {
  EXPECT_EQ(RunHere(kBroken).exit_code, 1);
  ASSERT_EQ(Runs().size(), 1u);
  const Ran second = RunHere("verify --without root-barrier");
  const std::set<std::string> runs = Runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_THAT(CommandOf(Path("out/latest/report.json")), HasSubstr("root-barrier"));
  const std::string last = fs::read_symlink(Path("out/latest")).string();
  EXPECT_TRUE(runs.contains(last)) << "the link is relative: " << last;
  EXPECT_THAT(second.out, HasSubstr("replay out/" + last + "/1.trace"))
      << "and what is printed stays true when another run ends";
}

// Each writes what it found, and what each prints replays its own.
TEST_F(RunFolders, OfTwoRunsAtOnceAreTwo) {
  const std::string program = "'" TRICOLOUR_PROGRAM_FILE "' verify --without ";
  const std::string both = "cd '" + folder_.string() + "' && { " + program +
                           "insertion-barrier >1.out 2>&1 & " + program +
                           "root-barrier >2.out 2>&1 & wait; }";
  EXPECT_EQ(std::system(both.c_str()), 0);
  ASSERT_EQ(Runs().size(), 2u);
  std::set<std::string> rules;
  for (const std::string& run : Runs()) {
    const std::string command = CommandOf(Path("out/" + run + "/report.json"));
    const bool insertion = command.find("insertion-barrier") != std::string::npos;
    rules.insert(insertion ? "insertion-barrier" : "root-barrier");
    EXPECT_THAT(Read(Path(insertion ? "1.out" : "2.out")), HasSubstr("out/" + run + "/1.trace"));
    EXPECT_EQ(RunHere("replay out/" + run + "/1.trace --without " +
                      (insertion ? "insertion-barrier" : "root-barrier"))
                  .exit_code,
              1);
  }
  EXPECT_EQ(rules.size(), 2u) << "no report is of the other run";
}

TEST_F(RunFolders, ThatAreNamedHaveOneRunAtATime) {
  const RunFolder held(Path("mine"));
  const Ran refused = RunHere(kBroken + " --out mine");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("the folder mine is in use by another run"));
  EXPECT_THROW(RunFolder(Path("mine")), UsageError);
  EXPECT_EQ(RunHere(kBroken + " --out other").exit_code, 1);
}

TEST_F(RunFolders, WithoutAFileAreRemoved) {
  { const RunFolder nothing("", Path("out")); }
  EXPECT_TRUE(Runs().empty());
  EXPECT_EQ(RunHere("verify --without nonsense").exit_code, 2);
  EXPECT_TRUE(Runs().empty());
}

// Before, out/latest was a folder: it is kept, and gives its name away.
TEST_F(RunFolders, TakeThePlaceOfAFolderThatIsCalledLatest) {
  fs::create_directories(Path("out/latest"));
  Write("out/latest/kept.txt", "mine");
  EXPECT_EQ(RunHere(kBroken).exit_code, 1);
  EXPECT_TRUE(fs::is_symlink(Path("out/latest")));
  bool kept = false;
  for (const std::string& run : Runs()) kept = kept || fs::exists(Path("out/" + run + "/kept.txt"));
  EXPECT_TRUE(kept);
}

TEST_F(RunFolders, AreKeptWhileTheyAreNewLockedOrHaveFilesOfOthers) {
  const auto old_run = [&](const std::string& name) {
    fs::create_directories(Path("out/" + name));
    for (const char* const file : {".lock", "report.json", "1.trace"}) {
      Write("out/" + name + "/" + file, "");
    }
  };
  for (int second = 10; second < 10 + static_cast<int>(kRunsKept) + 3; ++second) {
    old_run("2001-01-01-0000" + std::to_string(second));
  }
  Write("out/2001-01-01-000011/note.txt", "mine");
  fs::create_directories(Path("out/my-own"));
  const RunFolder locked(Path("out/2001-01-01-000012"));
  RunFolder newest("", Path("out"));
  Write("stderr", "");
  newest.Finish();
  const std::set<std::string> runs = Runs();
  EXPECT_FALSE(runs.contains("2001-01-01-000010")) << "the oldest goes";
  EXPECT_TRUE(fs::exists(Path("out/2001-01-01-000011/note.txt")));
  EXPECT_FALSE(fs::exists(Path("out/2001-01-01-000011/1.trace")));
  EXPECT_TRUE(fs::exists(Path("out/2001-01-01-000012/1.trace"))) << "a run goes on there";
  EXPECT_TRUE(runs.contains("my-own"));
  EXPECT_TRUE(runs.contains("2001-01-01-000032"));
}

// The trace is made while it runs and was kept nowhere: a failure could be seen, and not looked at.
TEST_F(RunFolders, OfASoakThatFailsHaveATraceToExplainAndShrink) {
  const Ran soak = RunHere("soak --operations 20000 --objects 1000 --without insertion-barrier");
  EXPECT_EQ(soak.exit_code, 1) << soak.err;
  EXPECT_THAT(soak.out, HasSubstr("A barrier at"));
  const std::string without = " --without insertion-barrier";
  for (const char* const trace : {"out/latest/1.trace", "out/latest/soak.trace"}) {
    EXPECT_EQ(RunHere(std::string("replay -q ") + trace + without).exit_code, 1) << trace;
    EXPECT_EQ(RunHere(std::string("replay -q ") + trace).exit_code, 0) << trace;
    EXPECT_EQ(RunHere(std::string("shrink ") + trace + without).exit_code, 1) << trace;
    EXPECT_EQ(RunHere(std::string("explain ") + trace + without).exit_code, 1) << trace;
  }
  const Ran whole = RunHere("soak --shrink-seconds 0 --operations 20000 --objects 1000" + without);
  EXPECT_EQ(whole.exit_code, 1) << whole.err;
}

// The second time the trace is written line by line, before the subject can die of a line.
TEST_F(RunFolders, OfASoakThatDiesHaveTheTraceUpToThere) {
  const Ran soak = RunHere(
      "soak --operations 20000 --objects 1000 --without finish-before-free/free-each-at-once");
  EXPECT_EQ(soak.exit_code, 1) << soak.out << soak.err;
  EXPECT_THAT(Read(Path("out/latest/soak.trace")), HasSubstr("tricolour trace 2\n"));
}

}  // namespace
}  // namespace tool
