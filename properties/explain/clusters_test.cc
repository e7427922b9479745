// properties/explain/clusters_test.cc -- an explanation names the cluster that was broken.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "properties/corpus/corpus.h"
#include "properties/explain/explain.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using testing::HasSubstr;

std::string WhyOf(gc::Fault fault) {
  static const Corpus kCorpus = LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus");
  for (const CorpusEntry& entry : kCorpus.entries) {
    if (entry.fault != fault) continue;
    const std::unique_ptr<reference::Subject> core = MakeFaultyCoreSubject(gc::FaultSet(fault));
    const Explanation told = Explain(entry.trace, *core);
    std::string why;
    for (const std::string& sentence : told.why) why += sentence + " ";
    return why;
  }
  return {};
}

TEST(ExplainClusters, NamesTheRootTheMembersAndTheStore) {
  const std::string why = WhyOf(gc::Fault::kStoreSilently);
  EXPECT_THAT(why, HasSubstr("breaks cluster-store"));
  EXPECT_THAT(why, HasSubstr("The cluster has the root b"));
  EXPECT_THAT(why, HasSubstr("stores a into b.0, a field of its root"));
}

TEST(ExplainClusters, NamesWhatTheClusterKeepsOutside) {
  EXPECT_THAT(WhyOf(gc::Fault::kSkipOtherClusters), HasSubstr("it keeps the cluster of a"));
  EXPECT_THAT(WhyOf(gc::Fault::kSkipMutableObjects), HasSubstr("it keeps a"));
}

// The root was black before the cycle as well, which says nothing of this one. The flip marks it at
// once, so its colour does not change there.
TEST(ExplainClusters, SaysThatTheRootIsBlackSinceTheFlip) {
  const auto parsed = reference::ParseTrace(
      "tricolour trace 2\ncreate a 1\ncreate b 1\ncreate c 0\nroot a\nroot b\nstore a.0 c\n"
      "cluster b\nstart\nstore a.0 null\nstore b.0 c\ntick 6\n");
  const auto core = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  const Explanation told = Explain(std::get<reference::Trace>(parsed), *core);
  EXPECT_THAT(told.why, testing::Contains(HasSubstr("b is black after 8, so its fields are not")));
}

TEST(ExplainClusters, NamesTheClusterWhicheverOfItsRulesIsBroken) {
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (entry.rule < gc::Rule::kClusterIsOne || entry.rule > gc::Rule::kClusterGather) continue;
    EXPECT_THAT(WhyOf(entry.fault), HasSubstr("The cluster has the root ")) << entry.variant;
  }
}

TEST(ExplainClusters, SaysNothingOfThemWhereNoneIsConcerned) {
  EXPECT_THAT(WhyOf(gc::Fault::kStoreWithoutShading), testing::Not(HasSubstr("cluster")));
}

}  // namespace
}  // namespace properties
