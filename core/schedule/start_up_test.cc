// core/schedule/start_up_test.cc -- which settings count for which program, and when.
//
// Label: threads.

#include "core/schedule/start_up.h"

#include <gtest/gtest.h>

#include "core/testing/nodes.h"

namespace gc {
namespace {

constexpr const char* kText =
    "table.max_objects = 70000\n"
    "table.max_objects_in_editor = 200000\n"
    "table.disregarded = 500\n"
    "table.permanent_bytes = 4096\n"
    "table.preallocate = on\n";

struct StartUpTest : testing::Test {
  StartUpTest() { EXPECT_TRUE(configuration.Read(kText, "gc.cfg").empty()); }
  Configuration configuration;
};

// S16.1
TEST_F(StartUpTest, OfAShippedProgramReadsAll) {
  const StartUp start_up = ReadStartUp(configuration, Program::kShipped, false);
  EXPECT_EQ(start_up.max_objects, 70000u);
  EXPECT_EQ(start_up.disregarded_objects, 500u);
  EXPECT_EQ(start_up.permanent_bytes, 4096u);
  EXPECT_TRUE(start_up.preallocate);
  EXPECT_TRUE(OptionsFor(start_up).clusters.create);
}

// S16.1
TEST_F(StartUpTest, OfAnEditorReadsItsOwnLimitOnly) {
  const StartUp start_up = ReadStartUp(configuration, Program::kEditor, false);
  EXPECT_EQ(start_up.max_objects, 200000u);
  EXPECT_EQ(start_up.disregarded_objects, 0u);
  EXPECT_EQ(start_up.permanent_bytes, 0u);
  EXPECT_FALSE(start_up.preallocate);
}

// S16.1
TEST_F(StartUpTest, OfAProgramThatPreparesAsItGoesHasNoDisregardedObjectsAndNoClusters) {
  const StartUp start_up = ReadStartUp(configuration, Program::kPreparesAsItGoes, false);
  EXPECT_EQ(start_up.max_objects, 70000u);
  EXPECT_TRUE(start_up.preallocate);
  EXPECT_EQ(start_up.disregarded_objects, 0u);
  EXPECT_EQ(start_up.permanent_bytes, 0u);
  EXPECT_FALSE(OptionsFor(start_up).clusters.create);
}

// S16.1
TEST_F(StartUpTest, OfADedicatedServerCanGoWithoutDisregardedObjects) {
  EXPECT_EQ(ReadStartUp(configuration, Program::kShipped, true).disregarded_objects, 500u);
  Configuration without;
  EXPECT_TRUE(without.Read(kText, "gc.cfg").empty());
  EXPECT_TRUE(without.Read("table.disregard_on_servers = off", "more.cfg").empty());
  EXPECT_EQ(ReadStartUp(without, Program::kShipped, true).disregarded_objects, 0u);
}

// S16.1: a later change has no effect and is reported.
TEST_F(StartUpTest, IsReadOnce) {
  ReadStartUp(configuration, Program::kShipped, false);
  EXPECT_EQ(configuration.Read("table.max_objects = 1", "late.cfg").size(), 1u);
  EXPECT_EQ(configuration.values().max_objects, 70000u);
}

// S16.1, S16.3
TEST_F(StartUpTest, TellsAHeapOfItsTableAndItsPool) {
  const HeapOptions options = OptionsFor(ReadStartUp(configuration, Program::kShipped, false));
  EXPECT_EQ(options.max_disregarded, 500u);
  EXPECT_EQ(options.permanent_bytes, 4096u);
  EXPECT_TRUE(options.preallocate);
  EXPECT_FALSE(options.dump_classes_when_full);
}

// S10.7: a shipped program has the clusters of its settings, an editor never has any.
TEST_F(StartUpTest, TellsAHeapWhichClustersThereAre) {
  EXPECT_TRUE(configuration.Read("cluster.min_objects = 9\ncluster.actors = on\n", "more").empty());
  const HeapOptions options = OptionsFor(ReadStartUp(configuration, Program::kShipped, false));
  EXPECT_EQ(options.clusters, (ClusterOptions{.min_objects = 9, .actors = true}));
  EXPECT_FALSE(OptionsFor(ReadStartUp(configuration, Program::kEditor, false)).clusters.create);
  const Settings& settings = configuration.values();
  EXPECT_FALSE(ClusterOptionsFrom(settings, Program::kPreparesAsItGoes).create);
  EXPECT_TRUE(ClusterOptionsFrom(settings, Program::kShipped).create);
}

// S16.3: a heap is made with the options.
TEST_F(StartUpTest, BecomesTheOptionsOfAHeap) {
  const Heap heap(OptionsFor(ReadStartUp(configuration, Program::kShipped, false)));
  EXPECT_EQ(heap.collector().population.table.Capacity(), 2u * 65536) << "70000, in whole chunks";
}

// S9.20
TEST_F(StartUpTest, CanLeaveReferencesToGarbageAlone) {
  EXPECT_TRUE(OptionsFor(ReadStartUp(configuration, Program::kShipped, false))
                  .eliminate.Has(Origin::kCode));
  for (const Program program : {Program::kShipped, Program::kPreparesAsItGoes, Program::kEditor}) {
    Configuration off;
    EXPECT_TRUE(off.Read("garbage.eliminate = off", "gc.cfg").empty());
    const HeapOptions options = OptionsFor(ReadStartUp(off, program, false));
    EXPECT_FALSE(options.eliminate.Has(Origin::kCode));
    EXPECT_FALSE(options.eliminate.Has(Origin::kScript));
  }
}

// S7.12
TEST_F(StartUpTest, CanForceOneThread) {
  EXPECT_EQ(OptionsFor(ReadStartUp(configuration, Program::kShipped, false), 4).workers, 4u);
  EXPECT_EQ(OptionsFor(ReadStartUp(configuration, Program::kShipped, false), 0).workers, 1u);
  Configuration serial;
  EXPECT_TRUE(serial.Read("trace.parallel = off", "gc.cfg").empty());
  const Heap heap(OptionsFor(ReadStartUp(serial, Program::kShipped, false), 4));
  EXPECT_EQ(heap.collector().population.sharing.workers(), nullptr);
  EXPECT_FALSE(heap.collector().population.sharing.IsOn()) << "and pays for no lock";
}

}  // namespace
}  // namespace gc
