// core/collect/sharing_test.cc -- several threads make, store, count, root and read at once.
//
// Under ThreadSanitizer (the preset tsan) these tests find races as well, which no assertion shows.
// For that, the sections of the threads must overlap: sections that follow each other are ordered
// by the heap's lock, and a missing table lock would go unnoticed.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <memory>
#include <set>

#include "core/inspect/verify/verifier.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kThreads = 4;

// First each thread acts on objects of its own, a share of the first half. Then all threads act on
// all objects, and so meet at each.
template <class Do>
void EachItsShareAndThenAll(Lock& lock, const std::vector<Node*>& nodes, Do&& act) {
  std::barrier together(kThreads);
  InSections(lock, kThreads, [&](int number) {
    const auto thread = static_cast<std::size_t>(number);
    for (std::size_t i = thread; i < nodes.size() / 2; i += kThreads) act(thread, nodes[i]);
    together.arrive_and_wait();
    for (Node* const node : nodes) act(thread, node);
  });
}

// Not even one that was never used before.
TEST(SharingOfOneThread, IsNone) {
  EXPECT_FALSE(std::make_unique<Collector>()->population.sharing.IsDestroying());
  Heap heap;
  EXPECT_FALSE(heap.collector().population.sharing.IsOn());
}

class Shared : public testing::Test {
 protected:
  Lock lock;
  Heap heap{HeapOptions{.lock = &lock}};
};

// The high-water mark is that of the objects, and of what threads were lent and gave back.
void ExpectEachIndexAccountedFor(const Heap& heap) {
  const Table& table = heap.collector().population.table;
  EXPECT_EQ(table.End() - 1, heap.ObjectCount() + table.Free().size());
  EXPECT_LT(table.Free().size(), kThreads * BirthLoan::kMost);
}

// S1.7: every index has one object.
TEST_F(Shared, ThreadsThatCreateGetIndicesOfTheirOwn) {
  InSections(lock, kThreads, [&](int) {
    for (int i = 0; i < 2000; ++i) {
      Node* const node = heap.New<Node>('n');
      EXPECT_EQ(heap.collector().population.table[node->header().index].Occupant(), node);
    }
  });
  EXPECT_EQ(heap.ObjectCount(), 2000u * kThreads);
  ExpectEachIndexAccountedFor(heap);
}

// S1.7
TEST_F(Shared, RecycledIndicesAreTakenByOneThreadEach) {
  for (int i = 0; i < 4000; ++i) heap.New<Node>('n');
  {
    const Slice slice(lock);
    heap.Collect();
  }
  InSections(lock, kThreads, [&](int) {
    for (int i = 0; i < 1000; ++i) {
      heap.New<Node>('m');
    }
  });
  EXPECT_EQ(heap.ObjectCount(), 4000u);
  ExpectEachIndexAccountedFor(heap);
}

// S1.10
TEST_F(Shared, WhatAnotherThreadMakesIsKeptUntilItIsHandedOver) {
  Node* made = nullptr;
  OnThreads(1, [&](int) {
    const Section section(lock);
    made = heap.New<Node>('a');
    made->left = heap.New<Node>('b');
    made->right = heap.TryMake<Node>({.flags = object_flag::kTransient}, 'c');
    heap.HandOver(made->left.Get());
  });
  heap.New<Node>('h');  // made on the collector's thread: nothing keeps it
  const auto collect = [&] {
    const Slice slice(lock);
    heap.Collect();
    EXPECT_FALSE(Verifier().Verify(heap));
  };
  collect();
  EXPECT_TRUE(heap.collector().population.EntryOf(*made).flags.Has(flag::kAsync));
  EXPECT_TRUE(heap.collector().population.EntryOf(*made->right).flags.Has(flag::kAsync));
  EXPECT_EQ(heap.ObjectCount(), 3u);
  heap.HandOver(made->right.Get());
  made->right = nullptr;
  heap.AddRoot(made);
  heap.HandOver(made);
  collect();
  EXPECT_EQ(heap.ObjectCount(), 2u) << "the root keeps it now";
  heap.RemoveRoot(made);
  collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S3.10: born black while marking, on any thread.
TEST_F(Shared, WhatIsMadeBesideATraceSurvivesIt) {
  {
    const Slice slice(lock);
    heap.Start();
  }
  OnThreads(kThreads, [&](int) {
    for (int i = 0; i < 100; ++i) {
      const Section section(lock);
      heap.HandOver(heap.New<Node>('n'));
    }
  });
  const Slice slice(lock);
  while (heap.phase() != Phase::kIdle) heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), 100u * kThreads);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S7.9, S9.4, S5.7: each white object is queued once, however many threads store it.
