// reference/oracle_clusters_test.cc -- what the oracle asks of objects that live and die as one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

#include "reference/oracle.h"

namespace reference {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Name kA = 0, kB = 1, kC = 2, kD = 3, kE = 4;

class OracleClusters : public testing::Test {
 protected:
  OracleClusters() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = true;
    oracle_.Reset({.locals = Locals::kDead}, promises);
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) {
      ASSERT_TRUE(oracle_.Allows(operation));
      ASSERT_FALSE(oracle_.Apply(operation, {}, {}));
    }
  }
  std::optional<Violation> Tick(const Event& event) {
    return oracle_.Apply(op::Tick(1), {}, std::vector<Event>{event});
  }
  void Flip() {
    ASSERT_FALSE(oracle_.Apply(op::Start(), {}, std::vector<Event>{{.kind = EventKind::kFlip}}));
  }
  // A scan, and what it told.
  std::optional<Violation> Dissolves(Name root) {
    return oracle_.Apply(op::Tick(1), {},
                         std::vector<Event>{{.kind = EventKind::kDissolved, .object = root},
                                            {.kind = EventKind::kInitialReferences}});
  }
  void EndTrace() { ASSERT_FALSE(Tick({.kind = EventKind::kEndCheck, .flag = 1})); }
  std::optional<Violation> Gather(std::initializer_list<Name> doomed) {
    for (Name name = 0; name < oracle_.NameCount(); ++name) {
      const bool dooms = std::find(doomed.begin(), doomed.end(), name) != doomed.end();
      if (auto found = Tick({.kind = EventKind::kGather, .flag = dooms, .object = name})) {
        return found;
      }
    }
    return Tick({.kind = EventKind::kCycleEnd});
  }
  Oracle oracle_;
};

TEST_F(OracleClusters, TheWalkTakesInWhoMayAndListsWhoDoesNot) {
  Given({op::Create(kA, 2), op::Create(kB, 1), op::Create(kC, 1), op::Create(kD, 1),
         op::Store(kA, 0, kB), op::Store(kA, 1, kC), op::Store(kB, 0, kD), op::Keep(kC),
         op::Cluster(kA)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(1));
  EXPECT_THAT(oracle_.Clusters()[0].members, ElementsAre(kA, kB, kD));
  EXPECT_THAT(oracle_.Clusters()[0].outside, ElementsAre(kC)) << "it is still being loaded";
  EXPECT_FALSE(oracle_.Allows(op::Cluster(kB)));
  EXPECT_FALSE(oracle_.Allows(op::ClusterAdd(kB, kC)));
}

TEST_F(OracleClusters, ReachingAnyMemberReachesAllAndWhatTheyKeep) {
  Given({op::Create(kA, 1), op::Create(kB, 1), op::Create(kC, 1), op::Keep(kC),
         op::Store(kA, 0, kB), op::Store(kB, 0, kC), op::Cluster(kA), op::Unkeep(kC),
         op::Root(kB)});
  EXPECT_TRUE(oracle_.IsReachable(kA));
  EXPECT_EQ(oracle_.PathTo(kA), "root -> b => a");
  Given({op::Store(kB, 0, kNull)});
  EXPECT_TRUE(oracle_.IsReachable(kC)) << "what was listed is kept";
  EXPECT_EQ(oracle_.PathTo(kC), "root -> b => a => c");
}

TEST_F(OracleClusters, AStoreOfWhatIsNotKeptEndsItAndWhoeverRefersToIt) {
  Given({op::Create(kA, 2), op::Create(kB, 1), op::Create(kC, 1), op::Create(kD, 2),
         op::Store(kA, 0, kB), op::Cluster(kA), op::Store(kD, 0, kB), op::Cluster(kD)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(2));
  EXPECT_THAT(oracle_.Clusters()[1].others, ElementsAre(kA));
  Given({op::Store(kA, 1, kA), op::Store(kD, 1, kA), op::Store(kA, 1, kNull)});
  EXPECT_THAT(oracle_.Clusters(), SizeIs(2)) << "all of that they keep";
  Given({op::Store(kB, 0, kC)});
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, WhatContainersHoldIsNotListed) {
  Given({op::Create(kA, 0), op::Create(kB, 1), op::Cluster(kA), op::Append(kA, kB)});
  EXPECT_THAT(oracle_.Clusters(), SizeIs(1));
}

TEST_F(OracleClusters, GarbageInItEndsIt) {
  Given({op::Create(kA, 1), op::Create(kB, 1), op::Store(kA, 0, kB), op::Cluster(kA),
         op::Garbage(kB)});
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, RefusingIsTheSubjectsAffair) {
  Given({op::Create(kA, 1)});
  EXPECT_FALSE(oracle_.Apply(op::Cluster(kA), {.kind = Answer::Kind::kRefused}, {}));
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, AllOfOneThatWasNotReachedMustGo) {
  Given({op::Create(kA, 1), op::Create(kB, 1), op::Store(kA, 0, kB), op::Cluster(kA)});
  Flip();
  EndTrace();
  const std::optional<Violation> found = Gather({kA});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kCompleteness);
  EXPECT_EQ(found->object, kB);
}

TEST_F(OracleClusters, NoneOfOneThatWasReachedMayGo) {
  Given(
      {op::Create(kA, 1), op::Create(kB, 1), op::Store(kA, 0, kB), op::Cluster(kA), op::Root(kB)});
  Flip();
  EndTrace();
  const std::optional<Violation> found = Gather({kA});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kSafety);
  EXPECT_EQ(found->object, kA);
}

TEST_F(OracleClusters, IsDissolvedByTheTraceForGarbageThatItKeepsAndForNothingElse) {
  Given({op::Create(kA, 1), op::Create(kB, 1), op::Create(kC, 1), op::Create(kD, 1), op::Root(kA),
         op::Keep(kB), op::Store(kA, 0, kB), op::Cluster(kA), op::Unkeep(kB), op::Root(kC),
         op::Store(kC, 0, kD), op::Cluster(kC), op::Garbage(kB)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(2)) << "what is outside ends nothing by itself";
  Flip();
  EXPECT_FALSE(Dissolves(kA));
  EXPECT_THAT(oracle_.Clusters(), SizeIs(1));
  const std::optional<Violation> found = Dissolves(kC);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kClusters);
  const std::optional<Violation> member = Dissolves(kD);
  ASSERT_TRUE(member) << "d is no root";
  EXPECT_EQ(member->property, Property::kClusters);
}

TEST_F(OracleClusters, ALargeHeapHasNone) {
  for (Name name = 0; name < Heap::kPlainUpTo; ++name) Given({op::Create(name, 1)});
  EXPECT_TRUE(oracle_.Allows(op::Cluster(kE)));
  Given({op::Cluster(kE), op::Create(Heap::kPlainUpTo, 1)});
  EXPECT_TRUE(oracle_.Allows(op::Cluster(kD))) << "while there is one, it grows plainly";
  Given({op::Dissolve(kE), op::Create(Heap::kPlainUpTo + 1, 1)});
  EXPECT_FALSE(oracle_.Allows(op::Cluster(kD)));
}

}  // namespace
}  // namespace reference
