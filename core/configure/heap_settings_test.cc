// core/configure/heap_settings_test.cc -- each setting of a heap and its inspector: those that are
// read at start-up, and those that change while the program runs.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/testing/clusters.h"
#include "core/testing/live_world.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
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
  EXPECT_DEATH(fill("table.max_objects = 1"), "max_objects is 1\\)\n.*Heap::New must have");
  LiveWorld world;
  ExpectRefused(world, "report.counts_at_limit = on");
}

// A cluster can be made under the lock only.
std::uint32_t ClusterIn(LiveWorld& world, Object* root) {
  world.lock.Acquire();
  const std::uint32_t count = world.heap.MakeCluster(root);
  world.lock.Release();
  return count;
}

Hub* RootedHub(LiveWorld& world, int pieces) {
  Hub* const hub = world.heap.New<Hub>();
  world.heap.AddRoot(hub);
  ObjectPtr<Object>* last = &hub->to[0];
  for (int i = 0; i < pieces; ++i) {
    Piece* const piece = world.heap.New<Piece>();
    *last = piece;
    last = &piece->to[0];
  }
  return hub;
}

// S10.7, S10.15
TEST(SettingAtWork, ClusterCreateMakesClustersAndOffDissolvesThem) {
  LiveWorld world;
  Hub* const hub = RootedHub(world, 4);
  EXPECT_EQ(ClusterIn(world, hub), 5u);
  world.Set("cluster.create = off");
  EXPECT_EQ(world.heap.ClusterRootOf(hub), nullptr);
  EXPECT_EQ(ClusterIn(world, hub), 0u);
  world.Set("cluster.create = on");
  EXPECT_EQ(ClusterIn(world, hub), 5u);
  EXPECT_EQ(ClusterIn(world, RootedHub(world, 4)), 5u);
}

// S10.7
TEST(SettingAtWork, ClusterCreateIsOffForAnEditor) {
  LiveWorld world("", Program::kEditor);
  EXPECT_EQ(ClusterIn(world, RootedHub(world, 4)), 0u);
  world.Set("cluster.create = on");
  EXPECT_EQ(ClusterIn(world, RootedHub(world, 4)), 0u);
}

// S10.6
TEST(SettingAtWork, ClusterMinObjectsIsTheSmallestCluster) {
  LiveWorld world;
  Hub* const hub = RootedHub(world, 3);
  EXPECT_EQ(ClusterIn(world, hub), 0u);
  world.Set("cluster.min_objects = 4");
  EXPECT_EQ(ClusterIn(world, hub), 4u);
}

