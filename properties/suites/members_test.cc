// properties/suites/members_test.cc -- the corpus, with the fields of its objects in each kind of
// member of a reflected class.
//
// What a fault loses does not depend on where a field is, but for three kinds of faults. Those of
// clusters that are about what a cluster lists: what open fields hold is not listed, but followed.
// The one of workers that is about two objects in one batch: an object that shows its slots by
// calls has a batch of its own. And those of words that are not whole: such an object is scanned by
// the lines of its class, and which slot is the last depends on the class.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/variant/members.h"

namespace properties {
namespace {

using reference::Setting;

constexpr std::size_t kChoices = reference::EntryOf(Setting::kMembers).Values().size();

const Corpus& TheCorpus() {
  static const Corpus corpus =
      LoadCorpus(std::filesystem::path(TRICOLOUR_SOURCE_DIR) / "properties" / "corpus");
  return corpus;
}

reference::Trace In(std::size_t choice, reference::Trace trace) {
  trace.header.heap.Choose(Setting::kMembers, static_cast<std::uint8_t>(choice));
  return trace;
}

std::string WordOf(std::size_t choice) {
  return std::string(reference::EntryOf(Setting::kMembers).Values()[choice]);
}

bool IsNoticed(const reference::Trace& trace, gc::Fault fault) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(fault));
  return Judge(trace, *faulty).outcome == Outcome::kDisagree;
}

// S4.9 to S4.16, S10.10
TEST(Members, OfEveryKindAgreeInAllRunsOfTheCorpus) {
  const auto core = MakeCoreSubject();
  for (std::size_t choice = 1; choice < kChoices; ++choice) {
    for (const CorpusEntry& entry : TheCorpus().entries) {
      if (entry.subject != "core") continue;
      const Verdict verdict = Judge(In(choice, entry.trace), *core);
      EXPECT_NE(verdict.outcome, Outcome::kDisagree)
          << entry.name << ", members=" << WordOf(choice) << ": " << verdict.First()->message;
    }
  }
}

// Whether calls show what an object holds that has two fields, or fewer.
bool IsShownByCalls(std::size_t choice) {
  using enum reference::MemberKind;
  for (std::size_t field = 0; field < 2; ++field) {
    const auto kind = reference::KindOfMember(static_cast<std::uint8_t>(choice), field);
    if (kind == kDeque || kind == kMap || kind == kReported) return true;
  }
  return false;
}

bool DependsOnTheKind(gc::Fault fault, std::size_t choice) {
  static const std::set<gc::Fault> kOfListed = {
      gc::Fault::kStoreSilently, gc::Fault::kSkipOtherClusters, gc::Fault::kSkipMutableObjects,
      gc::Fault::kKeepStaleBitIdle, gc::Fault::kKeepStaleBits};
  static const std::set<gc::Fault> kOfWords = {gc::Fault::kWinTwice, gc::Fault::kForgetTheParent,
                                               gc::Fault::kKeepTheOldWords};
  if (kOfWords.contains(fault)) return IsShownByCalls(choice);
  if (fault == gc::Fault::kMissASlot) return true;  // see below
  return kOfListed.contains(fault) && !reference::IsClosed(static_cast<std::uint8_t>(choice), 0);
}

// The rules of the barriers among them: insertion-barrier, move-barrier, copy-barrier.
TEST(Members, OfEveryKindShowEachFaultThatTheCorpusShows) {
  std::size_t noticed = 0;
  for (const CorpusEntry& entry : TheCorpus().entries) {
    if (entry.subject != "core" || !entry.fault || !IsNoticed(entry.trace, *entry.fault)) continue;
    for (std::size_t choice = 1; choice < kChoices; ++choice) {
      if (DependsOnTheKind(*entry.fault, choice)) continue;
      ++noticed;
      EXPECT_TRUE(IsNoticed(In(choice, entry.trace), *entry.fault))
          << entry.name << ", members=" << WordOf(choice);
    }
  }
  EXPECT_GT(noticed, 50 * kChoices);
}

// S4.9, S4.11: the last member of a class that words describe is a pair, or a variant. An object
// that calls show is scanned by lines, of which none is missing.
TEST(Members, AreMissedWhereTheLastLineIsTheirs) {
  using namespace reference::op;
  const std::set<std::string> last = {"trailing", "pair", "variant"};
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    reference::Trace trace = In(choice, {});
    trace.operations = {Create(0, 1), Root(0), Create(1, 1)};
    trace.operations.push_back(choice == 0 ? Outer(0, 1) : Store(0, 0, 1));
    trace.operations.push_back(Collect());
    EXPECT_EQ(IsNoticed(trace, gc::Fault::kMissASlot), last.contains(WordOf(choice)))
        << WordOf(choice);
  }
}

