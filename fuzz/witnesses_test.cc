// fuzz/witnesses_test.cc -- the witnesses that the model found still hold of the collector.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "fuzz/seeds.h"
#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/matrix/redundancy.h"
#include "properties/matrix/witnesses.h"
#include "properties/subjects/core/core_subject.h"

namespace fuzz {
namespace {

using properties::CorpusEntry;
using properties::Outcome;

const properties::Corpus& Witnesses() {
  static const properties::Corpus witnesses =
      properties::LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "fuzz" / "witnesses");
  return witnesses;
}

TEST(Witnesses, LoadAndAreSeeds) {
  EXPECT_THAT(Witnesses().problems, testing::IsEmpty());
  for (const CorpusEntry& entry : Witnesses().entries) {
    EXPECT_TRUE(entry.fault) << entry.name;
    EXPECT_TRUE(SeedOf(entry.trace)) << entry.name;
  }
}

TEST(Witnesses, AndTheCorpusShowEveryFaultThatAMutatorCanNotice) {
  std::set<gc::Fault> shown;
  for (const CorpusEntry& entry : Witnesses().entries) shown.insert(*entry.fault);
  for (const CorpusEntry& entry :
       properties::LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus").entries) {
    if (entry.fault) shown.insert(*entry.fault);
  }
  for (const gc::FaultEntry& entry : gc::kFaults) {
    bool redundant = true;
    for (const auto locals :
         {reference::Locals::kDead, reference::Locals::kRescanned, reference::Locals::kBlack}) {
      redundant &= properties::RedundancyOf(entry.fault, locals).has_value();
    }
    EXPECT_TRUE(shown.contains(entry.fault) || redundant) << properties::NameOf(entry.fault);
  }
}

TEST(Witnesses, AgreeOnTheSoundCoreAndDisagreeOnTheFaultyOne) {
  const auto core = properties::MakeCoreSubject();
  for (const CorpusEntry& entry : Witnesses().entries) {
    EXPECT_EQ(properties::Judge(entry.trace, *core).outcome, Outcome::kAgree) << entry.name;
    const auto faulty = properties::MakeFaultyCoreSubject(gc::FaultSet(*entry.fault));
    EXPECT_EQ(properties::Judge(entry.trace, *faulty).outcome, Outcome::kDisagree) << entry.name;
  }
}

// Only one witness is searched again: finding the others takes as long for each, by the same code.
TEST(Witnesses, AreWhatTheModelFinds) {
  const auto found = properties::WitnessOf(gc::Fault::kSwapWhileTracing, reference::Locals::kDead);
  ASSERT_TRUE(found);
  const auto& entries = Witnesses().entries;
  const auto written = std::ranges::find(entries, found->name, &CorpusEntry::name);
  ASSERT_NE(written, entries.end());
  // The header's version is not compared: files of version 1 are kept as they are.
  EXPECT_EQ(written->trace.header.locals, found->trace.header.locals);
  EXPECT_EQ(written->trace.operations, found->trace.operations);
}

TEST(Witnesses, ThereIsNoneWhereNoMutatorCanNotice) {
  EXPECT_FALSE(properties::WitnessOf(gc::Fault::kReadWithoutShading, reference::Locals::kDead));
}

}  // namespace
}  // namespace fuzz