template <ClusterKind kKind>
struct OfKind : Object {
  explicit OfKind(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  static constexpr ClusterKind kClusterKind = kKind;
  ObjectPtr<Object> to;
  static const Class kClass;
};
template <ClusterKind kKind>
const Reference kOfKindReferences[] = {Reference::To(&OfKind<kKind>::to, "to")};
template <ClusterKind kKind>
const Class OfKind<kKind>::kClass = Describe<OfKind<kKind>>("OfKind", kOfKindReferences<kKind>);

// Whether roots of a kind are let in, before and after the setting is on.
template <ClusterKind kKind>
void ExpectKindIsSwitchedBy(std::string_view text) {
  LiveWorld world("cluster.min_objects = 2");
  OfKind<kKind>* const root = world.heap.New<OfKind<kKind>>();
  world.heap.AddRoot(root);
  root->to = world.heap.New<Piece>();
  EXPECT_EQ(ClusterIn(world, root), 0u);
  world.Set(text);
  EXPECT_EQ(ClusterIn(world, root), 2u);
}

// S10.7
TEST(SettingAtWork, ClusterAssetsLetsAssetsBeRoots) {
  ExpectKindIsSwitchedBy<ClusterKind::kAsset>("cluster.assets = on");
}
TEST(SettingAtWork, ClusterActorsLetsActorsBeRoots) {
  ExpectKindIsSwitchedBy<ClusterKind::kActor>("cluster.actors = on");
}
TEST(SettingAtWork, ClusterScriptsLetsScriptClassesBeRoots) {
  ExpectKindIsSwitchedBy<ClusterKind::kScript>("cluster.scripts = on");
}

// A rooted node that holds one that is marked garbage.
Node* HolderOfGarbage(LiveWorld& world) {
  Node* const holder = world.heap.New<Node>('h');
  world.heap.AddRoot(holder);
  holder->left = world.heap.New<Node>('g');
  world.heap.MarkGarbage(holder->left.Get());
  return holder;
}

// S9.20
TEST(SettingAtWork, GarbageEliminateClearsReferencesToGarbage) {
  LiveWorld world("garbage.eliminate = off");
  Node* const holder = HolderOfGarbage(world);
  world.scheduler.Collect();
  EXPECT_NE(holder->left, nullptr);
  world.Set("garbage.eliminate = on");
  EXPECT_NE(holder->left, nullptr) << "a cycle clears, not the change";
  world.scheduler.Collect();
  EXPECT_EQ(holder->left, nullptr);
}

// S9.20: what marking has followed or cleared in a cycle does not become wrong in the same cycle.
TEST(SettingAtWork, GarbageEliminateCountsFromTheNextCycleOn) {
  LiveWorld world("trace.incremental = on\ntrace.poll = 1\ntrace.slice = 0.001");
  Node* const holder = HolderOfGarbage(world);
  world.Start();
  ASSERT_TRUE(world.scheduler.MarkingPending());
  ASSERT_NE(holder->left, nullptr);
  world.Set("garbage.eliminate = off");
  while (world.scheduler.MarkingPending()) world.Frame();
  EXPECT_EQ(holder->left, nullptr);
  Node* const second = HolderOfGarbage(world);
  world.scheduler.Collect();
  EXPECT_NE(second->left, nullptr);
}

// S9.19
TEST(SettingAtWork, GarbageTrackReportsWhatHoldsGarbage) {
  LiveWorld world("garbage.eliminate = off");
  HolderOfGarbage(world);
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, IsEmpty());
  world.Set("garbage.track = all");
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, ElementsAre(HasSubstr("Node 1 .left")));
  world.Set("garbage.track = off");
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, SizeIs(1));
}

// S20.1
TEST(SettingAtWork, VerifyUnreachableSearchesAgainBeforeTheGather) {
  for (const bool on : {false, true}) {
    LiveWorld world("trace.incremental = on\ntrace.poll = 1\ntrace.slice = 0.001");
    Node* const root = world.heap.New<Node>('r');
    world.heap.AddRoot(root);
    Node* const lost = world.heap.New<Node>('l');
    world.MakeRoots(5);
    world.Start();
    while (IsGrey(world.heap, root)) world.Frame();
    ASSERT_TRUE(world.scheduler.MarkingPending() || IsWhite(world.heap, lost));
    LiveWorld::StoreRaw(root->left, lost);
    if (on) world.Set("verify.unreachable = on");
    world.scheduler.Collect(false);
    EXPECT_THAT(world.findings, SizeIs(on ? 1 : 0));
    LiveWorld::StoreRaw(root->left, nullptr);
  }
}

// A disregarded object refers to an object that nothing keeps.
void BreakAnAssumptionOf(LiveWorld& world) {
  Node* const early = world.heap.New<Node>('e');
  world.heap.CloseDisregardWindow();
  Node* const loose = world.heap.New<Node>('l');
  LiveWorld::StoreRaw(early->left, loose);
  Node* const holder = world.heap.New<Node>('h');
  holder->left = loose;
  // Alive for now, so that nothing dangles while the test goes on.
  world.heap.SetKeepFlags(holder, flag::kLoading);
}
constexpr std::string_view kOneDisregarded = "table.disregarded = 1";
// The search for such references finds it, and so does the verifier.
constexpr std::size_t kFindingsEach = 2;

