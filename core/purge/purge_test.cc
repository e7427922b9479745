// core/purge/purge_test.cc -- doomed objects end in stages, and no tick waits for one that is not
// ready.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct LateReader : Object {
  LateReader(const Birth& birth, char* to) : Object(birth), read(to) {}
  void BeginDestroy() noexcept { *read = other->name; }
  ObjectPtr<Node> other;
  char* read;
  static const Class kClass;
};
const Reference kLateReaderReferences[] = {Reference::To(&LateReader::other, "other")};
const Class LateReader::kClass = Describe<LateReader>("LateReader", kLateReaderReferences);

struct Looker : Object {
  Looker(const Birth& birth, bool* to) : Object(birth), seen(to) {}
  ~Looker() { *seen = OwnerOf(*this).population.table[header().index].Occupant() != nullptr; }
  bool* seen;
  static const Class kClass;
};
const Class Looker::kClass = Describe<Looker>("Looker");

// Each time it is asked, it stores an object beside it that is doomed as well, for a moment.
struct Clinger : Object {
  Clinger(const Birth& birth, const bool* asked_for) : Object(birth), ready(asked_for) {}
  bool IsReadyForFinishDestroy() noexcept {
    kept = other;
    kept = nullptr;
    return *ready;
  }
  ObjectPtr<Clinger> kept;
  Clinger* other = nullptr;
  const bool* ready;
  static const Class kClass;
};
const Reference kClingerReferences[] = {Reference::To(&Clinger::kept, "kept")};
const Class Clinger::kClass = Describe<Clinger>("Clinger", kClingerReferences);

