// core/purge/destroyer_test.cc -- objects are destroyed on a worker if their class allows it, and
// in the right order.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>

#include "core/inspect/verify/verifier.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// Its destructor records its thread, and whether the table still had the object.
struct Traveller : Object {
  Traveller(const Birth& birth, std::latch* gate = nullptr) : Object(birth), waits_for(gate) {}
  ~Traveller() {
    if (waits_for != nullptr) {
      at_gate = true;
      waits_for->wait();
    }
    Collector& collector = OwnerOf(*this);
    const TableLock lock(collector.population.sharing);
    collector.population.table.Free().ForEach(
        [this](Index index) { index_was_free += index == header().index; });
    if (collector.population.table[header().index].Occupant() != nullptr) entry_was_published += 1;
    if (std::this_thread::get_id() == home) at_home += 1;
    destroyed += 1;
  }
  std::latch* waits_for;

  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
  static inline const std::thread::id home = std::this_thread::get_id();
  static inline std::atomic<int> destroyed, at_home, index_was_free, entry_was_published;
  static inline std::atomic<bool> at_gate;
  static void Forget() {
    destroyed = at_home = index_was_free = entry_was_published = 0;
    at_gate = false;
  }
};
const Class Traveller::kClass = Describe<Traveller>("Traveller");

struct Homebody : Object {
  explicit Homebody(const Birth& birth) : Object(birth) {}
  ~Homebody() { away += std::this_thread::get_id() != Traveller::home; }
  static const Class kClass;
  static inline std::atomic<int> away;
};
const Class Homebody::kClass = Describe<Homebody>("Homebody");

// Its end needs no call, so its purge leaves it alone until its destructor runs (S12.5).
struct Quiet : Object {
  explicit Quiet(const Birth& birth) : Object(birth) {}
  ~Quiet() {
    constexpr ObjectFlags kBoth = object_flag::kBeginDestroyed | object_flag::kFinishDestroyed;
    finished += (header().flags.Load() & kBoth) == kBoth;
  }
  static const Class kClass;
  static inline std::atomic<int> finished;
};
struct QuietTraveller : Quiet {
  explicit QuietTraveller(const Birth& birth) : Quiet(birth) {}
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
};
const Class Quiet::kClass = Describe<Quiet>("Quiet");
const Class QuietTraveller::kClass = Describe<QuietTraveller>("QuietTraveller");

// Lets go of another object when it is destroyed.
struct Warden : Object {
  Warden(const Birth& birth, Homebody* homebody) : Object(birth), kept(homebody) {}
  StrongPtr<Homebody> kept;
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
};
const Class Warden::kClass = Describe<Warden>("Warden");

// Of the two calls after begin-destroy these have one each, so neither is quiet.
struct Asked : Object {
  explicit Asked(const Birth& birth) : Object(birth) {}
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  static const Class kClass;
  static inline bool ready;
};
struct Telling : Object {
  explicit Telling(const Birth& birth) : Object(birth) {}
  void FinishDestroy() noexcept { told += 1; }
  static const Class kClass;
  static inline int told;
};
const Class Asked::kClass = Describe<Asked>("Asked");
const Class Telling::kClass = Describe<Telling>("Telling");

class Destroyed : public testing::Test {
 protected:
  Destroyed() {
    Traveller::Forget();
    Homebody::away = 0;
  }
};

// S12.11
TEST_F(Destroyed, OnAWorkerIfTheClassAllowsItAndTheHeapHasWorkers) {
  Heap heap({.workers = 2});
  for (int i = 0; i < 1000; ++i) {
    heap.New<Traveller>();
    heap.New<Homebody>();
  }
  heap.Collect();
  EXPECT_EQ(Traveller::destroyed, 1000) << "a full collection waits for the worker";
  EXPECT_EQ(Traveller::at_home, 0);
  EXPECT_EQ(Homebody::away, 0);
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
  EXPECT_FALSE(heap.collector().population.sharing.IsConcurrent()) << "nobody else acts by now";
  EXPECT_FALSE(Verifier().Verify(heap));
}

