// properties/tidy/statements_test.cc -- no statement of ours misleads, and one that does is
// noticed.

#include "properties/tidy/statements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

Tree Function(const std::string& body) { return {{"core/a.cc", "void F() {\n" + body + "\n}\n"}}; }

TEST(Statements, NoDefaultHidesAnEnumerator) {
  EXPECT_EQ(Text(DefaultsOverEnumerations(OurTree())), "");
}

TEST(Statements, NoConditionalStandsAlone) {
  EXPECT_EQ(Text(ConditionalStatements(OurTree())), "");
}

TEST(Statements, ADefaultIsSeenWithItsLine) {
  EXPECT_THAT(DefaultsOverEnumerations(
                  Function("switch (verb) {\n case Verb::kTick: return;\n default: break;\n}")),
              ElementsAre(Field(&Finding::line, 4)));
  EXPECT_THAT(DefaultsOverEnumerations(Function("switch (verb) { default: case kTick: break; }")),
              ElementsAre(Field(&Finding::line, 2)));
}

TEST(Statements, ADefaultInASwitchWithinASwitchIsSeenOnce) {
  EXPECT_THAT(DefaultsOverEnumerations(Function("switch (a) {\n case kA:\n switch (b) {\n case kB: "
                                                "break;\n default: break;\n}\n}")),
              ElementsAre(Field(&Finding::line, 6)));
}

TEST(Statements, ADefaultOverCharactersAndNumbersIsAllowed) {
  EXPECT_THAT(DefaultsOverEnumerations(Function("switch (c) { case 'a': break; default: break; }")),
              IsEmpty());
  EXPECT_THAT(DefaultsOverEnumerations(Function("switch (verb) { case Verb::kTick: break; }")),
              IsEmpty());
}

TEST(Statements, AConditionalIsSeenWhereverAStatementMayStand) {
  for (const char* body :
       {"ready ? One() : Other();", "a == b ? ++c : --c;", "if (x) ready ? One() : Other();",
        "for (int i = 0; i < 2; ++i) ready ? One() : Other();",
        "switch (a) { case kA: ready ? One() : Other(); }", "(a = b) ? One() : Other();"}) {
    EXPECT_EQ(ConditionalStatements(Function(body)).size(), 1u) << body;
  }
}

TEST(Statements, AConditionalThatGivesAValueIsAllowed) {
  for (const char* body :
       {"return ready ? 1 : 2;", "const int a = ready ? 1 : 2;", "F(ready ? 1 : 2);",
        "a += ready ? 1 : 2;", "const int a{ready ? 1 : 2};", "out << (ready ? 1 : 2);",
        "// ready ? One() : Other();", "F(\"; a ? b : c;\");", "throw ready ? 1 : 2;",
        "if (a) { return b ? 1 : 2; } F();", "std::array<int, kBig ? 4 : 2> a;"}) {
    EXPECT_THAT(ConditionalStatements(Function(body)), IsEmpty()) << body;
  }
}

}  // namespace
}  // namespace properties::tidy
