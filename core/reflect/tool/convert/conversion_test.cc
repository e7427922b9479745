#include "core/reflect/tool/convert/conversion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/reflect/tool/convert/diff.h"
#include "core/reflect/tool/model/exit_codes.h"
#include "core/reflect/tool/testing/scratch.h"
#include "core/reflect/tool/write/files.h"

namespace gc::header_tool {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

LoggedPointer Logged(unsigned line, unsigned column, const std::string& type) {
  return {{"a.h", line, column}, type + "*", "gc::ObjectPtr<" + type + ">"};
}

TEST(RawLog, IsFoundInTheOutputOfABuild) {
  const auto files = ReadLog(
      "[1/2] Building\n"
      "my dir/b.h:3:5: note: [raw-pointer] 'Room*' should be 'gc::ObjectPtr<Room>'\r\n"
      "a.h:12:3: warning: something else\n"
      "a.h:7:1: note: [raw-pointer] 'B*' should be 'gc::ObjectPtr<B>'\n"
      "a.h:2:9: note: [raw-pointer] 'A*' should be 'gc::ObjectPtr<A>'\n"
      "a.h:7:1: note: [raw-pointer] 'B*' should be 'gc::ObjectPtr<B>'\n");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_THAT(files.at("a.h"), ElementsAre(Logged(2, 9, "A"), Logged(7, 1, "B")));
  EXPECT_EQ(files.at("my dir/b.h").front().place, (Place{"my dir/b.h", 3, 5}));
}

TEST(RawLog, LinesOfAnyLengthAreRead) {
  const std::string note = ": note: [raw-pointer] 'A*' should be 'gc::ObjectPtr<A>'\n";
  const std::string path(2'000'000, 'a');
  const auto files =
      ReadLog(path + ":2:9" + note + path + note + ":2:9" + note + "b.h:x:9" + note +
              "b.h:2:99999999999" + note + "b.h:1:1: note: [raw-pointer] '" + path + "'\n");
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.begin()->second.front().place, (Place{path, 2, 9}));
}

TEST(RawConversion, ChangesLoggedPlacesOnlyAndNothingTheSecondTime) {
  const std::string before =
      "Room* kept;\n"
      "  Room *one;\r\n"
      "std::map<Room*, game :: Door * > both;\n";
  const std::vector<LoggedPointer> log = {Logged(2, 3, "Room"), Logged(3, 10, "Room"),
                                          Logged(3, 17, "game::Door")};
  const Converted once = Convert(before, log);
  EXPECT_THAT(once.left, IsEmpty());
  EXPECT_EQ(once.text,
            "Room* kept;\n"
            "  gc::ObjectPtr<Room> one;\r\n"
            "std::map<gc::ObjectPtr<Room>, gc::ObjectPtr<game::Door> > both;\n");
  const Converted twice = Convert(once.text, log);
  EXPECT_EQ(twice.text, once.text);
  EXPECT_THAT(twice.left, IsEmpty());
}

TEST(RawConversion, LeavesWhatIsNotWhatWasLogged) {
  const std::string text = "Door* door;\nRoom\n* room;\n";
  const Converted converted = Convert(text, {Logged(1, 1, "Room"), Logged(2, 1, "Room"),
                                             Logged(9, 1, "Room"), Logged(1, 99, "Door")});
  EXPECT_EQ(converted.text, text);
  ASSERT_EQ(converted.left.size(), 4u);
  EXPECT_EQ(Text(converted.left[0]),
            "a.h:1:1: warning: 'Room*' does not stand here any more; remedy: build again, and "
            "convert the new log");
}

// A column that is another word's middle by now.
TEST(RawConversion, LeavesWhatOnlyEndsAsWhatWasLogged) {
  const std::string text = "BigRoom* room;\n";
  const Converted converted = Convert(text, {Logged(1, 4, "Room")});
  EXPECT_EQ(converted.text, text);
  EXPECT_EQ(converted.left.size(), 1u);
}

