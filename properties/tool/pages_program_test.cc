// properties/tool/pages_program_test.cc -- the pages and the graphs that commands write.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kLosingFile =
    "tricolour trace 2\n# found: by hand\ncreate a 0\nreferencer-hold r0 a\nstart\ncreate b 1\n"
    "store b.0 a\nreferencer-hold r0 b\ntick 3\n";

class Pages : public Program {
 protected:
  // `explain` of the losing trace without the barrier, with these options.
  Ran Explained(const std::string& options) const {
    return Run("explain '" + Write("losing.trace", kLosingFile) + "' --without insertion-barrier " +
               options);
  }
};

TEST_F(Pages, OfATraceComeWithTheText) {
  const Ran ran = Explained("--html '" + Path("page.html") + "'");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("A barrier at 5 saves it."));
  EXPECT_THAT(ran.out, HasSubstr("  page: " + Path("page.html") + "\n"));
  const std::string page = Read(Path("page.html"));
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("; by hand</p>"));
  EXPECT_THAT(page, HasSubstr("<h3>core/pointer/object_ptr.h:"))
      << "the line that upholds the rule";
  EXPECT_THAT(page, HasSubstr("<div class=\"at\">"));
}

TEST_F(Pages, ArePrintedIfTheFileIsADash) {
  const Ran ran = Explained("--html -");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, StartsWith("<!DOCTYPE html>"));
  EXPECT_TRUE(ran.out.ends_with("</html>\n"));
  EXPECT_EQ(ran.out.find("A barrier at 5"), ran.out.rfind("A barrier at 5")) << "and no text";
}

TEST_F(Pages, OfATraceThatAgreesAreWrittenToo) {
  const Ran ran = Run("explain '" + Write("losing.trace", kLosingFile) + "' --html '" +
                      Path("page.html") + "'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(Read(Path("page.html")), HasSubstr("AGREE</span>"));
}

TEST_F(Pages, ThatCannotBeWrittenAreAnError) {
  const Ran ran = Explained("--html '" + Path("no/such/folder.html") + "'");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("cannot write " + Path("no/such/folder.html")));
  EXPECT_EQ(Explained("--html /dev/full").exit_code, 2);
}

TEST_F(Pages, GoWithAFormatForMachines) {
  const Ran ran = Explained("--format json --html '" + Path("page.html") + "'");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("verdict"), "disagree");
  EXPECT_TRUE(fs::exists(Path("page.html")));
  EXPECT_EQ(Explained("--format json --html -").exit_code, 2) << "both print";
}

TEST_F(Pages, OfASchedulersRunHaveItsStepsAndNoHeap) {
  const std::string file =
      "'" TRICOLOUR_SOURCE_DIR "/properties/schedule/corpus/purge--slice-without-time.trace'";
  const Ran ran = Run("explain " + file + " --html '" + Path("page.html") + "'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(Read(Path("page.html")), Not(HasSubstr("id=\"graph\"")));
  const Ran dot = Run("explain " + file + " --dot");
  EXPECT_EQ(dot.exit_code, 2);
  EXPECT_THAT(dot.err, HasSubstr("which has no heap to draw"));
}

