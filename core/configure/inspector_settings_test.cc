// core/configure/inspector_settings_test.cc -- each setting of verification, log and history,
// changed while the program runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/population/use.h"
#include "core/testing/live_world.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

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
  if (kUseChecked) return;  // there such a program ends at the flip
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
  if (kUseChecked) return;  // there such a program ends at the flip
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
  if (kUseChecked) return;  // there such a program ends at the flip
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
