// properties/tool/bench_program_test.cc -- `bench` seen from outside. Nothing here is timed.

#include <nlohmann/json.hpp>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;

TEST_F(Program, BenchRefusesWhatItDoesNotKnowAndSaysWhatWasExpected) {
  const Ran workload = Run("bench --only W1,W9");
  EXPECT_EQ(workload.exit_code, 2);
  EXPECT_THAT(workload.err, HasSubstr("expected"));
  EXPECT_THAT(workload.err, HasSubstr("W7"));
  for (const char* wrong : {"--rounds 0", "--rounds many", "--frobnicate", "W1", "--json",
                            "--json /no/such/folder/a.json", "--page /no/such/folder/a.html"}) {
    const Ran ran = Run(std::string("bench --only W5 ") + wrong);
    EXPECT_EQ(ran.exit_code, 2) << wrong;
    EXPECT_EQ(ran.out, "") << wrong;
    EXPECT_NE(ran.err, "") << wrong;
  }
  const Ran peers = Run("bench --install-peers");
  EXPECT_EQ(peers.exit_code, 2);
  EXPECT_THAT(peers.err, HasSubstr("launcher"));
}

TEST_F(Program, BenchListsWorkloadsAndSubjects) {
  const Ran ran = Run("bench --list");
  EXPECT_EQ(ran.exit_code, 0);
  for (const char* name : {"W1", "W7", "tricolour 1t", "naive", "limit 1t", "cppgc", "libgc"}) {
    EXPECT_THAT(ran.out, HasSubstr(name));
  }
}

TEST_F(Program, BenchPrintsATableAndWritesJsonAndAPage) {
  const std::string json = Path("a.json"), page = Path("a.html");
  const Ran ran =
      Run("bench --quick --rounds 1 --only W5 --json '" + json + "' --page '" + page + "'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("W5: objects of 64 bytes"));
  EXPECT_THAT(ran.out, HasSubstr("malloc and free"));
  const auto parsed = nlohmann::json::parse(Read(json));
  ASSERT_EQ(parsed["sections"].size(), 1u);
  EXPECT_EQ(parsed["sections"][0]["workload"], "W5");
  EXPECT_EQ(parsed["sections"][0]["rows"][0]["subject"], "tricolour 1t");
  EXPECT_THAT(Read(page), HasSubstr("<svg"));
  EXPECT_THAT(Read(page), HasSubstr("bench --quick --only W5 --rounds 1"));
}

}  // namespace
}  // namespace tool
