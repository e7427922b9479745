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

struct Tower : Object {
  explicit Tower(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kTowerReferences[] = {Reference::Trailing<Tower>("cells")};
const Class Tower::kClass = Describe<Tower>("Tower", kTowerReferences);

struct Cupboard : Object {
  explicit Cupboard(const Birth& birth) : Object(birth) {}
  Vector<Object> items;
  static const Class kClass;
};
const Reference kCupboardReferences[] = {Reference::To(&Cupboard::items, "items")};
const Class Cupboard::kClass = Describe<Cupboard>("Cupboard", kCupboardReferences);

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
  void MakeRack(std::uint32_t cells) { heap.AddRoot(heap.NewWithTail<Tower>(cells)); }
  void MakeShelf(int items) {
    Cupboard* const shelf = heap.New<Cupboard>();
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

// S9.2: what one large object takes no limit can change, so the slice says which one it was.
TEST(Pace, ASliceNamesTheObjectThatTookLongerThanItsTime) {
  for (const bool shows_itself : {false, true}) {
    PacedHeap world;
    for (int i = 0; i < 50; ++i) world.MakeRack(3);
    if (shows_itself) {
      world.MakeShelf(9000);
    } else {
      world.MakeRack(9000);
    }
    const Index large = world.heap.collector().population.table.End() - 1;
    for (int i = 0; i < 50; ++i) world.MakeRack(3);
    world.StartMarking();
    Index named = kNoIndex;
    while (world.heap.phase() == Phase::kMarking) {
      TimeSlice slice(world.environment, 0.002);
      RunStage(world.heap, slice, Settings{}.trace_poll);
      const bool long_step = slice.worst_step() > 9'000'000;
      EXPECT_EQ(slice.worst_object(), long_step ? large : kNoIndex);
      if (long_step) named = slice.worst_object();
    }
    EXPECT_EQ(named, large);
  }
}

// S9.2: and so does the report of the frame; the next frame's is its own.
TEST(Pace, TheFramesReportNamesItToo) {
  ScheduledHeap world(Sliced());
  Object* const large = world.heap.NewWithTail<Tower>(9000);
  world.heap.AddRoot(large);
  world.MakeChain(20);
  world.heap.SetEventSink({.publish =
                               [](void* now, const Event& event) {
                                 if (event.kind != EventKind::kScan) return;
                                 Nanoseconds slots = 1;
                                 ForEachSlot(const_cast<Object&>(*event.object),
                                             [&slots](ObjectSlot&) { ++slots; });
                                 *static_cast<Nanoseconds*>(now) += slots * 1000;
                               },
                           .context = &world.environment.now});
  world.scheduler.RequestCollection(false);
  FrameReport longest;
  for (int i = 0; i < 10; ++i) {
    const FrameReport& report = world.Frame();
    EXPECT_EQ(report.worst_object != kNoIndex, report.worst_step > 9'000'000) << i;
    if (report.worst_step > longest.worst_step) longest = report;
  }
  EXPECT_EQ(longest.worst_object, large->header().index);
}

// S9.2: small objects share a reading of the clock, as many as the setting says.
TEST(Pace, SmallObjectsShareAReadingOfTheClock) {
  PacedHeap world;
  for (int i = 0; i < 800; ++i) world.MakeRack(1);
  world.StartMarking();
  TimeSlice slice(world.environment, 1);
  world.environment.readings = 0;
  EXPECT_GT(RunStage(world.heap, slice, 8), 800u);
  EXPECT_LT(world.environment.readings, 120);
  EXPECT_GE(world.environment.readings, 100);
}

// S9.2: and so many that what they weigh ends it, if the setting allows any number; so it is not
// read after each batch of them.
TEST(Pace, SmallObjectsShareItByTheirWeightToo) {
  PacedHeap world;
  constexpr int kObjects = 16'000;
  for (int i = 0; i < kObjects; ++i) world.MakeRack(0);
  world.StartMarking();
  TimeSlice slice(world.environment, 1);
  world.environment.readings = 0;
  EXPECT_GT(RunStage(world.heap, slice, 1'000'000), Work{kObjects});
  EXPECT_LT(world.environment.readings, kObjects / static_cast<int>(MarkBatch::kObjects) / 2);
}

// S9.2: to take a list is a unit like any other. The clock is read after it, however fast all
// objects before it were.
TEST(Pace, ASliceEndsAfterTheListThatTookItsTime) {
  Heap heap;
  FakeEnvironment environment;
  Cupboard* black = nullptr;
  for (int i = 0; i < 40; ++i) {
    black = heap.New<Cupboard>();
    heap.AddRoot(black);
  }
  std::vector<Object*> whites;
  for (int i = 0; i < 20; ++i) whites.push_back(heap.NewWithTail<Tower>(0));
  heap.Start();
  heap.Tick(11);
  for (Object* const white : whites) black->items.push_back(white);
  struct Charged {
    FakeEnvironment& environment;
    int lists = 0, behind = 0;  // scans behind the list
  } charged{environment};
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           Charged& all = *static_cast<Charged*>(to);
                           const bool is_list = event.kind == EventKind::kBarrierList;
                           all.environment.now += is_list ? 10'000'000 : 1000;
                           all.lists += is_list;
                           all.behind += event.kind == EventKind::kScan && all.lists != 0;
                         },
                     .context = &charged});
  TimeSlice slice(environment, 5 * kMillisecond);
  RunStage(heap, slice, 1);
  EXPECT_EQ(charged.lists, 1);
  EXPECT_EQ(charged.behind, 0);
  EXPECT_EQ(heap.phase(), Phase::kMarking);
}

