// core/reflect/tool/program_test.cc -- the program as a build calls it: files, streams and exit
// codes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "core/reflect/tool/testing/scratch.h"
#include "core/reflect/tool/write/files.h"

namespace gc::header_tool {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Ended {
  int code = -1;
  std::string said;  // on both streams
};

Ended Call(const std::string& arguments) {
  Ended ended;
  FILE* const pipe = ::popen((TRICOLOUR_REFLECT_PROGRAM " " + arguments + " 2>&1").c_str(), "r");
  for (int c; (c = std::getc(pipe)) != EOF;) ended.said += static_cast<char>(c);
  ended.code = WEXITSTATUS(::pclose(pipe));
  return ended;
}

class ReflectProgram : public testing::Test {
 protected:
  // Calls the program for headers of the scratch folder.
  Ended Read(const std::string& options) {
    std::string call = "--module Game --out " + scratch_.PathOf("out") + ' ' + options + " --";
    for (const std::string& argument : scratch_.arguments()) call += ' ' + argument;
    return Call(call);
  }
  std::string Out(const std::string& name) const { return scratch_.PathOf("out/" + name); }
  fs::file_time_type Aged(const std::string& path) {
    const fs::file_time_type time = fs::last_write_time(path) - std::chrono::hours(1);
    fs::last_write_time(path, time);
    return time;
  }

  Scratch scratch_;
};

TEST_F(ReflectProgram, WritesNothingWhenNothingHasChanged) {
  const std::string door = scratch_.Write("door.h", Door("  GC_PROPERTY() int width = 0;\n"));
  const std::string options = "--depfile " + Out("door.d") + ' ' + door;
  ASSERT_EQ(Read(options).code, 0);
  const std::string first = *ReadFile(Out("door.generated.cc"));
  const fs::file_time_type source = Aged(Out("door.generated.cc"));
  const fs::file_time_type header = Aged(Out("door.generated.h"));
  const fs::file_time_type dependencies = Aged(Out("door.d"));
  // A comment is no change of what is described.
  scratch_.Write("door.h", "// A comment.\n" + Door("  GC_PROPERTY() int width = 0;\n"));
  ASSERT_EQ(Read(options).code, 0);
  EXPECT_EQ(fs::last_write_time(Out("door.generated.cc")), source);
  EXPECT_EQ(fs::last_write_time(Out("door.generated.h")), header);
  EXPECT_EQ(fs::last_write_time(Out("door.d")), dependencies);
  scratch_.Write("door.h", Door("  GC_PROPERTY() int height = 0;\n"));
  ASSERT_EQ(Read(options).code, 0);
  EXPECT_NE(fs::last_write_time(Out("door.generated.cc")), source);
  EXPECT_EQ(fs::last_write_time(Out("door.generated.h")), header);
  EXPECT_NE(*ReadFile(Out("door.generated.cc")), first);
}

TEST_F(ReflectProgram, NamesWhatItReadButNoGeneratedHeader) {
  scratch_.Write("room.h", "#pragma once\n#include \"engine.h\"\n#include \"room.generated.h\"\n");
  scratch_.Write("room.generated.h", "#pragma once\n");
  const std::string door =
      scratch_.Write("door.h", "#include \"room.h\"\n" + Door("").erase(0, 13));
  ASSERT_EQ(Read("--depfile " + Out("door.d") + ' ' + door).code, 0);
  const std::string text = *ReadFile(Out("door.d"));
  EXPECT_THAT(text, testing::StartsWith(Out("door.generated.h") + ' ' + Out("door.generated.cc")));
  EXPECT_THAT(text, HasSubstr(door));
  EXPECT_THAT(text, HasSubstr(scratch_.PathOf("room.h")));
  EXPECT_THAT(text, Not(HasSubstr("room.generated.h")));
  EXPECT_THAT(text, Not(HasSubstr("/../")));
}

TEST_F(ReflectProgram, HeadersOfOneCallShareNothing) {
  // What the first defines, the second may define otherwise.
  const std::string one = scratch_.Write(
      "one.h",
      "#pragma once\n#include \"engine.h\"\n#include \"one.generated.h\"\n#define WIDTH 3\n"
      "struct GC_STRUCT() One {\n  GC_BODY(One)\n  GC_PROPERTY() Number number;\n};\n");
  const std::string two = scratch_.Write(
      "two.h",
      "#pragma once\n#include \"engine.h\"\n#include \"two.generated.h\"\n#ifdef WIDTH\n"
      "#error\n#endif\nusing Number = int;\n"
      "struct GC_STRUCT() Two {\n  GC_BODY(Two)\n  GC_PROPERTY() Number number;\n};\n");
  const Ended ended = Read(two + ' ' + one);
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.said, HasSubstr("one.h:7:17: error: unknown type name 'Number'"));
  EXPECT_THAT(ended.said, Not(HasSubstr("two.h")));
}

