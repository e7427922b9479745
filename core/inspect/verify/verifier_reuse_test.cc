// core/inspect/verify/verifier_reuse_test.cc -- what the verifier says of references, colours and
// referencers that are nearly right, in a heap that it was asked of before.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/inspect/verify/verification.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/damage.h"
#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

namespace gc {
namespace {

class AskedAgain : public testing::Test, protected MidTrace {
 protected:
  AskedAgain() { EXPECT_EQ(Said(), "nothing"); }
  std::string Said() {
    const std::optional<Failure> breach = verifier.Verify(heap);
    if (!breach) return "nothing";
    return std::string(EntryOf(breach->rule).name) + ": " + breach->sentence +
           (breach->index != kNoIndex ? " at " + std::to_string(breach->index) : "");
  }
  std::string At(const Object* object) { return " at " + std::to_string(object->header().index); }
  void Unmark(Node* node) { population().Give(*node, population().marks().White()); }
  void EndCycle() {
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  }
  Population& population() { return heap.collector().population; }
  Verifier verifier;
};

// Until the next step, what was stored is white, and as good as grey.
TEST_F(AskedAgain, AStoreThatIsToBeShadedSoonIsNoBreach) {
  black->left = white;
  ASSERT_TRUE(population().IsWhite(white->header().index));
  EXPECT_EQ(Said(), "nothing");
  black->left = nullptr;
}

TEST_F(AskedAgain, WhatWaitsForReadinessIsCountedAnewEachTime) {
  white->ready = false;
  grey->left = nullptr;
  EndCycle();
  ASSERT_EQ(heap.collector().purger.waiting().size(), 1u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Said(), "nothing");
}

// wait-is-revisited: of two, one is in no list.
TEST_F(AskedAgain, EachThatWaitsForReadinessIsInAList) {
  Node* const second = heap.New<Node>('s');
  for (Node* const node : {white, second}) node->ready = false;
  grey->left = nullptr;
  EndCycle();
  heap.Collect();
  auto& waiting = Damaged(heap.collector().purger.waiting());
  ASSERT_EQ(waiting.size(), 2u);
  EXPECT_EQ(Said(), "nothing");
  const Doomed last = waiting[1];
  waiting.Truncate(1);
  EXPECT_EQ(Said(),
            "wait-is-revisited: an unreachable object is in no list, and no tick will come back to "
            "it");
  waiting.push_back(last);
}

TEST_F(AskedAgain, WhatHasBegunToEndSaysSoInItsHeader) {
  EndCycle();
  for (int i = 0; i < 2; ++i) heap.New<Node>('d');
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  heap.Tick(1);
  const Purger& purger = heap.collector().purger;
  ASSERT_EQ(purger.next(), 1u);
  Object& begun = *purger.batch()[0].object;
  EXPECT_EQ(Said(), "nothing");
  Population::HeaderMark(begun).Store(population().marks().White());
  EXPECT_EQ(Said(),
            "unreachable-is-final: an object has begun to end, and its header does not say so" +
                At(&begun));
}

// What was freed has no index.
TEST_F(AskedAgain, ABreachOfWhatWasFreedNamesNoIndex) {
  EndCycle();
  Heap elsewhere;  // its objects stand for freed memory
  auto& barrier = Damaged(heap.collector().wavefront.barrier());
  barrier.push_back(elsewhere.New<Node>('f'));
  EXPECT_EQ(Said(), "end-needs-empty: an object waits to be scanned, and no trace is pending");
  barrier.pop_back();
}

TEST_F(AskedAgain, AnOldObjectThatIsWhiteOutsideOfACycleWasNotGathered) {
  EndCycle();
  heap.RemoveRoot(black);
  Unmark(black);
  EXPECT_EQ(
      Said(),
      "gather-covers-range: the gather has been at an index, and its object is white" + At(black));
}

// What may be left over is scanned again, and may refer to what is white.
TEST_F(AskedAgain, WhatNoListHadRoomForIsNotBlackYet) {
  StoreRaw(black->left, white);
  EXPECT_EQ(Said(), "insertion-barrier: a black object refers to a white one" + At(black));
  heap.collector().wavefront.LeaveOver(*black);
  EXPECT_EQ(Said(), "nothing");
  Object* scanned[4];
  while (heap.collector().wavefront.HasLeftOver()) {
    heap.collector().wavefront.TakeLeftOver(scanned, 4);
  }
  StoreRaw(black->left, nullptr);
}

class ReportsAll : public Referencer {
 public:
  ReportsAll(Heap& heap, const std::vector<Node*>& all)
      : Referencer(heap, Kind::kWrapper, "all"), nodes(all) {
    Register();
  }
  ~ReportsAll() override { Unregister(); }
  void Report(Reporter& to) const override {
    for (Node* const node : nodes) to.Raw(node);
  }
  std::vector<Node*> nodes;
};

TEST_F(AskedAgain, EachReportOfAReferencerIsLookedAt) {
  Heap elsewhere;
  Node* const freed = elsewhere.New<Node>('f');
  ReportsAll referencer(heap, {});
  using Reports = std::vector<Node*>;
  for (const Reports& reports : {Reports{freed, black}, Reports{black, freed}}) {
    referencer.nodes = reports;
    EXPECT_EQ(Said(), "referencer-barrier: a referencer reports an object that is doomed or freed");
  }
  referencer.nodes.clear();
}

// A referencer that registers while marking is asked at once, and shades what it has.
TEST_F(AskedAgain, ANewReferencerReportsNothingWhiteAlsoBeforeTheInitialReferences) {
  EndCycle();
  Node* const late = heap.New<Node>('l');
  heap.Start();
  ASSERT_FALSE(heap.collector().marker.InitialReferencesTaken());
  {
    const ReportsAll referencer(heap, {late});
    EXPECT_EQ(Said(), "nothing");
    Damaged(heap.collector().wavefront.barrier()).clear();
    Unmark(late);
    EXPECT_EQ(Said(),
              "referencer-barrier: a referencer that registered in this trace reports a white "
              "object" +
                  At(late));
  }
}

// mark-once: marking acts on managed objects only.
TEST(AskedOfPermanents, AMarkOfADisregardedObjectIsABreach) {
  Heap heap({.max_disregarded = 1});
  Node* const permanent = heap.New<Node>('p');
  heap.CloseDisregardWindow();
  Verifier verifier;
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  Population& population = heap.collector().population;
  population.table.Mark(permanent->header().index).Store(population.marks().Reachable());
  Population::HeaderMark(*permanent).Store(population.marks().Reachable());
  const std::optional<Failure> breach = verifier.Verify(heap);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sentence, std::string("a disregarded object was marked"));
  EXPECT_EQ(breach->index, permanent->header().index);
  population.table.Mark(permanent->header().index).Store(0);
  Population::HeaderMark(*permanent).Store(0);
}

// S1.20
TEST(AskedOfPermanents, AReferenceToADisregardedObjectIsNoFinding) {
  Heap heap({.max_disregarded = 2});
  Node* const first = heap.New<Node>('f');
  Node* const second = heap.New<Node>('s');
  heap.CloseDisregardWindow();
  first->left = second;
  EXPECT_TRUE(FindDisregardBreaches(heap).empty());
}

// S20.2: a finding has the rule, the reference with both its ends, and why the holder lives.
TEST(BrokenAssumptions, AreToldWithTheReferenceThatTheyAreAbout) {
  MidTrace trace;
  Verifier verifier;
  EXPECT_TRUE(FindBrokenAssumptions(trace.heap, verifier).empty());
  StoreRaw(trace.black->right, trace.white);
  std::vector<Finding> found = FindBrokenAssumptions(trace.heap, verifier);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].edge.holder, trace.black->header().index);
  EXPECT_EQ(found[0].edge.target, trace.white->header().index);
  EXPECT_EQ(found[0].text,
            "insertion-barrier: a black object refers to a white one\n"
            "Node 2 .right -> Node 3\n"
            "Node 2\n"
            "  <- root set\n");
  Heap elsewhere;
  StoreRaw(trace.black->right, elsewhere.New<Node>('f'));
  found = FindBrokenAssumptions(trace.heap, verifier);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text,
            "insertion-barrier: a live object refers to freed memory\n"
            "Node 2 .right -> freed memory\n"
            "Node 2\n"
            "  <- root set\n");
  StoreRaw(trace.black->right, nullptr);
  trace.heap.collector().roots.Forget(trace.black->header().index);
  found = FindBrokenAssumptions(trace.heap, verifier);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].edge.holder, trace.black->header().index);
  EXPECT_EQ(found[0].text,
            "root-barrier: a root, or a counted object, is not among those the flip greys\n"
            "Node 2\n"
            "  <- root set\n");
}

}  // namespace
}  // namespace gc
