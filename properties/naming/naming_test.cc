// properties/naming/naming_test.cc -- runs of names agree with the table, and each kind of wrong
// answer is noticed and made small.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "properties/naming/naming_run.h"
#include "reference/naming/paper_names.h"

namespace properties::naming {
namespace {

// The shortest of the first runs that notice the lie, each shrunk; empty if none does.
NamingRun RunThatNotices(Lie lie) {
  constexpr int kTried = 8;
  NamingRun shortest;
  int noticed = 0;
  for (std::uint64_t seed = 0; seed < 200 && noticed < kTried; ++seed) {
    const NamingRun run = DrawNamingRun(seed);
    if (JudgeNaming(run, lie).difference.empty()) continue;
    const NamingRun shrunk = ShrunkNaming(run, lie);
    if (noticed++ == 0 || shrunk.size() < shortest.size()) shortest = shrunk;
  }
  return shortest;
}

TEST(Naming, AgreesWithTheTableInAThousandRuns) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const NamingVerdict verdict = JudgeNaming(DrawNamingRun(seed));
    ASSERT_EQ(verdict.difference, "") << TextOf(DrawNamingRun(seed));
    compared += verdict.compared;
  }
  EXPECT_GT(compared, 100'000u);
}

TEST(Naming, EachVerbIsDoneInSomeRun) {
  std::set<NamingVerb> done;
  for (std::uint64_t seed = 0; seed < 300 && done.size() < kNamingVerbs; ++seed) {
    const NamingRun run = DrawNamingRun(seed);
    NamingRun begun;
    std::uint64_t applied = 0;
    for (const NamingOperation& operation : run) {
      begun.push_back(operation);
      const std::uint64_t now = JudgeNaming(begun).applied;
      if (now > applied) done.insert(operation.verb);
      applied = now;
    }
  }
  EXPECT_EQ(done.size(), kNamingVerbs);
}

TEST(Naming, NoticesEachKindOfWrongAnswerInAFewOperations) {
  for (const Lie lie : {Lie::kFindsNothing, Lie::kLosesOne, Lie::kShowsTwice, Lie::kWrongPath,
                        Lie::kForgetsValue, Lie::kMiscounts, Lie::kReadsNothing, Lie::kStaysLazy,
                        Lie::kKeepsSoft, Lie::kForgetsFlags, Lie::kHidesDefaults}) {
    const NamingRun run = RunThatNotices(lie);
    EXPECT_FALSE(JudgeNaming(run, lie).difference.empty()) << static_cast<int>(lie);
    EXPECT_LE(run.size(), 3u) << TextOf(run);
  }
}

TEST(Naming, TheTableKnowsWhereASoftPointerLeads) {
  constexpr int kNone = reference::naming::kNone;
  reference::naming::PaperNames paper;
  const int first = paper.Make(0, kNone, "box", kNone);
  reference::naming::Soft soft{.path = "box"};
  EXPECT_EQ(paper.Read(soft).thing, first);
  soft.known = first;
  paper.At(first).name = "lid";
  const int second = paper.Make(0, kNone, "box", kNone);
  EXPECT_EQ(paper.Read(soft).thing, first) << "it is known";
  paper.At(first).rooted = false;
  paper.Judge();
  EXPECT_TRUE(paper.Read(soft).perhaps);
  paper.Collected();
  EXPECT_EQ(paper.Read(soft).thing, second) << "it has the path now";
  paper.At(second).reserved = true;
  EXPECT_EQ(paper.Read(soft).thing, kNone);
  EXPECT_TRUE(paper.Read(soft).taken);
}

TEST(Naming, TheTableKnowsWhatLeadsToWhat) {
  reference::naming::PaperNames paper;
  const int kind = paper.Derive(1);
  const int outer = paper.Make(0, reference::naming::kNone, "box", reference::naming::kNone);
  const int inner = paper.Make(kind, outer, "box", reference::naming::kNone);
  EXPECT_EQ(paper.PathOf(inner), "box/box");
  EXPECT_TRUE(paper.IsInside(inner, outer));
  EXPECT_FALSE(paper.IsFree(outer, "box"));
  EXPECT_TRUE(paper.Derives(kind, 0));
  EXPECT_EQ(paper.Count(), 7u);
  // Without roots of their own the outer and the class are kept by what is inside, and of it.
  paper.At(outer).rooted = paper.KindAt(kind).rooted = false;
  paper.Collected();
  EXPECT_TRUE(paper.IsThere(outer));
  EXPECT_TRUE(paper.KindIsThere(kind));
  paper.At(inner).rooted = false;
  paper.Judge();
  EXPECT_TRUE(paper.AnyPerhaps());
  EXPECT_FALSE(paper.IsFree(outer, "box"));
  paper.Collected();
  EXPECT_TRUE(paper.IsFree(outer, "box"));
  EXPECT_EQ(paper.Count(), 0u);
}

}  // namespace
}  // namespace properties::naming
