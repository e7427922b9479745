// properties/schedule/schedule_search_test.cc -- the searches are good enough to miss no line of
// the table.
//
// Label: threads.

#include "properties/schedule/schedule_search.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "properties/schedule/schedule_alphabets.h"
#include "reference/schedule/schedule_text.h"

namespace properties::schedule {
namespace {

using reference::schedule::DecisionLines;

// The first difference that the search finds, if any, of an oracle without the line.
std::optional<ScheduleCatch> Found(std::optional<std::size_t> left_out, bool random) {
  const auto subject = MakeCoreSchedule();
  std::optional<ScheduleCatch> found;
  ScheduleSearchOptions options;
  options.max_traces = random ? 3'000 : 30'000;
  options.left_out = left_out;
  options.on_finding = [&](const ScheduleCatch& caught) {
    found = caught;
    return false;
  };
  if (random) {
    SearchRandomRuns(*subject, 1, options);
  } else {
    SearchShortRuns(*subject, options);
  }
  return found;
}

// S13.5: each line of the table but the last, which always fits, is needed, and each search shows
// it.
TEST(ScheduleSearch, MissesEachLineOfTheTableThatTheOracleForgets) {
  for (std::size_t line = 0; line + 1 < DecisionLines().size(); ++line) {
    for (const bool random : {false, true}) {
      EXPECT_TRUE(Found(line, random))
          << DecisionLines()[line].row << ": " << DecisionLines()[line].when
          << (random ? ", random" : ", short");
    }
  }
}

TEST(ScheduleSearch, FindsNothingWhereNothingIsForgotten) {
  for (const bool random : {false, true}) {
    const std::optional<ScheduleCatch> found = Found(std::nullopt, random);
    if (found) ADD_FAILURE() << Print(found->trace) << found->difference.field;
  }
}

TEST(ScheduleSearch, RepeatsItselfForASeed) {
  const auto ran = [](std::uint64_t seed) {
    const auto subject = MakeCoreSchedule();
    return SearchRandomRuns(*subject, seed, {.max_traces = 100, .on_finding = {}, .left_out = {}})
        .operations;
  };
  EXPECT_EQ(ran(5), ran(5));
  EXPECT_NE(ran(5), ran(6));
}

TEST(ScheduleSearch, TriesEveryAlphabetToADepthOfThreeInTheQuickGate) {
  const auto subject = MakeCoreSchedule();
  const ScheduleSearchResult result =
      SearchShortRuns(*subject, {.max_traces = 30'000, .on_finding = {}, .left_out = {}});
  EXPECT_GE(result.depth, 3u);
  EXPECT_GE(result.states, 5'000u);
}

// Each verb and each setting stands in some alphabet or is drawn; none is only in the table.
TEST(ScheduleAlphabets, HaveEveryVerb) {
  std::vector<bool> seen(reference::schedule::kVerbCount);
  for (const ScheduleAlphabet& alphabet : ScheduleAlphabets()) {
    for (const auto* list : {&alphabet.before, &alphabet.entries}) {
      for (const auto& one : *list) seen[static_cast<std::size_t>(one.verb)] = true;
    }
  }
  for (const auto& entry : reference::schedule::Verbs()) {
    EXPECT_TRUE(seen[static_cast<std::size_t>(entry.verb)]) << entry.word;
  }
}

}  // namespace
}  // namespace properties::schedule