// One of two on a line is converted, and the other cannot be: each run says so.
TEST(RawConversion, SaysTheSecondTimeTooWhatItLeaves) {
  const std::vector<LoggedPointer> log = {Logged(1, 1, "Room"), Logged(1, 10, "Room")};
  const Converted once = Convert("Room* a; Room /**/ * b;\n", log);
  EXPECT_EQ(once.text, "gc::ObjectPtr<Room> a; Room /**/ * b;\n");
  EXPECT_EQ(once.left.size(), 1u);
  const Converted twice = Convert(once.text, log);
  EXPECT_EQ(twice.text, once.text);
  EXPECT_EQ(twice.left.size(), 1u);
}

TEST(UnifiedDiffs, HaveThreeLinesOfContext) {
  EXPECT_EQ(UnifiedDiff("a.h", "1\n2\n3\n4\nold\n6\n7\n8\n9\n", "1\n2\n3\n4\nnew\n6\n7\n8\n9\n"),
            "--- a.h\n+++ a.h\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-old\n+new\n 6\n 7\n 8\n");
  EXPECT_EQ(UnifiedDiff("a.h", "x\n2", "y\n2"),
            "--- a.h\n+++ a.h\n@@ -1,2 +1,2 @@\n-x\n+y\n 2\n\\ No newline at end of file\n");
  const std::string far = "\n\n\n\n\n\n\n";
  EXPECT_EQ(
      UnifiedDiff("a.h", "x\n" + far + "x\n", "y\n" + far + "y\n"),
      "--- a.h\n+++ a.h\n@@ -1,4 +1,4 @@\n-x\n+y\n \n \n \n@@ -6,4 +6,4 @@\n \n \n \n-x\n+y\n");
  EXPECT_EQ(UnifiedDiff("a.h", "x\n", "x\n"), "");
}

// A header with a plain pointer, and the log of reading it.
class ConvertCommand : public testing::Test {
 protected:
  ConvertCommand() {
    header_ = scratch_.Write("door.h", Door("  GC_PROPERTY() Room* room;\n  Room* other;\n"));
    const Reading reading = Read(header_, scratch_.arguments(), RawPolicy::kLog);
    std::string log;
    for (const Finding& finding : reading.findings) log += Text(finding) + '\n';
    log_ = scratch_.Write("build.log", log);
    before_ = *ReadFile(header_);
    after_ = Door("  GC_PROPERTY() gc::ObjectPtr<Room> room;\n  Room* other;\n");
  }
  // Runs the conversion; what it says is in said_.
  int Run(const std::string& checkout = "", bool dry_run = false) {
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    const int code = RunConversion({log_, checkout, dry_run});
    said_ = testing::internal::GetCapturedStderr();
    printed_ = testing::internal::GetCapturedStdout();
    return code;
  }
  void MakeReadOnly() { fs::permissions(header_, fs::perms::owner_read | fs::perms::group_read); }

  Scratch scratch_;
  std::string header_, log_, before_, after_, said_, printed_;
};

TEST_F(ConvertCommand, RewritesWhatTheToolLogged) {
  const std::string log = *ReadFile(log_);
  EXPECT_EQ(Run(), kExitDone);
  EXPECT_EQ(*ReadFile(header_), after_);
  const fs::file_time_type time = fs::last_write_time(header_) - std::chrono::hours(1);
  fs::last_write_time(header_, time);
  EXPECT_EQ(Run(), kExitDone);
  EXPECT_EQ(fs::last_write_time(header_), time);
  EXPECT_EQ(*ReadFile(log_), log);
  EXPECT_EQ(said_, "");
  // What was converted is what the tool wants.
  const Reading again = Read(header_, scratch_.arguments(), RawPolicy::kRefuse);
  EXPECT_FALSE(HasErrors(again.findings)) << scratch_.Said(again.findings);
}

// What is read and logged, and then converted by its log.
std::string ConvertedMembers(const Scratch& scratch, const std::string& members) {
  const Reading reading = scratch.ReadText("door.h", Door(members), RawPolicy::kLog);
  std::string log;
  for (const Finding& finding : reading.findings) log += Text(finding) + '\n';
  std::vector<LoggedPointer> pointers;
  for (const auto& [path, of_path] : ReadLog(log)) pointers = of_path;
  std::string text = Convert(Door(members), pointers).text;
  const std::string frame = Door("");
  const std::size_t begin = frame.size() - std::string("};\n}\n").size();
  return text.substr(begin, text.size() - frame.size());
}

