// core/cluster/memory_test.cc -- whichever allocation fails while clusters are made, grow, end and
// are buried, each cluster is made whole or not at all.
//
// Label: threads.

#include "core/cluster/clusters.h"

#include <random>

#include "core/population/stall.h"
#include "core/testing/clusters.h"
#include "core/testing/failing_memory.h"

namespace gc {
namespace {

constexpr int kHubs = 6;
constexpr int kParts = 5;

// Hubs with chains of pieces, which are made clusters again and again. Nothing but the chains is
// reachable, and they only grow.
class ClusterRun {
 public:
  ClusterRun(const HeapOptions& options, unsigned seed) : heap(options), random_(seed) {
    for (Hub*& hub : hubs_) heap.AddRoot(hub = heap.New<Hub>());
    for (int i = 0; i < kHubs; ++i) {
      for (int part = 0; part < kParts; ++part) Grow(i);
    }
  }
  void Do(int operations) {
    for (int i = 0; i < operations && !testing::Test::HasFailure(); ++i) {
      Operate();
      const FailingMemory::Pause pause;
      const std::optional<Failure> breach = Verifier().Verify(heap);
      ASSERT_FALSE(breach) << breach->sentence << ", object " << breach->index;
    }
  }
  void Settle() {
    heap.Collect();
    heap.Collect();
    std::uint32_t expected = kHubs;
    for (int i = 0; i < kHubs; ++i) {
      int found = 0;
      for (Object* at = hubs_[i]->to[0].Get(); at != nullptr; ++found) {
        at = static_cast<Piece*>(at)->to[0].Get();
      }
      EXPECT_EQ(found, parts_[i]) << "behind hub " << i;
      expected += static_cast<std::uint32_t>(parts_[i]);
    }
    EXPECT_EQ(heap.ObjectCount(), expected);
  }
  int refused() const { return refused_; }
  int clusters() const { return clusters_; }

  Heap heap;

 private:
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  // A new piece comes between a hub and its chain: a store into a cluster, if it is one.
  void Grow(int hub) {
    Piece* const born = heap.TryNew<Piece>();
    if (born == nullptr) return;
    born->to[0] = hubs_[hub]->to[0].Get();
    hubs_[hub]->to[0] = born;
    born->to[1] = hubs_[(hub + 1) % kHubs];
    parts_[hub] += 1;
  }
  void Operate() {
    const int at = static_cast<int>(Below(kHubs));
    Hub* const hub = hubs_[at];
    const bool idle = heap.phase() == Phase::kIdle;
    switch (Below(12)) {
      case 0:
        heap.Start();
        return;
      case 1:
      case 2:
        heap.Tick(1 + Below(20));
        return;
      case 3:
        return heap.Collect();
      case 4:
        return Grow(at);
      case 5:
        heap.DissolveClusterOf(hub);
        return;
      case 6: {  // in no chain: the next cycle ends it, and a cluster of it with it
        Hub* const lonely = heap.TryNew<Hub>();
        if (lonely != nullptr && idle) heap.MakeCluster(lonely);
        return;
      }
      case 7: {
        Piece* const born = heap.TryNew<Piece>();
        if (born == nullptr || !idle || !IsRootLink(LinkOf(hub))) return;
        born->to[2] = hubs_[Below(kHubs)];
        refused_ += !heap.AddToCluster(hub, born);
        return;
      }
      default:
        if (!idle || LinkOf(hub) != 0) return;
        const std::uint32_t made = heap.MakeCluster(hub);
        clusters_ += made != 0;
        refused_ += made == 0;
        EXPECT_EQ(LinkOf(hub) != 0, made != 0);
    }
  }
  ClusterLink LinkOf(const Object* object) const {
    return heap.collector().population.table.LinkOf(object->header().index);
  }