// S12.13: begin-destroy of all ten that share a reading of the clock may be slow.
TEST(Pace, SlowBeginDestroysEndASliceAfterTheOneDuringWhichItsTimeEnds) {
  PacedHeap world;
  world.begin_takes = 2'000'000;
  for (int i = 0; i < 40; ++i) world.heap.New<Tower>();
  world.heap.Start();
  while (world.heap.phase() != Phase::kIdle) world.heap.Tick(1);
  while (WhatIsNext(world.heap) == Doing::kBeginning) {
    const Nanoseconds before = world.environment.now;
    TimeSlice slice(world.environment, 0.005);
    RunStage(world.heap, slice, Settings{}.begin_poll);
    EXPECT_LE(world.environment.now - before, 7'000'000u);
  }
}

// S12.1, S12.13: one setting says it for begin-destroys, and another one for the stages behind
// them.
TEST(Pace, ReadsTheClockInEachStageAsItsOwnSettingSays) {
  struct Looks {
    int beginning, behind;
  };
  const auto looks = [](std::uint32_t begin, std::uint32_t behind) {
    Settings settings = Sliced();
    settings.begin_poll = begin;
    settings.purge_poll = behind;
    settings.purge_slice = 0.0003;
    ScheduledHeap world(settings);
    world.unit_takes = 1000;
    world.MakeGarbage(400);
    world.scheduler.Collect(false);
    Looks counted{0, 0};
    while (world.heap.PurgePending()) {
      const bool begins = WhatIsNext(world.heap) == Doing::kBeginning;
      world.environment.readings = 0;
      world.Frame();
      const bool still = WhatIsNext(world.heap) == Doing::kBeginning;
      if (begins == still)
        (begins ? counted.beginning : counted.behind) += world.environment.readings;
    }
    return counted;
  };
  const Looks often_first = looks(1, 100), often_later = looks(100, 1);
  EXPECT_GT(often_first.beginning, often_later.beginning + 100);
  EXPECT_GT(often_later.behind, often_first.behind + 100);
}

// S9.2: a marking that no clock ends does not look at it between objects.
TEST(Pace, WithoutALimitNothingReadsTheClock) {
  PacedHeap world;
  for (int i = 0; i < 800; ++i) world.MakeRack(1);
  world.StartMarking();
  TimeSlice slice(world.environment, 0);
  world.environment.readings = 0;
  while (world.heap.phase() == Phase::kMarking) RunStage(world.heap, slice, 8);
  EXPECT_EQ(world.environment.readings, 0);
}

}  // namespace
}  // namespace gc
