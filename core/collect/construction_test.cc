// core/collect/construction_test.cc -- an object under construction is kept, unseen and unscanned,
// and marking does not end before it was scanned.
//
// Rows: S2.14, S3.8, S9.5, B9; the rule construction-is-kept.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/heap/naming.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"
#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

class Construction : public testing::Test, protected Workshop {
 protected:
  bool IsSound() {
    Verifier verifier;
    return !verifier.Verify(heap).has_value();
  }
  FlagWord FlagsOf(const Object* object) {
    return heap.collector().population.table[object->header().index].flags.Load();
  }
};

// S2.14: validity queries and iteration treat an object under construction as absent.
TEST_F(Construction, WhatIsPendingIsAbsentForEveryQuery) {
  {
    Reserved<Thing> reserved = make.Reserve<Thing>({.name = "Door"});
    ASSERT_TRUE(reserved);
    EXPECT_TRUE(FlagsOf(reserved.object()) & flag::kPendingConstruction);
    const WeakPtr<NamedObject> weak(reserved.object());
    EXPECT_EQ(weak.Get(), nullptr);
    EXPECT_FALSE(weak.IsValid());
    EXPECT_EQ(make.FindPath("Transient/Door"), nullptr);
    make.ForEach<Thing>([](Thing*) { FAIL(); });
    make.ForEachInside(*make.TransientPackage(), [](NamedObject*) { FAIL(); });
    Thing* const thing = reserved.Construct();
    EXPECT_FALSE(reserved);
    EXPECT_FALSE(FlagsOf(thing) & flag::kPendingConstruction);
    EXPECT_EQ(weak.Get(), thing);
    EXPECT_EQ(make.FindPath("Transient/Door"), thing);
  }
  EXPECT_NE(make.FindPath("Transient/Door"), nullptr);
}

// S1.9, S2.14: the finished object has the address, index and name that were reserved.
TEST_F(Construction, AReservedObjectIsTheOneThatIsConstructed) {
  Reserved<Thing> reserved = make.Reserve<Thing>({.name = "Door"});
  NamedObject* const before = reserved.object();
  const Index index = before->header().index;
  const std::uint32_t count = heap.ObjectCount();
  Thing* const thing = reserved.Construct(4);
  EXPECT_EQ(thing, before);
  EXPECT_EQ(thing->header().index, index);
  EXPECT_EQ(thing->PathName(), "Transient/Door");
  EXPECT_EQ(thing->constructed_with, 4);
  EXPECT_EQ(heap.ObjectCount(), count + 2) << "its two parts";
}

// S1.6, S2.14: what is never scanned waits for no scan once it is finished.
TEST(ConstructionInTheWindow, WhatIsDisregardedIsNotQueuedWhenItIsFinished) {
  Heap heap({.max_disregarded = 50});
  Factory make(heap);
  make.ClassOf<Thing>();
  heap.Start();
  Reserved<Thing> reserved = make.Reserve<Thing>();
  const Thing* const thing = reserved.Construct();
  const Collector& collector = heap.collector();
  ASSERT_TRUE(collector.population.EntryOf(*thing).flags.Has(flag::kDisregarded));
  EXPECT_TRUE(collector.wavefront.work().empty() && collector.wavefront.barrier().empty());
  heap.Collect();
  EXPECT_TRUE(IsValidLowLevel(thing));
}

// S2.14: an object under construction is kept through cycles, though nothing refers to it, and is
// not scanned.
TEST_F(Construction, WhatIsPendingIsKeptAndNotScanned) {
  Reserved<Thing> reserved = make.Reserve<Thing>();
  bool scanned = false;
  struct Context {
    const Object* object;
    bool& scanned;
  } context{reserved.object(), scanned};
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           Context& at = *static_cast<Context*>(to);
                           at.scanned |=
                               event.kind == EventKind::kScan && event.object == at.object;
                         },
                     .context = &context});
  ASSERT_TRUE(heap.Start());
  EXPECT_FALSE(IsWhite(heap, reserved.object()));
  EXPECT_FALSE(IsGrey(heap, reserved.object()));
  heap.Tick(1000);
  EXPECT_FALSE(scanned);
  EXPECT_TRUE(IsSound());
  Thing* const thing = reserved.Construct();
  EXPECT_TRUE(IsGrey(heap, thing)) << "queued when its constructor has run";
  const WeakPtr<Thing> weak(thing);
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_TRUE(scanned);
  EXPECT_EQ(weak.Get(), thing);
}

