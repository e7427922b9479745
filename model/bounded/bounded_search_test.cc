// model/bounded/bounded_search_test.cc -- Z3 and the explorer agree on every shortest length.
//
// The machine is stated twice, as functions on states and as formulas on relations. If one of them
// had a mistake, search and proof would be about different collectors. So for every fault and
// discipline both must find a shortest violation of the same length, or none up to the same depth.
//
// Z3's search takes much longer with each step. So by default the tests ask for eight steps, and
// for each fault on one heap only, one on which the explorer finds something. With
// TRICOLOUR_BOUNDED_DEPTH=14, the length of the longest witness, they ask on all heaps. That takes
// many minutes, most of them for serials that wrap around on three objects.

#include "model/bounded/bounded_search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "model/explorer/counterexample_search.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

constexpr std::size_t kUsualDepth = 8;
constexpr unsigned kUsualTimeout = 60'000;  // milliseconds for each depth

std::size_t Depth() {
  const char* const asked = std::getenv("TRICOLOUR_BOUNDED_DEPTH");
  return asked == nullptr ? kUsualDepth : std::strtoull(asked, nullptr, 10);
}

// The depth of the explorer's first finding, confirmed by a real table or not: the formulas have no
// order of lists and indices either.
std::optional<std::size_t> Explored(Fault fault, Locals locals, const Bounds& bounds,
                                    std::size_t depth) {
  const Exploration explored = Explore(
      {.faults = gc::FaultSet(fault), .locals = locals, .bounds = bounds, .max_depth = depth});
  if (explored.first_finding == 0) return std::nullopt;
  return explored.first_finding;
}

void ExpectAgreement(Fault fault, Locals locals, const Bounds& bounds, std::size_t depth) {
  const std::optional<std::size_t> explored = Explored(fault, locals, bounds, depth);
  const BoundedSearch search =
      SearchBounded({.faults = gc::FaultSet(fault),
                     .locals = locals,
                     .bounds = bounds,
                     .max_depth = explored.value_or(depth),
                     .timeout_ms = kUsualTimeout * (depth > kUsualDepth ? 10u : 1u)});
  EXPECT_FALSE(search.inconclusive) << Describe(bounds);
  EXPECT_EQ(search.length, explored) << Describe(bounds);
}

class BoundedSearchOf : public testing::TestWithParam<std::tuple<Fault, Locals>> {};

TEST_P(BoundedSearchOf, FindsTheShortestLengthThatTheExplorerFinds) {
  const auto [fault, locals] = GetParam();
  const std::vector<Bounds> grounds = CounterexampleHeaps(fault, locals);
  if (Depth() > kUsualDepth) {
    for (const Bounds& bounds : grounds) ExpectAgreement(fault, locals, bounds, Depth());
    return;
  }
  const bool second =
      !Explored(fault, locals, grounds[0], Depth()) && Explored(fault, locals, grounds[1], Depth());
  ExpectAgreement(fault, locals, grounds[second ? 1 : 0], Depth());
}

std::vector<Fault> AllFaults() {
  std::vector<Fault> faults;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    const bool asked =
        !IsAssumed(entry.fault) && CanSearch(CounterexampleHeaps(entry.fault, Locals::kDead)[0]);
    if (asked) faults.push_back(entry.fault);
  }
  return faults;
}

// The discipline of rescanned locals lies between these two, and is left out.
INSTANTIATE_TEST_SUITE_P(EveryFault, BoundedSearchOf,
                         testing::Combine(testing::ValuesIn(AllFaults()),
                                          testing::Values(Locals::kDead, Locals::kBlack)),
                         [](const auto& each) {
                           const gc::FaultEntry& entry = gc::EntryOf(std::get<0>(each.param));
                           std::string name =
                               std::string(gc::EntryOf(entry.rule).name) + "_" +
                               std::string(entry.variant) + "_" +
                               std::string(reference::WordOf(std::get<1>(each.param)));
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

// In the sound machine no run of six steps breaks anything, for the explorer and for Z3.
TEST(BoundedSearch, FindsNothingInTheSoundMachine) {
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    const BoundedSearch search =
        SearchBounded({.locals = locals, .bounds = WholeLife(2, 2, locals, true), .max_depth = 6});
    EXPECT_FALSE(search.length);
    EXPECT_FALSE(search.inconclusive);
  }
}

TEST(BoundedSearch, SaysSoWhenItRunsOutOfTime) {
  const BoundedSearch search = SearchBounded({.locals = Locals::kBlack,
                                              .bounds = WholeLife(3, 2, Locals::kBlack, true),
                                              .from_depth = 12,
                                              .max_depth = 12,
                                              .timeout_ms = 1});
  EXPECT_TRUE(search.inconclusive);
  EXPECT_FALSE(search.length);
}

}  // namespace
}  // namespace model
