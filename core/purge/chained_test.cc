// core/purge/chained_test.cc -- what is doomed, and for which no list has room, ends like all else.
//
// Label: threads.

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/collect/collector.h"
#include "core/inspect/search/heap_graph.h"
#include "core/inspect/verify/disregard_check.h"
#include "core/inspect/verify/verification.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/failing_memory.h"
#include "core/testing/raw_store.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kDoomed = 500;

// Counts the stages of all of them; allocates nothing.
struct Staged : Object {
  explicit Staged(const Birth& birth) : Object(birth) {}
  ~Staged() {
    began_first &= begun == kDoomed;
    finished_first &= finished == kDoomed;
    freed += 1;
  }
  void BeginDestroy() noexcept { begun += 1; }
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  void FinishDestroy() noexcept { finished += 1; }
  bool ready = true;

  static const Class kClass;
  static inline int begun, finished, freed;
  static inline bool began_first, finished_first;
  static void Forget() {
    begun = finished = freed = 0;
    began_first = finished_first = true;
  }
};
const Class Staged::kClass = Describe<Staged>("Staged");

class Chained : public testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override {
    Staged::Forget();
    for (int i = 0; i < kDoomed; ++i) all.push_back(heap.New<Staged>());
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(1);
    heap.Trim();
  }
  const Purger& purger() const { return heap.collector().purger; }
  void ExpectSound() {
    const FailingMemory::Pause pause;
    const std::optional<Failure> breach = Verifier().Verify(heap);
    ASSERT_FALSE(breach) << breach->sentence << ", object " << breach->index;
  }
  CountingClock clock;
  Heap heap{{.workers = GetParam(), .task_objects = 1}};
  std::vector<Staged*> all;
};
INSTANTIATE_TEST_SUITE_P(Workers, Chained, testing::Values(1u, 2u));

// A link stands where a strong count does, and is none: no search takes it for a root.
TEST_P(Chained, AreNoRootsOfASearch) {
  if (!FailingMemory::kWorks) return;
  const FailingMemory memory(0, FailingMemory::kForEver);
  std::size_t chained = 0;
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
    heap.TickUntil(clock.After(3));
    chained = std::max(chained, purger().chained().batch.size());
    const FailingMemory::Pause pause;
    const HeapGraph graph(heap);
    ASSERT_TRUE(graph.Roots().empty());
    ASSERT_TRUE(FindReachableDoomed(heap).empty());
    for (Index index = 1; index < graph.End(); ++index) ASSERT_FALSE(graph[index].kept);
  }
  EXPECT_GT(chained, std::size_t{kDoomed} / 2);
}

// Nor does it keep what a permanent object refers to: neither check takes it for a count.
TEST(ChainedTarget, OfAPermanentObjectIsNotKept) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.max_disregarded = 1});
  Node* const permanent = heap.New<Node>('p');
  heap.CloseDisregardWindow();
  for (int i = 1; i < kDoomed; ++i) heap.New<Node>('d');
  Node* const last = heap.New<Node>('l');
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  heap.Trim();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    while (heap.phase() == Phase::kGathering) heap.Tick(1);
  }
  ASSERT_TRUE(ChainedIndices(heap.collector()).Has(last->header().index - 1));
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  Node* const lost =
      static_cast<Node*>(heap.collector().population.table[last->header().index - 1].Occupant());
  StoreRaw(permanent->left, lost);
  EXPECT_EQ(DisregardOffences(heap).size(), 1u);
  const std::optional<Failure> breach = Verifier().Verify(heap);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->rule, Rule::kDisregardedIsDeep);
  StoreRaw(permanent->left, nullptr);
}

