// core/inspect/verify/verification_test.cc -- each mode is off by default; switched on, it finds
// the mistakes it is for.

#include "core/inspect/verify/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

namespace gc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Records findings.
struct Findings {
  FindingSink Sink() {
    return {.report =
                [](void* self, const Finding& finding) {
                  static_cast<Findings*>(self)->found.push_back(finding);
                },
            .context = this};
  }
  std::vector<Finding> found;
};

// S20.1, S5.10, C2: while marking, a raw store puts a white object into a black holder.
TEST(VerificationOfTheUnreachable, NamesTheHolderTheFieldAndTheWayFromARoot) {
  Findings findings;
  MidTrace trace;
  const Inspector inspector(trace.heap,
                            {.verify = {.unreachable = true}, .findings = findings.Sink()});
  StoreRaw(trace.black->right, trace.white);
  trace.grey->left = nullptr;
  EndTrace(trace.heap);
  ASSERT_EQ(findings.found.size(), 1u);
  const Finding& finding = findings.found[0];
  EXPECT_EQ(finding.edge.holder, trace.black->header().index);
  EXPECT_EQ(finding.edge.target, trace.white->header().index);
  EXPECT_STREQ(finding.edge.name, "right");
  EXPECT_EQ(finding.text,
            "insertion-barrier: what a root reaches must not be doomed; a store without a "
            "barrier?\n"
            "Node 3\n"
            "  <- Node 2 .right\n"
            "  <- root set\n");
  trace.black->right = nullptr;
}

TEST(VerificationOfTheUnreachable, IsSilentWhenTheStoreGoesThroughTheBarrier) {
  Findings findings;
  MidTrace trace;
  const Inspector inspector(trace.heap,
                            {.verify = {.unreachable = true}, .findings = findings.Sink()});
  trace.black->right = trace.white;
  trace.grey->left = nullptr;
  EndTrace(trace.heap);
  EXPECT_THAT(findings.found, IsEmpty());
}

// S20.1: off by default.
TEST(VerificationOfTheUnreachable, IsOffUnlessItIsAskedFor) {
  const VerificationOptions off;
  EXPECT_FALSE(off.unreachable || off.assumptions || off.assumptions_on_full || off.referencers);
  EXPECT_EQ(off.assumptions_chance, 0);
  Findings findings;
  MidTrace trace;
  const Inspector inspector(trace.heap, {.findings = findings.Sink()});
  StoreRaw(trace.black->right, trace.white);
  trace.grey->left = nullptr;
  EndTrace(trace.heap);
  EXPECT_THAT(findings.found, IsEmpty());
  trace.black->right = nullptr;
}

// S20.1: the check changes no bit and no slot, and the cycle goes on as it would have.
TEST(VerificationOfTheUnreachable, ChangesNothing) {
  const auto heard = [](bool verify) {
    MidTrace trace;
    Listener listener(trace.heap);
    const Inspector inspector(
        trace.heap,
        {.verify = {.unreachable = verify, .assumptions = verify, .referencers = verify}});
    trace.black->right = trace.white;
    trace.heap.New<Node>('x');
    trace.heap.Tick(kUnlimited);
    trace.heap.Collect();
    return listener.Heard();
  };
  EXPECT_EQ(heard(true), heard(false));
}

// The target of a slot may be freed already, so the check looks its address up and does not read
// it.
TEST(VerificationOfTheUnreachable, FindsAReferenceToFreedMemory) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  Node* const gone = heap.New<Node>('g');
  heap.Collect();
  StoreRaw(root->left, gone);
  const std::vector<Finding> found = FindReachableDoomed(heap);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].text, HasSubstr("must not refer to freed memory\n"
                                       "nothing at 0\n"
                                       "  <- Node 1 .left\n"));
  root->left = nullptr;
}

// Many findings mostly have one cause, so ten of them are named, and each object once.
TEST(VerificationOfTheUnreachable, NamesEachVictimOnceAndNoMoreThanTen) {
  for (const std::size_t victims : {3, 12}) {
    Heap heap;
    std::vector<Node*> roots(victims);
    for (Node*& root : roots) heap.AddRoot(root = heap.New<Node>('r'));
    std::vector<Node*> lost(victims);
    for (Node*& one : lost) one = heap.New<Node>('v');
    heap.Start();
    heap.Tick(1 + victims);  // the initial references, and every root
    for (std::size_t i = 0; i < victims; ++i) {
      StoreRaw(roots[i]->left, lost[i]);
      StoreRaw(roots[i]->right, lost[0]);
    }
    EndTrace(heap);
    std::set<Index> named;
    for (const Finding& finding : FindReachableDoomed(heap)) {
      EXPECT_TRUE(named.insert(finding.edge.target).second);
    }
    EXPECT_EQ(named.size(), std::min(victims, kMostFindings));
    for (Node* const root : roots) root->left = root->right = nullptr;
  }
}

