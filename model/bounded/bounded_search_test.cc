// model/bounded/bounded_search_test.cc -- Z3 and the explorer agree on every shortest length.
//
// The machine is stated twice, as functions on states and as formulas on relations. If one of them
// had a mistake, search and proof would be about different collectors. So for every fault and
// discipline both must find a shortest violation of the same length, or none up to the same depth.
//
// Where the explorer's length is known, Z3 is asked two questions: whether a run of that length
// breaks something, and whether a shorter one does. Long runs under black locals and with clusters,
// where there are most, are asked for only with TRICOLOUR_DEEP=1. Where the explorer finds
// nothing, Z3 is asked for eight steps.

#include "model/bounded/bounded_search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "model/explorer/counterexample_search.h"
#include "model/explorer/published_lengths.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

constexpr std::size_t kUsualLength = 11;
constexpr std::size_t kUsualCluster = 10;
constexpr std::size_t kDepthOfNothing = 8;
constexpr unsigned kTimeout = 600'000;  // milliseconds for each question

bool Deep() { return std::getenv("TRICOLOUR_DEEP") != nullptr; }

// The bounds on which the explorer has its first finding.
BoundedSearchOptions OptionsFor(Fault fault, Locals locals, const PublishedLength& published) {
  BoundedSearchOptions options{.faults = gc::FaultSet(fault), .locals = locals};
  options.timeout_ms = kTimeout;
  for (const Bounds& bounds : CounterexampleHeaps(fault, locals)) {
    options.bounds = bounds;
    if (bounds.entries == published.found_in.objects) break;
  }
  return options;
}

bool IsHeavy(const BoundedSearchOptions& options, std::size_t length) {
  const bool black = options.locals == Locals::kBlack;
  if (options.bounds.verbs.Has(reference::Verb::kCluster)) return black || length > kUsualCluster;
  return black && length > kUsualLength;
}

class BoundedSearchOf : public testing::TestWithParam<std::tuple<Fault, Locals>> {};

TEST_P(BoundedSearchOf, ConfirmsTheLengthThatTheExplorerFinds) {
  const auto [fault, locals] = GetParam();
  const PublishedLength& published = PublishedLengthsOf(fault).In(locals);
  BoundedSearchOptions options = OptionsFor(fault, locals, published);
  if (published.first_finding == 0) {
    options.from_depth = options.max_depth = kDepthOfNothing;
    const BoundedSearch search = SearchBounded(options);
    EXPECT_FALSE(search.length || search.inconclusive) << Describe(options.bounds);
    return;
  }
  const LengthCheck check = CheckLength(options, published.first_finding);
  EXPECT_EQ(WordOf(check.verdict), "confirmed") << Describe(options.bounds);
}

// The discipline of rescanned locals lies between the other two, and is left out.
std::vector<std::tuple<Fault, Locals>> AllCases() {
  std::vector<std::tuple<Fault, Locals>> all;
  for (const PublishedLengths& lengths : kPublishedLengths) {
    for (const Locals locals : {Locals::kDead, Locals::kBlack}) {
      const PublishedLength& published = lengths.In(locals);
      const BoundedSearchOptions options = OptionsFor(lengths.fault, locals, published);
      if (!Deep() && IsHeavy(options, published.first_finding)) continue;
      all.emplace_back(lengths.fault, locals);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(EveryFault, BoundedSearchOf, testing::ValuesIn(AllCases()),
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

// A length that is too long or too short is not confirmed.
TEST(BoundedSearch, RefusesALengthThatIsNotTheShortest) {
  const Fault fault = Fault::kBornWithOtherBit;
  const PublishedLength& published = PublishedLengthsOf(fault).In(Locals::kDead);
  const BoundedSearchOptions options = OptionsFor(fault, Locals::kDead, published);
  ASSERT_EQ(published.first_finding, 3);
  EXPECT_EQ(CheckLength(options, 2).verdict, LengthVerdict::kLonger);
  EXPECT_EQ(CheckLength(options, 3).verdict, LengthVerdict::kConfirmed);
  EXPECT_EQ(CheckLength(options, 4).verdict, LengthVerdict::kShorter);
  EXPECT_EQ(SearchBounded(options).length, std::optional<std::size_t>(3));
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
