// properties/search/exhaustive/alphabets_test.cc -- what a discipline changes about the runs of an
// alphabet.
//
// Label: threads.

#include "properties/search/exhaustive/alphabets.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "properties/search/exhaustive/small_heaps.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

using reference::Locals;

SmallHeapResult Explore(AlphabetGroup group, Locals locals) {
  constexpr std::uint64_t kTraces = 3'000;
  SmallHeapOptions options{.alphabet = MakeAlphabet(group, DefaultSize(group), locals)};
  options.search.max_traces = TracesFor(group, kTraces);
  return ExploreSmallHeaps([] { return MakeCoreSubject(); }, options);
}

// A run of verify tries these with dead locals, and of the other discipline's a part.
TEST(Alphabets, WithoutALocalThatIsHeldRunAsWithDeadLocals) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < kAlphabetGroupCount; ++i) {
    const auto group = static_cast<AlphabetGroup>(i);
    if (!IsAsWithDeadLocals(group, Locals::kRescanned)) continue;
    ++same;
    const SmallHeapResult dead = Explore(group, Locals::kDead);
    const SmallHeapResult rescanned = Explore(group, Locals::kRescanned);
    EXPECT_EQ(dead.states, rescanned.states) << WordOf(group);
    EXPECT_EQ(dead.search.traces, rescanned.search.traces) << WordOf(group);
    EXPECT_EQ(dead.search.operations, rescanned.search.operations) << WordOf(group);
  }
  EXPECT_EQ(same, kAlphabetGroupCount - 3);
}

TEST(Alphabets, ThatHoldLocalsOrShadeWhatIsLoadedRunInTheirOwnWay) {
  EXPECT_FALSE(IsAsWithDeadLocals(AlphabetGroup::kLocals, Locals::kRescanned));
  EXPECT_FALSE(IsAsWithDeadLocals(AlphabetGroup::kNames, Locals::kRescanned));
  EXPECT_FALSE(IsAsWithDeadLocals(AlphabetGroup::kEverything, Locals::kRescanned));
  EXPECT_FALSE(IsAsWithDeadLocals(AlphabetGroup::kWavefront, Locals::kBlack));
  EXPECT_NE(Explore(AlphabetGroup::kWeak, Locals::kBlack).states,
            Explore(AlphabetGroup::kWeak, Locals::kDead).states);
}

}  // namespace
}  // namespace properties
