// reference/oracle/oracle_garbage_test.cc -- the oracle checks what becomes of objects marked
// garbage: slots that hold one become null at the right moment and no earlier, and references that
// do not count keep nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

Promises CorePromises() {
  Promises promises;
  promises.verbs = VerbSet::All();
  promises.units = true;
  return promises;
}

class OracleGarbage : public testing::Test {
 protected:
  OracleGarbage() { Start(Locals::kDead); }
  void Start(Locals locals) { oracle_.Reset({.locals = locals}, CorePromises()); }
  // Mutator operations that must be allowed.
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) {
      ASSERT_TRUE(oracle_.Allows(operation));
      ASSERT_FALSE(oracle_.Apply(operation, {}, {}));
    }
  }
  std::optional<Violation> Step(const Operation& step, std::vector<Event> events) {
    return oracle_.Apply(step, {}, events);
  }
  // A whole cycle in ticks of one unit, in which these objects are scanned and these doomed.
  std::optional<Violation> Cycle(std::initializer_list<Name> scanned,
                                 std::initializer_list<Name> doomed) {
    if (auto found = Step(op::Start(), {{.kind = EventKind::kFlip}})) return found;
    if (auto found = Trace(scanned)) return found;
    return Gather(doomed);
  }
  std::optional<Violation> Trace(std::initializer_list<Name> scanned) {
    if (auto found = Tick({.kind = EventKind::kInitialReferences})) return found;
    for (const Name name : scanned) {
      if (auto found = Scan(name)) return found;
    }
    return Tick({.kind = EventKind::kEndCheck, .flag = 1});
  }
  std::optional<Violation> Scan(Name name) {
    return Tick({.kind = EventKind::kScan, .object = name});
  }
  std::optional<Violation> Gather(std::initializer_list<Name> doomed) {
    for (Name name = 0; name < oracle_.NameCount(); ++name) {
      const bool dooms = std::find(doomed.begin(), doomed.end(), name) != doomed.end();
      if (auto found = Tick({.kind = EventKind::kGather, .flag = dooms, .object = name})) {
        return found;
      }
    }
    std::vector<Event> purge;
    for (const Name name : doomed) purge.push_back({.kind = EventKind::kFreed, .object = name});
    purge.push_back({.kind = EventKind::kCycleEnd});
    return Step(op::Tick(1), purge);
  }
  std::optional<Violation> Tick(const Event& event) { return Step(op::Tick(1), {event}); }
  Name Field(Name object, std::size_t field) { return oracle_.Fields(object)[field]; }
  Oracle oracle_;
};

TEST_F(OracleGarbage, IsNotForRootedObjectsNorTwice) {
  Given({op::Create(a), op::Root(a), op::Create(b), op::Garbage(b)});
  EXPECT_FALSE(oracle_.Allows(op::Garbage(a)));
  EXPECT_FALSE(oracle_.Allows(op::Garbage(b)));
  EXPECT_TRUE(oracle_.Allows(op::Root(b))) << "rooting what is garbage is legal";
}

TEST_F(OracleGarbage, AFieldIsNullFromTheScanOfItsHolderAndNoEarlier) {
  Given({op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b), op::Garbage(b)});
  EXPECT_EQ(Field(a, 0), b);
  EXPECT_FALSE(Step(op::Start(), {{.kind = EventKind::kFlip}}));
  EXPECT_EQ(Field(a, 0), b);
  EXPECT_FALSE(Tick({.kind = EventKind::kInitialReferences}));
  EXPECT_EQ(Field(a, 0), b);
  EXPECT_FALSE(Scan(a));
  EXPECT_EQ(Field(a, 0), kNull);
  EXPECT_FALSE(oracle_.CanName(b));
}

TEST_F(OracleGarbage, MustGoWithAllThatOnlyItRefersTo) {
  Given({op::Create(a), op::Root(a), op::Create(b), op::Create(c), op::Store(a, 0, b),
         op::Store(b, 0, c), op::Garbage(b)});
  EXPECT_FALSE(Cycle({a}, {b, c}));
  Given({op::Create(d), op::Store(a, 0, d), op::Garbage(d)});
  const auto found = Cycle({a}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kCompleteness);
  EXPECT_EQ(found->object, d);
}

TEST_F(OracleGarbage, MarkedBehindTheWavefrontItMustGoInTheNextCycle) {
  Given({op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b)});
  EXPECT_FALSE(Step(op::Start(), {{.kind = EventKind::kFlip}}));
  EXPECT_FALSE(Tick({.kind = EventKind::kInitialReferences}));
  EXPECT_FALSE(Scan(a));
  Given({op::Garbage(b)});
  EXPECT_FALSE(Scan(b));
  EXPECT_FALSE(Tick({.kind = EventKind::kEndCheck, .flag = 1}));
  EXPECT_FALSE(Gather({}));
  EXPECT_EQ(Field(a, 0), b);
  EXPECT_TRUE(Cycle({a}, {}));
}

TEST_F(OracleGarbage, StoredBehindTheWavefrontItMayStayForThatCycleAndMustNotBeFreed) {
  for (const bool freed : {false, true}) {
    Start(Locals::kDead);
    Given({op::Create(a), op::Root(a), op::Create(b), op::Create(c), op::Store(a, 1, c),
           op::Store(c, 0, b), op::Garbage(b)});
    EXPECT_FALSE(Step(op::Start(), {{.kind = EventKind::kFlip}}));
    EXPECT_FALSE(Tick({.kind = EventKind::kInitialReferences}));
    EXPECT_FALSE(Scan(a));
    Given({op::Store(a, 0, b)});
    EXPECT_FALSE(Scan(c));
    EXPECT_EQ(Field(c, 0), kNull);
    EXPECT_EQ(Field(a, 0), b);
    EXPECT_FALSE(Tick({.kind = EventKind::kEndCheck, .flag = 1}));
    const auto found = freed ? Gather({b}) : Gather({});
    EXPECT_EQ(found.has_value(), freed);
    if (found) {
      EXPECT_EQ(found->property, Property::kSafety);
    }
  }
}