struct Plain : Object {
  explicit Plain(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Class Plain::kClass = Describe<Plain>("Plain");

// Its destructor lets a sink hear of all that is freed after it.
struct Attacher : Object {
  Attacher(const Birth& birth, Heap& in, int* counts) : Object(birth), heap(in), freed(counts) {}
  ~Attacher() { heap.SetEventSink({.publish = Hear, .context = freed}); }
  static void Hear(void* counts, const Event& event) {
    *static_cast<int*>(counts) += event.kind == EventKind::kFree;
  }
  Heap& heap;
  int* freed;
  static const Class kClass;
};
const Class Attacher::kClass = Describe<Attacher>("Attacher");

class Purge : public testing::Test {
 protected:
  Diary Told() { return std::exchange(diary, {}); }
  Node* New(char name) { return heap.New<Node>(name, &diary); }
  Diary diary;
  Heap heap;
};

// S12.1, S12.9
TEST_F(Purge, AllBeginBeforeAnyFinishesBeforeAnyIsDestroyed) {
  New('a');
  New('b');
  heap.Collect();
  EXPECT_THAT(Told(), ElementsAre("began a", "began b", "finished a", "finished b", "destroyed a",
                                  "destroyed b"));
}

// S12.5, S12.6: most objects are always ready, and a batch of such is not asked one by one; one
// that may have to wait is asked, whether it is new or waits already.
TEST_F(Purge, AnObjectThatIsNotReadyIsAskedAmongThoseThatAlwaysAre) {
  const auto make_plain = [this] {
    for (int i = 0; i < 100; ++i) heap.New<Plain>();
  };
  make_plain();
  Node* const a = New('a');
  a->ready = false;
  make_plain();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_THAT(Told(), ElementsAre("began a"));
  make_plain();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_THAT(Told(), IsEmpty());
  a->ready = true;
  make_plain();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_THAT(Told(), ElementsAre("finished a", "destroyed a"));
}

// S12.5: a unit for each object and stage, in slices and at once.
TEST_F(Purge, OfObjectsThatAreAlwaysReadyHasAsManyUnitsHoweverItIsSliced) {
  const auto units = [this](Work budget) {
    for (int i = 0; i < 100; ++i) heap.New<Plain>();
    heap.Start();
    Work done = 0;
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) done += heap.Tick(budget);
    return done;
  };
  const Work whole = units(kUnlimited);
  EXPECT_GE(whole, 400u);
  EXPECT_EQ(units(7), whole);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.4, S12.6
TEST_F(Purge, AnObjectThatIsNotReadyIsAskedAgainInEveryIdleTick) {
  Node* const a = New('a');
  a->ready = false;
  New('b');
  heap.Collect();
  EXPECT_THAT(Told(), ElementsAre("began a", "began b", "finished b", "destroyed b"));
  Listener told(heap);
  heap.Tick(kUnlimited);
  EXPECT_THAT(told.Heard(), ElementsAre("poll a not ready", "cycle-end"));
  a->ready = true;
  heap.Tick(1);
  EXPECT_THAT(told.Heard(), ElementsAre("poll a ready"));
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Tick(1);
  EXPECT_THAT(told.Heard(), ElementsAre("free a", "cycle-end"));
  EXPECT_THAT(Told(), ElementsAre("finished a", "destroyed a"));
  EXPECT_EQ(heap.Tick(kUnlimited), 0u);
}

TEST_F(Purge, AWaitingObjectIsAskedOnceInEachTickHoweverLarge) {
  for (char name = 'a'; name < 'd'; ++name) New(name)->ready = false;
  heap.Collect();
  EXPECT_EQ(heap.Tick(kUnlimited), 3u);
  EXPECT_EQ(heap.Tick(kUnlimited), 3u);
}

TEST_F(Purge, AWaitingObjectIsAskedInTheNextCycleAfterThatCyclesObjects) {
  Node* const a = New('a');
  a->ready = false;
  heap.Collect();
  New('b');
  a->ready = true;
  Told();
  heap.Collect();
  EXPECT_THAT(Told(),
              ElementsAre("began b", "finished b", "finished a", "destroyed b", "destroyed a"));
}

TEST_F(Purge, AWaitingObjectLetsGoOfItsReferences) {
  Node* const a = New('a');
  a->left = New('b');
  a->ready = false;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_FALSE(a->left);
}

// S12.3
TEST_F(Purge, BeginMayStillReadOtherDoomedObjects) {
  char read = '?';
  heap.New<LateReader>(&read)->other = New('b');
  heap.Collect();
  EXPECT_EQ(read, 'b');
}

// S1.13, S12.12
TEST_F(Purge, AnIndexIsReusedOnlyAfterItsObjectIsFreed) {
  const Index index = New('a')->header().index;
  heap.Start();
  heap.Tick(5);  // initial references, end check, gather, begin, poll
  ASSERT_THAT(Told(), ElementsAre("began a", "finished a"));
  EXPECT_NE(New('b')->header().index, index);
  heap.Tick(1);
  ASSERT_THAT(Told(), ElementsAre("destroyed a"));
  EXPECT_EQ(New('c')->header().index, index);
}

// S12.8: what no purge has filled in names nothing that waits.
TEST_F(Purge, NothingIsUnreadyAtFirst) {
  const Unready nothing;
  EXPECT_FALSE(nothing);
  EXPECT_EQ(nothing.count, heap.FinishPurge({}).count);
  EXPECT_TRUE(nothing.culprits.empty());
  EXPECT_EQ(Unready::Culprit().index, kNoIndex);
  EXPECT_EQ(Unready::Culprit().type, nullptr);
}

// S12.12
TEST_F(Purge, AnEntryIsUnpublishedBeforeTheDestructorRuns) {
  bool seen = true;
  heap.New<Looker>(&seen);
  heap.Collect();
  EXPECT_FALSE(seen);
}

// S12.18
TEST_F(Purge, DroppingTheHeapEndsEveryObjectOnceInStagesWhateverItsRoots) {
  {
    Heap dropped;
    Node* const a = dropped.New<Node>('a', &diary);
    dropped.AddRoot(a);
    a->ready = false;
    dropped.New<Node>('b', &diary);
    dropped.Start();
    dropped.Tick(1);
  }
  EXPECT_THAT(Told(), ElementsAre("began a", "began b", "finished a", "finished b", "destroyed a",
                                  "destroyed b"));
}

// S12.18
TEST_F(Purge, DroppingTheHeapInAPurgeRepeatsNothing) {
  {
    Heap dropped;
    for (char name = 'a'; name < 'd'; ++name) dropped.New<Node>(name, &diary);
    dropped.Start();
    dropped.Tick(9);  // initial references, end check, 3 indices, 3 begin-destroys, 1 poll
    EXPECT_THAT(Told(), ElementsAre("began a", "began b", "began c", "finished a"));
  }
  EXPECT_THAT(Told(),
              ElementsAre("finished b", "finished c", "destroyed a", "destroyed b", "destroyed c"));
}

TEST_F(Purge, AHeapWithoutCallbacksIsPurgedToo) {
  static_assert(std::is_trivially_destructible_v<Plain>);
  for (int i = 0; i < 10; ++i) heap.New<Plain>();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
}

// S9.2, S12.6: what was white when it was found unreachable is not what is white two flips later. A
// callback may store it while marking: the barrier leaves it doomed.
TEST_F(Purge, WhatWaitsForTwoCyclesStaysDoomedWhenACallbackStoresIt) {
  bool ready = false;
  Clinger* const one = heap.New<Clinger>(&ready);
  one->other = heap.New<Clinger>(&ready);
  heap.Collect();
  heap.Collect();
  for (int cycle = 0; cycle < 2; ++cycle) {
    heap.Start();
    EXPECT_EQ(heap.FinishPurge({}).count, 2u);
    while (heap.phase() != Phase::kIdle) heap.Tick(1);
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
    EXPECT_TRUE(heap.collector().population.IsDoomed(*one->other));
  }
  ready = true;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.5: the sink hears of an object whose class asks nothing that it was ready.
TEST_F(Purge, AnObjectThatIsNeverAskedIsToldAsReady) {
  struct Polls {
    int told = 0, ready = 0;
  } polls;
  for (int i = 0; i < 3; ++i) heap.New<Plain>();
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           if (event.kind != EventKind::kPoll) return;
                           static_cast<Polls*>(to)->told += 1;
                           static_cast<Polls*>(to)->ready += event.flag != 0;
                         },
                     .context = &polls});
  heap.Collect();
  heap.SetEventSink({});
  EXPECT_EQ(polls.told, 3);
  EXPECT_EQ(polls.ready, 3);
}