// S20.2
TEST(SettingAtWork, VerifyAssumptionsChecksAfterEachTrace) {
  LiveWorld world(kOneDisregarded);
  BreakAnAssumptionOf(world);
  world.Start();
  EXPECT_THAT(world.findings, IsEmpty());
  world.scheduler.Collect();
  world.Set("verify.assumptions = on");
  world.Start();
  EXPECT_THAT(world.findings, ElementsAre(HasSubstr("Node 1 .left -> Node 2"),
                                          HasSubstr("Node 1\n  <- disregarded\n")));
}

// S20.2
TEST(SettingAtWork, VerifyAssumptionsOnFullChecksInFullCollectionsOnly) {
  LiveWorld world(kOneDisregarded);
  BreakAnAssumptionOf(world);
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, IsEmpty());
  world.Set("verify.assumptions_on_full = on");
  world.Start();
  EXPECT_THAT(world.findings, IsEmpty());
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, SizeIs(kFindingsEach)) << "though it is many steps";
}

// S20.2
TEST(SettingAtWork, VerifyChanceChecksInSuchAShareOfAllCycles) {
  LiveWorld world(kOneDisregarded);
  BreakAnAssumptionOf(world);
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, IsEmpty());
  world.Set("verify.chance = 1");
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, SizeIs(kFindingsEach));
  world.Set("verify.chance = 0.5");
  for (int i = 0; i < 100; ++i) world.scheduler.Collect();
  EXPECT_GT(world.findings.size(), 20 * kFindingsEach);
  EXPECT_LT(world.findings.size(), 80 * kFindingsEach);
}

struct InnerReporter : Referencer {
  explicit InnerReporter(Heap& heap) : Referencer(heap, Kind::kRaw, "part") { Register(); }
  void Report(Reporter&) const override {}
};
struct ReporterHolder : Object {
  ReporterHolder(const Birth& birth, Heap& heap) : Object(birth), part(heap) {}
  InnerReporter part;
  static const Class kClass;
};
const Class ReporterHolder::kClass = Describe<ReporterHolder>("ReporterHolder");

// S20.5
TEST(SettingAtWork, VerifyReferencersNamesThoseInManagedObjects) {
  LiveWorld world;
  ReporterHolder* const whole = world.heap.New<ReporterHolder>(world.heap);
  world.heap.AddRoot(whole);
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, IsEmpty());
  world.Set("verify.referencers = on");
  world.scheduler.Collect();
  EXPECT_THAT(world.findings, ElementsAre(HasSubstr("referencer part in ReporterHolder 1")));
  whole->part.Unregister();
}

struct OldNode : Object {
  explicit OldNode(const Birth& birth) : Object(birth) {}
  Object* to = nullptr;
  static const Class kClass;
};
const Reference kOldNodeReferences[] = {Reference::ToRaw(&OldNode::to, "to")};
const Class OldNode::kClass = Describe<OldNode>("OldNode", kOldNodeReferences);

// S5.22
TEST(SettingAtWork, VerifyRawMembersDecidesOnMarkingInSlices) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LiveWorld world("trace.incremental = on\ntrace.slice = 0.001\ntrace.poll = 1");
  world.heap.AddRoot(world.heap.New<OldNode>());
  world.MakeRoots(10);
  world.Start();
  EXPECT_TRUE(world.scheduler.MarkingPending()) << "allowed";
  world.scheduler.Collect();
  world.Set("verify.raw_members = refuse");
  EXPECT_DEATH(world.Start(), "OldNode.to");
  world.Set("verify.raw_members = allow");
  EXPECT_TRUE(world.Start().started);
}