  std::minstd_rand random_;
  Hub* hubs_[kHubs] = {};
  int parts_[kHubs] = {};
  int refused_ = 0;
  int clusters_ = 0;
};

// S10.19: the object that is added refers to another cluster, which must be able to say so.
TEST(ClusterMemory, AddsAnObjectOrNotWhicheverAllocationFails) {
  if (!FailingMemory::kWorks) return;
  int refused = 0;
  for (int from = 0;; ++from) {
    Heap heap;
    Hub* const hub = heap.New<Hub>();
    Hub* const other = heap.New<Hub>();
    Piece* const added = heap.New<Piece>();
    Loner* const loner = heap.New<Loner>();
    ASSERT_TRUE(heap.AllocateCluster(hub));
    ASSERT_TRUE(heap.AllocateCluster(other));
    added->to[0] = other;
    added->to[1] = loner;
    heap.AddRoot(hub);
    bool joined = false;
    {
      const FailingMemory failing(from, 1);
      joined = heap.AddToCluster(hub, added);
    }
    EXPECT_EQ(heap.ClusterRootOf(added), joined ? hub : nullptr) << from;
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt) << from;
    if (!joined) hub->to[0] = added;
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 4u) << from;
    if (joined) break;
    refused += 1;
  }
  EXPECT_GE(refused, 4) << "the lists of both clusters, and of what is added";
}

// S10.19: a cluster that could not be made to its end is not counted among those that were made.
TEST(ClusterMemory, CountsWhatWasMadeAndNothingElse) {
  if (!FailingMemory::kWorks) return;
  int refused = 0;
  for (bool made = false; !made; refused += !made) {
    Stall stall;  // lists of an earlier heap would have room
    const Stall::Use use(stall);
    Heap heap({.clusters = {.min_objects = 1}});
    Hub* const hub = heap.New<Hub>();
    hub->to[0] = heap.New<Piece>();
    hub->to[1] = heap.New<Loner>();
    {
      const FailingMemory failing(refused, 1);
      made = heap.MakeCluster(hub) != 0;
    }
    EXPECT_EQ(heap.collector().clusters.records().counts().made, made ? 1u : 0u) << refused;
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt) << refused;
  }
  EXPECT_GE(refused, 4) << "the walk, the record, and its lists";
}

// S10.19: room for what a cycle does with clusters was made when they were: four are reached
// through one, two are dissolved for the garbage, and the others die together.
TEST(ClusterMemory, ReachingDissolvingAndBuryingNeedsNone) {
  Stall stall;  // lists of an earlier heap would have room
  const Stall::Use use(stall);
  Heap heap;
  Hub* const first = heap.New<Hub>();
  Loner* const garbage = heap.New<Loner>();
  for (ObjectPtr<Object>& slot : first->to) {
    Hub* const other = heap.New<Hub>();
    slot = other;
    if (&slot == &first->to[3]) other->to[0] = garbage;
    ASSERT_TRUE(heap.AllocateCluster(other));
  }
  ASSERT_TRUE(heap.AllocateCluster(first));
  heap.AddRoot(first);
  const auto collect = [&heap] {
    const FailingMemory failing(0, FailingMemory::kForEver);
    heap.Start();
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  };
  const Colours& colours = heap.collector().population.colours;
  collect();
  EXPECT_EQ(heap.ObjectCount(), 6u);
  EXPECT_EQ(colours.ClusterCount(), 5u);
  heap.MarkGarbage(garbage);
  collect();
  EXPECT_EQ(heap.ObjectCount(), 5u);
  EXPECT_EQ(colours.ClusterCount(), 3u);
  heap.RemoveRoot(first);
  collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(colours.ClusterCount(), 0u);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

// S10.19: the calls that make clusters answer that there is none, and nothing of it is left; the
// stores that end them, and the gather that buries them, do not fail.
TEST(ClusterMemory, MakesAClusterWholeOrNotAtAllWhicheverAllocationFails) {
  if (!FailingMemory::kWorks) return;
  int refused = 0;
  int clusters = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    for (const int many : {1, 5, FailingMemory::kForEver}) {
      for (int from = 0; from < 2000; from += 1 + from / 16) {
        ClusterRun run({.workers = seed % 2 + 1, .clusters = {.min_objects = 1}}, seed);
        bool any = false;
        {
          FailingMemory memory(from, many);
          run.Do(120);
          any = memory.failed() != 0;
        }
        run.Do(20);
        run.Settle();
        refused += run.refused();
        clusters += run.clusters();
        ASSERT_FALSE(testing::Test::HasFailure())
            << "seed " << seed << ", " << many << " from " << from;
        if (!any) break;
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(clusters, 100);
}

}  // namespace
}  // namespace gc
