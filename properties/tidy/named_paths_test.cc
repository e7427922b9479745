// properties/tidy/named_paths_test.cc -- comments and pages name files that exist, and a wrong name
// is noticed.

#include "properties/tidy/named_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

// The findings on the file `path` with this text, in a tree with one header.
std::vector<Finding> SaidOf(const std::string& path, const std::string& text) {
  return NamesOfNoFile({{path, text}}, {"core", "core/object", "core/object/header.h"});
}

TEST(NamedPaths, InCommentsAreThere) { EXPECT_EQ(Text(NamesOfNoFile(OurTree(), OurPaths())), ""); }

TEST(NamedPaths, OnPagesAreThere) {
  const Tree pages = ReadTree(TRICOLOUR_SOURCE_DIR, {".md"});
  EXPECT_EQ(Text(NamesOfNoFile(pages, OurPaths())), "");
}

TEST(NamedPaths, ThatAreNotThereAreSeen) {
  for (const char* name : {"core/object/mark.h", "mark.h", "core/subject", "object/mark.cc"}) {
    EXPECT_THAT(SaidOf("core/a.cc", "\n// see " + std::string(name) + ".\n"),
                ElementsAre(testing::AllOf(Field(&Finding::line, 2),
                                           Field(&Finding::message, HasSubstr(name)))));
    EXPECT_THAT(SaidOf("core/README.md", "`" + std::string(name) + "`"), testing::SizeIs(1));
  }
}

TEST(NamedPaths, MayLeaveOffFoldersAndEndings) {
  for (const char* name : {"core/object/header.h", "core/object/header", "object/header.h",
                           "header.h", "core/object", "core/object/", "<tbb/info.h>", "core/"}) {
    EXPECT_THAT(SaidOf("core/a.cc", "// see " + std::string(name) + ", and more\n"), IsEmpty())
        << name;
  }
}

TEST(NamedPaths, InCodeAreTheCompilersBusiness) {
  EXPECT_THAT(SaidOf("core/a.cc", "#include \"core/mark.h\"\nOpen(\"core/mark.h\");\n"), IsEmpty());
}

}  // namespace
}  // namespace properties::tidy
