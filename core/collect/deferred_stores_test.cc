// core/collect/deferred_stores_test.cc -- objects that are stored while marking are shaded soon, a
// number of them together, and before anything depends on it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "core/inspect/verify/fingerprint.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"
#include "core/object/store_buffer.h"
#include "core/testing/named.h"
#include "core/testing/whites.h"

namespace gc {
namespace {

Colour ColourNow(const Heap& heap, const Object* object) {
  Snapshot snapshot;
  Take(heap, snapshot);
  return snapshot.colours[object->header().index];
}

struct AnyHolder : Object {
  explicit AnyHolder(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> one;
  static const Class kClass;
};
const Reference kAnyHolderReferences[] = {Reference::To(&AnyHolder::one, "one")};
const Class AnyHolder::kClass = Describe<AnyHolder>("AnyHolder", kAnyHolderReferences);

struct Wide : Object {
  explicit Wide(const Birth& birth) : Object(birth) {}
  std::array<char, 20'000> bytes;
  static const Class kClass;
};
const Class Wide::kClass = Describe<Wide>("Wide", {});

struct StoresAtItsEnd : Object {
  explicit StoresAtItsEnd(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept { holder->left = target; }
  Node* holder = nullptr;
  Node* target = nullptr;
  static const Class kClass;
};
const Class StoresAtItsEnd::kClass = Describe<StoresAtItsEnd>("StoresAtItsEnd", {});

// S9.27
TEST(DeferredStores, CountAsGreyUntilTheyAreShaded) {
  Whites run(2);
  run.black->left = run.white[0];
  EXPECT_TRUE(HasWhiteMark(run.heap, run.white[0])) << "it was not looked at yet";
  EXPECT_EQ(ColourNow(run.heap, run.white[0]), Colour::kGrey);
  EXPECT_EQ(ColourNow(run.heap, run.white[1]), Colour::kWhite);
  EXPECT_TRUE(ShadedIn(run.heap).empty());
  EXPECT_EQ(Verifier().Verify(run.heap), std::nullopt);
}

// S9.27: a step that does no unit begins as every step does.
TEST(DeferredStores, AreShadedBeforeAStepDoesAnything) {
  Whites run(1);
  run.black->left = run.white[0];
  run.heap.Tick(0);
  EXPECT_FALSE(HasWhiteMark(run.heap, run.white[0]));
  ASSERT_EQ(ShadedIn(run.heap).size(), 1u);
  EXPECT_EQ(ShadedIn(run.heap).front(), run.white[0]);
  EXPECT_EQ(DeferredIn(run.heap), 0u);
  run.black->left = nullptr;
  run.Finish();
  EXPECT_EQ(run.heap.ObjectCount(), 2u) << "it floats until the next cycle";
}

// S9.27: nor is it white to a check of what referencers report.
TEST(DeferredStores, OfReferencersCountAsGreyToo) {
  class One final : public Referencer {
   public:
    explicit One(Heap& heap) : Referencer(heap, Kind::kWrapper, "one") {}
    void Report(Reporter& to) const override { to(slot); }
    ObjectPtr<Node> slot;
  };
  Whites run(1);
  One one(run.heap);
  one.Register();
  one.slot = run.white[0];
  EXPECT_TRUE(HasWhiteMark(run.heap, run.white[0]));
  EXPECT_EQ(Verifier().Verify(run.heap), std::nullopt);
  run.Finish();
  EXPECT_EQ(run.heap.ObjectCount(), 2u);
}

// S9.27, S5.7
TEST(DeferredStores, QueueAnObjectOnceHoweverOftenItIsStored) {
  Whites run(3);
  for (int i = 0; i < 1000; ++i) run.black->left = run.white[static_cast<std::size_t>(i % 3)];
  EXPECT_LE(DeferredIn(run.heap) + ShadedIn(run.heap).size(), 3u);
  EXPECT_EQ(Verifier().Verify(run.heap), std::nullopt);
  run.heap.Tick(0);
  EXPECT_EQ(ShadedIn(run.heap).size(), 3u);
}

// S9.27: with room for none, each store shades; with room for n, the store after n.
TEST(DeferredStores, AreShadedTogetherWhenThereIsRoomForNoMore) {
  for (const std::uint32_t room : {0u, 1u, 3u, 127u, 128u, 1000u}) {
    const std::size_t most = std::min<std::size_t>(room, StoreBuffer::kMost);
    Whites run(3 * StoreBuffer::kMost, {.deferred_stores = room});
    std::size_t stored = 0;
    for (Node* const each : run.white) {
      run.black->left = each;
      stored += 1;
      const std::size_t left = most == 0 ? 0 : (stored - 1) % most + 1;
      ASSERT_EQ(DeferredIn(run.heap), left) << room;
      ASSERT_EQ(ShadedIn(run.heap).size(), stored - left) << room;
    }
    run.Finish();
    EXPECT_EQ(run.heap.ObjectCount(), 1 + run.white.size());
  }
}

// S9.27: the order in which they wait to be scanned is that of the stores.
TEST(DeferredStores, AreQueuedInTheOrderOfTheirStores) {
  Whites run(5);
  for (const std::size_t i : {3u, 1u, 3u, 4u, 0u, 1u}) run.black->left = run.white[i];
  run.heap.Tick(0);
  const PagedList<Object*>& shaded = ShadedIn(run.heap);
  const std::vector<Object*> expected = {run.white[3], run.white[1], run.white[4], run.white[0]};
  EXPECT_TRUE(std::equal(shaded.begin(), shaded.end(), expected.begin(), expected.end()));
}

// S9.27, S9.3: the same survive, however many are shaded together.
TEST(DeferredStores, KeepTheSameHoweverManyAreShadedTogether) {
  constexpr std::size_t kObjects = 400;
  std::set<std::uint32_t> survivors;
  for (const std::uint32_t room : {0u, 1u, 2u, 4u, 128u}) {
    Heap heap({.deferred_stores = room});
    std::vector<Node*> nodes(kObjects);
    std::vector<WeakPtr<Node>> there;
    for (Node*& each : nodes) there.emplace_back(each = heap.New<Node>('n'));
    for (std::size_t i = 0; i < 8; ++i) heap.AddRoot(nodes[i]);
    std::minstd_rand random(3);
    for (int cycle = 0; cycle < 3; ++cycle) {
      heap.Start();
      while (heap.phase() == Phase::kMarking) {
        for (int store = 0; store < 40; ++store) {
          Node* const holder = nodes[random() % 8];
          Node* const target = there[8 + random() % 60].Get();
          (store % 2 == 0 ? holder->left : holder->right) = target;
          if (target != nullptr) target->left = there[68 + random() % 200].Get();
        }
        ASSERT_EQ(Verifier().Verify(heap), std::nullopt) << room;
        heap.Tick(7);
      }
      while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(5);
      ASSERT_EQ(Verifier().Verify(heap), std::nullopt) << room;
    }
    survivors.insert(heap.ObjectCount());
    EXPECT_GT(heap.ObjectCount(), 8u);
    EXPECT_LT(heap.ObjectCount(), kObjects);
  }
  EXPECT_EQ(survivors.size(), 1u);
}

// S9.27, S5.5: what is stored is noted in its own heap, though another one marks.
TEST(DeferredStores, OfTwoHeapsAreKeptApart) {
  Whites one(200), other(200);
  for (std::size_t i = 0; i < 200; ++i) {
    one.black->left = one.white[i];
    other.black->right = other.white[i];
  }
  EXPECT_EQ(DeferredIn(one.heap) + ShadedIn(one.heap).size(), 200u);
  EXPECT_EQ(DeferredIn(other.heap) + ShadedIn(other.heap).size(), 200u);
  one.Finish();
  EXPECT_EQ(Verifier().Verify(other.heap), std::nullopt);
  other.Finish();
  EXPECT_EQ(one.heap.ObjectCount(), 201u);
  EXPECT_EQ(other.heap.ObjectCount(), 201u);
}

TEST(DeferredStores, OfAnIdleHeapAreNotNotedThoughAnotherMarks) {
  Whites marks(1);
  Heap idle;
  Node* const holder = idle.New<Node>('h');
  for (int i = 0; i < 300; ++i) holder->left = idle.New<Node>('n');
  EXPECT_EQ(idle.collector().wavefront.stored().Items().size(), 0u);
  EXPECT_EQ(DeferredIn(marks.heap), 0u);
}

// S9.27: an object that is in no block is noted too, since its header says whose it is.
TEST(DeferredStores, OfLargeObjectsAreNotedToo) {
  Heap heap;
  AnyHolder* const holder = heap.New<AnyHolder>();
  heap.AddRoot(holder);
  Wide* const wide = heap.New<Wide>();
  heap.Start();
  heap.Tick(2);
  ASSERT_EQ(BufferOfBlock::Find(wide), nullptr);
  holder->one = wide;
  holder->one = wide;
  EXPECT_EQ(DeferredIn(heap), 1u);
  EXPECT_EQ(heap.collector().wavefront.stored().Items().size(), 2u);
}

// S9.27: the object is freed outside of any step.
TEST(DeferredStores, ANewObjectThatIsGivenUpIsShadedBefore) {
  Workshop run;
  Part* const holder = run.make.New<Part>({.name = "holder"});
  run.heap.AddRoot(holder);
  run.heap.Start();
  run.heap.Tick(1);
  {
    const Reserved<Part> reserved = run.make.Reserve<Part>({.name = "never"});
    holder->beside = reserved.object();
    const std::span<Object* const> noted = run.heap.collector().wavefront.stored().Items();
    EXPECT_NE(std::find(noted.begin(), noted.end(), reserved.object()), noted.end());
    holder->beside = nullptr;
  }
  EXPECT_EQ(run.heap.collector().wavefront.stored().Items().size(), 0u);
  EXPECT_EQ(Verifier().Verify(run.heap), std::nullopt);
  run.heap.Collect();
}

// S9.27: what a callback stores may be freed in the same step, if it is doomed; so all is shaded in
// the store.
TEST(DeferredStores, OfACallbackInAStepAreShadedAtOnce) {
  Heap heap;
  Node* const holder = heap.New<Node>('h');
  Node* const target = heap.New<Node>('t');
  heap.AddRoot(holder);
  holder->right = target;
  StoresAtItsEnd* const ends = heap.New<StoresAtItsEnd>();
  ends->holder = holder;
  ends->target = target;
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  ASSERT_TRUE(heap.PurgePending());
  holder->right = nullptr;
  heap.Start();
  ASSERT_TRUE(HasWhiteMark(heap, target));
  heap.Purge(kUnlimited);
  EXPECT_EQ(holder->left, target);
  EXPECT_FALSE(HasWhiteMark(heap, target));
  EXPECT_EQ(heap.collector().wavefront.stored().Items().size(), 0u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

// S9.27: garbage is shaded, and what is permanent is not, though neither is known by its colour.
TEST(DeferredStores, OfSpecialObjectsAreShadedOneByOne) {
  Heap heap({.max_disregarded = 1});
  Node* const permanent = heap.New<Node>('p');
  heap.CloseDisregardWindow();
  Node* const black = heap.New<Node>('b');
  Node* const garbage = heap.New<Node>('g');
  Node* const plain = heap.New<Node>('n');
  heap.AddRoot(black);
  heap.Start();
  heap.Tick(2);
  black->left = garbage;
  black->left = permanent;
  black->left = plain;
  heap.MarkGarbage(garbage);
  EXPECT_EQ(DeferredIn(heap), 2u);
  heap.Tick(0);
  EXPECT_FALSE(HasWhiteMark(heap, garbage));
  EXPECT_FALSE(HasWhiteMark(heap, plain));
  EXPECT_EQ(ShadedIn(heap).size(), 2u);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

// S9.27: what another call shades meanwhile is queued once.
TEST(DeferredStores, WhatIsShadedMeanwhileIsQueuedOnce) {
  Whites run(1);
  const WeakPtr<Node> weak(run.white[0]);
  run.black->left = run.white[0];
  EXPECT_EQ(weak.Get(), run.white[0]);
  EXPECT_EQ(DeferredIn(run.heap), 0u) << "it is grey by the list now";
  run.heap.Tick(0);
  EXPECT_EQ(ShadedIn(run.heap).size(), 1u);
}

// S20.6: two heaps differ if the next store of one queues what it stored, and that of the other
// does not.
TEST(DeferredStores, AreAPartOfTheFingerprint) {
  const auto print = [](int stores, std::uint32_t room) {
    Whites run(1, {.deferred_stores = room});
    for (int i = 0; i < stores; ++i) run.black->left = run.white[0];
    Hasher hasher;
    AddState(run.heap, hasher);
    return hasher.Value();
  };
  EXPECT_EQ(print(1, 128), print(2, 128));
  EXPECT_NE(print(1, 3), print(2, 3));
  EXPECT_NE(print(0, 3), print(1, 3));
}

}  // namespace
}  // namespace gc