TEST_F(Shared, StoresOfSeveralThreadsShadeEachObjectOnce) {
  constexpr int kObjects = 2000;
  std::vector<Node*> white;
  for (int i = 0; i < kObjects; ++i) white.push_back(heap.New<Node>('w'));
  std::vector<Node*> holders;
  for (int i = 0; i < kThreads; ++i) heap.AddRoot(holders.emplace_back(heap.New<Node>('h')));
  {
    const Slice slice(lock);
    heap.Start();
  }
  EachItsShareAndThenAll(lock, white,
                         [&](std::size_t thread, Node* object) { holders[thread]->left = object; });
  const Slice slice(lock);
  EXPECT_FALSE(Verifier().Verify(heap)) << "what waits for the step is grey already";
  heap.Tick(1);
  EXPECT_EQ(heap.collector().wavefront.barrier().size(), static_cast<std::size_t>(kObjects));
  EXPECT_FALSE(Verifier().Verify(heap)) << "no object is in two lists";
  while (heap.phase() != Phase::kIdle) heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), static_cast<std::uint32_t>(kObjects + kThreads));
}

// S1.14: an object gets one serial, whichever thread asks first.
TEST_F(Shared, WeakReferencesOfSeveralThreadsToOneObjectAgree) {
  std::vector<Node*> nodes;
  for (int i = 0; i < 500; ++i) heap.AddRoot(nodes.emplace_back(heap.New<Node>('n')));
  std::vector<std::vector<WeakPtr<Node>>> seen(kThreads);
  EachItsShareAndThenAll(lock, nodes,
                         [&](std::size_t thread, Node* node) { seen[thread].emplace_back(node); });
  std::set<Serial> serials;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const auto& list : seen) EXPECT_EQ(*(list.rbegin() + i), *(seen[0].rbegin() + i));
    serials.insert((seen[0].rbegin() + i)->serial());
  }
  EXPECT_EQ(serials.size(), nodes.size());
}

// S5.14, S2.15: a strong count and the set of kept indices change in one step.
TEST_F(Shared, CountsOfSeveralThreadsStayBalanced) {
  Node* const node = heap.New<Node>('n');
  StrongPtr<Node> first;
  for (const int before : {0, 1}) {
    if (before == 1) first.Reset(node);
    InSections(lock, kThreads, [&](int) {
      for (int i = 0; i < 20'000; ++i) {
        const StrongPtr<Node> strong(node);
      }
    });
  }
  first.Reset();
  EXPECT_EQ(heap.collector().population.EntryOf(*node).strong.load(), 0u);
  EXPECT_FALSE(heap.collector().roots.Has(node->header().index));
}

// S2.1, S6.1: a bit set by one thread is not undone by another that sets a different one.
TEST_F(Shared, RootsOfSeveralThreadsAreAllKept) {
  std::vector<Node*> nodes;
  for (int i = 0; i < 1000; ++i) nodes.push_back(heap.New<Node>('n'));
  InSections(lock, kThreads, [&](int thread) {
    for (std::size_t i = static_cast<std::size_t>(thread); i < nodes.size(); i += kThreads) {
      heap.AddRoot(nodes[i]);
      if (i % 2 == 0) heap.RemoveRoot(nodes[i]);
    }
  });
  const Slice slice(lock);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 500u);
}

// S3.9: a heap of one thread becomes one of several threads, and then one of a single thread again.
TEST(Sharing, MayBeginAndEndInTheMiddleOfATrace) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('n');
  root->left->left = heap.New<Node>('w');
  heap.Start();
  heap.Tick(2);  // the root is black, n is grey
  Lock lock;
  heap.ShareUnder(&lock);
  InSections(lock, 1, [&](int) {
    root->right = root->left->left.Get();
    root->left->left = nullptr;
    heap.New<Node>('k');
  });
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  heap.ShareUnder(nullptr);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 4u) << "and what the thread made is kept until it hands it over";
  EXPECT_EQ(root->right->name, 'w');
}

