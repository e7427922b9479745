// model/explorer/published_lengths_test.cc -- what is published is what the search finds.
//
// By default the heaps of 2 x 2 and 3 x 1 are searched, under dead locals, and for lengths up to
// kUsualLength under black locals; rescanned locals lie between the two. With
// TRICOLOUR_DEEP=1 all disciplines are, and the larger heaps as well, which takes about an hour.

#include "model/explorer/published_lengths.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <tuple>

#include "model/explorer/shortest_witness.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

constexpr std::size_t kUsualLength = 13;

bool Deep() { return std::getenv("TRICOLOUR_DEEP") != nullptr; }

class PublishedLengthOf : public testing::TestWithParam<std::tuple<Fault, Locals>> {};

TEST_P(PublishedLengthOf, IsWhatTheSearchFindsInEveryOrderOfCreation) {
  const auto [fault, locals] = GetParam();
  const PublishedLength& published = PublishedLengthsOf(fault).In(locals);
  ShortestOptions options;
  options.max_states_large = options.max_states;
  options.large = Deep();
  const ShortestWitness found = FindShortest(fault, locals, options);
  EXPECT_EQ(found.first_finding, published.first_finding);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->length, published.confirmed);
  EXPECT_EQ(WhyLonger(found).empty(), published.confirmed == published.first_finding);
  if (Deep()) return;
  EXPECT_EQ(found.found_in.entries, published.found_in.objects);
  EXPECT_EQ(found.found_in.fields, published.found_in.fields);
  EXPECT_TRUE(found.Complete() || published.confirmed > published.first_finding);
}

// A fault that is harmless in a discipline has no length there; that its heaps are exhausted,
// counterexample_search_test.cc and prove_test.cc say.
std::vector<std::tuple<Fault, Locals>> AllLengths() {
  std::vector<std::tuple<Fault, Locals>> all;
  for (const PublishedLengths& lengths : kPublishedLengths) {
    for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
      const PublishedLength& published = lengths.In(locals);
      const bool usual = locals == Locals::kDead ||
                         (locals == Locals::kBlack && published.confirmed <= kUsualLength);
      if (published.first_finding > 0 && (usual || Deep())) all.emplace_back(lengths.fault, locals);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(EveryFault, PublishedLengthOf, testing::ValuesIn(AllLengths()),
                         [](const auto& each) {
                           const gc::FaultEntry& entry = gc::EntryOf(std::get<0>(each.param));
                           std::string name =
                               std::string(gc::EntryOf(entry.rule).name) + "_" +
                               std::string(entry.variant) + "_" +
                               std::string(reference::WordOf(std::get<1>(each.param)));
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

TEST(PublishedLengths, HaveALineForEachFaultThatTheModelSearches) {
  std::set<Fault> published;
  for (const PublishedLengths& lengths : kPublishedLengths) published.insert(lengths.fault);
  std::set<Fault> searched;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (!IsAssumed(entry.fault)) searched.insert(entry.fault);
  }
  EXPECT_EQ(published, searched);
  EXPECT_EQ(published.size(), kPublishedLengths.size());
}

}  // namespace
}  // namespace model
