// core/heap/garbage_test.cc -- an object marked garbage is not valid, references do not keep it,
// and no reference to it is left when it is freed; some things keep it all the same.

#include <gtest/gtest.h>

#include <optional>

#include "core/inspect/verify/verifier.h"
#include "core/pointer/strong_ptr.h"
#include "core/pointer/validity.h"
#include "core/testing/fingerprints.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

FlagWord EntryFlags(const Heap& heap, const Object* object) {
  return heap.collector().population.table[object->header().index].flags.Load();
}

// A root whose left and right are the same object, which refers to one of its own.
class Garbage : public testing::Test {
 protected:
  Garbage() {
    root->left = garbage;
    root->right = garbage;
    garbage->left = behind;
    heap.AddRoot(root);
  }
  void Finish() {
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
      heap.Tick(1);
      EXPECT_EQ(verifier.Verify(heap), std::nullopt);
    }
  }
  Heap heap;
  Verifier verifier;
  Node* const root = heap.New<Node>('r');
  Node* const garbage = heap.New<Node>('g');
  Node* const behind = heap.New<Node>('b');
};

// S2.10, S19.1, S5.15, S5.16: garbage is not valid from the moment of its mark, but its memory
// stays: code that holds a pointer may still use it.
TEST_F(Garbage, IsAtOnceNotValidAndItsMemoryStays) {
  const WeakPtr<Node> weak(garbage);
  const CheckedPtr<Node> checked(garbage);
  EXPECT_TRUE(IsValid(garbage));
  heap.MarkGarbage(garbage);
  EXPECT_TRUE(IsGarbage(garbage));
  EXPECT_FALSE(IsValid(garbage));
  EXPECT_TRUE(IsValidLowLevel(garbage));
  EXPECT_FALSE(checked.IsAlive());
  EXPECT_EQ(checked.Get(), nullptr);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(weak.GetEvenIfGarbage(), garbage);
  EXPECT_EQ(root->left, garbage) << "no slot changes before marking comes to it";
  EXPECT_EQ(garbage->name, 'g');
}

// S5.16: a read may count garbage as stale or not; valid, stale and null exclude each other.
TEST_F(Garbage, WeaklyReferredToIsStaleOrValidAsTheReaderWishes) {
  const WeakPtr<Node> weak(garbage);
  heap.MarkGarbage(garbage);
  EXPECT_FALSE(weak.IsNull());
  EXPECT_FALSE(weak.IsValid());
  EXPECT_TRUE(weak.IsStale());
  EXPECT_TRUE(weak.IsValid(IfGarbage::kThere));
  EXPECT_FALSE(weak.IsStale(IfGarbage::kThere));
  heap.Collect();
  EXPECT_FALSE(weak.IsValid(IfGarbage::kThere));
  EXPECT_TRUE(weak.IsStale(IfGarbage::kThere));
}

// weak-read-barrier: a read that answers null shades nothing. An object that a read answers is
// shaded, and lives through the cycle.
TEST(GarbageWeakly, ReadingWhatCountsAsGoneShadesNothing) {
  MidTrace mid;
  const WeakPtr<Node> weak(mid.white);
  mid.heap.MarkGarbage(mid.white);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(IsWhite(mid.heap, mid.white));
  EXPECT_EQ(weak.GetEvenIfGarbage(), mid.white);
  EXPECT_TRUE(IsGrey(mid.heap, mid.white));
  mid.heap.Tick(kUnlimited);
  EXPECT_EQ(mid.grey->left, nullptr);
  EXPECT_EQ(mid.heap.ObjectCount(), 3u);
}

// S2.11: the mark stands in the entry and in the object. The two are equal after every unit, and
// are cleared together.
TEST_F(Garbage, StandsInTheEntryAndInTheObjectAlike) {
  const auto both = [this] {
    const bool entry = (EntryFlags(heap, garbage) & flag::kGarbage) != 0;
    EXPECT_EQ(entry, IsGarbage(garbage));
    return entry;
  };
  EXPECT_FALSE(both());
  heap.MarkGarbage(garbage);
  EXPECT_TRUE(both());
  heap.AddRoot(garbage);
  heap.Start();
  while (heap.phase() != Phase::kIdle) {
    EXPECT_TRUE(both());
    heap.Tick(1);
  }
  heap.ClearGarbage(garbage);
  EXPECT_FALSE(both());
  EXPECT_TRUE(IsValid(garbage));
}

