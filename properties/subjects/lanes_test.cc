// properties/subjects/lanes_test.cc -- each lane has its thread, and the order is the trace's.

#include "properties/subjects/lanes.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <variant>

#include "core/rules.h"
#include "properties/judge.h"
#include "properties/subjects/core_subject.h"
#include "reference/trace_text.h"

namespace properties {
namespace {

using reference::Trace;

Trace Parsed(const std::string& text) {
  auto parsed = reference::ParseTrace("tricolour trace 2\n" + text);
  EXPECT_TRUE(std::holds_alternative<Trace>(parsed)) << text;
  return std::get<Trace>(parsed);
}

TEST(Lanes, RunOneAfterTheOtherEachOnItsThread) {
  Lanes lanes;
  std::vector<std::uint8_t> order;
  std::map<std::uint8_t, std::set<std::thread::id>> threads;
  for (int round = 0; round < 100; ++round) {
    for (const std::uint8_t lane : std::initializer_list<std::uint8_t>{3, 0, 1, 1, 2}) {
      lanes.Run(lane, [&] {
        order.push_back(lane);
        threads[lane].insert(std::this_thread::get_id());
      });
      ASSERT_EQ(order.back(), lane) << "it is done when Run returns";
    }
  }
  EXPECT_EQ(order.size(), 500u);
  EXPECT_EQ(lanes.threads(), 3u);
  std::set<std::thread::id> all;
  for (const auto& [lane, own] : threads) {
    EXPECT_EQ(own.size(), 1u) << int{lane};
    all.insert(own.begin(), own.end());
  }
  EXPECT_EQ(all.size(), 4u);
  EXPECT_TRUE(threads[0].contains(std::this_thread::get_id()));
}

TEST(Lanes, NobodyHasAThreadWhoseLaneWasNotUsed) {
  Lanes lanes;
  lanes.Run(0, [] {});
  EXPECT_EQ(lanes.threads(), 0u);
}

// A store on another lane, beside a trace: what it stores is shaded like anybody's.
const char* const kStoreOnALane =
    "create a\nroot a\n@2 create b\nstore a.0 b\n@1 create d\nstore b.0 d\nstart\ntick 2\n"
    "@1 store a.1 d\nstore b.0 null\ntick 9\nexpect alive d\n";

TEST(Lanes, AreJudgedAsTheirOrderSays) {
  const auto core = MakeCoreSubject();
  EXPECT_EQ(Judge(Parsed(kStoreOnALane), *core).outcome, Outcome::kAgree);
}

TEST(Lanes, ABarrierThatIsMissedOnOneIsCaughtEachTime) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  for (int run = 0; run < 20; ++run) {
    EXPECT_EQ(Judge(Parsed(kStoreOnALane), *faulty).outcome, Outcome::kDisagree) << run;
  }
}

}  // namespace
}  // namespace properties
