// core/schedule/pace_test.cc -- a slice overruns its limit by one object, or by a tenth of it, and
// yet reads the clock seldom.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "core/pointer/container.h"
#include "core/schedule/slice.h"
#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

struct Rack : Object {
  explicit Rack(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kRackReferences[] = {Reference::Trailing<Rack>("cells")};
const Class Rack::kClass = Describe<Rack>("Rack", kRackReferences);

struct Shelf : Object {
  explicit Shelf(const Birth& birth) : Object(birth) {}
  Vector<Object> items;
  static const Class kClass;
};
const Reference kShelfReferences[] = {Reference::To(&Shelf::items, "items")};
const Class Shelf::kClass = Describe<Shelf>("Shelf", kShelfReferences);

// A heap in which to look at an object takes a microsecond for each of its slots, and one more.
struct PacedHeap {
  PacedHeap() { heap.SetEventSink({.publish = Charge, .context = this}); }
  static void Charge(void* self, const Event& event) {
    PacedHeap& world = *static_cast<PacedHeap*>(self);
    if (event.kind == EventKind::kBegin) world.environment.now += world.begin_takes;
    if (event.kind != EventKind::kScan) return;
    Nanoseconds takes = 1000;
    ForEachSlot(const_cast<Object&>(*event.object), [&takes](ObjectSlot&) { takes += 1000; });
    world.longest = std::max(world.longest, takes);
    world.environment.now += takes;
  }
  void MakeRack(std::uint32_t cells) { heap.AddRoot(heap.NewWithTail<Rack>(cells)); }
  void MakeShelf(int items) {
    Shelf* const shelf = heap.New<Shelf>();
    heap.AddRoot(shelf);
    for (int i = 0; i < items; ++i) shelf->items.push_back(shelf);
  }
  void StartMarking() {
    heap.Start();
    heap.Tick(1);  // the initial references
  }
  // Marks to the end in slices of the limit, and expects of each that it keeps it.
  void ExpectEachSliceKeeps(Nanoseconds limit) {
    StartMarking();
    while (heap.phase() == Phase::kMarking) {
      const Nanoseconds before = environment.now;
      longest = 0;
      TimeSlice slice(environment, static_cast<double>(limit) / 1e9);
      RunStage(heap, slice, Settings{}.trace_poll);
      EXPECT_LE(environment.now - before, limit + std::max(longest, limit / 10));
    }
  }

  FakeEnvironment environment;
  Heap heap;
  Nanoseconds longest = 0;
  Nanoseconds begin_takes = 0;
};

// S9.2: eight objects of 2 ms each in a slice of 5 ms, first alone, then behind small ones whose
// pace says nothing of them.
TEST(Pace, ManyLargeObjectsEndASliceAfterTheOneDuringWhichItsTimeEnds) {
  for (const int small : {0, 100, 1000}) {
    PacedHeap world;
    for (int i = 0; i < 30; ++i) world.MakeRack(2000);
    for (int i = 0; i < small; ++i) world.MakeRack(i % 4);  // scanned first
    world.ExpectEachSliceKeeps(5'000'000);
  }
}

// S9.2: a class does not know how many references are in a container.
TEST(Pace, NorDoLargeContainersPassIt) {
  PacedHeap world;
  for (int i = 0; i < 30; ++i) world.MakeShelf(2000);
  for (int i = 0; i < 100; ++i) world.MakeRack(1);
  world.ExpectEachSliceKeeps(5'000'000);
}

// S9.2: objects of every size in every order, with limits of every size.
TEST(Pace, ObjectsOfEverySizeKeepEveryLimit) {
  for (const Nanoseconds limit : {20'000u, 100'000u, 1'000'000u, 5'000'000u}) {
    std::minstd_rand random(1);
    PacedHeap world;
    for (int i = 0; i < 2000; ++i) {
      const auto size = static_cast<std::uint32_t>(random() % (i % 3 == 0 ? 300 : 8));
      if (i % 7 == 0) {
        world.MakeShelf(static_cast<int>(size));
      } else {
        world.MakeRack(size);
      }
    }
    world.ExpectEachSliceKeeps(limit);
  }
}

// S9.2: small objects share a reading of the clock, as many as the setting says.
TEST(Pace, SmallObjectsShareAReadingOfTheClock) {
  PacedHeap world;
  for (int i = 0; i < 800; ++i) world.MakeRack(1);
  world.StartMarking();
  TimeSlice slice(world.environment, 1);
  world.environment.looks = 0;
  EXPECT_GT(RunStage(world.heap, slice, 8), 800u);
  EXPECT_LT(world.environment.looks, 120);
  EXPECT_GE(world.environment.looks, 100);
}

// S12.13: begin-destroy of all ten that share a reading of the clock may be slow.
TEST(Pace, SlowBeginDestroysEndASliceAfterTheOneDuringWhichItsTimeEnds) {
  PacedHeap world;
  world.begin_takes = 2'000'000;
  for (int i = 0; i < 40; ++i) world.heap.New<Rack>();
  world.heap.Start();
  while (world.heap.phase() != Phase::kIdle) world.heap.Tick(1);
  while (WhatIsNext(world.heap) == Doing::kBeginning) {
    const Nanoseconds before = world.environment.now;
    TimeSlice slice(world.environment, 0.005);
    RunStage(world.heap, slice, Settings{}.begin_poll);
    EXPECT_LE(world.environment.now - before, 7'000'000u);
  }
}

}  // namespace
}  // namespace gc