TEST_F(Garbage, WhatOneCopyAloneSaysIsABreach) {
  heap.collector().population.table[garbage->header().index].flags.Set(flag::kGarbage);
  const std::optional<Failure> breach = verifier.Verify(heap);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->index, garbage->header().index);
}

// S9.13: every slot that holds the garbage is cleared, and what only the garbage referred to dies
// with it.
TEST_F(Garbage, EverySlotThatIsScannedAfterTheMarkIsCleared) {
  heap.MarkGarbage(garbage);
  heap.Start();
  heap.Tick(1);  // the initial references
  EXPECT_EQ(root->left, garbage);
  heap.Tick(1);  // the root
  EXPECT_EQ(root->left, nullptr);
  EXPECT_EQ(root->right, nullptr);
  Finish();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// A29, B3: an object that is black already when it is marked garbage lives a cycle longer, and in
// this cycle no slot is cleared.
TEST_F(Garbage, MarkedBehindTheWavefrontItGoesWithTheNextCycle) {
  heap.Start();
  heap.Tick(2);  // the root is scanned
  heap.MarkGarbage(garbage);
  Finish();
  EXPECT_EQ(root->left, garbage);
  EXPECT_EQ(heap.ObjectCount(), 3u);
  heap.Collect();
  EXPECT_EQ(root->left, nullptr);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// B3, barrier-shades-garbage: a holder that was scanned is not looked at again.
TEST(GarbageStored, BehindTheWavefrontItIsShadedAndGoesWithTheNextCycle) {
  MidTrace mid;
  Verifier verifier;
  mid.heap.MarkGarbage(mid.white);
  mid.black->right = mid.white;
  EXPECT_TRUE(IsGrey(mid.heap, mid.white));
  mid.heap.Tick(kUnlimited);
  EXPECT_EQ(verifier.Verify(mid.heap), std::nullopt);
  EXPECT_EQ(mid.grey->left, nullptr) << "scanned after the mark";
  EXPECT_EQ(mid.black->right, mid.white);
  mid.heap.Collect();
  EXPECT_EQ(mid.black->right, nullptr);
  EXPECT_EQ(mid.heap.ObjectCount(), 2u);
}

// S2.11: an object may be marked garbage at any unit of a cycle. Two whole cycles later it is gone.
TEST_F(Garbage, MarkedAtAnyUnitOfACycleItIsGoneTwoCyclesLater) {
  for (Work units = 0; units < 12; ++units) {
    Heap at;
    Node* const holder = at.New<Node>('r');
    at.AddRoot(holder);
    holder->left = at.New<Node>('g');
    holder->left->left = holder->left;
    at.Start();
    at.Tick(units);
    at.MarkGarbage(holder->left.Get());
    EXPECT_EQ(verifier.Verify(at), std::nullopt);
    at.Collect();
    at.Collect();
    EXPECT_EQ(holder->left, nullptr) << units;
    EXPECT_EQ(at.ObjectCount(), 1u) << units;
    EXPECT_EQ(verifier.Verify(at), std::nullopt);
  }
}

// S19.5, A11, B4: the collector marks no object as garbage. A root flag, a keep flag or a strong
// count keeps an object that is garbage; references to it are cleared all the same.
TEST_F(Garbage, IsOnlyTheGamesAndARootAFlagOrACountKeepsIt) {
  heap.Collect();
  EXPECT_FALSE(IsGarbage(root) || IsGarbage(garbage) || IsGarbage(behind));
  heap.MarkGarbage(garbage);
  heap.SetKeepFlags(garbage, flag::kLoading);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
  EXPECT_EQ(root->left, nullptr);
  EXPECT_EQ(garbage->left, behind) << "its own references count";
  heap.ClearKeepFlags(garbage, flag::kLoading);
  heap.SetFlags(garbage, object_flag::kStandalone);
  root->left = garbage;
  heap.Collect(object_flag::kStandalone);
  EXPECT_EQ(heap.ObjectCount(), 3u);
  EXPECT_EQ(root->left, nullptr);
  {
    const StrongPtr<Node> strong(garbage);
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 3u);
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// S2.11: rooting what is garbage is legal, and keeps it garbage.
TEST_F(Garbage, RootedAfterwardsItSurvivesAsItIs) {
  heap.MarkGarbage(garbage);
  heap.AddRoot(garbage);
  garbage->right = garbage;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
  EXPECT_FALSE(IsValid(garbage));
  EXPECT_EQ(garbage->right, nullptr) << "a reference to itself is one like any other";
  heap.RemoveRoot(garbage);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// root-barrier, strong-barrier: garbage is shaded like any other.
TEST(GarbageRooted, WhileATraceIsPendingItIsShaded) {
  MidTrace mid;
  mid.heap.MarkGarbage(mid.white);
  mid.heap.AddRoot(mid.white);
  EXPECT_TRUE(IsGrey(mid.heap, mid.white));
  mid.heap.Tick(kUnlimited);
  EXPECT_EQ(mid.heap.ObjectCount(), 3u);
}

// S9.20: with elimination off, references keep it, and it stays invalid.
TEST(GarbageOff, WithoutEliminationItIsKeptByWhatRefersToIt) {
  Heap heap({.eliminate = Origins::None()});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('g');
  const WeakPtr<Node> weak(root->left.Get());
  heap.MarkGarbage(root->left.Get());
  heap.Collect();
  ASSERT_NE(root->left, nullptr);
  EXPECT_FALSE(IsValid(root->left.Get()));
  EXPECT_EQ(weak.Get(), nullptr);
  root->left = nullptr;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// A doomed object is not scanned: its callbacks find its references as they were.
TEST_F(Garbage, OfTheDoomedNoSlotIsCleared) {
  heap.RemoveRoot(root);
  heap.MarkGarbage(garbage);
  heap.Start();
  while (!heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(root->left, garbage);
  Finish();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// construction-is-kept: its slots are looked at when its constructor has run.
TEST(GarbageUnderConstruction, SlotsAreClearedWhenItIsComplete) {
  Heap heap;
  Node* const made = heap.ReserveWithTail<Node>(0, 'm');
  heap.AddRoot(made);
  made->left = heap.New<Node>('g');
  heap.MarkGarbage(made->left.Get());
  heap.Start();
  heap.Tick(kUnlimited);
  EXPECT_NE(made->left, nullptr);
  heap.Complete(made);
  heap.Tick(kUnlimited);
  EXPECT_EQ(made->left, nullptr);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// A copy does not take over the mark, and a new object cannot ask for it.
TEST(GarbageAtBirth, NoObjectIsBornGarbage) {
  Heap heap;
  Node* const asked = heap.Make<Node>({.flags = object_flag::kMirroredGarbage}, 'a');
  EXPECT_FALSE(IsGarbage(asked));
  Verifier verifier;
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  heap.MarkGarbage(asked);
  heap.Collect();
  Node* const next = heap.New<Node>('b');
  EXPECT_EQ(next->header().index, 1u) << "the same entry";
  EXPECT_TRUE(IsValid(next));
}

// The fingerprint differs where garbage flags differ, as these decide what the collector does next.
TEST_F(Garbage, IsPartOfTheFingerprint) {
  const auto fingerprint = [this] { return FingerprintOf(heap); };
  const auto before = fingerprint();
  heap.MarkGarbage(garbage);
  EXPECT_NE(fingerprint(), before);
  heap.ClearGarbage(garbage);
  EXPECT_EQ(fingerprint(), before);
}

class GarbageDeathTest : public Garbage {
 protected:
  GarbageDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// S2.11, C19
TEST_F(GarbageDeathTest, ARootedObjectIsRefused) {
  EXPECT_DEATH(heap.MarkGarbage(root), "object 1, Node.*\n.*rule garbage-is-nulled");
}

// S2.11: the mark is taken back only while no cycle is pending.
TEST_F(GarbageDeathTest, NothingIsTakenBackWhileACycleIsPending) {
  heap.MarkGarbage(garbage);
  heap.Start();
  EXPECT_DEATH(heap.ClearGarbage(garbage), "object 2, Node\n.*rule garbage-is-nulled");
}

// B5
TEST_F(GarbageDeathTest, WhatIsNeverCollectedIsRefused) {
  Heap low({.max_disregarded = 4});
  Node* const first = low.New<Node>('d');
  EXPECT_DEATH(low.MarkGarbage(first), "object 1, Node\n.*rule garbage-is-nulled");
}

}  // namespace
}  // namespace gc