// S4.10: a class gets a member while its objects live, whatever else they have.
TEST(GrowingClasses, AgreeInAllRunsOfTheCorpus) {
  const auto core = MakeCoreSubject();
  for (const CorpusEntry& entry : TheCorpus().entries) {
    if (entry.subject != "core") continue;
    for (std::size_t choice = 0; choice < kChoices; ++choice) {
      reference::Trace trace = In(choice, entry.trace);
      trace.header.heap.Choose(Setting::kClasses, 1);
      const Verdict verdict = Judge(trace, *core);
      EXPECT_NE(verdict.outcome, Outcome::kDisagree)
          << entry.name << ", members=" << WordOf(choice) << ": " << verdict.First()->message;
    }
  }
}

// S4.10: what a class got is missed where its old words are kept, and nowhere else.
TEST(GrowingClasses, AreMissedByTheirOldWords) {
  using namespace reference::op;
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    reference::Trace trace = In(choice, {});
    trace.operations = {Create(0, 1), Root(0), Collect(), Create(1, 1), Outer(0, 1), Collect()};
    EXPECT_FALSE(IsNoticed(trace, gc::Fault::kKeepTheOldWords)) << WordOf(choice);
    trace.header.heap.Choose(Setting::kClasses, 1);
    EXPECT_EQ(IsNoticed(trace, gc::Fault::kKeepTheOldWords), choice == 0 || !IsShownByCalls(choice))
        << WordOf(choice);
    trace.operations.erase(trace.operations.begin() + 2);
    EXPECT_FALSE(IsNoticed(trace, gc::Fault::kKeepTheOldWords)) << "never assembled before";
  }
}

// S10.10, S5.11: whatever a container is, and whatever it is in, is moved and copied through the
// barrier; and what it holds is followed. The runs are those of the corpus, above; here each
// container grows first, and loses its first element.
TEST(Containers, OfEveryKindShadeWhatTheyTakeAndWhatTheyGrowBy) {
  using namespace reference::op;
  const auto core = MakeCoreSubject();
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    reference::Trace trace = In(choice, {});
    trace.operations = {Create(0, 0), Root(0),      Create(1, 0), Append(0, 1), Create(2, 1),
                        Create(3, 1), Append(1, 2), Append(1, 3), Append(1, 2), Erase(1, 0),
                        Start(),      Tick(2),      Take(0, 1),   Tick(20)};
    EXPECT_EQ(Judge(trace, *core).outcome, Outcome::kAgree) << WordOf(choice);
    EXPECT_TRUE(IsNoticed(trace, gc::Fault::kTakeBitwise)) << WordOf(choice);
    trace.operations = {Create(0, 0), Root(0),     Create(1, 1), Append(0, 1),
                        Append(0, 1), Erase(0, 0), Start(),      Copy(2, 0),
                        Root(2),      Erase(0, 0), Tick(20)};
    EXPECT_EQ(Judge(trace, *core).outcome, Outcome::kAgree) << WordOf(choice);
    EXPECT_EQ(IsNoticed(trace, gc::Fault::kBlockCopy), WordOf(choice) != "reported")
        << WordOf(choice) << ": what is not described the object copies itself";
  }
}

// A cluster does not list what an open field holds; so a store into it changes nothing, and what it
// held is not kept.
TEST(Members, ThatAreOpenMayBeStoredIntoInACluster) {
  using namespace reference::op;
  const auto core = MakeCoreSubject();
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    reference::Trace trace = In(choice, {});
    trace.operations = {Create(0, 0), Create(1, 1), Root(1), Cluster(1), Store(1, 0, 0)};
    std::vector<reference::Event> events;
    core->Reset(trace.header);
    for (const reference::Operation& operation : trace.operations) core->Apply(operation, events);
    reference::Tally tally;
    ASSERT_TRUE(core->Count(tally));
    EXPECT_EQ(tally.clusters != 0, !reference::IsClosed(static_cast<std::uint8_t>(choice), 0))
        << WordOf(choice);
    EXPECT_EQ(Judge(trace, *core).outcome, Outcome::kAgree) << WordOf(choice);
  }
}

}  // namespace
}  // namespace properties