// S3.9, S9.4: a heap without workers that is shared in the middle of a trace, and then really used
// by several threads: each of their births has an index of its own, and each object that they shade
// is queued once, on the list of those that mutate.
TEST(Sharing, OfAHeapWithoutWorkersCountsForEveryThread) {
  constexpr int kObjects = 1000;
  Heap heap;
  std::vector<Node*> white;
  std::vector<Node*> holders;
  for (int i = 0; i < kObjects; ++i) white.push_back(heap.New<Node>('w'));
  for (int i = 0; i < kThreads; ++i) heap.AddRoot(holders.emplace_back(heap.New<Node>('h')));
  heap.Start();
  Lock lock;
  heap.ShareUnder(&lock);
  EXPECT_TRUE(heap.collector().population.sharing.IsConcurrent());
  EachItsShareAndThenAll(lock, white, [&](std::size_t thread, Node* object) {
    holders[thread]->left = object;
    Node* const made = heap.New<Node>('n');
    holders[thread]->right = made;
    heap.HandOver(made);
  });
  std::size_t shared = 0;
  heap.collector().wavefront.ForEachShared([&shared](const Object*) { ++shared; });
  EXPECT_EQ(shared, std::size_t{kObjects});
  EXPECT_TRUE(heap.collector().wavefront.barrier().empty());
  const Slice slice(lock);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  const std::uint32_t made = kObjects / 2 + kThreads * kObjects;
  EXPECT_EQ(heap.ObjectCount(), std::uint32_t{kObjects} + kThreads + made);
  ExpectEachIndexAccountedFor(heap);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), std::uint32_t{kThreads} * 2 + 1) << "all hold the last one";
}

TEST(SharedDeathTest, CreatingOutsideASectionIsFatalAndNamesTheClass) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Lock lock;
  Heap heap({.lock = &lock});
  EXPECT_DEATH(OnThreads(1, [&](int) { heap.New<Node>('n'); }),
               "class Node(.|\n)*rule lock-excludes");
}

// S7.1
TEST(SharedDeathTest, AStepOutsideTheLockIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Lock lock;
  Heap heap({.lock = &lock});
  EXPECT_DEATH(heap.Collect(), "is taken under it");
}

// Reports the slots that it holds, and counts how often it is asked and on which threads.
class Counter : public Referencer {
 public:
  explicit Counter(Heap& heap, Kind kind = Kind::kWrapper) : Referencer(heap, kind, "counter") {
    Register();
  }
  void Report(Reporter& to) const override {
    asked += 1;
    for (const ObjectPtr<Node>& slot : slots) {
      if (kind() == Kind::kRaw) {
        to.Raw(slot.Get());
      } else {
        to(slot);
      }
    }
  }
  std::vector<ObjectPtr<Node>> slots;
  mutable std::atomic<int> asked{0};
};

// S6.8, S8.4: the initial references are the same whether they are taken beside the flip or after
// it.
TEST(InitialReferences, AreTheSameBesideTheStartAndAfterIt) {
  for (const std::uint32_t workers : {1u, 2u}) {
    Heap heap({.workers = workers});
    Counter wrapper(heap);
    Counter raw(heap, Referencer::Kind::kRaw);
    RandomTree(heap, 300);
    for (int i = 0; i < 50; ++i) {
      wrapper.slots.emplace_back(heap.New<Node>('w'));
      raw.slots.emplace_back(heap.New<Node>('v'));
      heap.New<Node>('x');
    }
    heap.Start();
    EXPECT_EQ(wrapper.asked, workers == 1 ? 0 : 1);
    Listener listener(heap);
    heap.Tick(1);
    EXPECT_THAT(listener.Heard(), testing::ElementsAre("initial 100")) << workers << " workers";
    EXPECT_EQ(wrapper.asked, 1);
    heap.Tick(kUnlimited);
    EXPECT_FALSE(Verifier().Verify(heap));
    for (const auto& slot : wrapper.slots) EXPECT_EQ(slot->name, 'w');
    for (const auto& slot : raw.slots) EXPECT_EQ(slot->name, 'v');
  }
}

// S6.9: reported references are kept by value. A slot that changes before the first slice is not
// missed, as its change goes through the barrier.
TEST(InitialReferences, TakenBesideTheStartDoNotMissWhatChangesBeforeTheFirstSlice) {
  Heap heap({.workers = 2});
  Counter wrapper(heap);
  Counter raw(heap, Referencer::Kind::kRaw);
  wrapper.slots.emplace_back(heap.New<Node>('a'));
  raw.slots.emplace_back(heap.New<Node>('b'));
  Node* const c = heap.New<Node>('c');
  Node* const d = heap.New<Node>('d');
  heap.Start();
  wrapper.slots[0] = c;
  raw.slots[0] = d;
  heap.Tick(kUnlimited);
  EXPECT_FALSE(Verifier().Verify(heap));
  EXPECT_EQ(heap.ObjectCount(), 4u) << "what was held at the start floats";
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

}  // namespace
}  // namespace gc