// S9.5: the end of marking waits, and what the constructor stored is not lost.
TEST_F(Construction, NoTraceEndsBeforeWhatIsPendingWasScanned) {
  Thing* const holder = make.New<Thing>();
  heap.AddRoot(holder);
  Thing* const outer = make.New<Thing>({.name = "Room"});
  const WeakPtr<Thing> weak_outer(outer);
  Reserved<Thing> reserved = make.Reserve<Thing>({.outer = outer});
  heap.Start();
  heap.Tick(kUnlimited);
  EXPECT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_EQ(heap.Tick(kUnlimited), 0u) << "nothing is left to do, and marking does not end";
  EXPECT_TRUE(IsWhite(heap, outer)) << "only the object that was not scanned refers to it";
  holder->left = reserved.Construct();
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(weak_outer.Get(), outer);
  EXPECT_TRUE(IsSound());
}

// S2.14: any phase may run when the object is reserved, and any other when it is constructed.
TEST_F(Construction, AReservedObjectSurvivesEveryPhase) {
  for (const Phase from : {Phase::kIdle, Phase::kMarking, Phase::kGathering}) {
    for (int ticks = 0; ticks < 60; ticks += 7) {
      if (from != Phase::kIdle) heap.Start();
      TickUntil(from);
      Part* const value = make.New<Part>();
      Reserved<Thing> reserved = make.Reserve<Thing>({.values_of = nullptr});
      for (int i = 0; i < ticks; ++i) {
        if (i % 10 == 3) heap.Start();
        heap.Tick(1);
        ASSERT_TRUE(IsSound()) << static_cast<int>(from) << ' ' << i;
      }
      const WeakPtr<Part> weak(value);
      Thing* const thing = reserved.Construct();
      thing->left = weak.Get();
      heap.AddRoot(thing);
      heap.Collect();
      ASSERT_TRUE(IsSound());
      ASSERT_EQ(thing->left, weak.Get());
      heap.RemoveRoot(thing);
      heap.Collect();
    }
  }
}

// S2.14: an object that is given up leaves nothing behind.
TEST_F(Construction, AReservedObjectMayBeGivenUp) {
  const std::uint32_t count = heap.ObjectCount();
  const std::size_t bytes = heap.collector().memory.bytes();
  const std::size_t listed = Naming::Of(heap.collector().population).directory.size();
  Index index = kNoIndex;
  WeakPtr<NamedObject> weak;
  {
    const Reserved<Thing> reserved = make.Reserve<Thing>({.name = "Door"});
    index = reserved.object()->header().index;
    weak = reserved.object();
    heap.Start();
    heap.Tick(5);
  }
  EXPECT_EQ(heap.ObjectCount(), count);
  EXPECT_EQ(heap.collector().memory.bytes(), bytes);
  EXPECT_EQ(Naming::Of(heap.collector().population).directory.size(), listed);
  EXPECT_TRUE(IsSound());
  heap.Collect();
  Thing* const next = make.New<Thing>({.name = "Door"});
  EXPECT_EQ(next->header().index, index);
  EXPECT_EQ(weak.Get(), nullptr) << "its serial was retired";
}

// The template of a reserved object is needed when it is constructed.
TEST_F(Construction, ATemplateIsKeptUntilItIsCopied) {
  Thing* const values = make.New<Thing>();
  values->number = 42;
  const WeakPtr<Thing> weak(values);
  Reserved<Thing> reserved = make.Reserve<Thing>({.values_of = values});
  heap.Start();
  heap.Tick(1000);
  ASSERT_EQ(weak.Get(), values);
  EXPECT_EQ(reserved.Construct()->number, 42);
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
}

// The snapshot lists the objects under construction.
TEST_F(Construction, ASnapshotNamesWhatIsPending) {
  Snapshot snapshot;
  Reserved<Thing> reserved = make.Reserve<Thing>();
  Take(heap, snapshot);
  EXPECT_THAT(snapshot.constructing, testing::ElementsAre(reserved.object()->header().index));
  reserved.Construct();
  Take(heap, snapshot);
  EXPECT_THAT(snapshot.constructing, testing::IsEmpty());
}

// Looks itself up by name in its own constructor.
class Introvert : public NamedObject {
 public:
  explicit Introvert(const Birth& birth) : NamedObject(birth) {
    const Heap* heap = watched;
    if (heap == nullptr) return;
    pending = heap->collector().construction.pending().size();
    path = PathName();
    const WeakPtr<Introvert> weak(this);
    seen = weak.Get();
    outer_seen = outer();
  }
  static inline const Heap* watched = nullptr;
  std::size_t pending = 0;
  std::string path;
  Introvert* seen = nullptr;
  NamedObject* outer_seen = nullptr;
  static const Class kClass;
};
const Class Introvert::kClass = DescribeNamed<Introvert>("Introvert", NamedObject::kClass);