struct NodeArray : Object {
  explicit NodeArray(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> nodes[3];
  static const Class kClass;
};
const Reference kNodeArrayReferences[] = {Reference::To(&NodeArray::nodes, "nodes")};
const Class NodeArray::kClass = Describe<NodeArray>("NodeArray", kNodeArrayReferences);

// S9.23: a slot holds an object of another heap.
TEST(SettingAtWork, DebugNamesInTraceNamesHolderAndFieldOfABadReference) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LiveWorld world;
  Heap other;
  other.New<Node>('a');
  other.New<Node>('b');
  Node* const foreign = other.New<Node>('f');
  NodeArray* const array = world.heap.New<NodeArray>();
  world.heap.AddRoot(array);
  world.Set("debug.names_in_trace = on");
  world.scheduler.Collect();
  LiveWorld::StoreRaw(array->nodes[2], foreign);
  EXPECT_DEATH(world.scheduler.Collect(),
               "must lead to an object of its heap.*NodeArray.nodes\\[2\\] of object 1");
  LiveWorld::StoreRaw(array->nodes[2], nullptr);
  EXPECT_FALSE(HeapOptions{}.names_in_trace);
}

// S15.1, S15.2
TEST(SettingAtWork, ReportCyclesLogsEachCycle) {
  LiveWorld world;
  world.scheduler.Collect();
  EXPECT_THAT(world.log, IsEmpty());
  world.Set("report.cycles = on");
  world.scheduler.Collect();
  EXPECT_THAT(world.log, ElementsAre(HasSubstr("cycle 2 (full)")));
  world.Set("report.cycles = off");
  world.scheduler.Collect();
  EXPECT_THAT(world.log, SizeIs(1));
}

// S15.5: a clock that goes on by a millisecond at each reading.
TEST(SettingAtWork, ReportGraphLimitGivesUpAGraphThatTakesTooLong) {
  struct Ticking : FakeEnvironment {
    Nanoseconds Now() override { return now += 1'000'000; }
  };
  LiveWorld world("history.size = 3");
  Ticking ticking;
  Inspector inspector(world.heap, {.clock = ticking.clock(), .log = {.cycles = false}});
  const LiveSettings live(world.configuration, Program::kShipped,
                          {.heap = world.heap, .inspector = &inspector});
  world.MakeRoots(300);  // four readings for each of two passes
  world.scheduler.Collect();
  EXPECT_EQ(inspector.graphs().size(), 0u);
  EXPECT_EQ(inspector.graphs().Skipped(), 1u);
  world.Set("report.graph_limit = 0.02");
  world.scheduler.Collect();
  EXPECT_EQ(inspector.graphs().size(), 1u);
  world.Set("report.graph_limit = 0.003");
  world.scheduler.Collect();
  EXPECT_EQ(inspector.graphs().size(), 1u);
  world.Set("report.graph_limit = 0");
  world.scheduler.Collect();
  EXPECT_EQ(inspector.graphs().size(), 2u);
  EXPECT_EQ(inspector.graphs()[0].graph.End(), 301u);
}

// S15.5
TEST(SettingAtWork, HistorySizeIsHowManyCyclesAreRemembered) {
  LiveWorld world;
  world.scheduler.Collect();
  EXPECT_EQ(world.inspector.records().size(), 0u);
  EXPECT_EQ(world.inspector.graphs().size(), 0u);
  world.Set("history.size = 3");
  for (int i = 0; i < 5; ++i) world.scheduler.Collect();
  EXPECT_EQ(world.inspector.records().size(), 3u);
  EXPECT_EQ(world.inspector.graphs().size(), 3u);
  world.Set("history.size = 2");
  EXPECT_EQ(world.inspector.records().size(), 2u);
  EXPECT_EQ(world.inspector.graphs().size(), 2u);
  EXPECT_EQ(world.inspector.records()[0].cycle, 6u);
  EXPECT_EQ(world.inspector.records()[1].cycle, 5u);
  world.scheduler.Collect();
  EXPECT_EQ(world.inspector.records()[0].cycle, 7u);
  EXPECT_EQ(world.inspector.graphs()[1].cycle, 6u);
  world.Set("history.size = 0");
  EXPECT_EQ(world.inspector.graphs().size(), 0u);
}

}  // namespace
}  // namespace gc
