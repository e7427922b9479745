// core/configure/heap_settings_test.cc -- each setting of a heap's workers and of its table: the
// former change while the program runs, the latter are read at start-up.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/testing/live_world.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

using testing::SizeIs;

// May be destroyed on any thread, and notes whether that was this one.
struct Wanderer : Object {
  explicit Wanderer(const Birth& birth) : Object(birth) {}
  ~Wanderer() { (std::this_thread::get_id() == home ? at_home : away) += 1; }
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
  static inline const std::thread::id home = std::this_thread::get_id();
  static inline std::atomic<int> at_home, away;
};
const Class Wanderer::kClass = Describe<Wanderer>("Wanderer");

// Where ten objects are destroyed.
std::string DestroyedWhere(LiveWorld& world) {
  Wanderer::at_home = Wanderer::away = 0;
  for (int i = 0; i < 10; ++i) world.heap.New<Wanderer>();
  world.scheduler.Collect();
  EXPECT_EQ(Wanderer::at_home + Wanderer::away, 10);
  if (Wanderer::at_home == 10) return "at home";
  return Wanderer::away == 10 ? "away" : "here and there";
}

bool IsHelped(const LiveWorld& world) {
  return world.heap.collector().population.sharing.workers() != nullptr;
}

// S7.12
TEST(SettingAtWork, TraceParallelLetsWorkersHelp) {
  LiveWorld world("", Program::kShipped, 2);
  EXPECT_TRUE(IsHelped(world));
  EXPECT_EQ(DestroyedWhere(world), "away");
  world.Set("trace.parallel = off");
  EXPECT_FALSE(IsHelped(world));
  EXPECT_EQ(DestroyedWhere(world), "at home");
  world.Set("trace.parallel = on");
  EXPECT_TRUE(IsHelped(world));
  EXPECT_EQ(DestroyedWhere(world), "away");
}

// S7.12: a heap that began without help gets its workers when they are wanted.
TEST(SettingAtWork, TraceParallelCanBeSwitchedOnLater) {
  LiveWorld world("trace.parallel = off", Program::kShipped, 2);
  EXPECT_FALSE(IsHelped(world));
  EXPECT_EQ(DestroyedWhere(world), "at home");
  world.Set("trace.parallel = on");
  EXPECT_TRUE(IsHelped(world));
  EXPECT_EQ(DestroyedWhere(world), "away");
}

// S7.12: in the middle of a gather too, which goes on where it was, with or without help.
TEST(SettingAtWork, TraceParallelMayChangeInTheMiddleOfAGather) {
  for (const bool on_first : {true, false}) {
    LiveWorld world("gather.incremental = on", Program::kShipped, 2);
    world.Set(on_first ? "trace.parallel = on" : "trace.parallel = off");
    world.MakeGarbage(200);
    world.Start();
    CountingClock clock;
    {
      const Slice held(world.lock);
      world.heap.TickUntil(clock.After(2));
    }
    ASSERT_EQ(world.heap.phase(), Phase::kGathering);
    ASSERT_GT(world.heap.collector().gatherer.gathered().size(), 0u);
    world.Set(on_first ? "trace.parallel = off" : "trace.parallel = on");
    while (world.heap.phase() == Phase::kGathering) world.Frame();
    EXPECT_THAT(world.heap.collector().purger.batch(), SizeIs(200));
    world.scheduler.Collect();
    EXPECT_EQ(world.heap.ObjectCount(), 0u);
  }
}

// S7.1: another thread's section must not see options change under it.
TEST(SettingAtWork, ChangesWaitForTheSectionsOfOtherThreads) {
  LiveWorld world("", Program::kShipped, 2);
  Elsewhere elsewhere(world.lock);
  elsewhere.LeaveWhenWanted(world.lock);
  ASSERT_EQ(world.lock.Sections(), 1u);
  world.Set("trace.parallel = off");
  EXPECT_EQ(world.lock.Sections(), 0u);
  EXPECT_FALSE(world.lock.IsLocked());
  const Slice held(world.lock);
  world.Set("trace.parallel = on");
  EXPECT_TRUE(IsHelped(world)) << "under the lock too, as in a notice";
}

// S7.12: the objects that were shaded just before the help ends are scanned all the same.
TEST(SettingAtWork, TraceParallelMayChangeWhileTheMutatorStores) {
  Heap heap({.workers = 2});
  Node* const grey = heap.New<Node>('g');
  Node* const black = heap.New<Node>('b');
  grey->left = heap.New<Node>('w');
  grey->left->left = heap.New<Node>('x');
  heap.AddRoot(grey);
  heap.AddRoot(black);
  heap.Start();
  heap.Tick(2);
  black->left = grey->left;
  grey->left = nullptr;
  heap.Change({.parallel = false});
  heap.Tick(kUnlimited);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 4u);
}

