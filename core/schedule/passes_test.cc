// core/schedule/passes_test.cc -- a scheduler may rely on two things: a cycle starts in constant
// time, and the same objects are doomed however marking is cut into slices.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <set>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

// A heap with a random graph. Equal seeds make equal graphs, so that two runs can be compared.
class RandomHeap {
 public:
  explicit RandomHeap(unsigned seed, int size = 24) : random_(seed) {
    for (int i = 0; i < size; ++i) nodes.push_back(heap.New<Node>('n'));
    for (Node* const node : nodes) {
      if (random_() % 2 != 0) node->left = Any();
      if (random_() % 3 == 0) node->right = Any();
    }
    for (int i = 0; i < 3; ++i) heap.AddRoot(Any());
  }

  Node* Any() { return nodes[random_() % nodes.size()]; }
  std::set<std::size_t> Reachable() const {
    std::set<std::size_t> reached;
    std::vector<std::size_t> next;
    const auto reach = [&](const Node* node) {
      if (node == nullptr) return;
      const auto at = static_cast<std::size_t>(std::ranges::find(nodes, node) - nodes.begin());
      if (reached.insert(at).second) next.push_back(at);
    };
    for (const Node* const node : nodes) {
      if (heap.collector().population.IsLive(*node) && heap.IsRoot(node)) reach(node);
    }
    while (!next.empty()) {
      const Node& node = *nodes[next.back()];
      next.pop_back();
      reach(node.left.Get());
      reach(node.right.Get());
    }
    return reached;
  }
  // Runs a started cycle to the end of its gather, in slices of `budget` units. `between` plays the
  // mutator, and is called after each slice. Returns the doomed objects.
  template <class Mutator>
  std::set<std::size_t> Doomed(Work budget, Mutator&& between) {
    const auto doomed = [&] {
      std::set<std::size_t> found;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (Marks::IsUnreachable(heap.collector().population.MarkOf(*nodes[i]))) found.insert(i);
      }
      return found;
    };
    while (heap.phase() == Phase::kMarking) {
      heap.Tick(
          std::min<Work>(budget, std::max<Work>(1, heap.collector().wavefront.work().size())));
      if (heap.phase() == Phase::kMarking) between();
    }
    unreachable_at_end = Complement(Reachable());
    while (heap.phase() == Phase::kGathering) heap.Tick(1);
    return doomed();
  }
  std::set<std::size_t> Complement(const std::set<std::size_t>& of) const {
    std::set<std::size_t> rest;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!of.contains(i)) rest.insert(i);
    }
    return rest;
  }

  Heap heap;
  std::vector<Node*> nodes;
  std::set<std::size_t> unreachable_at_end;

 private:
  std::minstd_rand random_;
};

bool Includes(const std::set<std::size_t>& all, const std::set<std::size_t>& some) {
  return std::ranges::includes(all, some);
}