// S12.11, S7.9: the slice waits for the worker, so the worker does not wait for the slice to end.
TEST_F(Destroyed, OnAWorkerThatLetsGoOfWhatTheObjectsKept) {
  Lock lock;
  Heap heap({.workers = 2, .lock = &lock});
  Homebody* const kept = heap.New<Homebody>();
  for (int i = 0; i < 200; ++i) heap.New<Warden>(kept);
  lock.Acquire();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  lock.Release();
}

// S2.16: also what needs no call to finish says to its destructor that it has; at home, on a
// worker, and the entry says so before any is destroyed.
TEST_F(Destroyed, WithBothStagesNotedThoughNothingWasCalled) {
  Quiet::finished = 0;
  Heap heap({.workers = 2});
  for (int i = 0; i < 10; ++i) {
    heap.New<Quiet>();
    heap.New<QuietTraveller>();
  }
  heap.Start();
  const Purger& purger = heap.collector().purger;
  while (purger.stage() != Stage::kFree) heap.Tick(1);
  ASSERT_EQ(purger.finished().size(), 20u);
  for (const Doomed& each : purger.finished()) {
    EXPECT_TRUE(heap.collector().population.table[each.index].flags.Has(flag::kFinished));
  }
  heap.Collect();
  EXPECT_EQ(Quiet::finished, 20);
}

// S12.5, S12.6: a class that has only the question is asked, and one that has only the last
// callback is called.
TEST_F(Destroyed, AfterTheOneCallThatTheClassHas) {
  Asked::ready = false;
  Telling::told = 0;
  Heap heap;
  heap.New<Asked>();
  heap.New<Telling>();
  heap.Collect();
  EXPECT_EQ(Telling::told, 1);
  EXPECT_EQ(heap.ObjectCount(), 1u) << "what is not ready waits";
  Asked::ready = true;
  heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.11, S7.12
TEST_F(Destroyed, AtHomeIfTheHeapHasNoWorkers) {
  Heap heap;
  for (int i = 0; i < 10; ++i) heap.New<Traveller>();
  heap.Collect();
  EXPECT_EQ(Traveller::at_home, 10);
}

// S12.11
TEST_F(Destroyed, AtHomeIfTheOptionsOfTheHeapSaySo) {
  Heap heap({.workers = 2, .destroy_off_thread = false});
  for (int i = 0; i < 10; ++i) heap.New<Traveller>();
  heap.Collect();
  EXPECT_EQ(Traveller::at_home, 10);
}

// S12.12
TEST_F(Destroyed, AfterTheEntryIsEmptyAndBeforeTheIndexIsFree) {
  for (const std::uint32_t workers : {1u, 2u}) {
    Traveller::Forget();
    Heap heap({.workers = workers});
    for (int i = 0; i < 300; ++i) heap.New<Traveller>();
    heap.Collect();
    EXPECT_EQ(Traveller::destroyed, 300);
    EXPECT_EQ(Traveller::index_was_free, 0);
    EXPECT_EQ(Traveller::entry_was_published, 0);
  }
}

// S1.13, S12.12: an index is not given out while a worker still has the memory of its last object.
TEST_F(Destroyed, AnIndexIsNotReusedBeforeTheWorkerHasFreedTheMemory) {
  std::latch gate(1);
  Heap heap({.workers = 2});
  const Index index = heap.New<Traveller>(&gate)->header().index;
  heap.Start();
  heap.Tick(kUnlimited);
  ASSERT_FALSE(heap.PurgePending());
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_NE(heap.New<Homebody>()->header().index, index);
  gate.count_down();
  heap.FinishPurge({});
  EXPECT_EQ(heap.New<Homebody>()->header().index, index);
}

// S12.11, S12.18
TEST_F(Destroyed, DroppingTheHeapWaitsForTheWorker) {
  std::latch gate(1);
  std::thread opener;
  {
    Heap heap({.workers = 2});
    heap.New<Traveller>(&gate);
    for (int i = 0; i < 100; ++i) heap.New<Traveller>();
    heap.Start();
    heap.Tick(kUnlimited);
    opener = std::thread([&gate] { gate.count_down(); });
  }
  EXPECT_EQ(Traveller::destroyed, 101);
  opener.join();
}

// S3.9, S12.11: the worker reads which lock there is.
TEST_F(Destroyed, BeforeTheLockOfTheMutatorsChanges) {
  Lock lock;
  Heap heap({.workers = 2});
  for (Lock* const next : {&lock, static_cast<Lock*>(nullptr)}) {
    std::latch gate(1);
    heap.New<Traveller>(&gate);
    if (next == nullptr) lock.Acquire();
    heap.Start();
    heap.Tick(kUnlimited);
    if (next == nullptr) lock.Release();
    const std::jthread opener([&gate] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      gate.count_down();
    });
    const int before = Traveller::destroyed;
    heap.ShareUnder(next);
    EXPECT_EQ(Traveller::destroyed, before + 1);
  }
}