// It may be destroyed on any thread, and its end takes until the gate is open.
struct Lingerer : Object {
  explicit Lingerer(const Birth& birth) : Object(birth) {}
  ~Lingerer() {
    while (!gate_is_open) std::this_thread::yield();
  }
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
  static inline std::atomic<bool> gate_is_open;
};
const Class Lingerer::kClass = Describe<Lingerer>("Lingerer");

// S7.12: what was shaded beside the destroyer waits in the list of a heap that several threads use.
TEST(SettingAtWork, TraceParallelMayEndWhileTheDestroyerWorks) {
  Lingerer::gate_is_open = false;
  Heap heap({.workers = 2});
  Node* const grey = heap.New<Node>('g');
  Node* const black = heap.New<Node>('b');
  grey->left = heap.New<Node>('w');
  grey->left->left = heap.New<Node>('x');
  heap.AddRoot(grey);
  heap.AddRoot(black);
  heap.New<Lingerer>();
  heap.Start();
  heap.Tick(kUnlimited);
  EXPECT_TRUE(heap.collector().population.sharing.IsConcurrent());
  heap.Start();
  heap.Tick(2);
  black->left = grey->left;
  grey->left = nullptr;
  Lingerer::gate_is_open = true;
  heap.Change({.parallel = false});
  heap.Tick(kUnlimited);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 4u);
}

TEST(SettingAtWork, TraceTaskObjectsIsTheFewestThatAWorkerIsGiven) {
  LiveWorld world("gather.incremental = on", Program::kShipped, 2);
  world.MakeRoots(100);
  world.Start();
  const Gatherer& gatherer = world.heap.collector().gatherer;
  ASSERT_EQ(gatherer.next(), 1u);
  EXPECT_THAT(gatherer.Pieces(2), SizeIs(2));
  world.Set("trace.task_objects = 51");
  EXPECT_THAT(gatherer.Pieces(2), SizeIs(1));
  world.Set("trace.task_objects = 10");
  EXPECT_THAT(gatherer.Pieces(16), SizeIs(10));
  Heap heap({.workers = 2, .task_objects = 3});
  for (int i = 0; i < 9; ++i) heap.New<Node>('n');
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_THAT(heap.collector().gatherer.Pieces(16), SizeIs(3)) << "from the start";
}

// S12.11
TEST(SettingAtWork, PurgeOffThreadDestroysOnAWorkerWhatAllowsIt) {
  LiveWorld world("", Program::kShipped, 2);
  EXPECT_EQ(DestroyedWhere(world), "away");
  world.Set("purge.off_thread = off");
  EXPECT_EQ(DestroyedWhere(world), "at home");
  EXPECT_TRUE(IsHelped(world)) << "by workers that do other things";
  world.Set("purge.off_thread = on");
  EXPECT_EQ(DestroyedWhere(world), "away");
}

// S12.11
TEST(SettingAtWork, PurgeOffThreadCountsFromTheStart) {
  LiveWorld world("purge.off_thread = off", Program::kShipped, 2);
  EXPECT_EQ(DestroyedWhere(world), "at home");
}

// What is read at start-up is refused later, and stays as it was.
void ExpectRefused(LiveWorld& world, std::string_view text) {
  const Settings before = world.configuration.values();
  const auto errors = world.configuration.Read(text, "console", Layer::kRunning);
  ASSERT_EQ(errors.size(), 1u) << text;
  EXPECT_EQ(errors[0].expected, "a setting that is not read at start-up only");
  EXPECT_EQ(world.configuration.values(), before);
}

// S1.3, S16.1
TEST(SettingAtWork, TableMaxObjectsIsTheCapacity) {
  LiveWorld usual;
  EXPECT_EQ(usual.heap.collector().population.table.Capacity(), 33u * 65536);
  LiveWorld small("table.max_objects = 70000");
  EXPECT_EQ(small.heap.collector().population.table.Capacity(), 2u * 65536);
  ExpectRefused(small, "table.max_objects = 80000");
}

// S16.1
TEST(SettingAtWork, TableMaxObjectsInEditorIsTheCapacityOfAnEditor) {
  LiveWorld usual("table.max_objects = 1", Program::kEditor);
  EXPECT_EQ(usual.heap.collector().population.table.Capacity(), 385u * 65536);
  LiveWorld small("table.max_objects_in_editor = 70000", Program::kEditor);
  EXPECT_EQ(small.heap.collector().population.table.Capacity(), 2u * 65536);
  ExpectRefused(small, "table.max_objects_in_editor = 80000");
}

