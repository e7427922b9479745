// properties/tidy/threads_test.cc -- every test that starts threads says so, and one that does not
// is noticed.

#include "properties/tidy/threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

std::vector<Finding> SaidOf(const std::string& path, const std::string& text) {
  return ThreadsWithoutLabel({{path, "// " + path + " -- a test.\n" + text}});
}

TEST(Threads, AreNamedInTheHeadOfEveryTestThatStartsThem) {
  EXPECT_EQ(Text(ThreadsWithoutLabel(OurTree())), "");
}

TEST(Threads, WithoutALabelAreSeen) {
  for (const char* line : {"std::thread thread;", "std::vector<std::jthread> threads;",
                           "std::async(F);", "heap.SetWorkers(2);", "InSections(lock, 2, F);"}) {
    EXPECT_THAT(SaidOf("core/a_test.cc", line), ElementsAre(Field(&Finding::line, 2))) << line;
  }
}

TEST(Threads, WithALabelMayBeStarted) {
  EXPECT_THAT(SaidOf("core/a_test.cc", "//\n// Label: threads.\nstd::thread thread;\n"), IsEmpty());
}

TEST(Threads, InCommentsAndOutsideTestsNeedNoLabel) {
  EXPECT_THAT(SaidOf("core/a_test.cc", "// beside std::thread\n"), IsEmpty());
  EXPECT_THAT(SaidOf("core/a_test.cc", "std::thread::id id;\n"), IsEmpty());
  EXPECT_THAT(SaidOf("core/a.cc", "std::thread thread;\n"), IsEmpty());
}

TEST(ThreadTests, DeclareNamesOfTheirOwn) { EXPECT_EQ(Text(NamesOfTwoThreadTests(OurTree())), ""); }

Tree TwoTests(const std::string& one, const std::string& other) {
  const std::string head = "// A test.\n//\n// Label: threads.\n";
  return {{"core/a_test.cc", head + "namespace {\n" + one + "\n}\n"},
          {"core/b_test.cc", head + "namespace gc {\nnamespace {\n" + other + "\n}\n}\n"}};
}

TEST(ThreadTests, OfOneNameAreSeen) {
  for (const char* line :
       {"struct Slow : Object { int a = 0; };", "class Slow {};", "enum class Slow { kOne };",
        "int Slow(int a) { return a; }", "constexpr int Slow = 2;", "bool Slow = f({1, 2});",
        "const Reference Slow[] = {Reference::To(&A::next)};", "int Slow;"}) {
    const Tree tree = TwoTests("int before() { return 1; }\nstruct Slow {};", line);
    EXPECT_THAT(NamesOfTwoThreadTests(tree), ElementsAre(Field(&Finding::line, 6))) << line;
  }
}

TEST(ThreadTests, OfOtherNamesAreNot) {
  for (const char* line :
       {"struct Slower { int Slow = 0; };", "int f() { int Slow = 2; return Slow; }",
        "const Class Other::Slow = Describe<Other>(7);", "using testing::Slow;",
        "TEST(Slow, Slow) { struct Slow {}; }"}) {
    EXPECT_THAT(NamesOfTwoThreadTests(TwoTests("struct Slow {};", line)), IsEmpty()) << line;
  }
  Tree unlabelled = TwoTests("struct Slow {};", "struct Slow {};");
  unlabelled[1].text = "namespace {\nstruct Slow {};\n}\n";
  EXPECT_THAT(NamesOfTwoThreadTests(unlabelled), IsEmpty());
}

}  // namespace
}  // namespace properties::tidy