// Without a sink for findings, the shipped library aborts.
TEST(VerificationDeathTest, AFindingThatNoSinkTakesIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  MidTrace trace;
  const Inspector inspector(trace.heap, {.verify = {.unreachable = true}});
  StoreRaw(trace.black->right, trace.white);
  trace.grey->left = nullptr;
  EXPECT_DEATH(EndTrace(trace.heap), "insertion-barrier(.|\n)*Node 3\n  <- Node 2 .right");
  trace.black->right = nullptr;
}

// Breaks an assumption of the flip: the object has the root flag, and is not in the list of roots.
void BreakAnAssumption(Heap& heap, Node* root) {
  heap.collector().roots.Forget(root->header().index);
}

struct Rooted {
  Rooted() { heap.AddRoot(root); }
  ~Rooted() { heap.RemoveRoot(root); }
  Heap heap;
  Node* const root = heap.New<Node>('r');
};

// S20.2
TEST(VerificationOfAssumptions, LooksAfterEachTraceAndSaysWhyTheObjectLives) {
  Findings findings;
  Rooted rooted;
  const Inspector inspector(rooted.heap,
                            {.verify = {.assumptions = true}, .findings = findings.Sink()});
  rooted.heap.Start();
  BreakAnAssumption(rooted.heap, rooted.root);
  rooted.heap.Tick(kUnlimited);
  ASSERT_EQ(findings.found.size(), 1u);
  EXPECT_EQ(findings.found[0].rule, Rule::kRootBarrier);
  EXPECT_THAT(findings.found[0].text, HasSubstr("Node 1\n  <- root set\n"));
}

// S20.2: after each marking once, and not after the steps that follow it.
TEST(VerificationOfAssumptions, LooksOnceForEachMarking) {
  Findings findings;
  Rooted rooted;
  const Inspector inspector(rooted.heap,
                            {.verify = {.assumptions = true}, .findings = findings.Sink()});
  rooted.heap.Start();
  BreakAnAssumption(rooted.heap, rooted.root);
  while (rooted.heap.Tick(1) != 0) continue;
  EXPECT_EQ(findings.found.size(), 1u);
}

// S20.2
TEST(VerificationOfAssumptions, OnFullCollectionsOnlyLeavesSlicedOnesAlone) {
  Findings findings;
  Rooted rooted;
  const Inspector inspector(rooted.heap,
                            {.verify = {.assumptions_on_full = true}, .findings = findings.Sink()});
  rooted.heap.Start();
  BreakAnAssumption(rooted.heap, rooted.root);
  rooted.heap.Tick(kUnlimited);
  EXPECT_THAT(findings.found, IsEmpty());
  rooted.heap.AddRoot(rooted.root);
  struct Breaker : Referencer {
    Breaker(Heap& in, Node* of) : Referencer(in, Kind::kRaw, "breaker"), heap(in), root(of) {}
    void Report(Reporter&) const override { BreakAnAssumption(heap, root); }
    Heap& heap;
    Node* root;
  } breaker(rooted.heap, rooted.root);
  breaker.Register();
  rooted.heap.Collect();
  EXPECT_EQ(findings.found.size(), 1u);
}

// The seed of which the first random number is 0.
constexpr auto kDrawsZeroFirst = 11066951453180645397ull;

std::vector<int> CyclesDrawn(const VerificationOptions& verify) {
  Findings findings;
  Rooted rooted;
  const Inspector inspector(rooted.heap, {.verify = verify, .findings = findings.Sink()});
  std::vector<int> drawn;
  for (int cycle = 0; cycle < 200; ++cycle) {
    rooted.heap.AddRoot(rooted.root);
    rooted.heap.Start();
    BreakAnAssumption(rooted.heap, rooted.root);
    rooted.heap.Tick(kUnlimited);
    if (!findings.found.empty()) drawn.push_back(cycle);
    findings.found.clear();
  }
  return drawn;
}

// S20.2
TEST(VerificationOfAssumptions, ByChanceLooksAtThatShareOfTheCyclesTheSameForASeed) {
  for (const std::uint64_t seed : {1ull, kDrawsZeroFirst}) {
    EXPECT_EQ(CyclesDrawn({.assumptions_chance = 0, .seed = seed}).size(), 0u);
  }
  EXPECT_EQ(CyclesDrawn({.assumptions_chance = 1}).size(), 200u);
  const std::vector<int> drawn = CyclesDrawn({.assumptions_chance = 0.25, .seed = 1});
  EXPECT_GT(drawn.size(), 30u);
  EXPECT_LT(drawn.size(), 70u);
  EXPECT_EQ(CyclesDrawn({.assumptions_chance = 0.25}), drawn) << "the seed is 1 by default";
  EXPECT_NE(CyclesDrawn({.assumptions_chance = 0.25, .seed = 2}), drawn);
}