// S2.14, S1.12: in the constructor the object has its name and its outer; no look-up finds it yet.
TEST_F(Construction, AConstructorKnowsNameAndOuterAndIsNotFoundYet) {
  make.ClassOf<Introvert>();
  Introvert::watched = &heap;
  const Introvert* const made = make.New<Introvert>({.name = "Self"});
  Introvert::watched = nullptr;
  EXPECT_EQ(made->pending, 1u);
  EXPECT_EQ(made->path, "Transient/Self");
  EXPECT_EQ(made->outer_seen, make.TransientPackage());
  EXPECT_EQ(made->seen, nullptr);
}

// B9: while an object is under construction TryCollect fails, and a slice that begins a cycle does
// not.
TEST(ConstructionScheduled, ATryFailsWhileAnObjectIsPendingAndASliceWaitsForIt) {
  ScheduledHeap world(Sliced());
  world.heap.SetEventSink({});
  Factory make(world.heap);
  make.ClassOf<Thing>();
  Reserved<Thing> reserved = make.Reserve<Thing>();
  EXPECT_FALSE(world.scheduler.TryCollect());
  EXPECT_EQ(world.heap.phase(), Phase::kIdle);
  world.scheduler.RequestCollection(false);
  for (int i = 0; i < 10; ++i) world.Frame();
  EXPECT_TRUE(world.scheduler.MarkingPending());
  const WeakPtr<Thing> weak(reserved.Construct());
  for (int i = 0; i < 10; ++i) world.Frame();
  EXPECT_FALSE(world.scheduler.MarkingPending());
  EXPECT_NE(weak.Get(), nullptr);
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_EQ(weak.Get(), nullptr);
}

class ConstructionDeathTest : public Construction {
 protected:
  ConstructionDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

class Hoarder : public NamedObject {
 public:
  explicit Hoarder(const Birth& birth) : NamedObject(birth) {
    if (greedy != nullptr) greedy->Collect();
  }
  static inline Heap* greedy = nullptr;
  static const Class kClass;
};
const Class Hoarder::kClass = DescribeNamed<Hoarder>("Hoarder", NamedObject::kClass);

// B9
TEST_F(ConstructionDeathTest, CollectingInAConstructorIsFatal) {
  make.ClassOf<Hoarder>();
  Hoarder::greedy = &heap;
  EXPECT_DEATH(make.New<Hoarder>(), "no collector step may be asked for from a constructor");
  Hoarder::greedy = nullptr;
}

// B9: collecting is as fatal between the two parts in which an object is made.
TEST_F(ConstructionDeathTest, AWholeCycleWhileAnObjectIsPendingIsFatal) {
  const Reserved<Thing> reserved = make.Reserve<Thing>();
  EXPECT_DEATH(heap.Collect(), "while an object is pending construction");
}

TEST_F(ConstructionDeathTest, ACollectionThatIsDemandedWhileAnObjectIsPendingIsFatal) {
  ScheduledHeap world;
  Factory there(world.heap);
  const Reserved<Thing> reserved = there.Reserve<Thing>();
  EXPECT_DEATH(world.scheduler.Collect(), "while an object is pending construction");
}

TEST_F(ConstructionDeathTest, DroppingAHeapWithAnObjectPendingIsFatal) {
  EXPECT_DEATH(
      {
        auto shop = std::make_unique<Workshop>();
        const Reserved<Thing> reserved = shop->make.Reserve<Thing>();
        shop.reset();
      },
      "finished or given up before its heap is dropped");
}

// S3.9: what a constructor drops is the heap in which its object lies.
struct HeapDropper : Object {
  HeapDropper(const Birth& birth, std::unique_ptr<Heap>& own) : Object(birth) { own.reset(); }
  static const Class kClass;
};
const Class HeapDropper::kClass = Describe<HeapDropper>("HeapDropper");

TEST_F(ConstructionDeathTest, DroppingAHeapInAConstructorOfItsOwnIsFatal) {
  EXPECT_DEATH(
      {
        auto own = std::make_unique<Heap>();
        own->New<HeapDropper>(own);
      },
      "must not be dropped in a constructor or a callback of its own\n.*rule scan-is-atomic");
}

// S3.9: nor is it dropped by what hears of its steps.
TEST_F(ConstructionDeathTest, DroppingAHeapInItsOwnEventSinkIsFatal) {
  EXPECT_DEATH(
      {
        auto own = std::make_unique<Heap>();
        own->SetEventSink(
            {.publish = [](void* of,
                           const Event&) { static_cast<std::unique_ptr<Heap>*>(of)->reset(); },
             .context = &own});
        own->Collect();
      },
      "must not be dropped in a constructor or a callback of its own\n.*rule scan-is-atomic");
}

}  // namespace
}  // namespace gc