TEST_F(ReflectProgram, WritesNothingIfSomethingIsWrong) {
  const std::string door = scratch_.Write("door.h", Door("  GC_PROPERTY() int width : 3;\n"));
  const Ended ended = Read(door);
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.said, HasSubstr(door + ":9:21: error: the property 'width' is a bit field"));
  EXPECT_FALSE(fs::exists(Out("door.generated.h")));
}

TEST_F(ReflectProgram, LooksForTypesOfOneNameInAWholeModule) {
  const std::string door = scratch_.Write("door.h", Door(""));
  std::string other = Door("");
  other.replace(other.find("door.gen"), 8, "gate.gen");
  const std::string gate = scratch_.Write("gate.h", other);
  ASSERT_EQ(Read(door).code, 0);
  ASSERT_EQ(Read(gate).code, 0);
  EXPECT_EQ(Call("check " + Out("door.generated.h")).code, 0);
  const Ended ended = Call("check " + Out("door.generated.h") + ' ' + Out("gate.generated.h"));
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.said, HasSubstr("gate.generated.h: error: the module has another type "
                                    "/Script/Game.Door, in " +
                                    Out("door.generated.h")));
}

TEST_F(ReflectProgram, PoliciesOfPlainPointersAreOverriddenByTarget) {
  const std::string door = scratch_.Write("door.h", Door("  GC_PROPERTY() Room* room;\n"));
  const std::string logged =
      door + ":9:17: note: [raw-pointer] 'Room*' should be 'gc::ObjectPtr<Room>'\n";
  EXPECT_EQ(Read(door).code, 2);
  EXPECT_EQ(Read("--raw allow " + door).said, "");
  EXPECT_EQ(Read("--raw log " + door).said, logged);
  const std::string overrides = " --raw-override game=log --raw-override editor=allow ";
  EXPECT_EQ(Read("--target game" + overrides + door).said, logged);
  EXPECT_EQ(Read("--target editor" + overrides + door).said, "");
  EXPECT_EQ(Read("--target other" + overrides + door).code, 2);
}

// S4.1: else each call would write the one over the other.
TEST_F(ReflectProgram, TwoHeadersOfOneNameAreNotWrittenToOnePlace) {
  const std::string one = scratch_.Write("door.h", Door(""));
  fs::create_directory(scratch_.PathOf("other"));
  const std::string other = scratch_.Write("other/door.h", Door(""));
  const Ended ended = Read(one + ' ' + other);
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.said, HasSubstr(other + ": error: door.generated.h would be that of " + one));
  EXPECT_FALSE(fs::exists(Out("door.generated.h")));
}

// S4.1: an include folder may stand behind its option.
TEST_F(ReflectProgram, TheHeaderIsIncludedFromTheNearestFolderHoweverThatIsSpelled) {
  fs::create_directory(scratch_.PathOf("game"));
  const std::string door = scratch_.Write("game/door.h", Door(""));
  for (const char* const option : {"-I", "-I ", "-isystem ", "-iquote "}) {
    std::string call = "--module Game --out " + scratch_.PathOf("out") + ' ' + door + " --";
    for (const std::string& argument : scratch_.arguments()) {
      call += ' ' + (argument == "-I" + scratch_.folder() ? option + scratch_.folder() : argument);
    }
    const Ended ended = Call(call);
    EXPECT_EQ(ended.code, 0) << ended.said;
    EXPECT_THAT(*ReadFile(Out("door.generated.cc")), HasSubstr("#include \"game/door.h\"\n"))
        << option;
    fs::remove_all(scratch_.PathOf("out"));
  }
}

TEST(ReflectCommandLine, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(Call("--help").code, 0);
  EXPECT_THAT(Call("--help").said, HasSubstr("Exit status"));
  EXPECT_EQ(Call("").code, 2);
  EXPECT_THAT(Call("").said, HasSubstr("headers"));
  EXPECT_THAT(Call("a.h").said, HasSubstr("--module"));
  EXPECT_EQ(Call("--module Game --raw never a.h").code, 2);
  EXPECT_THAT(Call("--module Game --raw-override a=never a.h").said, HasSubstr("'a=never'"));
  EXPECT_EQ(Call("--module Game --depfile d a.h b.h").code, 2);
  const Ended absent = Call("--module Game absent.h");
  EXPECT_EQ(absent.code, 2);
  EXPECT_THAT(absent.said, HasSubstr("absent.h: error: clang cannot read it"));
  EXPECT_EQ(Call("check absent.generated.h").code, 2);
}

}  // namespace
}  // namespace gc::header_tool
