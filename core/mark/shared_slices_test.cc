// core/mark/shared_slices_test.cc -- workers share a slice, and leave all that is grey to the next.
// S9.8, S9.16
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/schedule/environment.h"
#include "core/schedule/slice.h"
#include "core/testing/clusters.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kPieces = 6000;
// A slice whose time is over whenever it asks.
constexpr Deadline kOver{.clock = {.now = [](void*) -> Nanoseconds { return 2; }}, .at = 1};

// Too long for a batch, so that it is scanned by itself.
struct Row : Object {
  explicit Row(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> to[1500];
  static const Class kClass;
};
const Reference kRowReferences[] = {Reference::To(&Row::to, "to")};
const Class Row::kClass = Describe<Row>("Row", kRowReferences);

// Shows a few objects by calls.
struct Window : Referencer {
  explicit Window(Heap& heap) : Referencer(heap, Kind::kWrapper, "window") { Register(); }
  void Report(Reporter& to) const override {
    for (const ObjectPtr<Object>& slot : slots) to(slot);
  }
  ObjectPtr<Object> slots[20];
};

// A forest with rows, bags, a window and garbage, of which half can be reached.
class Forest {
 public:
  Forest(std::uint32_t workers, unsigned seed)
      : heap({.workers = workers, .task_objects = 1}), window_(heap), random_(seed) {
    std::vector<Piece*> live, dead;
    for (int i = 0; i < kPieces; ++i) {
      Piece* const piece = heap.New<Piece>();
      std::vector<Piece*>& kind = i % 2 == 0 ? live : dead;
      if (i % 2 == 0 && live.size() < 20) {
        window_.slots[live.size()] = piece;
      } else if (!kind.empty()) {
        kind[random_() % kind.size()]->to[random_() % 4] = piece;
      }
      kind.push_back(piece);
    }
    for (int i = 0; i < 5; ++i) {
      Row* const row = heap.New<Row>();
      for (auto& slot : row->to) slot = live[random_() % live.size()];
      row->to[700] = heap.New<Loner>();
      window_.slots[i] = row;
      Bag* const bag = heap.New<Bag>();
      bag->items.push_back(heap.New<Loner>());
      window_.slots[5 + i] = bag;
    }
    for (int i = 0; i < 5; ++i) ReferToGarbage(i);
  }
  // Whether what is white is as in a heap that is right: nothing black refers to it, unless it
  // waits to be scanned.
  std::optional<std::string> Wrong() const {
    const std::optional<Failure> found = Verifier().Verify(heap);
    return found ? std::optional<std::string>(found->sentence) : std::nullopt;
  }
  std::uint64_t Tasks() const {
    const Workers* const workers = heap.collector().population.sharing.workers();
    return workers != nullptr ? workers->tasks() : 0;
  }
  std::uint32_t Survivors() {
    heap.FinishPurge({});
    return heap.ObjectCount();
  }

  Heap heap;

 private:
  // What refers to garbage is put aside by workers, to be scanned by one thread.
  void ReferToGarbage(int i) {
    Piece* const garbage = heap.New<Piece>();
    Piece* const holder = heap.New<Piece>();
    holder->to[0] = heap.New<Loner>();
    holder->to[1] = garbage;
    window_.slots[10 + i] = holder;
    static_cast<Bag*>(window_.slots[5 + i].Get())->items.push_back(garbage);
    heap.MarkGarbage(garbage);
  }

  Window window_;
  std::mt19937 random_;
};

class SharedSlices : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, SharedSlices, testing::Values(2u, 4u, 8u));

// S9.16, S9.8: between two slices every grey object is in the work list, and all of them together
// keep what one thread keeps.
TEST_P(SharedSlices, LeaveWhatIsGreyToTheNextAndKeepWhatOneThreadKeeps) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Forest alone(1, seed);
    alone.heap.Collect();
    Forest forest(GetParam(), seed);
    const std::uint64_t before = forest.Tasks();
    CountingClock clock;
    int slices = 0;
    forest.heap.Start();
    for (; forest.heap.phase() == Phase::kMarking; ++slices) {
      ASSERT_GT(forest.heap.TickUntil(clock.After(1 + seed % 2)), 0u);
      ASSERT_EQ(forest.Wrong(), std::nullopt) << "seed " << seed << ", slice " << slices;
    }
    EXPECT_GT(slices, 3);
    EXPECT_GE(forest.Tasks() - before, 3 * GetParam());
    while (forest.heap.phase() != Phase::kIdle) forest.heap.Tick(kUnlimited);
    EXPECT_EQ(forest.Survivors(), alone.Survivors()) << "seed " << seed;
    EXPECT_EQ(forest.Wrong(), std::nullopt) << "seed " << seed;
  }
}

// S9.2, S9.16: a clock that says at once that the time is over ends a slice after a batch of each
// worker and one object that is scanned alone, and marking gets on.
TEST_P(SharedSlices, GetOnThoughTheirTimeIsAlwaysOver) {
  Forest forest(GetParam(), 7);
  forest.heap.Start();
  int slices = 0;
  for (; forest.heap.phase() == Phase::kMarking; ++slices) {
    const Work done = forest.heap.TickUntil(kOver);
    ASSERT_GT(done, 0u);
    ASSERT_LE(done, (GetParam() + 1) * MarkBatch::kObjects);
    ASSERT_EQ(forest.Wrong(), std::nullopt);
  }
  EXPECT_GT(slices, 2);
  forest.heap.Collect();
  EXPECT_EQ(forest.Wrong(), std::nullopt);
}

