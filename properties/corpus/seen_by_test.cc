// properties/corpus/seen_by_test.cc -- a checker that has gone blind for a fault is named.

#include "properties/corpus/seen_by.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "properties/corpus/corpus.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Verdict SeenAt(std::size_t outcome, std::size_t verifier) {
  Verdict verdict;
  verdict.findings[0] =
      Finding{Checker::kOutcome, reference::Property::kSafety, outcome - 1, 0, {}, {}};
  verdict.findings[2] =
      Finding{Checker::kVerifier, reference::Property::kVerifier, verifier - 1, 0, "mark-once", {}};
  return verdict;
}

TEST(SeenBy, ALineNamesEachEyeAndItsOperation) {
  EXPECT_EQ(SeenBy(SeenAt(7, 5)), "outcome safety 7, verifier mark-once 5");
  EXPECT_EQ(SeenBy({}), "");
}

TEST(SeenBy, AnEyeThatSeesLaterOrNothingIsNamed) {
  const std::string line = SeenBy(SeenAt(7, 5));
  EXPECT_THAT(NotSeenBy(line, SeenAt(7, 5)), IsEmpty());
  EXPECT_THAT(NotSeenBy(line, SeenAt(6, 2)), IsEmpty());
  EXPECT_THAT(NotSeenBy(line, SeenAt(7, 6)),
              ElementsAre("the fault was seen by verifier mark-once 5, and is now by "
                          "outcome safety 7, verifier mark-once 6"));
  Verdict blind = SeenAt(7, 5);
  blind.findings[2].reset();
  EXPECT_THAT(NotSeenBy(line, blind),
              ElementsAre("the fault was seen by verifier mark-once 5, and is now by outcome "
                          "safety 7"));
  EXPECT_EQ(NotSeenBy(line, {}).size(), 2u);
  blind = SeenAt(7, 5);
  blind.findings[2]->rule = "grey-is-queued";
  EXPECT_EQ(NotSeenBy(line, blind).size(), 1u);
}

TEST(SeenBy, EachTraceOfTheCorpusSaysByWhomItsFaultIsSeen) {
  const std::filesystem::path folder =
      std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus";
  for (CorpusEntry& entry : LoadCorpus(folder).entries) {
    // Several workers find the same sooner or later.
    if (!entry.fault || entry.trace.header.heap.Choice(reference::Setting::kHands) != 0) continue;
    const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(*entry.fault));
    const std::string seen = SeenBy(Judge(entry.trace, *faulty, {.stop_at_first = false}));
    EXPECT_EQ(entry.seen_by, seen) << entry.name << ".trace: write \"# seen by: " << seen << '"';
  }
}

}  // namespace
}  // namespace properties
