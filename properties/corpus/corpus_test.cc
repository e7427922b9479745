// properties/corpus/corpus_test.cc -- what once broke something is replayed for ever.

#include "properties/corpus/corpus.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "properties/base/fault_names.h"
#include "properties/judge/judge.h"
#include "properties/matrix/redundancy.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

constexpr JudgeOptions kGoOn{.stop_at_first = false};

const Corpus& OurCorpus() {
  static const Corpus corpus =
      LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus");
  return corpus;
}

// Writes one trace into a folder, and loads the folder.
Corpus CorpusWith(const std::string& text) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                       ("tricolour-corpus-test-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "one.trace") << text;
  return LoadCorpus(folder);
}

TEST(Corpus, Loads) {
  EXPECT_THAT(OurCorpus().problems, testing::IsEmpty());
  EXPECT_THAT(OurCorpus().entries, testing::Not(testing::IsEmpty()));
}

TEST(Corpus, AgreesWithTheSoundCore) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  for (const CorpusEntry& entry : OurCorpus().entries) {
    if (entry.subject != "core") continue;
    const Verdict verdict = Judge(entry.trace, *core, kGoOn);
    EXPECT_EQ(verdict.outcome, Outcome::kAgree)
        << entry.name << ": " << (verdict.First() ? verdict.First()->message : "inconclusive");
    // A trace for a fault may name an object that only the faulty core still shows; the sound core
    // skips that one line.
    EXPECT_LE(verdict.skipped, entry.fault ? 1u : 0u) << entry.name << " has lines that do nothing";
  }
}

TEST(Corpus, DisagreesWithTheCoreThatHasItsFault) {
  for (const CorpusEntry& entry : OurCorpus().entries) {
    if (!entry.fault) continue;
    const auto core = MakeFaultyCoreSubject(gc::FaultSet(*entry.fault));
    EXPECT_EQ(Judge(entry.trace, *core, kGoOn).outcome, Outcome::kDisagree) << entry.name;
  }
}

TEST(Corpus, HasATraceForEachFaultThatCanBeNoticed) {
  std::set<gc::Fault> shown;
  for (const CorpusEntry& entry : OurCorpus().entries) {
    if (entry.fault) shown.insert(*entry.fault);
  }
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (RedundancyOf(entry.fault, reference::Locals::kDead)) continue;
    EXPECT_TRUE(shown.contains(entry.fault)) << NameOf(entry.fault);
  }
}

TEST(Corpus, EntriesReadAsTheyWereWritten) {
  CorpusEntry entry{.name = "one", .trace = {}, .fault = gc::Fault::kKeepSerial};
  entry.trace.operations = {reference::op::Create(0), reference::op::Collect()};
  const Corpus read = CorpusWith(TextOf(entry));
  ASSERT_THAT(read.problems, testing::IsEmpty());
  ASSERT_EQ(read.entries.size(), 1u);
  EXPECT_EQ(read.entries[0].name, "one");
  EXPECT_EQ(read.entries[0].trace, entry.trace);
  EXPECT_EQ(read.entries[0].fault, entry.fault);
  EXPECT_EQ(read.entries[0].subject, "core");
}

TEST(Corpus, ReportsWhatItCannotRead) {
  EXPECT_THAT(CorpusWith("tricolour trace 2\nfrobnicate a\n").problems,
              testing::ElementsAre(testing::HasSubstr("one.trace:2:1")));
  EXPECT_THAT(CorpusWith("tricolour trace 2\n# fault: no-such/thing\n").problems,
              testing::ElementsAre(testing::HasSubstr("no-such/thing")));
  EXPECT_THAT(LoadCorpus("/nonexistent/corpus").problems, testing::SizeIs(1));
}

TEST(Corpus, FaultsHaveTheNamesOfTheRules) {
  for (const gc::FaultEntry& entry : gc::kFaults) {
    EXPECT_EQ(FaultNamed(NameOf(entry.fault)), entry.fault);
  }
  EXPECT_EQ(NameOf(gc::Fault::kStoreWithoutShading), "insertion-barrier/store-without-shading");
  EXPECT_EQ(FaultNamed("insertion-barrier"), std::nullopt);
}

}  // namespace
}  // namespace properties