// S12.20, S12.9: the list has one page, which it keeps even through a trim.
TEST_P(Chained, GoThroughEachStageWithTheOthers) {
  if (!FailingMemory::kWorks) return;
  std::size_t chained = 0;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
      heap.TickUntil(clock.After(3));
      chained = std::max(chained, purger().chained().batch.size());
      ExpectSound();
    }
  }
  EXPECT_GT(chained, std::size_t{kDoomed} / 2);
  EXPECT_TRUE(Staged::began_first);
  EXPECT_TRUE(Staged::finished_first);
  EXPECT_EQ(Staged::begun, kDoomed);
  EXPECT_EQ(Staged::finished, kDoomed);
  EXPECT_EQ(Staged::freed, kDoomed);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.20, S12.7: in steps of any length, none of which does more than it may.
TEST_P(Chained, GoThroughEachStageByAsManyAsTheBudgetSays) {
  if (!FailingMemory::kWorks) return;
  std::size_t finished = 0;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
      const Work done = heap.Tick(7);
      finished = std::max(finished, purger().chained().finished.size());
      const FailingMemory::Pause pause;
      ASSERT_GE(done, 1u);
      ASSERT_LE(done, 7u);
    }
  }
  EXPECT_GT(finished, std::size_t{kDoomed} / 2);
  EXPECT_EQ(Staged::begun, kDoomed);
  EXPECT_EQ(Staged::finished, kDoomed);
  EXPECT_EQ(Staged::freed, kDoomed);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.20, S12.6
TEST_P(Chained, WaitLikeTheOthersUntilTheyAreReady) {
  if (!FailingMemory::kWorks) return;
  for (Staged* const one : all) one->ready = false;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    for (int i = 0; i < 3; ++i) {
      heap.Tick(kUnlimited);
      while (heap.PurgePending()) heap.Tick(kUnlimited);
      ExpectSound();
    }
    EXPECT_EQ(purger().waiting().size() + purger().chained().waiting.size(), std::size_t{kDoomed});
    EXPECT_GT(purger().chained().waiting.size(), std::size_t{kDoomed} / 2);
    EXPECT_TRUE(HasWaiting(purger()));
    EXPECT_EQ(Staged::begun, kDoomed);
    for (Staged* const one : all) one->ready = true;
    for (int i = 0; i < 3; ++i) heap.Tick(kUnlimited);
  }
  EXPECT_EQ(heap.FinishPurge({}).count, 0u);
  EXPECT_EQ(Staged::finished, kDoomed);
  EXPECT_EQ(Staged::freed, kDoomed);
}

// S12.8, S12.20: a full purge counts them, and names ten.
TEST_P(Chained, AreNamedIfTheyAreNotReady) {
  if (!FailingMemory::kWorks) return;
  for (Staged* const one : all) one->ready = false;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
  }
  EXPECT_GT(purger().chained().waiting.size(), Unready::kNamed);
  for (const Unready& unready : {purger().Unfinished(), heap.FinishPurge({})}) {
    EXPECT_EQ(unready.count, std::size_t{kDoomed});
    EXPECT_EQ(unready.culprits.size(), Unready::kNamed);
  }
  for (Staged* const one : all) one->ready = true;
}

// S12.20: the sink hears of each stage of each object once.
TEST_P(Chained, AreToldOfOnceEach) {
  if (!FailingMemory::kWorks) return;
  struct Told {
    std::array<std::array<int, kDoomed + 1>, 4> times{};
  } told;
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           auto& times = static_cast<Told*>(to)->times;
                           if (event.kind == EventKind::kGather)
                             times[0][event.detail] += event.flag;
                           if (event.object == nullptr) return;
                           const Index index = event.object->header().index;
                           if (event.kind == EventKind::kBegin) times[1][index] += 1;
                           if (event.kind == EventKind::kPoll) times[2][index] += 1;
                           if (event.kind == EventKind::kFree) times[3][index] += 1;
                         },
                     .context = &told});
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
  }
  heap.SetEventSink({});
  for (std::size_t stage = 0; stage < told.times.size(); ++stage) {
    for (int i = 1; i <= kDoomed; ++i) {
      ASSERT_EQ(told.times[stage][static_cast<std::size_t>(i)], 1)
          << "stage " << stage << ", " << i;
    }
  }
}

}  // namespace
}  // namespace gc
