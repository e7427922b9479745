// properties/tool/verdict_program_test.cc -- a failing run says its verdict first, and all on one
// screen.

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "properties/tool/program_fixture.h"

#ifdef TRICOLOUR_EXAMPLE_PLUGIN

namespace tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kBrokenBarrier =
    "verify --quick --cases 500 --subject " TRICOLOUR_EXAMPLE_PLUGIN "@store-without-shading";

class VerdictOfARun : public Program {
 protected:
  // The number of the line, from 1 on, in which the text first stands; 0: in none.
  static long LineOf(const std::string& text, const std::string& searched) {
    const std::size_t at = text.find(searched);
    if (at == std::string::npos) return 0;
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  }
};

TEST_F(VerdictOfARun, ThatFailsStandsFirstWithTheBestReport) {
  const Ran ran = Run(std::string(kBrokenBarrier) + " --out " + Path("out"));
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_EQ(LineOf(ran.out, "DISAGREE: "), 3) << ran.out;
  EXPECT_LE(LineOf(ran.out, "MISSED BARRIER"), 10) << ran.out;
  EXPECT_LE(std::ranges::count(ran.out, '\n'), 45) << ran.out;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("did not agree: "), HasSubstr(" small heaps"),
                             HasSubstr("(-v shows each)")));
  EXPECT_THAT(ran.out, Not(HasSubstr("  wavefront     dead")));
  EXPECT_EQ(Read(Path("out/report.txt")), ran.out);
}

TEST_F(VerdictOfARun, IsShownWithEachSectionIfThatIsAskedFor) {
  const Ran ran = Run(std::string(kBrokenBarrier) + " -v --out " + Path("out"));
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("  wavefront     dead       disagree"),
                             HasSubstr("of all children; the run took")));
  EXPECT_LT(LineOf(ran.out, "DISAGREE: "), LineOf(ran.out, "MISSED BARRIER"));
}

TEST_F(VerdictOfARun, ThatAgreesStandsBelowItsSections) {
  const Ran ran =
      Run("verify --quick --cases 500 --subject " TRICOLOUR_EXAMPLE_PLUGIN " --out " + Path("out"));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("  wavefront     dead       agree"));
  EXPECT_GT(LineOf(ran.out, "AGREE: "), LineOf(ran.out, "of all children; the run took"));
  EXPECT_THAT(ran.out, Not(HasSubstr("did not agree")));
}

}  // namespace
}  // namespace tool

#endif