// S5.12: what stands around a pointer is what it was, and means what it meant.
TEST(RawConversion, TakesNothingOfTheDeclarationAlong) {
  const Scratch scratch;
  const auto converted = [&](const std::string& declaration) {
    return ConvertedMembers(scratch, "GC_PROPERTY() " + declaration + "\n")
        .substr(std::string("GC_PROPERTY() ").size());
  };
  EXPECT_EQ(converted("mutable Room* room;"), "mutable gc::ObjectPtr<Room> room;\n");
  EXPECT_EQ(converted("Room const volatile* room;"), "gc::ObjectPtr<Room> room;\n");
  EXPECT_EQ(converted("class Other* other;"), "gc::ObjectPtr<class Other> other;\n");
  EXPECT_EQ(converted("Room* rooms[4] = {};"), "gc::ObjectPtr<Room> rooms[4] = {};\n");
  EXPECT_EQ(converted("std::pair<Room*, int> mixed;"),
            "std::pair<gc::ObjectPtr<Room>, int> mixed;\n");
  EXPECT_EQ(converted("[[maybe_unused]] ::game::Room* room{nullptr}; // Room*"),
            "[[maybe_unused]] gc::ObjectPtr<::game::Room> room{nullptr}; // Room*\n");
  for (const char* const left :
       {"Room *a = nullptr, *b = nullptr;\n", "Room *a{}, *b;\n", "Room* a[2] = {}, *b;\n"}) {
    EXPECT_EQ(converted(left), left + std::string("\n"))
        << "the second would become a pointer to a wrapper";
  }
}

TEST_F(ConvertCommand, OnlyPrintsADiffIfItRunsDry) {
  MakeReadOnly();
  EXPECT_EQ(Run("false", /*dry_run=*/true), kExitDone);
  EXPECT_EQ(*ReadFile(header_), before_);
  EXPECT_THAT(printed_, HasSubstr("--- " + header_ + "\n+++ " + header_ + "\n"));
  EXPECT_THAT(printed_, HasSubstr("-  GC_PROPERTY() Room* room;\n"
                                  "+  GC_PROPERTY() gc::ObjectPtr<Room> room;\n"
                                  "   Room* other;\n"));
}

TEST_F(ConvertCommand, NamesAReadOnlyFileUnlessACommandChecksItOut) {
  MakeReadOnly();
  EXPECT_EQ(Run(), kExitUsage);
  EXPECT_THAT(said_, HasSubstr(header_ + ": error: the file is read-only; remedy: --checkout"));
  EXPECT_EQ(Run("false"), kExitUsage);
  EXPECT_THAT(said_, HasSubstr("failed: false"));
  EXPECT_EQ(Run("true"), kExitUsage);
  EXPECT_THAT(said_, HasSubstr("left the file read-only: true"));
  EXPECT_EQ(*ReadFile(header_), before_);
  EXPECT_EQ(Run("chmod u+w"), kExitDone);
  EXPECT_EQ(said_, "");
  EXPECT_EQ(*ReadFile(header_), after_);
}

TEST_F(ConvertCommand, SaysWhatItLeaves) {
  scratch_.Write("door.h", "// A line more.\n" + before_);
  EXPECT_EQ(Run(), kExitLeft);
  EXPECT_THAT(said_, HasSubstr("does not stand here any more"));
  fs::remove(header_);
  EXPECT_EQ(Run(), kExitUsage);
  EXPECT_THAT(said_, HasSubstr(header_ + ": error: cannot be read"));
  fs::remove(log_);
  EXPECT_EQ(Run(), kExitUsage);
  EXPECT_THAT(said_, HasSubstr(log_ + ": error: the log cannot be read"));
}

TEST_F(ConvertCommand, TakesTheLogOfTheEnvironmentIfItIsGivenNone) {
  ::setenv("TRICOLOUR_REFLECT_LOG", log_.c_str(), 1);
  log_.clear();
  EXPECT_EQ(Run(), kExitDone);
  ::unsetenv("TRICOLOUR_REFLECT_LOG");
  EXPECT_EQ(*ReadFile(header_), after_);
}

}  // namespace
}  // namespace gc::header_tool
