// core/collect/gather_memory_test.cc -- a gather reads the table, and no object.
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/testing/clusters.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// Overwrites the memory of all objects of a heap for as long as it lives.
class Poisoned {
 public:
  explicit Poisoned(const Heap& heap) {
    const Table& table = heap.collector().population.table;
    for (Index index = 1; index < table.End(); ++index) {
      Object* const object = table[index].Occupant();
      if (object == nullptr) continue;
      const ObjectMemory::Block block = ObjectMemory::BlockOf(*object);
      const auto* const bytes = static_cast<const std::byte*>(block.start);
      saved_.push_back({block.start, {bytes, bytes + block.bytes}});
    }
    for (const Saved& one : saved_) std::memset(one.start, 0xDD, one.bytes.size());
  }
  ~Poisoned() {
    for (const Saved& one : saved_) std::memcpy(one.start, one.bytes.data(), one.bytes.size());
  }
  Poisoned(const Poisoned&) = delete;
  Poisoned& operator=(const Poisoned&) = delete;

 private:
  struct Saved {
    void* start;
    std::vector<std::byte> bytes;
  };
  std::vector<Saved> saved_;
};

// A deadline that passes when the gather is over, so that workers share the whole of it.
Deadline GathersEnd(Heap& heap) {
  return {.clock = {.now = [](void* at) -> Nanoseconds {
                      return static_cast<Heap*>(at)->phase() == Phase::kGathering ? 0 : 1;
                    },
                    .context = &heap},
          .at = 1};
}

void GatherPoisoned(Heap& heap) {
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  {
    const Poisoned poisoned(heap);
    heap.TickUntil(GathersEnd(heap));
  }
  ASSERT_EQ(heap.phase(), Phase::kIdle);
  ASSERT_TRUE(heap.PurgePending());
  while (heap.Tick(kUnlimited) != 0) continue;
}

class GatherOfPoison : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, GatherOfPoison, testing::Values(1u, 3u));

// S1.6: what the gather needs of an object stands in its entry. So the gather is unchanged if the
// memory of every object is overwritten for as long as the gather takes.
TEST_P(GatherOfPoison, ReadsNoObject) {
  Heap heap({.workers = GetParam()});
  for (int i = 0; i < 100; ++i) {
    Node* const node = heap.New<Node>('n');
    if (i % 2 == 0) heap.AddRoot(node);
  }
  heap.Start();
  GatherPoisoned(heap);
  EXPECT_EQ(heap.ObjectCount(), 50u);
}

// S1.6: nor of a cluster's: one dies, and one lives.
TEST_P(GatherOfPoison, ReadsNoObjectOfAClusterEither) {
  Heap heap({.workers = GetParam()});
  const auto clustered = [&heap](bool rooted) {
    Hub* const hub = heap.New<Hub>();
    for (auto& slot : hub->to) slot = heap.New<Piece>();
    EXPECT_EQ(heap.MakeCluster(hub), 5u);
    if (rooted) heap.AddRoot(hub);
    return hub;
  };
  clustered(false);
  Hub* const living = clustered(true);
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  GatherPoisoned(heap);
  EXPECT_EQ(heap.ObjectCount(), 5u);
  EXPECT_EQ(heap.ClusterRootOf(living), living);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

// A cluster that was to be dissolved meanwhile is dissolved when the gather is over, which writes
// the marks of its members.
TEST_P(GatherOfPoison, LetsAClusterGoAfterwards) {
  Heap heap({.workers = GetParam()});
  const auto rooted = [&heap] {
    Hub* const hub = heap.New<Hub>();
    for (auto& slot : hub->to) slot = heap.New<Piece>();
    EXPECT_EQ(heap.MakeCluster(hub), 5u);
    heap.AddRoot(hub);
    return hub;
  };
  Hub* const living = rooted();
  Hub* const dissolving = rooted();
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  dissolving->to[0] = living;
  ASSERT_NE(heap.ClusterRootOf(dissolving), nullptr) << "it waits for the end of the gather";
  heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), 10u) << "one piece was let go, and floats";
  EXPECT_EQ(heap.ClusterRootOf(dissolving), nullptr);
  EXPECT_EQ(heap.ClusterRootOf(living), living);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 9u);
}

}  // namespace
}  // namespace gc
