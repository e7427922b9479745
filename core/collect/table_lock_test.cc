// core/collect/table_lock_test.cc -- the table lock is taken where another thread may act, and
// seldom.
//
// Label: threads.

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr std::uint64_t kMany = 10'000;

// How often the table lock was taken since the last question.
class Locks {
 public:
  explicit Locks(const Heap& heap) : sharing_(heap.collector().population.sharing) { Taken(); }
  std::uint64_t Taken() {
    return sharing_.TimesTaken() - std::exchange(before_, sharing_.TimesTaken());
  }

 private:
  const Sharing& sharing_;
  std::uint64_t before_ = 0;
};

struct Plain : Object {
  explicit Plain(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Class Plain::kClass = Describe<Plain>("Plain");

// Its destructor waits for a gate.
struct Waiter : Object {
  Waiter(const Birth& birth, std::latch& gate) : Object(birth), waits_for(&gate) {}
  ~Waiter() { waits_for->wait(); }
  std::latch* waits_for;
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
};
const Class Waiter::kClass = Describe<Waiter>("Waiter");

void MakeMany(Heap& heap) {
  for (std::uint64_t i = 0; i < kMany; ++i) heap.New<Plain>();
}

// S17.5
TEST(TableLock, IsNotTakenByTheOneMutatorOfAHeapWhoseWorkersRest) {
  Heap heap({.workers = 2, .task_objects = 100});
  Locks locks(heap);
  MakeMany(heap);
  EXPECT_EQ(locks.Taken(), 0u);
  heap.Collect();
  EXPECT_LT(locks.Taken(), 10u) << "no object that was freed took it";
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S17.5: the memory that the destroyer frees and the mutator takes is the same.
TEST(TableLock, IsTakenWhileTheDestroyerWorks) {
  std::latch gate(1);
  Heap heap({.workers = 2});
  const Sharing& sharing = heap.collector().population.sharing;
  heap.New<Waiter>(gate);
  heap.Start();
  EXPECT_FALSE(sharing.IsConcurrent());
  heap.Tick(kUnlimited);
  EXPECT_TRUE(sharing.IsConcurrent());
  Locks locks(heap);
  heap.New<Plain>();
  EXPECT_GT(locks.Taken(), 0u);
  gate.count_down();
  while (sharing.IsConcurrent()) heap.Tick(kUnlimited);  // an idle tick looks whether it has ended
  locks.Taken();
  heap.New<Plain>();
  EXPECT_EQ(locks.Taken(), 0u);
}

// S17.5: what the destroyer frees the mutator takes, at once and later, with the lock and without.
TEST(TableLock, LetsMutatorAndDestroyerUseTheSameMemory) {
  std::latch open(0);
  Heap heap({.workers = 2});
  for (int round = 0; round < 30; ++round) {
    for (int i = 0; i < 700; ++i) heap.New<Waiter>(open);
    heap.Start();
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
      heap.Tick(500);
      for (int i = 0; i < 20; ++i) heap.New<Plain>();
    }
    if (round % 3 == 0) heap.FinishPurge({});
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
}

// S17.5: memory and index are given under the lock, and the entry is then that thread's alone.
TEST(TableLock, IsTakenOnceForABirthInASharedHeap) {
  Lock lock;
  Heap heap({.lock = &lock});
  Locks locks(heap);
  MakeMany(heap);
  EXPECT_EQ(locks.Taken(), kMany);
}

// Its class has a raw field, and the classes that have one are listed.
struct RawHolder : Object {
  explicit RawHolder(const Birth& birth) : Object(birth) {}
  Object* raw = nullptr;
  static const Class kClass;
};
const Reference kRawHolderReferences[] = {Reference::ToRaw(&RawHolder::raw, "raw")};
const Class RawHolder::kClass = Describe<RawHolder>("RawHolder", kRawHolderReferences);

// S17.5: threads that make objects share the list.
TEST(TableLock, IsTakenForTheListOfClassesWithRawFields) {
  Lock lock;
  Heap heap({.lock = &lock});
  for (int i = 0; i < 2; ++i) {
    Locks locks(heap);
    heap.New<Plain>();
    const std::uint64_t without = locks.Taken();
    heap.New<RawHolder>();
    EXPECT_GT(locks.Taken(), without) << i;
  }
}

// S17.5: what is given up leaves its entry, and then its memory and index go back.
TEST(TableLock, IsTakenForABirthThatIsUndone) {
  Lock lock;
  Heap heap({.lock = &lock});
  Plain* const given_up = heap.New<Plain>();
  Locks locks(heap);
  OwnerOf(*given_up).births.Undo(*given_up);
  EXPECT_GE(locks.Taken(), 2u);
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
}

// S1.6, S17.5: threads that make objects ask whether the window is open.
TEST(TableLock, IsTakenToOpenTheDisregardWindow) {
  Lock lock;
  Heap heap({.lock = &lock, .max_disregarded = 10});
  heap.CloseDisregardWindow();
  Locks locks(heap);
  heap.OpenDisregardWindow();
  EXPECT_GE(locks.Taken(), 1u);
}

// S1.16: one of several threads says that the table is nearly full, so each of them looks under the
// lock whether it is the one.
TEST(TableLock, IsTakenAgainWhereTheTableIsNearlyFull) {
  Lock lock;
  constexpr std::uint32_t kWarnAt = 100;
  const CapacitySink notices{.say = [](void*, const CapacityNotice&) {}};
  Heap heap({.max_objects = 1, .lock = &lock, .warn_at_objects = kWarnAt, .notices = notices});
  Locks locks(heap);
  for (std::uint32_t i = 1; i < kWarnAt; ++i) heap.New<Plain>();
  EXPECT_EQ(locks.Taken(), kWarnAt - 1);
  heap.New<Plain>();
  EXPECT_EQ(locks.Taken(), 2u);
}

// S17.5: all of them are counted, though this thread holds no lock where that is done.
TEST(TableLock, IsNotNeededToCountWhatSeveralThreadsMake) {
  Lock lock;
  Heap heap({.lock = &lock});
  for (std::uint64_t round = 1; round <= 10; ++round) {
    std::thread other([&] {
      const Section section(lock);
      MakeMany(heap);
    });
    MakeMany(heap);
    other.join();
    EXPECT_EQ(heap.ObjectCount(), round * 2 * kMany);
  }
}

TEST(TableLock, IsTakenByTheTasksOfWorkers) {
  Heap heap({.workers = 2});
  Workers& workers = *heap.collector().population.sharing.workers();
  Locks locks(heap);
  workers.ForEach(50, [&](std::size_t) { EXPECT_EQ(heap.ObjectCount(), 0u); });
  EXPECT_EQ(locks.Taken(), 50u);
  workers.Both([&] { heap.ObjectCount(); }, [&] { heap.ObjectCount(); });
  EXPECT_EQ(locks.Taken(), 2u);
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(locks.Taken(), 0u);
}

// S17.5: one hold of the lock serves for many objects that are freed.
TEST(TableLock, IsTakenOnceForManyDeathsInAHeapOfSeveralMutators) {
  Lock lock;
  Heap heap({.lock = &lock});
  MakeMany(heap);
  const Slice slice(lock);
  Locks locks(heap);
  heap.Collect();
  EXPECT_LT(locks.Taken(), kMany / 200);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S17.5: so does the destroyer's.
TEST(TableLock, IsTakenOnceForManyObjectsThatTheDestroyerFrees) {
  std::latch open(0);
  Heap heap({.workers = 2});
  for (std::uint64_t i = 0; i < kMany; ++i) heap.New<Waiter>(open);
  Locks locks(heap);
  heap.Collect();
  // A batch is unpublished, handed over, and freed.
  EXPECT_LT(locks.Taken(), kMany / 20);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// What a destructor of the user may ask for, it may ask for in the middle of a batch.
struct LockCounter : Object {
  LockCounter(const Birth& birth, Heap& of) : Object(birth), heap(&of) {}
  ~LockCounter() { heap->ObjectCount(); }
  Heap* heap;
  static const Class kClass;
};
const Class LockCounter::kClass = Describe<LockCounter>("LockCounter");

TEST(TableLock, IsNotHeldWhileADestructorRuns) {
  Lock lock;
  Heap heap({.lock = &lock});
  for (int i = 0; i < 1000; ++i) heap.New<LockCounter>(heap);
  const Slice slice(lock);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// Nor while a listener of events is told.
TEST(TableLock, IsNotHeldWhileAListenerOfEventsIsTold) {
  Lock lock;
  Heap heap({.lock = &lock});
  std::uint64_t told = 0;
  struct Context {
    Heap& heap;
    std::uint64_t& told;
  } context{heap, told};
  heap.SetEventSink({.publish =
                         [](void* of, const Event&) {
                           const Context& to = *static_cast<Context*>(of);
                           to.heap.ObjectCount();
                           to.told += 1;
                         },
                     .context = &context});
  MakeMany(heap);
  const Slice slice(lock);
  heap.Collect();
  EXPECT_GT(told, 4 * kMany);
}

}  // namespace
}  // namespace gc