// S9.2, S7.12: what workers put aside counts when it is scanned, and not when a slice that has no
// more time leaves it to the next.
TEST_P(SharedSlices, CountWhatTheyPutAsideWhenItIsScanned) {
  constexpr Work kRoots = 30;
  Heap heap({.workers = GetParam(), .task_objects = 1});
  Bag* const bag = heap.New<Bag>();
  heap.AddRoot(bag);
  std::vector<Hub*> roots;
  for (Work i = 0; i < kRoots; ++i) {
    roots.push_back(heap.New<Hub>());
    ASSERT_TRUE(heap.AllocateCluster(roots.back()));
  }
  const MarkProgress& progress = heap.collector().marker.scanner().progress();
  heap.Start();
  heap.Tick(1);                                              // the initial references
  for (Hub* const root : roots) bag->items.push_back(root);  // shades it
  while (heap.collector().wavefront.work().size() < kRoots) ASSERT_EQ(heap.TickUntil(kOver), 1u);
  const MarkProgress before = progress;
  for (Work scanned = 1; scanned <= kRoots - GetParam(); ++scanned) {
    heap.TickUntil(kOver);
    ASSERT_EQ(heap.collector().wavefront.work().size(), kRoots - scanned);
    ASSERT_EQ(progress.units - before.units, scanned);
    ASSERT_EQ(progress.weight - before.weight, scanned);
    ASSERT_EQ(progress.sure - before.sure, scanned);
  }
}

// S9.16, S8.2: in a heap without anything special workers put nothing aside, whichever colour is
// white: a slice that has time for a batch of each gets on by more than one object.
TEST_P(SharedSlices, GetOnAsFastWithEitherColour) {
  constexpr std::size_t kObjects = 2000;
  Heap heap({.workers = GetParam(), .task_objects = 1});
  Bag* const bag = heap.New<Bag>();
  heap.AddRoot(bag);
  Piece* last = nullptr;
  for (std::size_t i = 0; i < kObjects; ++i) {
    Piece* const piece = heap.New<Piece>();
    piece->to[0] = last;
    bag->items.push_back(last = piece);
  }
  for (int cycle = 0; cycle < 2; ++cycle) {
    std::size_t slices = 0;
    for (heap.Start(); heap.phase() == Phase::kMarking; ++slices) heap.TickUntil(kOver);
    EXPECT_LT(slices, kObjects / 10) << cycle;
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
    EXPECT_EQ(heap.ObjectCount(), kObjects + 1);
  }
}

// S9.16: what is stored between two shared slices is found, and each object is scanned once.
TEST_P(SharedSlices, FindWhatIsStoredBetweenThem) {
  Heap heap({.workers = GetParam(), .task_objects = 1});
  std::vector<Piece*> chain;
  for (int i = 0; i < 4000; ++i) {
    chain.push_back(heap.New<Piece>());
    if (i < 16) heap.AddRoot(chain.back());
    if (i >= 16) chain[static_cast<std::size_t>(i) - 16]->to[0] = chain.back();
  }
  std::map<const Object*, int> scans;
  heap.SetEventSink({.publish =
                         [](void* self, const Event& event) {
                           if (event.kind != EventKind::kScan) return;
                           (*static_cast<std::map<const Object*, int>*>(self))[event.object] += 1;
                         },
                     .context = &scans});
  CountingClock clock;
  heap.Start();
  std::size_t moved = 0;
  while (heap.phase() == Phase::kMarking) {
    heap.TickUntil(clock.After(2));
    if (heap.phase() != Phase::kMarking || moved == 200) continue;
    // The end of a chain moves to its begin, which is black by now.
    Piece* const holder = chain[3000 + moved];
    Piece* const target = static_cast<Piece*>(holder->to[0].Get());
    chain[moved]->to[1] = target;
    holder->to[0] = nullptr;
    moved += 1;
  }
  EXPECT_GT(moved, 0u);
  for (const auto& [object, times] : scans) ASSERT_EQ(times, 1);
  heap.SetEventSink({});
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  while (heap.phase() != Phase::kIdle) heap.Tick(kUnlimited);
  heap.FinishPurge({});
  EXPECT_EQ(heap.ObjectCount(), chain.size());
}

// A clock of a microsecond for each reading, by whichever thread.
struct SteadyClock final : Environment {
  Nanoseconds Now() override { return readings.fetch_add(1) * 1000; }
  std::atomic<Nanoseconds> readings{1};
};

// S9.2: a slice of a scheduler is shared too and ends after its limit; a worker's reading of the
// clock counts as a reading, so that the longest step is one batch and not the slice.
TEST_P(SharedSlices, EndWhenTheirTimeIsOverAndKnowTheirLongestStep) {
  constexpr double kLimit = 10e-6;  // ten readings
  Forest forest(GetParam(), 3);
  SteadyClock environment;
  forest.heap.Start();
  int slices = 0;
  Nanoseconds worst_step = 0;
  const std::uint64_t before = forest.Tasks();
  for (; forest.heap.phase() == Phase::kMarking; ++slices) {
    const Nanoseconds start = environment.readings;
    TimeSlice slice(environment, kLimit);
    ASSERT_GT(RunStage(forest.heap, slice, 128), 0u);
    ASSERT_LE(environment.readings - start, 12u + 2 * GetParam());
    worst_step = std::max(worst_step, slice.worst_step());
    EXPECT_EQ(slice.worst_step() % 1000, 0u) << "between two readings, to the nanosecond";
    ASSERT_EQ(forest.Wrong(), std::nullopt);
  }
  EXPECT_GT(slices, 2);
  EXPECT_GT(forest.Tasks() - before, GetParam());
  EXPECT_LE(worst_step, 4000u);
}

}  // namespace
}  // namespace gc
