// core/inspect/verify/verifier_construction_test.cc -- the verifier finds each wrong state of
// an object under construction and of the directory, and none in a healthy heap.
//
// Each test damages one thing in the state of an otherwise healthy heap. S2.14.

#include <gtest/gtest.h>

#include <string>

#include "core/heap/naming.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/damage.h"
#include "core/testing/directory.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class ConstructionVerifier : public testing::Test, protected Workshop {
 protected:
  ConstructionVerifier() { EXPECT_EQ(Broken(), "nothing"); }
  ~ConstructionVerifier() override {
    if (reserved) reserved.Construct();
  }
  std::string Broken() {
    const std::optional<Failure> breach = Verifier().Verify(heap);
    return breach ? std::string(EntryOf(breach->rule).name) + ": " + breach->sentence : "nothing";
  }
  auto& FlagsOf(const Object* object) { return collector.population.EntryOf(*object).flags; }

  Collector& collector = heap.collector();
  Reserved<Thing> reserved = make.Reserve<Thing>();
};

TEST_F(ConstructionVerifier, PendingAndInNoListIsHealthyInEveryPhase) {
  EXPECT_EQ(Broken(), "nothing");
  heap.Start();
  for (int i = 0; i < 200; ++i) {
    heap.Tick(1);
    ASSERT_EQ(Broken(), "nothing") << i;
  }
  reserved.Construct();
  EXPECT_EQ(Broken(), "nothing");
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
    heap.Tick(1);
    ASSERT_EQ(Broken(), "nothing");
  }
}

// S1.18: what is never collected has no colour.
TEST(DisregardedConstruction, PendingIsHealthyWithoutAMark) {
  Heap heap({.max_disregarded = 100});
  Factory make(heap);
  Reserved<Part> reserved = make.Reserve<Part>();
  heap.CloseDisregardWindow();
  ASSERT_TRUE(heap.collector()
                  .population.EntryOf(*reserved.object())
                  .flags.Has(flag::kDisregarded | flag::kPendingConstruction));
  heap.Start();
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt) << i;
    heap.Tick(1);
  }
  reserved.Construct();
  heap.Collect();
}

TEST_F(ConstructionVerifier, PendingAndNotKept) {
  heap.Start();
  collector.population.Give(*reserved.object(), collector.population.marks().White());
  EXPECT_EQ(Broken(), "construction-is-kept: an object that is pending construction is not kept");
  collector.population.Mark(*reserved.object());
}

TEST_F(ConstructionVerifier, PendingAndQueuedBeforeItsTime) {
  heap.Start();
  Damaged(collector.wavefront.barrier()).push_back(reserved.object());
  EXPECT_EQ(Broken(),
            "construction-is-kept: an object waits to be scanned, and its constructor has not run");
  Damaged(collector.wavefront.barrier()).pop_back();
}

TEST_F(ConstructionVerifier, PendingAndNoTraceWouldWait) {
  Damaged(collector.construction.pending()).clear();
  EXPECT_EQ(Broken(),
            "end-needs-empty: an object is pending construction, and no trace would wait for it");
  Damaged(collector.construction.pending()).push_back(reserved.object());
}

TEST_F(ConstructionVerifier, ConstructedAndStillWaitedFor) {
  Part* const part = make.New<Part>();
  Damaged(collector.construction.pending()).push_back(part);
  EXPECT_EQ(Broken(), "end-needs-empty: a trace waits for an object that is constructed");
  Damaged(collector.construction.pending()).pop_back();
}

TEST_F(ConstructionVerifier, FreedAndStillWaitedFor) {
  Heap elsewhere;
  Factory there(elsewhere);
  Damaged(collector.construction.pending()).push_back(there.New<Part>());
  EXPECT_EQ(Broken(), "construction-is-kept: an object was freed before its constructor ran");
  Damaged(collector.construction.pending()).pop_back();
}

TEST_F(ConstructionVerifier, ANameThatTheDirectoryDoesNotList) {
  Part* const part = make.New<Part>();
  const std::string breach =
      "begin-finish-free: the directory does not list those whose entries say that it does";
  FlagsOf(part).Clear(flag::kNamed);
  EXPECT_EQ(Broken(), breach);
  FlagsOf(part).Set(flag::kNamed);
  EXPECT_EQ(Broken(), "nothing");
}

TEST_F(ConstructionVerifier, ANameThatLeadsToFreedMemory) {
  Heap elsewhere;
  Factory there(elsewhere);
  make.New<Part>();
  Directory& directory = Naming::Of(collector.population).directory;
  const Directory::Record record = AddTo(directory, *there.New<Part>(), 0, directory.Intern("x"));
  // As many have a name as the directory lists.
  Node* const unnamed = heap.New<Node>('n');
  FlagsOf(unnamed).Set(flag::kNamed);
  EXPECT_EQ(Broken(), "begin-finish-free: a name leads to freed memory");
  FlagsOf(unnamed).Clear(flag::kNamed);
  directory.Remove(record);
  EXPECT_EQ(Broken(), "nothing");
}

TEST_F(ConstructionVerifier, ANameThatLeadsToAnObjectWithoutOne) {
  Thing* const thing = make.New<Thing>({.name = "Door"});
  Thing* const other = make.New<Thing>({.name = "Gate"});
  EXPECT_EQ(Broken(), "nothing");
  // As many have a name as the directory lists; but one of them is not in it.
  FlagsOf(thing).Clear(flag::kNamed);
  Node* const unnamed = heap.New<Node>('n');
  FlagsOf(unnamed).Set(flag::kNamed);
  EXPECT_EQ(Broken(), "begin-finish-free: a name leads to an object without one");
  FlagsOf(unnamed).Clear(flag::kNamed);
  FlagsOf(thing).Set(flag::kNamed);
  EXPECT_EQ(Broken(), "nothing");
  EXPECT_NE(other, nullptr);
}

// A verifier is used again: what it says of one breach is nothing of the next.
TEST_F(ConstructionVerifier, NamesNoReferenceOfAnEarlierBreach) {
  MidTrace trace({.deferred_stores = 0});
  trace.black->left = trace.white;
  Collector& other = trace.heap.collector();
  Damaged(other.wavefront.barrier()).clear();
  other.population.Give(*trace.white, other.population.marks().White());
  Verifier verifier;
  ASSERT_TRUE(verifier.Verify(trace.heap));
  EXPECT_EQ(verifier.edge().target, trace.white->header().index);
  Damaged(collector.construction.pending()).clear();
  ASSERT_TRUE(verifier.Verify(heap));
  EXPECT_EQ(verifier.edge().target, kNoIndex);
  Damaged(collector.construction.pending()).push_back(reserved.object());
}

}  // namespace
}  // namespace gc