// S12.7: of each stage as many are done as the budget says, and no more; and each object once.
TEST(PurgeBudget, IsWhatEachStageDoes) {
  constexpr std::size_t kNodes = 300;
  for (const Work budget : {1u, 63u, 64u, 65u, 100u, 129u, 300u}) {
    Heap heap;
    for (std::size_t i = 0; i < kNodes; ++i) heap.New<Node>('n');
    heap.Start();
    while (heap.phase() != Phase::kIdle) heap.Tick(1);
    const Purger& purger = heap.collector().purger;
    for (const Stage stage : {Stage::kBegin, Stage::kPoll, Stage::kFree}) {
      for (std::size_t done = 0; done < kNodes;) {
        ASSERT_EQ(purger.stage(), stage);
        ASSERT_EQ(stage == Stage::kFree ? purger.freed() : purger.next(), done) << budget;
        ASSERT_EQ(heap.ObjectCount(), kNodes - (stage == Stage::kFree ? done : 0));
        const Work most = std::min<Work>(budget, kNodes - done);
        ASSERT_EQ(heap.Tick(most), most);
        done += most;
      }
    }
    EXPECT_EQ(heap.ObjectCount(), 0u);
    EXPECT_FALSE(heap.PurgePending());
  }
}

// The rest of the batch is told, though it was freed in silence until then.
TEST(PurgeSink, HearsOfWhatIsFreedAfterItCame) {
  int freed = 0;
  Heap heap;
  heap.New<Attacher>(heap, &freed);
  for (int i = 0; i < 10; ++i) heap.New<Plain>();
  heap.Collect();
  EXPECT_EQ(freed, 10);
  heap.SetEventSink({});
}

// Begins to end by a callback, and is always ready.
struct Whisper : Object {
  explicit Whisper(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept {}
  static const Class kClass;
};
const Class Whisper::kClass = Describe<Whisper>("Whisper");

// S12.1: an object costs a unit in each stage, also where a stage is done for all that are left.
TEST(PurgeOfQuietObjects, TakesAsManyUnitsHoweverTheyAreTaken) {
  constexpr Work kObjects = 10, kStages = 3;
  for (Work first = 1; first < kObjects * kStages; ++first) {
    Heap heap;
    for (Work i = 0; i < kObjects; ++i) heap.New<Whisper>();
    heap.Start();
    while (heap.phase() != Phase::kIdle) heap.Tick(1);
    Work done = heap.Tick(first);
    EXPECT_EQ(done, first);
    for (Work some = 1; some != 0; done += some) some = heap.Tick(kUnlimited);
    EXPECT_EQ(done, kObjects * kStages) << first;
  }
}

}  // namespace
}  // namespace gc
