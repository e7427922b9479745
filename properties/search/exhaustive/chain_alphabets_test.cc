// properties/search/exhaustive/chain_alphabets_test.cc -- what breaks clusters and referencers is
// within reach of a few thousand runs, so that the quick gate finds it by each of them.

#include "properties/search/exhaustive/chain_alphabets.h"

#include <gtest/gtest.h>

#include "properties/base/fault_names.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

bool IsCaught(gc::Fault fault, AlphabetGroup group, std::uint64_t traces) {
  SmallHeapOptions options{
      .alphabet = MakeAlphabet(group, DefaultSize(group), reference::Locals::kDead),
      .search = {.max_traces = traces, .until = {.outcome = true}}};
  options.search.judge.stop_at_first = false;
  const SmallHeapResult result =
      ExploreSmallHeaps([fault] { return MakeFaultyCoreSubject(gc::FaultSet(fault)); }, options);
  return result.search.By(Checker::kOutcome).has_value();
}

TEST(ChainAlphabets, ReachEachFaultOfClusters) {
  std::size_t faults = 0;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (GroupOf(entry.fault) != AlphabetGroup::kChains) continue;
    ++faults;
    EXPECT_TRUE(IsCaught(entry.fault, AlphabetGroup::kChains, 15'000)) << NameOf(entry.fault);
  }
  EXPECT_EQ(faults, 10u);
}

TEST(ChainAlphabets, ReachAReferencerThatTakesOverAnObjectWhileMarking) {
  for (const gc::Fault fault :
       {gc::Fault::kRegisterWithoutShading, gc::Fault::kSkipRawInFinalPass}) {
    EXPECT_TRUE(IsCaught(fault, AlphabetGroup::kHeld, 18'000)) << NameOf(fault);
  }
}

TEST(ChainAlphabets, FindNothingInASoundCollector) {
  for (const AlphabetGroup group : {AlphabetGroup::kChains, AlphabetGroup::kHeld}) {
    SmallHeapOptions options{
        .alphabet = MakeAlphabet(group, DefaultSize(group), reference::Locals::kDead),
        .search = {.max_traces = 30'000}};
    const SmallHeapResult result = ExploreSmallHeaps([] { return MakeCoreSubject(); }, options);
    EXPECT_EQ(result.search.First(), nullptr) << WordOf(group);
    EXPECT_EQ(result.exhausted, group == AlphabetGroup::kHeld) << WordOf(group);
  }
}

}  // namespace
}  // namespace properties