// S8.1, S8.8: after the flip no object but the roots reads reachable, and of the others no entry
// was looked at: the marks of a second chunk cannot even be read meanwhile.
TEST(Start, MakesAllObjectsWhiteInAStepThatTouchesNone) {
  Heap heap;
  const Node* const root = heap.New<Node>('r');
  heap.AddRoot(const_cast<Node*>(root));
  std::vector<Node*> nodes;
  for (int i = 0; i < 80'000; ++i) nodes.push_back(heap.New<Node>('n'));
  const auto mark_of = [&heap](const Node* node) -> const MarkByte& {
    return heap.collector().population.MarkOf(*node);
  };
  const MarkBits before = mark_of(nodes[0]).Load();
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(&mark_of(nodes[66'000])) / page * page + page;
  const auto last = reinterpret_cast<std::uintptr_t>(&mark_of(nodes[79'000])) / page * page;
  ASSERT_LT(first, last);
  Listener listener(heap);
  ASSERT_EQ(mprotect(reinterpret_cast<void*>(first), last - first, PROT_NONE), 0);
  heap.Start();
  ASSERT_EQ(mprotect(reinterpret_cast<void*>(first), last - first, PROT_READ | PROT_WRITE), 0);
  EXPECT_THAT(listener.Heard(), testing::ElementsAre("flip"));
  EXPECT_FALSE(IsWhite(heap, root));
  for (const Node* const node : nodes) {
    ASSERT_TRUE(IsWhite(heap, node));
    ASSERT_EQ(mark_of(node).Load(), before) << "not a bit was written";
    ASSERT_EQ(node->header().mark.Load(), before);
  }
}

// S8.2, S2.8: after every cycle, each object that is not doomed reads reachable.
TEST(Start, FindsEveryObjectReachableAfterEachCycle) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    RandomHeap one(seed);
    for (int cycle = 0; cycle < 3; ++cycle) {
      for (Index index = 1; index < one.heap.collector().population.table.End(); ++index) {
        const Entry& entry = one.heap.collector().population.table[index];
        if (entry.Occupant() != nullptr) {
          const Population& population = one.heap.collector().population;
          EXPECT_TRUE(population.marks().IsReachable(population.table.Mark(index)));
        }
      }
      one.heap.Collect();
    }
  }
}

// S8.4, S8.6: without a mutator, a cycle dooms what a plain search from the roots does not reach.
TEST(Start, OfALegacyCollectorDoomsTheSame) {
  for (unsigned seed = 1; seed < 50; ++seed) {
    RandomHeap one(seed);
    const std::set<std::size_t> legacy = one.Complement(one.Reachable());
    one.heap.Start();
    EXPECT_EQ(one.Doomed(kUnlimited, [] {}), legacy) << "seed " << seed;
  }
}

// S8.5: marking acts on white objects only, and leaves exactly one colour.
TEST(Mark, ActsOnWhiteObjectsOnlyAndLeavesOneColour) {
  Marks marks;
  MarkByte byte;
  for (const MarkBits bit :
       {mark::kA, mark::kB, mark::kUnreachable, mark::kPermanent, MarkBits{0}}) {
    byte.Store(bit);
    const bool white = bit == marks.White();
    EXPECT_EQ(marks.TryMark(byte), white);
    EXPECT_EQ(byte.Load(), white ? marks.Reachable() : bit);
  }
}

// S9.3: without a mutator, every slicing dooms the same objects.
TEST(Slicing, DoesNotChangeWhatIsDoomed) {
  for (unsigned seed = 1; seed < 30; ++seed) {
    RandomHeap whole(seed);
    whole.heap.Start();
    const std::set<std::size_t> doomed = whole.Doomed(kUnlimited, [] {});
    for (Work budget = 1; budget < 8; ++budget) {
      RandomHeap sliced(seed);
      sliced.heap.Start();
      EXPECT_EQ(sliced.Doomed(budget, [] {}), doomed) << "seed " << seed << ", budget " << budget;
    }
  }
}

// S9.3: with a mutator, no object is doomed that is reachable at the end, and every object is
// doomed that was reachable at no time.
TEST(Slicing, WithAMutatorDoomsNothingReachableAndEverythingThatNeverWas) {
  for (unsigned seed = 1; seed < 200; ++seed) {
    RandomHeap one(seed);
    std::minstd_rand random(seed);
    // All objects that were reachable at some time while marking.
    std::set<std::size_t> ever = one.Reachable();
    one.heap.Start();
    const std::set<std::size_t> doomed = one.Doomed(1 + seed % 4, [&] {
      const std::set<std::size_t> now = one.Reachable();
      if (now.empty()) return;
      const auto pick = [&] { return one.nodes[*std::next(now.begin(), random() % now.size())]; };
      Node* const holder = pick();
      if (random() % 2 == 0) {  // moves what another one refers to, as only a barrier can see
        Node* const other = pick();
        holder->right = other->left;
        other->left = nullptr;
        return void(ever.merge(one.Reachable()));
      }
      (random() % 2 == 0 ? holder->left : holder->right) = random() % 3 == 0 ? nullptr : pick();
      ever.merge(one.Reachable());
    });
    EXPECT_TRUE(Includes(one.unreachable_at_end, doomed)) << "seed " << seed;
    EXPECT_TRUE(Includes(doomed, one.Complement(ever))) << "seed " << seed;
  }
}

// S9.5: marking does not end while an object waits in the barrier's list.
TEST(Slicing, EndsOnlyWhenTheBarriersListIsEmptyToo) {
  MidTrace trace;
  trace.black->left = trace.white;
  trace.grey->left = nullptr;
  while (trace.heap.phase() == Phase::kMarking) {
    EXPECT_TRUE(IsGrey(trace.heap, trace.white) || !IsWhite(trace.heap, trace.white));
    trace.heap.Tick(1);
  }
  EXPECT_FALSE(IsWhite(trace.heap, trace.white));
}

// S9.21: one unit ends marking, closes the gate of the barrier, and hides the doomed. Before it a
// store and a weak read shade; after it nothing does, be the object doomed or not.
TEST(Slicing, SwitchesTheBarrierOffInTheStepThatEndsMarking) {
  const std::uint32_t others = heaps_listening.load();
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  Node* const doomed = heap.New<Node>('d');
  const WeakPtr<Node> weak(doomed);
  const Wavefront& wavefront = heap.collector().wavefront;
  heap.Start();
  heap.Tick(2);  // the initial references, and the root
  ASSERT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_EQ(heaps_listening.load(), others + 1);
  EXPECT_TRUE(IsWhite(heap, doomed));
  heap.Tick(1);
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_EQ(heaps_listening.load(), others + kChecked) << "checked builds catch a doomed store";
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(weak.IsStale());
  if (!kChecked) root->left = doomed;
  root->right = root;
  EXPECT_TRUE(wavefront.work().empty() && wavefront.barrier().empty());
  EXPECT_TRUE(IsWhite(heap, doomed));
  root->left = nullptr;
  while (heap.Tick(1) != 0) EXPECT_EQ(heap.phase() == Phase::kMarking, false);
  EXPECT_EQ(heaps_listening.load(), others) << "the gate is closed";
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// S9.17: the memory of the lists is kept for the next cycle.
TEST(Slicing, UsesTheListsOfTheLastCycleAgain) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  for (int i = 1; i < 100; ++i) heap.AddRoot(heap.New<Node>('r'));
  // A hundred objects wait in the work list, and a hundred in the barrier's.
  const auto cycle = [&] {
    std::vector<Node*> white;
    for (int i = 0; i < 100; ++i) white.push_back(heap.New<Node>('w'));
    heap.Start();
    for (Node* const node : white) root->left = node;
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
  };
  const Wavefront& grey = heap.collector().wavefront;
  cycle();
  const std::set<const void*> lists{&grey.work()[0], &grey.barrier()[0]};
  ASSERT_GE(grey.work().capacity(), 100u);
  ASSERT_GE(grey.barrier().capacity(), 100u);
  cycle();
  EXPECT_EQ((std::set<const void*>{&grey.work()[0], &grey.barrier()[0]}), lists)
      << "the two change places when the barrier's list is taken";
  // The white objects of each cycle but the last are doomed in the next.
  for (int i = 0; i < 2; ++i) cycle();
  const Purger& purger = heap.collector().purger;
  EXPECT_GE(heap.collector().gatherer.gathered().capacity(), 99u);
  EXPECT_GE(purger.capacity(), 99u);
}

}  // namespace
}  // namespace gc
