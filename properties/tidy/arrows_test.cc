// properties/tidy/arrows_test.cc -- includes follow only the arrows of the table.

#include "properties/tidy/arrows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace properties::tidy {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

// The findings on the file `path` with the one line `line`, in a tree that has a file of each kind.
std::vector<Finding> SaidOf(const std::string& path, const std::string& line) {
  Tree tree = {{"core/collect/cycle.h", ""},
               {"core/object/header.h", ""},
               {"core/pointer/weak.h", ""},
               {"core/rules.h", ""},
               {"fuzz/bytes.h", ""},
               {"model/machine/state.h", ""},
               {"properties/judge/judge.h", ""},
               {"reference/trace/trace.h", ""}};
  tree.push_back({path, "// a file\n" + line + "\n"});
  std::ranges::sort(tree, {}, &File::path);
  return ForbiddenIncludes(tree);
}

std::string Quoted(const std::string& path) { return "#include \"" + path + "\""; }

TEST(Arrows, OnlyThoseDrawnAreFollowed) { EXPECT_EQ(Text(ForbiddenIncludes(OurTree())), ""); }

TEST(Arrows, LeadNowhereInACircle) { EXPECT_THAT(FaultsOfTheTable(), IsEmpty()); }

TEST(Arrows, ThatCloseACircleAreNoticed) {
  EXPECT_THAT(FaultsOfTheTable({{"a", "b"}, {"b", "c"}, {"c", "b"}}), ElementsAre("b -> c -> b"));
}

TEST(Arrows, ThatLeadToNoPlaceAreNoticed) {
  EXPECT_THAT(FaultsOfTheTable({{"a", "b"}}), ElementsAre("a -> b, which is no place"));
}

TEST(Arrows, AreDrawnForEveryFolder) {
  EXPECT_THAT(
      SaidOf("core/cellar/a.h", ""),
      ElementsAre(Field(&Finding::message, "core/cellar is missing in the table of arrows")));
}

struct Arrow {
  std::string from;
  std::string to;
};
std::ostream& operator<<(std::ostream& out, const Arrow& arrow) {
  return out << arrow.from << " to " << arrow.to;
}

class Undrawn : public testing::TestWithParam<Arrow> {};

TEST_P(Undrawn, ArrowIsReportedWithItsLine) {
  EXPECT_THAT(SaidOf(GetParam().from, Quoted(GetParam().to)),
              ElementsAre(AllOf(Field(&Finding::path, GetParam().from), Field(&Finding::line, 2))));
}

INSTANTIATE_TEST_SUITE_P(Arrows, Undrawn,
                         testing::Values(Arrow{"core/collect/a.cc", "reference/trace/trace.h"},
                                         Arrow{"core/collect/a_test.cc", "reference/trace/trace.h"},
                                         Arrow{"core/heap/a.h", "model/machine/state.h"},
                                         Arrow{"core/heap/a.h", "properties/judge/judge.h"},
                                         Arrow{"core/object/a.h", "core/pointer/weak.h"},
                                         Arrow{"core/object/a.cc", "core/collect/cycle.h"},
                                         Arrow{"core/pointer/a.h", "core/collect/cycle.h"},
                                         Arrow{"reference/trace/a.cc", "core/rules.h"},
                                         Arrow{"reference/trace/a_test.cc",
                                               "properties/judge/judge.h"},
                                         Arrow{"model/machine/a.h", "core/object/header.h"},
                                         Arrow{"model/machine/a_test.cc", "core/object/header.h"},
                                         Arrow{"model/proof/a.h", "properties/judge/judge.h"},
                                         Arrow{"properties/judge/a.h", "fuzz/bytes.h"},
                                         Arrow{"properties/judge/a.h", "core/collect/cycle.h"},
                                         Arrow{"fuzz/a.cc", "core/rules.h"},
                                         Arrow{"fuzz/a.cc", "model/machine/state.h"}));

class Drawn : public testing::TestWithParam<Arrow> {};

TEST_P(Drawn, ArrowMayBeFollowed) {
  EXPECT_THAT(SaidOf(GetParam().from, Quoted(GetParam().to)), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Arrows, Drawn,
    testing::Values(Arrow{"core/collect/a.cc", "core/pointer/weak.h"},
                    Arrow{"core/object/a.h", "core/rules.h"},
                    Arrow{"core/object/a_test.cc", "core/collect/cycle.h"},
                    Arrow{"core/testing/a.h", "core/collect/cycle.h"},
                    Arrow{"core/pointer/a.h", "core/object/header.h"},
                    Arrow{"reference/oracle/a.cc", "reference/trace/trace.h"},
                    Arrow{"model/machine/a.h", "core/rules.h"},
                    Arrow{"model/machine/a.h", "reference/trace/trace.h"},
                    Arrow{"properties/subjects/core/a.h", "core/collect/cycle.h"},
                    Arrow{"properties/judge/a_test.cc", "core/collect/cycle.h"},
                    Arrow{"properties/tool/verify/a.h", "model/machine/state.h"},
                    Arrow{"fuzz/targets/a.cc", "properties/judge/judge.h"},
                    Arrow{"fuzz/a.cc", "reference/trace/trace.h"}));

TEST(Arrows, CannotBeHiddenByTheWayAnIncludeIsWritten) {
  for (const std::string line :
       {"#include <reference/trace/trace.h>", "#include \"../reference/trace.h\"",
        "# include \"trace.h\"", "  #  include \"reference/trace/trace.h\"", "#include HEADER"}) {
    EXPECT_THAT(SaidOf("core/collect/a.cc", line), testing::SizeIs(1)) << line;
  }
}

TEST(Arrows, DoNotConcernTheStandardLibraryAndPackages) {
  for (const std::string line :
       {"#include <vector>", "#include <fmt/core.h>", "// #include \"reference/trace/trace.h\""}) {
    EXPECT_THAT(SaidOf("core/collect/a.cc", line), IsEmpty()) << line;
  }
}

}  // namespace
}  // namespace properties::tidy
