// properties/tool/own_rules_program_test.cc -- the rules that a stranger's collector can break are
// broken in turn, and what is not noticed breaks the baseline.

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "properties/tool/program_fixture.h"

#ifdef TRICOLOUR_EXAMPLE_PLUGIN

namespace tool {
namespace {

using testing::HasSubstr;
using testing::Not;

class OwnRules : public Program {};

TEST_F(OwnRules, AreEachCaughtWithALength) {
  const Ran ran =
      Run("verify --quick --cases 500 --subject " TRICOLOUR_EXAMPLE_PLUGIN " --out " + Path("out"));
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("rules of its own"));
  for (const char* rule :
       {"store-without-shading", "root-without-shading", "sweep-what-is-grey", "keep-garbage"}) {
    EXPECT_THAT(ran.out, HasSubstr(rule));
  }
  EXPECT_THAT(ran.out, HasSubstr("broken, and caught in"));
  EXPECT_THAT(ran.out, Not(HasSubstr("not noticed")));
  EXPECT_THAT(ran.out, HasSubstr("traces that once broke something in core"));
}

// A collector of which one rule is broken already is not asked for the others.
TEST_F(OwnRules, AreNotAskedOfACollectorThatBreaksOne) {
  const Ran ran = Run("verify --quick --cases 50 --first --subject " TRICOLOUR_EXAMPLE_PLUGIN
                      " --without keep-garbage --out " +
                      Path("out"));
  EXPECT_EQ(ran.exit_code, 1) << ran.out;
  EXPECT_THAT(ran.out, Not(HasSubstr("rules of its own")));
}

// A full run of a collector that fails goes on as the quick one: its author waits for the verdict.
TEST_F(OwnRules, CutAFullRunShortIfOneIsBroken) {
  const auto most_traces = [this](const std::string& arguments) {
    const Ran ran = Run("verify --subject " TRICOLOUR_EXAMPLE_PLUGIN "@keep-garbage " + arguments +
                        " --out " + Path("out"));
    EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
    std::uint64_t most = 0;
    const auto report = nlohmann::json::parse(Read(Path("out/report.json")));
    // The first two run at once, as far as they were asked to.
    for (std::size_t i = 2; i < report.at("sections").size(); ++i) {
      most = std::max<std::uint64_t>(most, report.at("sections")[i].at("traces"));
    }
    const bool says_so = ran.out.find("tried as far as by --quick") != std::string::npos;
    EXPECT_EQ(says_so, arguments.empty()) << ran.out;
    return most;
  };
  EXPECT_EQ(most_traces(""), most_traces("--quick"));
}

// Without colours such a loss is seen only when the object is gone, and small heaps do not go that
// deep; directed random does, whatever the seed.
TEST_F(OwnRules, OfObjectsThatGrowAreCaughtByTheGateWithoutColours) {
  for (const char* seed : {"1", "5"}) {
    const Ran ran = Run("verify --quick --subject " TRICOLOUR_CONTAINERS_PLUGIN
                        "@append-without-shading --seed " +
                        std::string(seed) + " --out " + Path("out"));
    EXPECT_EQ(ran.exit_code, 1) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("DISAGREE safety: a reachable object was freed"));
  }
}

}  // namespace
}  // namespace tool

#endif