// A collector that shows no colours: its objects live, or are gone.
TEST_F(Pages, OfASubjectWithoutColoursDrawItsEdges) {
  const std::string trace = Write(
      "foreign.trace", "tricolour trace 2\ncreate a 1\nroot a\ncreate b 1\nstore a.0 b\ncollect\n");
  const Ran ran = Run("explain '" + trace + "' --subject lua --html '" + Path("page.html") + "'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::string page = Read(Path("page.html"));
  EXPECT_NE(page.find("\"colours\":false"), page.npos);
  EXPECT_NE(page.find("the subject shows no colours"), page.npos);
  EXPECT_NE(page.find("\"fields\":[1]"), page.npos);
}

// What the judge can be shown of a collector in a library is drawn too.
TEST_F(Pages, OfACollectorInALibraryShowWhatItShows) {
  const std::string trace =
      Write("foreign.trace",
            "tricolour trace 2\ncreate a 1\nroot a\ncreate b 1\nstore a.0 b\nstart\ntick 2\n"
            "create c 1\nroot c\nstore c.0 b\nstore a.0 null\ntick 9\ncollect\n");
  const Ran ran =
      Run("explain '" + trace + "' --subject '" TRICOLOUR_EXAMPLE_PLUGIN "@keep-garbage' --html '" +
          Path("page.html") + "'");
  EXPECT_TRUE(ran.exit_code == 0 || ran.exit_code == 1) << ran.err;
  EXPECT_NE(Read(Path("page.html")).find("\"colours\":true"), std::string::npos);
}

TEST_F(Pages, OfVerifyLieWithTheirTraces) {
  const Ran ran = Run("verify --without insertion-barrier --out '" + Path("out") + "'");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("  page: " + Path("out/1.html") + "\n"));
  EXPECT_THAT(Read(Path("out/1.html")), HasSubstr("MISSED BARRIER"));
  EXPECT_THAT(Read(Path("out/1.html")), HasSubstr("\"verdict\":\"AGREE\"")) << "the saved run";
  const std::string run = Read(Path("out/run.html"));
  EXPECT_THAT(run, HasSubstr("<a href=\"1.html\">"));
  EXPECT_THAT(run, HasSubstr("id=\"matrix\""));
  EXPECT_EQ(nlohmann::json::parse(Read(Path("out/report.json"))).at("failures")[0].at("page_file"),
            Path("out/1.html"));
  // The next run into the folder takes them away.
  EXPECT_EQ(Run("verify --without weak-read-barrier --out '" + Path("out") + "'").exit_code, 0);
  EXPECT_FALSE(fs::exists(Path("out/1.html"))) << "it is redundant, and nothing fails";
  EXPECT_THAT(Read(Path("out/run.html")), HasSubstr("redundant"));
}

TEST_F(Pages, OfVerifyOfAForeignSubjectAreWritten) {
  const Ran ran = Run("verify --quick --subject '" TRICOLOUR_EXAMPLE_PLUGIN
                      "@store-without-shading' --first --cases 50 --out '" +
                      Path("out") + "'");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(Read(Path("out/run.html")), HasSubstr("mark-sweep"));
  EXPECT_TRUE(fs::exists(Path("out/1.html")));
}

TEST_F(Pages, DotDrawsTheHeapOfAStep) {
  const Ran last = Explained("--dot");
  EXPECT_EQ(last.exit_code, 1) << last.err;
  EXPECT_THAT(last.out, StartsWith("digraph heap {\n  label=\"after 7 tick 3: reachable: "));
  const Ran third = Explained("--dot --step 3");
  EXPECT_THAT(third.out, HasSubstr("\"a\" [label=\"a\\nwhite\""));
  EXPECT_EQ(third.out, Explained("--dot --step 3").out) << "in a stable order";
}

TEST_F(Pages, DotIsReadByGraphviz) {
  ASSERT_EQ(std::system("dot -V 2>/dev/null"), 0) << "graphviz is not installed";
  const std::string file = Write("heap.dot", Explained("--dot").out);
  const std::string plain = Path("heap.txt");
  ASSERT_EQ(std::system(("dot -Tplain '" + file + "' >'" + plain + "'").c_str()), 0);
  EXPECT_THAT(Read(plain), HasSubstr("\nedge b a "));
}

TEST_F(Pages, DotRefusesStepsThatThereAreNot) {
  const Ran beyond = Explained("--dot --step 9");
  EXPECT_EQ(beyond.exit_code, 2);
  EXPECT_THAT(beyond.err, HasSubstr("expected a step from 1 to 7, found 9"));
  EXPECT_EQ(Explained("--step 3").exit_code, 2);
  EXPECT_EQ(Explained("--dot --format json").exit_code, 2);
  EXPECT_EQ(Explained("--dot --html -").exit_code, 2);
}

}  // namespace
}  // namespace tool
