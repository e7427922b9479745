// properties/tool/verify/quick_gate_test.cc -- sections of `verify --quick`, run as they are.
//
// What the gate notices is more than a mutator does: reference/specification/breaks/gate.breaks has
// changes of core that lose nothing in any short run, or only in a run with workers, and the
// section that must see each.
//
// Label: threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "properties/tool/process/run_recorder.h"
#include "properties/tool/verify/conformance_sections.h"
#include "properties/tool/verify/sections.h"
#include "reference/trace/trace.h"

namespace tool {
namespace {

// Runs the section of the quick gate in the discipline of dead locals; returns what it found or why
// it came to no verdict, or that there is no such section.
std::string SaidBy(std::string_view group, std::string_view name) {
  VerifyOptions options;
  options.quick = true;
  std::vector<Section> sections = FixedSections(options);
  for (Section& section : ConformanceSections(options)) sections.push_back(std::move(section));
  const auto found = std::ranges::find_if(sections, [&](const Section& section) {
    return section.head.group == group && section.head.name == name &&
           section.head.locals == "dead";
  });
  if (found == sections.end()) return "no such section";
  RunRecorder recorder;
  const SectionResult result = found->run(recorder);
  std::string said = result.section.status == properties::kInconclusive ? "inconclusive" : "";
  for (const std::string& remark : result.section.remarks) said += ": " + remark;
  for (const RawFailure& failure : result.failures) {
    said += failure.bucket + ": " + failure.trace;
  }
  return said;
}

TEST(QuickGate, ComparesSmallHeapsWithTheModel) {
  EXPECT_EQ(SaidBy("conformance", "small heaps"), "");
}

TEST(QuickGate, JudgesClustersThatReferToSeveralObjectsOutside) {
  EXPECT_EQ(SaidBy("small heaps", "outward"), "");
  EXPECT_EQ(SaidBy("small heaps", "joining"), "");
}

TEST(QuickGate, JudgesACollectorWithWorkers) { EXPECT_EQ(SaidBy("small heaps", "workers"), ""); }

TEST(QuickGate, JudgesPurgesBesideAMarking) { EXPECT_EQ(SaidBy("small heaps", "purge"), ""); }

TEST(QuickGate, JudgesObjectsThatAreGivenUp) {
  EXPECT_EQ(SaidBy("small heaps", "construction"), "");
}

TEST(QuickGate, JudgesMasks) { EXPECT_EQ(SaidBy("small heaps", "masks"), ""); }

TEST(QuickGate, JudgesObjectsThatAreMadeAgainOrBegunByHand) {
  EXPECT_EQ(SaidBy("small heaps", "identities"), "");
}

TEST(QuickGate, JudgesWhatAListenerIsTold) {
  EXPECT_EQ(SaidBy("variants", "listener=attached"), "");
}

TEST(QuickGate, JudgesAHeapBesideAnother) {
  EXPECT_EQ(SaidBy("variants", "beside=marking"), "");
  EXPECT_EQ(SaidBy("variants", "beside=churning"), "");
}

TEST(QuickGate, JudgesSeveralWorkers) {
  EXPECT_EQ(SaidBy("variants", "workers=2"), "");
  EXPECT_EQ(SaidBy("variants", "workers=4"), "");
}

TEST(QuickGate, JudgesATableThatIsMadeAtOnce) { EXPECT_EQ(SaidBy("variants", "table=whole"), ""); }

TEST(QuickGate, JudgesATableThatGrows) { EXPECT_EQ(SaidBy("variants", "indices=high"), ""); }

TEST(QuickGate, JudgesIndicesThatAreNotGivenAgain) {
  EXPECT_EQ(SaidBy("variants", "reuse=no"), "");
}

TEST(QuickGate, JudgesObjectsThatFillABlock) {
  EXPECT_EQ(SaidBy("variants", "objects=large"), "");
  EXPECT_EQ(SaidBy("variants", "objects=huge"), "");
}

TEST(QuickGate, JudgesAPoolOfPermanentObjects) {
  EXPECT_EQ(SaidBy("variants", "permanent=pool"), "");
}

TEST(QuickGate, JudgesDestructionsThatBeginAtOnce) {
  EXPECT_EQ(SaidBy("variants", "begin=at-once"), "");
}

TEST(QuickGate, JudgesGarbageThatIsKeptByOrigin) {
  EXPECT_EQ(SaidBy("variants", "eliminate=code"), "");
  EXPECT_EQ(SaidBy("variants", "eliminate=scripts"), "");
  EXPECT_EQ(SaidBy("variants", "eliminate=none"), "");
}

TEST(QuickGate, JudgesTheFewestObjectsOfACluster) {
  EXPECT_EQ(SaidBy("variants", "clusters=2"), "");
  EXPECT_EQ(SaidBy("variants", "clusters=3"), "");
  EXPECT_EQ(SaidBy("variants", "clusters=none"), "");
}

TEST(QuickGate, JudgesAShuffledPurge) { EXPECT_EQ(SaidBy("variants", "order=shuffled"), ""); }

TEST(QuickGate, JudgesMarkingThatNamesFields) { EXPECT_EQ(SaidBy("variants", "naming=yes"), ""); }

TEST(QuickGate, JudgesAHeapThatIsSharedFromTheStart) {
  EXPECT_EQ(SaidBy("variants", "lock=early"), "");
}

TEST(QuickGate, JudgesListsThatFindNoMemory) { EXPECT_EQ(SaidBy("variants", "lists=none"), ""); }

TEST(QuickGate, JudgesAHeapThatHasLittleRoom) {
  for (const char* room : {"room=1", "room=2", "room=4"}) {
    EXPECT_EQ(SaidBy("variants", room), "") << room;
  }
}

TEST(QuickGate, ComparesWhatTheCollectorCounts) {
  for (const char* name : {"construction", "purge", "clusters"}) {
    EXPECT_EQ(SaidBy("small heaps", name), "") << name;
  }
}

TEST(QuickGate, JudgesWhatAnInspectorCounts) {
  EXPECT_EQ(SaidBy("variants", "inspector=attached"), "");
}

TEST(QuickGate, JudgesObjectsThatLackCallbacks) {
  for (const char* callbacks : {"callbacks=begin", "callbacks=finish", "callbacks=none"}) {
    EXPECT_EQ(SaidBy("variants", callbacks), "") << callbacks;
  }
}

TEST(QuickGate, JudgesStoresThatAreShadedTogether) {
  for (const char* stores : {"stores=0", "stores=1", "stores=3"}) {
    EXPECT_EQ(SaidBy("variants", stores), "") << stores;
  }
}

TEST(QuickGate, JudgesEveryValueOfEverySettingByItself) {
  VerifyOptions options;
  options.quick = true;
  std::size_t values = 0;
  for (const reference::SettingEntry& entry : reference::kSettings) {
    values += entry.Values().size() - 1;
  }
  const std::vector<Section> sections = FixedSections(options);
  EXPECT_EQ(std::ranges::count(sections, "variants",
                               [](const Section& section) { return section.head.group; }),
            static_cast<std::ptrdiff_t>(values));
}

}  // namespace
}  // namespace tool