// S1.18
TEST(SettingAtWork, TableDisregardedIsHowManyAreNeverCollected) {
  const auto left = [](std::string_view before) {
    LiveWorld world(before);
    world.MakeGarbage(5);
    world.heap.CloseDisregardWindow();
    world.scheduler.Collect();
    return world.heap.ObjectCount();
  };
  EXPECT_EQ(left(""), 0u);
  EXPECT_EQ(left("table.disregarded = 3"), 3u);
  LiveWorld world;
  ExpectRefused(world, "table.disregarded = 1");
}

// S16.1
TEST(SettingAtWork, TableDisregardOnServersIsForDedicatedServers) {
  const auto window = [](std::string_view before, bool server) {
    LiveWorld world(before, Program::kShipped, 1, server);
    return world.heap.collector().population.table.First() - 1;
  };
  EXPECT_EQ(window("table.disregarded = 3", true), 3u);
  EXPECT_EQ(window("table.disregarded = 3\ntable.disregard_on_servers = off", true), 0u);
  EXPECT_EQ(window("table.disregarded = 3\ntable.disregard_on_servers = off", false), 3u);
  LiveWorld world;
  ExpectRefused(world, "table.disregard_on_servers = off");
}

// S1.21
TEST(SettingAtWork, TablePermanentBytesIsTheSizeOfThePool) {
  const auto size = [](std::string_view before, Program program = Program::kShipped) {
    LiveWorld world(before, program);
    return world.heap.collector().memory.pool().size();
  };
  EXPECT_EQ(size("table.disregarded = 3"), 0u);
  const std::string_view both = "table.disregarded = 3\ntable.permanent_bytes = 4096";
  EXPECT_EQ(size(both), 4096u);
  EXPECT_EQ(size(both, Program::kEditor), 0u);
  EXPECT_EQ(size(both, Program::kPreparesAsItGoes), 0u);
  EXPECT_EQ(size("table.permanent_bytes = 4096"), 0u) << "for disregarded objects only";
  LiveWorld world;
  ExpectRefused(world, "table.permanent_bytes = 1");
}

// S1.17
TEST(SettingAtWork, TablePreallocateMakesAllChunksInOneBlock) {
  LiveWorld world("table.max_objects = 70000\ntable.preallocate = on");
  const Table& table = world.heap.collector().population.table;
  EXPECT_EQ(reinterpret_cast<const std::byte*>(&table[kChunkEntries]) -
                reinterpret_cast<const std::byte*>(&table[0]),
            static_cast<std::ptrdiff_t>(sizeof(Chunk)))
      << "before an object is made";
  EXPECT_FALSE(LiveWorld().start_up.preallocate);
  ExpectRefused(world, "table.preallocate = off");
}

// S1.16
TEST(SettingAtWork, ReportCountsAtLimitNamesTheClassesOfAFullTable) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto fill = [](std::string_view before) {
    LiveWorld world(before);
    world.MakeGarbage(kChunkEntries + 1);
  };
  EXPECT_DEATH(fill("table.max_objects = 1\nreport.counts_at_limit = on"), "65535 Node");
  EXPECT_DEATH(fill("table.max_objects = 1"), "max_objects is 1\\)\n.*there must be memory");
  LiveWorld world;
  ExpectRefused(world, "report.counts_at_limit = on");
}

// S13.7: a heap that is made without options is like one that is made with the settings that nobody
// has changed, on a machine with one thread.
TEST(SettingAtWork, ThatNothingChangesIsAHeapsOwnDefault) {
  Configuration untouched;
  const HeapOptions set = OptionsFor(ReadStartUp(untouched, Program::kShipped, false), 1);
  const HeapOptions own;
  EXPECT_EQ(set.max_objects, own.max_objects);
  EXPECT_EQ(set.max_disregarded, own.max_disregarded);
  EXPECT_EQ(set.permanent_bytes, own.permanent_bytes);
  EXPECT_EQ(set.preallocate, own.preallocate);
  EXPECT_EQ(set.dump_classes_when_full, own.dump_classes_when_full);
  EXPECT_EQ(set.workers, own.workers);
  EXPECT_EQ(set.parallel, own.parallel);
  EXPECT_EQ(set.task_objects, own.task_objects);
  EXPECT_EQ(set.destroy_off_thread, own.destroy_off_thread);
  EXPECT_EQ(set.names_in_trace, own.names_in_trace);
  EXPECT_EQ(set.clusters, own.clusters);
}

}  // namespace
}  // namespace gc