// S12.11: a thread that asks whether another one acts in the heap is told so until the worker has
// ended, however often it looks for the end of that; and not afterwards.
TEST_F(Destroyed, BesideTheMutatorUntilTheWorkerHasEnded) {
  std::latch gate(1);
  Heap heap({.workers = 2});
  heap.New<Traveller>(&gate);
  heap.Start();
  heap.Tick(kUnlimited);
  Collector& collector = heap.collector();
  for (int looks = 0; looks < 3; ++looks) {
    collector.purger.Send();
    EXPECT_TRUE(collector.population.sharing.IsConcurrent());
  }
  gate.count_down();
  while (collector.population.sharing.IsConcurrent()) collector.purger.Send();
  EXPECT_EQ(Traveller::destroyed, 1);
}

// S12.11: what is sent while the worker is busy, it takes when it comes to it.
TEST_F(Destroyed, InOneBatchAfterTheOtherByTheSameWorker) {
  std::latch gate(1);
  Heap heap({.workers = 2});
  heap.New<Traveller>(&gate);
  for (int batch = 0; batch < 3; ++batch) {
    for (int i = 0; i < 10; ++i) heap.New<Traveller>();
    heap.Start();
    heap.Tick(kUnlimited);
    EXPECT_FALSE(heap.PurgePending());
    while (!Traveller::at_gate) std::this_thread::yield();
  }
  EXPECT_EQ(Traveller::destroyed, 0);
  gate.count_down();
  heap.FinishPurge({});
  EXPECT_EQ(Traveller::destroyed, 31);
  EXPECT_EQ(Traveller::at_home, 0);
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
}

// S12.18: a heap that is dropped while marking destroys every object once, roots included.
TEST_F(Destroyed, OnceAtTheHeapsEndInTheMiddleOfATrace) {
  {
    Heap heap({.workers = 2});
    for (int i = 0; i < 100; ++i) heap.AddRoot(heap.New<Traveller>());
    heap.Start();
    heap.Tick(3);
    ASSERT_EQ(heap.phase(), Phase::kMarking);
  }
  EXPECT_EQ(Traveller::destroyed, 100);
}

// S12.10: a class may be freed before its objects, so all that freeing an object needs of its class
// is copied in time.
TEST_F(Destroyed, WithoutLookingAtTheirClass) {
  for (const std::uint32_t workers : {1u, 2u}) {
    Traveller::Forget();
    Heap heap({.workers = workers});
    heap.New<Traveller>();
    heap.Start();
    while (heap.collector().purger.stage() != Stage::kFree) heap.Tick(1);
    // Another description takes the place of the class.
    const Class lost = Traveller::kClass;
    Class& place = const_cast<Class&>(Traveller::kClass);
    place = Class{.name = nullptr, .destroy = [](Object&) noexcept { std::abort(); }};
    heap.Tick(kUnlimited);
    heap.FinishPurge({});
    place = lost;
    EXPECT_EQ(Traveller::destroyed, 1);
  }
}

// S12.9: no destructor runs before the last object of the batch has finished.
TEST_F(Destroyed, OnlyWhenAllOfTheBatchWereAskedToFinish) {
  Heap heap({.workers = 2});
  for (int i = 0; i < 10; ++i) heap.New<Traveller>();
  heap.Start();
  while (heap.collector().purger.stage() != Stage::kFree) {
    heap.Tick(1);
    EXPECT_EQ(Traveller::destroyed, 0);
  }
  heap.Collect();
  EXPECT_EQ(Traveller::destroyed, 10);
}

}  // namespace
}  // namespace gc
