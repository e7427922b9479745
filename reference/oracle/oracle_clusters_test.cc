// reference/oracle/oracle_clusters_test.cc -- the oracle knows that the objects of a cluster live
// and die as one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Name e = 4;

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
  // A tick with a scan that dissolves the cluster of the root.
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

TEST_F(OracleClusters, TheWalkTakesInWhatMayJoinAndListsWhatMayNot) {
  Given({op::Create(a, 2), op::Create(b, 1), op::Create(c, 1), op::Create(d, 1), op::Store(a, 0, b),
         op::Store(a, 1, c), op::Store(b, 0, d), op::Keep(c), op::Cluster(a)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(1));
  EXPECT_THAT(oracle_.Clusters()[0].members, ElementsAre(a, b, d));
  EXPECT_THAT(oracle_.Clusters()[0].outside, ElementsAre(c)) << "it is still being loaded";
  EXPECT_FALSE(oracle_.Allows(op::Cluster(b)));
  EXPECT_FALSE(oracle_.Allows(op::ClusterAdd(b, c)));
}

TEST_F(OracleClusters, ReachingAnyMemberReachesAllAndWhatTheyKeep) {
  Given({op::Create(a, 1), op::Create(b, 1), op::Create(c, 1), op::Keep(c), op::Store(a, 0, b),
         op::Store(b, 0, c), op::Cluster(a), op::Unkeep(c), op::Root(b)});
  EXPECT_TRUE(oracle_.IsReachable(a));
  EXPECT_EQ(oracle_.PathTo(a), "root -> b => a");
  Given({op::Store(b, 0, kNull)});
  EXPECT_TRUE(oracle_.IsReachable(c))
      << "what the cluster lists is kept, though no field refers to it";
  EXPECT_EQ(oracle_.PathTo(c), "root -> b => a => c");
}

TEST_F(OracleClusters, AStoreOfWhatIsNotKeptEndsItAndEveryClusterThatRefersToIt) {
  Given({op::Create(a, 2), op::Create(b, 1), op::Create(c, 1), op::Create(d, 2), op::Store(a, 0, b),
         op::Cluster(a), op::Store(d, 0, b), op::Cluster(d)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(2));
  EXPECT_THAT(oracle_.Clusters()[1].others, ElementsAre(a));
  Given({op::Store(a, 1, a), op::Store(d, 1, a), op::Store(a, 1, kNull)});
  EXPECT_THAT(oracle_.Clusters(), SizeIs(2)) << "what was stored is kept by both clusters already";
  Given({op::Store(b, 0, c)});
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, WhatContainersHoldIsNotListed) {
  Given({op::Create(a, 0), op::Create(b, 1), op::Cluster(a), op::Append(a, b)});
  EXPECT_THAT(oracle_.Clusters(), SizeIs(1));
}

// A variant, which may hold something else: its field is followed as it is.
TEST_F(OracleClusters, WhatOpenFieldsHoldIsNotListed) {
  Promises promises;
  promises.verbs = VerbSet::All();
  const auto& values = EntryOf(Setting::kMembers).values;
  const auto choice = static_cast<std::uint8_t>(std::ranges::find(values, "cell") - values.begin());
  oracle_.Reset({.locals = Locals::kDead, .heap = With(Setting::kMembers, choice)}, promises);
  Given({op::Create(a, 2), op::Create(b, 1), op::Create(c, 1), op::Create(d, 1), op::Keep(b),
         op::Keep(c), op::Store(a, 0, b), op::Store(a, 1, c), op::Cluster(a)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(1));
  EXPECT_THAT(oracle_.Clusters()[0].outside, ElementsAre(b)) << "c is in the vector";
  Given({op::Store(a, 1, d)});
  EXPECT_THAT(oracle_.Clusters(), SizeIs(1));
  Given({op::Outer(a, b)});
  EXPECT_THAT(oracle_.Clusters(), SizeIs(1)) << "it keeps b already";
  Given({op::Store(a, 0, d)});
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, GarbageInItEndsIt) {
  Given({op::Create(a, 1), op::Create(b, 1), op::Store(a, 0, b), op::Cluster(a), op::Garbage(b)});
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, RefusingIsTheSubjectsAffair) {
  Given({op::Create(a, 1)});
  EXPECT_FALSE(oracle_.Apply(op::Cluster(a), {.kind = Answer::Kind::kRefused}, {}));
  EXPECT_THAT(oracle_.Clusters(), IsEmpty());
}

TEST_F(OracleClusters, AllOfOneThatWasNotReachedMustGo) {
  Given({op::Create(a, 1), op::Create(b, 1), op::Store(a, 0, b), op::Cluster(a)});
  Flip();
  EndTrace();
  const std::optional<Violation> found = Gather({a});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kCompleteness);
  EXPECT_EQ(found->object, b);
}

TEST_F(OracleClusters, NoneOfOneThatWasReachedMayGo) {
  Given({op::Create(a, 1), op::Create(b, 1), op::Store(a, 0, b), op::Cluster(a), op::Root(b)});
  Flip();
  EndTrace();
  const std::optional<Violation> found = Gather({a});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kSafety);
  EXPECT_EQ(found->object, a);
}

TEST_F(OracleClusters, IsDissolvedByTheTraceForGarbageThatItKeepsAndForNothingElse) {
  Given({op::Create(a, 1), op::Create(b, 1), op::Create(c, 1), op::Create(d, 1), op::Root(a),
         op::Keep(b), op::Store(a, 0, b), op::Cluster(a), op::Unkeep(b), op::Root(c),
         op::Store(c, 0, d), op::Cluster(c), op::Garbage(b)});
  ASSERT_THAT(oracle_.Clusters(), SizeIs(2))
      << "garbage outside of a cluster dissolves nothing by itself";
  Flip();
  EXPECT_FALSE(Dissolves(a));
  EXPECT_THAT(oracle_.Clusters(), SizeIs(1));
  const std::optional<Violation> found = Dissolves(c);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kClusters);
  const std::optional<Violation> member = Dissolves(d);
  ASSERT_TRUE(member) << "d is no cluster root";
  EXPECT_EQ(member->property, Property::kClusters);
}

TEST_F(OracleClusters, ALargeHeapHasNone) {
  for (Name name = 0; name < Heap::kPlainUpTo; ++name) Given({op::Create(name, 1)});
  EXPECT_TRUE(oracle_.Allows(op::Cluster(e)));
  Given({op::Cluster(e), op::Create(Heap::kPlainUpTo, 1)});
  EXPECT_TRUE(oracle_.Allows(op::Cluster(d)))
      << "a heap that has a cluster stays plain when it grows";
  Given({op::Dissolve(e), op::Create(Heap::kPlainUpTo + 1, 1)});
  EXPECT_FALSE(oracle_.Allows(op::Cluster(d)));
}

}  // namespace
}  // namespace reference