TEST_F(OracleGarbage, AKeepFlagACountARootAndARawReferencerKeepIt) {
  for (const Operation& keeps :
       {op::Keep(b), op::StrongTake(b), op::Root(b), op::ReferencerHold(0, b, true)}) {
    Start(Locals::kDead);
    Given({op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b), op::Garbage(b), keeps});
    EXPECT_FALSE(Cycle({a, b}, {}));
    EXPECT_EQ(Field(a, 0), kNull);
    const auto found = Cycle({a, b}, {b});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->property, Property::kSafety);
  }
}

TEST_F(OracleGarbage, AWrapperReferencerLetsGoOfItWithTheInitialReferences) {
  Given({op::Create(b), op::ReferencerHold(0, b), op::Garbage(b)});
  EXPECT_FALSE(Step(op::Start(), {{.kind = EventKind::kFlip}}));
  EXPECT_EQ(oracle_.ReferencerTarget(0), b);
  EXPECT_FALSE(Tick({.kind = EventKind::kInitialReferences}));
  EXPECT_EQ(oracle_.ReferencerTarget(0), kNull);
  EXPECT_FALSE(Tick({.kind = EventKind::kEndCheck, .flag = 1}));
  EXPECT_TRUE(Gather({}));
}

TEST_F(OracleGarbage, AnOuterIsOneMoreFieldThatNoVerbChangesAndThatCounts) {
  Given({op::Create(a, 1), op::Root(a), op::Create(b), op::Outer(a, b), op::Garbage(b)});
  EXPECT_FALSE(oracle_.Allows(op::Store(a, 1, kNull)));
  EXPECT_FALSE(oracle_.Allows(op::Move(a, 0, a, 1)));
  EXPECT_FALSE(oracle_.Allows(op::Swap(a, 1, a, 0)));
  EXPECT_FALSE(oracle_.Allows(op::Outer(a, b)));
  EXPECT_FALSE(Cycle({a, b}, {}));
  EXPECT_EQ(Field(a, 1), b);
  EXPECT_EQ(oracle_.PathTo(b), "root -> a.1 -> b");
  const auto found = Cycle({a}, {b});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kSafety);
}

TEST_F(OracleGarbage, ContainersHaveNoOuterAndACopyHasItsTemplates) {
  Given({op::Create(a, 0), op::Create(b, 1), op::Create(c, 1), op::Outer(b, c), op::Copy(d, b)});
  EXPECT_FALSE(oracle_.Allows(op::Outer(a, c)));
  EXPECT_TRUE(oracle_.heap().At(d).has_outer);
  EXPECT_FALSE(oracle_.Allows(op::Store(d, 1, kNull)));
}

TEST_F(OracleGarbage, AWeakReadAnswersNullAndDeniesNothing) {
  Given({op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b), op::WeakMake(0, b),
         op::Garbage(b)});
  EXPECT_FALSE(oracle_.Apply(op::WeakRead(0), {.kind = Answer::Kind::kRead}, {}));
  const auto found = oracle_.Apply(op::WeakRead(0), {.kind = Answer::Kind::kRead, .object = b}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::kWeakAnswer);
}

TEST_F(OracleGarbage, ElementsBecomeNullAndSizesStay) {
  Given({op::Create(a, 0), op::Root(a), op::Create(b), op::Create(c), op::Append(a, b),
         op::Append(a, c), op::Append(a, b), op::Garbage(b)});
  EXPECT_FALSE(Cycle({a, c}, {b}));
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{kNull, c, kNull}));
}

TEST_F(OracleGarbage, ItDecidesWhatIsPermittedAndIsInTheFingerprint) {
  Given({op::Create(a), op::Root(a), op::Create(b, 1), op::Store(a, 0, b)});
  const auto before = oracle_.Fingerprint();
  Given({op::Garbage(b)});
  EXPECT_NE(oracle_.Fingerprint(), before);
}

// A large heap keeps its reachability up to date, and must come to the same answers.
TEST(OracleGarbageInALargeHeap, ItIsLostWhenItsHolderIsScanned) {
  Oracle oracle;
  oracle.Reset({}, CorePromises(), /*plain_up_to=*/1);
  for (const Operation& operation : {op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b),
                                     op::Garbage(b), op::Create(c), op::Outer(a, c)}) {
    ASSERT_TRUE(oracle.Allows(operation));
    ASSERT_FALSE(oracle.Apply(operation, {}, {}));
  }
  const auto tick = [&oracle](const Event& event) {
    return oracle.Apply(op::Tick(1), {}, std::vector<Event>{event});
  };
  EXPECT_FALSE(oracle.Apply(op::Start(), {}, std::vector<Event>{{.kind = EventKind::kFlip}}));
  EXPECT_FALSE(tick({.kind = EventKind::kInitialReferences}));
  EXPECT_TRUE(oracle.CanName(b));
  EXPECT_FALSE(tick({.kind = EventKind::kScan, .object = a}));
  EXPECT_FALSE(oracle.CanName(b));
  EXPECT_FALSE(oracle.IsReachable(b));
  EXPECT_TRUE(oracle.IsReachable(c));
}

}  // namespace
}  // namespace reference