// S20.3, S1.20, C9: a disregarded object holds an object that nothing else keeps.
TEST(VerificationOfAssumptions, NamesWhatADisregardedObjectHoldsAndNothingKeeps) {
  Heap heap;
  Node* const early = heap.New<Node>('e');
  Node* const fine = heap.New<Node>('f');
  Node* const loose = heap.New<Node>('l');
  heap.collector().population.table[early->header().index].flags.Set(flag::kDisregarded);
  heap.AddRoot(fine);
  early->left = fine;
  EXPECT_THAT(FindDisregardBreaches(heap), IsEmpty());
  early->right = loose;
  const std::vector<Finding> found = FindDisregardBreaches(heap);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].text, HasSubstr("Node 1 .right -> Node 3\n"));
  Verifier verifier;
  const std::vector<Finding> assumptions = FindBrokenAssumptions(heap, verifier);
  ASSERT_FALSE(assumptions.empty());
  EXPECT_EQ(assumptions[0].text, found[0].text);
  heap.collector().population.table[early->header().index].flags.Clear(flag::kDisregarded);
}

struct Confused : Object, Referencer {
  Confused(const Birth& birth, Heap& heap) : Object(birth), Referencer(heap, Kind::kRaw, "me") {
    Register();
  }
  void Report(Reporter&) const override {}
  static const Class kClass;
};
const Class Confused::kClass = Describe<Confused>("Confused");

struct Quiet : Referencer {
  explicit Quiet(Heap& heap) : Referencer(heap, Kind::kRaw, "part") { Register(); }
  void Report(Reporter&) const override {}
};
struct Holder : Object {
  Holder(const Birth& birth, Heap& heap) : Object(birth), part(heap) {}
  Quiet part;
  static const Class kClass;
};
const Class Holder::kClass = Describe<Holder>("Holder");

// A referencer that lies before the part of the object that has the header.
struct Backward : Quiet, Object {
  Backward(const Birth& birth, Heap& heap) : Quiet(heap), Object(birth) {}
  static const Class kClass;
};
const Class Backward::kClass = Describe<Backward>("Backward");

// S20.5
TEST(VerificationOfReferencers, FindsThemInFrontOfTheHeaderToo) {
  Heap heap;
  Backward* const object = heap.New<Backward>(heap);
  ASSERT_LT(static_cast<const void*>(static_cast<const Referencer*>(object)),
            static_cast<const void*>(static_cast<const Object*>(object)));
  const std::vector<Finding> found = FindReferencersInObjects(heap);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].text, HasSubstr("referencer part in Backward 1\n"));
  object->Unregister();
}

// The same, of a size that leaves no gap between two of them.
struct Snug : Quiet, Object {
  Snug(const Birth& birth, Heap& heap) : Quiet(heap), Object(birth) {}
  char rest[128 - sizeof(Quiet) - sizeof(Object)] = {};
  static const Class kClass;
};
static_assert(sizeof(Snug) == 128);
const Class Snug::kClass = Describe<Snug>("Snug");

// S20.5: what begins where another object ends is no part of that.
TEST(VerificationOfReferencers, FindsThemInOneObjectOnly) {
  Heap heap;
  Snug* const first = heap.New<Snug>(heap);
  Snug* const second = heap.New<Snug>(heap);
  if (ObjectMemory::kHasSlots) {
    EXPECT_EQ(std::abs(reinterpret_cast<char*>(first) - reinterpret_cast<char*>(second)), 128)
        << "there is a gap, so nothing is tried";
  }
  EXPECT_EQ(FindReferencersInObjects(heap).size(), 2u);
  first->Unregister();
  second->Unregister();
}

// S20.5: an object that is a referencer, or contains one.
TEST(VerificationOfReferencers, NamesObjectsThatAreReferencersOrHaveOneInside) {
  Findings findings;
  Heap heap;
  Confused* const confused = heap.New<Confused>(heap);
  std::vector<std::unique_ptr<Quiet>> beside;  // memory of the same allocator
  for (int i = 0; i < 100; ++i) beside.push_back(std::make_unique<Quiet>(heap));
  heap.AddRoot(confused);
  Holder* const holder = heap.New<Holder>(heap);
  heap.AddRoot(holder);
  const Inspector inspector(heap, {.verify = {.referencers = true}, .findings = findings.Sink()});
  heap.Collect();
  ASSERT_EQ(findings.found.size(), 2u);
  EXPECT_THAT(findings.found[0].text, HasSubstr("referencer me in Confused 1\n"));
  EXPECT_THAT(findings.found[1].text, HasSubstr("referencer part in Holder 2\n"));
  EXPECT_EQ(inspector.verification().Reported(), 2u);
  confused->Unregister();
  holder->part.Unregister();
}

}  // namespace
}  // namespace gc
