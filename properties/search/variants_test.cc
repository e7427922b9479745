// properties/search/variants_test.cc -- the heaps that a search at random judges.
//
// Label: threads.

#include "properties/search/variants.h"

#include <array>
#include <memory>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/variant_alphabets.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

using reference::Setting;
using reference::SettingEntry;
using reference::SettingSet;
using reference::Variant;

constexpr std::uint64_t kCases = 40'000;

Variant DrawnFor(std::uint64_t seed, SettingSet settings = SettingSet::All()) {
  Random random(seed);
  return DrawVariant(random, settings);
}

TEST(Variants, MostHeapsAreUsualAndEveryValueIsDrawn) {
  std::uint64_t usual = 0, costly = 0;
  std::set<Variant> alone;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Variant drawn = DrawnFor(seed);
    usual += drawn.IsUsual();
    alone.insert(drawn);
    for (const SettingEntry& entry : reference::kSettings) {
      costly += IsCostly(entry.setting) && drawn.Choice(entry.setting) != 0;
    }
  }
  EXPECT_GT(usual, kCases / 2);
  EXPECT_LT(usual, kCases * 9 / 10);
  EXPECT_LT(costly, kCases / 200);
  for (const SettingEntry& entry : reference::kSettings) {
    for (std::uint8_t choice = 1; choice < entry.Values().size(); ++choice) {
      EXPECT_TRUE(alone.contains(reference::With(entry.setting, choice))) << entry.word;
    }
  }
}

TEST(Variants, SeveralSettingsAreDrawnTogether) {
  std::set<std::size_t> together;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Variant drawn = DrawnFor(seed);
    std::size_t count = 0;
    for (const SettingEntry& entry : reference::kSettings)
      count += drawn.Choice(entry.setting) != 0;
    together.insert(count);
  }
  EXPECT_TRUE(together.contains(2) && together.contains(5));
}

TEST(Variants, OnlySettingsOfTheSubjectAreDrawn) {
  const SettingSet without = SettingSet::All().Remove(Setting::kObjects);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    EXPECT_EQ(DrawnFor(seed, without).Choice(Setting::kObjects), 0);
    EXPECT_TRUE(DrawnFor(seed, SettingSet()).IsUsual());
  }
}

TEST(Variants, ADirectedCaseHasTheHeapOfItsSeedAndIsOtherwiseTheSame) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  std::set<Variant> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    reference::Trace drawn, again, usual;
    EXPECT_EQ(RunDirected(session, seed, {}, drawn).outcome, Outcome::kAgree);
    RunDirected(session, seed, {}, again);
    RunDirected(session, seed, {.heap = Variant()}, usual);
    EXPECT_EQ(drawn, again);
    seen.insert(drawn.header.heap);
    EXPECT_TRUE(usual.header.heap.IsUsual());
    if (drawn.header.heap.IsUsual()) {
      EXPECT_EQ(drawn, usual);
    }
  }
  EXPECT_GT(seen.size(), 8u);
}

TEST(Variants, ASubjectWithoutSettingsIsJudgedOnTheUsualHeap) {
  ToySubject toy;
  JudgeSession session(toy);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    reference::Trace trace;
    RunDirected(session, seed, {}, trace);
    EXPECT_TRUE(trace.header.heap.IsUsual());
  }
  const reference::TraceHeader header{.heap = reference::With(Setting::kEliminate, 3)};
  session.Begin(header);
  EXPECT_TRUE(session.End().heap.IsUsual()) << "neither the subject nor the oracle takes it";
}

TEST(Variants, EachValueHasAnAlphabetWithItsHeap) {
  for (const SettingEntry& entry : reference::kSettings) {
    for (std::uint8_t choice = 1; choice < entry.Values().size(); ++choice) {
      const Alphabet alphabet =
          MakeVariantAlphabet(entry.setting, choice, reference::Locals::kDead);
      EXPECT_EQ(alphabet.header.heap.Choice(entry.setting), choice);
      EXPECT_GT(alphabet.entries.size(), 5u) << entry.word;
    }
  }
}

TEST(Variants, ASearchCountsItsTracesByVariant) {
  const SearchResult result =
      SearchDirected([] { return MakeCoreSubject(); }, 1, {}, {.max_traces = 400});
  const Catch* const found = result.First();
  ASSERT_EQ(found, nullptr) << found->verdict.First()->message << "\n"
                            << reference::PrintTrace(found->trace);
  EXPECT_GT(result.variants.unusual, 40u);
  EXPECT_LT(result.variants.unusual, 160u);
  for (const auto& values : result.variants.values) {
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::uint64_t{0}),
              result.variants.unusual);
  }
}

}  // namespace
}  // namespace properties
