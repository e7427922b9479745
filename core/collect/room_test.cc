// core/collect/room_test.cc -- New on a heap that is full: what is doomed is freed first, a
// collection is run if the heap says so, and then null is an answer.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"
#include "core/testing/threads.h"
#include "core/testing/whites.h"

namespace gc {
namespace {

constexpr std::uint32_t kWholeTable = kChunkEntries - 1;

// How a heap is full: of objects, or of bytes.
enum class Lacks : std::uint8_t { kIndex, kMemory };
constexpr std::size_t kFew = 8;  // objects in a heap that lacks memory

HeapOptions Limited(Lacks lacks, WhenFull when_full = WhenFull::kFinishPurge) {
  HeapOptions options{.max_objects = 1, .when_full = when_full};
  if (lacks == Lacks::kMemory) options.max_bytes = kFew * sizeof(Node);
  return options;
}

// A full heap: one rooted object, and the rest garbage.
struct Full {
  explicit Full(HeapOptions options) : heap(options) {
    heap.AddRoot(root);
    const std::size_t most = options.max_bytes / sizeof(Node);
    const std::size_t count = most < kWholeTable ? most : kWholeTable;
    for (std::size_t i = 1; i < count; ++i) garbage = heap.New<Node>('g');
  }
  void TickUntil(Phase phase) {
    while (heap.phase() != phase) heap.Tick(1);
  }
  Heap heap;
  Node* const root = heap.New<Node>('r');
  Node* garbage = nullptr;  // the last one
};

class Room : public testing::TestWithParam<Lacks> {};
INSTANTIATE_TEST_SUITE_P(Lacks, Room, testing::Values(Lacks::kIndex, Lacks::kMemory),
                         [](const auto& lacks) {
                           return lacks.param == Lacks::kIndex ? "AnIndex" : "Memory";
                         });

// Objects that no step has found doomed may be held as locals.
TEST_P(Room, IsNotMadeOfWhatALocalMayRefer) {
  Full full(Limited(GetParam()));
  const std::uint32_t before = full.heap.ObjectCount();
  EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_EQ(full.heap.ObjectCount(), before);
  EXPECT_EQ(full.heap.phase(), Phase::kIdle);
  full.root->left = full.garbage;
  full.heap.Collect();
  EXPECT_EQ(full.heap.ObjectCount(), 2u);
  EXPECT_EQ(full.root->left->name, 'g');
}

TEST_P(Room, IsNotMadeOfWhatMarkingHasNotFound) {
  Full full(Limited(GetParam()));
  full.heap.Start();
  full.heap.Tick(1);
  EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_EQ(full.heap.phase(), Phase::kMarking) << "the cycle stands where it stood";
  full.root->left = full.garbage;
  full.heap.Collect();
  EXPECT_EQ(full.heap.ObjectCount(), 2u);
}

TEST_P(Room, IsMadeOfWhatAGatherFindsDoomed) {
  Full full(Limited(GetParam()));
  full.heap.Start();
  full.TickUntil(Phase::kGathering);
  Node* const made = full.heap.TryNew<Node>('n');
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(full.heap.ObjectCount(), 2u);
  EXPECT_EQ(full.heap.phase(), Phase::kIdle);
  EXPECT_EQ(Verifier().Verify(full.heap), std::nullopt);
}

TEST_P(Room, IsMadeOfWhatAPurgeHasNotFreedYet) {
  Full full(Limited(GetParam()));
  full.heap.Start();
  full.TickUntil(Phase::kGathering);
  full.TickUntil(Phase::kIdle);
  full.heap.Tick(3);
  ASSERT_TRUE(full.heap.PurgePending());
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_FALSE(full.heap.PurgePending());
  EXPECT_EQ(Verifier().Verify(full.heap), std::nullopt);
}

// A new cycle marks beside the purge of the last one, whose objects are freed; marking goes on.
TEST_P(Room, IsMadeOfAnOlderPurgeWhileMarking) {
  Full full(Limited(GetParam()));
  full.heap.Start();
  full.TickUntil(Phase::kGathering);
  full.TickUntil(Phase::kIdle);
  full.heap.Start();
  ASSERT_TRUE(full.heap.PurgePending());
  Node* const made = full.heap.TryNew<Node>('n');
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(full.heap.phase(), Phase::kMarking);
  EXPECT_EQ(Verifier().Verify(full.heap), std::nullopt);
  full.root->left = made;
  full.heap.Collect();
  EXPECT_EQ(full.heap.ObjectCount(), 2u);
}

TEST_P(Room, IsMadeOfWhatWaitedAndIsReadyNow) {
  Full full(Limited(GetParam()));
  full.garbage->ready = false;
  full.heap.Collect();
  while (full.heap.TryNew<Node>('n') != nullptr) {
  }
  full.garbage->ready = true;
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
}

// What waits was doomed by an older cycle: nothing that the marking of a new one finds can save it.
TEST_P(Room, IsMadeOfWhatWaitedThoughANewCycleMarks) {
  Full full(Limited(GetParam()));
  full.garbage->ready = false;
  full.heap.Collect();
  while (full.heap.TryNew<Node>('n') != nullptr) {
  }
  full.heap.Start();
  EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr);
  full.garbage->ready = true;
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_EQ(full.heap.phase(), Phase::kMarking);
  EXPECT_EQ(Verifier().Verify(full.heap), std::nullopt);
}

TEST_P(Room, IsMadeByACollectionIfTheHeapSaysSo) {
  for (const Phase phase : {Phase::kIdle, Phase::kMarking, Phase::kGathering}) {
    Full full(Limited(GetParam(), WhenFull::kCollect));
    if (phase != Phase::kIdle) full.heap.Start();
    full.TickUntil(phase);
    EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr) << static_cast<int>(phase);
    EXPECT_EQ(full.heap.ObjectCount(), 2u);
    EXPECT_EQ(Verifier().Verify(full.heap), std::nullopt);
  }
}

TEST_P(Room, OfACollectionKeepsWhatTheLastMaskKept) {
  Full full(Limited(GetParam(), WhenFull::kCollect));
  full.heap.SetFlags(full.garbage, object_flag::kStandalone);
  full.heap.Collect(object_flag::kStandalone);
  while (full.heap.ObjectCount() < kFew) full.heap.New<Node>('g');
  full.heap.New<Node>('n');
  while (GetParam() == Lacks::kIndex && full.heap.ObjectCount() > 3) full.heap.New<Node>('n');
  EXPECT_EQ(full.heap.ObjectCount(), 3u) << "the root, the asset and the new one";
  EXPECT_EQ(full.garbage->name, 'g');
}

// A collection would wait for ever for the object that is under construction.
TEST_P(Room, IsNotMadeByACollectionWhileAnObjectIsUnderConstruction) {
  Full full(Limited(GetParam(), WhenFull::kCollect));
  full.heap.Collect();
  Node* const reserved = full.heap.ReserveWithTail<Node>(0, 'r');
  while (full.heap.TryNew<Node>('g') != nullptr) {
  }
  EXPECT_EQ(full.heap.phase(), Phase::kIdle);
  full.heap.Complete(reserved);
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
}

TEST_P(Room, ThatIsFullOfWhatLivesIsAnAnswer) {
  Full full(Limited(GetParam(), WhenFull::kCollect));
  full.heap.ForEachObject([&full](Object& object) { full.heap.AddRoot(&object); });
  const std::uint32_t before = full.heap.ObjectCount();
  EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_EQ(full.heap.ObjectCount(), before);
  full.heap.RemoveRoot(full.garbage);
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
}

// Makes one more object in its constructor.
struct Parent : Object {
  Parent(const Birth& birth, Heap& heap) : Object(birth), child(heap.TryNew<Node>('c')) {}
  ObjectPtr<Node> child;
  static const Class kClass;
};
const Reference kParentReferences[] = {Reference::To(&Parent::child, "child")};
const Class Parent::kClass = Describe<Parent>("Parent", kParentReferences);

TEST(RoomInAConstructor, IsNotMade) {
  Heap heap({.max_bytes = sizeof(Parent) + sizeof(Node), .when_full = WhenFull::kCollect});
  heap.New<Node>('g');
  Parent* const parent = heap.TryNew<Parent>(heap);
  ASSERT_NE(parent, nullptr);
  EXPECT_EQ(parent->child.Get(), nullptr) << "garbage is left, and no step may be taken";
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

class SharedRoom : public testing::Test {
 protected:
  SharedRoom() {
    const Slice slice(lock);
    full.heap.Start();
    full.TickUntil(Phase::kGathering);
  }
  static HeapOptions Shared(Lock& lock) {
    HeapOptions options = Limited(Lacks::kMemory);
    options.lock = &lock;
    return options;
  }
  Lock lock;
  Full full{Shared(lock)};
};

TEST_F(SharedRoom, IsMadeUnderTheLockThatIsTakenForIt) {
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_FALSE(lock.IsLocked());
  EXPECT_EQ(lock.Sections(), 0u);
}

TEST_F(SharedRoom, IsMadeUnderTheLockThatIsHeld) {
  const Slice slice(lock);
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_TRUE(lock.IsLocked());
}

TEST_F(SharedRoom, IsNotMadeInASectionOfTheCollectorsThread) {
  const Section section(lock);
  EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr);
  EXPECT_EQ(full.heap.phase(), Phase::kGathering);
}

TEST_F(SharedRoom, IsNotMadeOnAnotherThreadNorBesideItsSection) {
  InSections(lock, 1, [this](int) { EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr); });
  std::latch inside(1);
  std::latch tried(1);
  std::thread other([&] {
    const Section section(lock);
    inside.count_down();
    tried.wait();
  });
  inside.wait();
  EXPECT_EQ(full.heap.TryNew<Node>('n'), nullptr);
  tried.count_down();
  other.join();
  EXPECT_EQ(full.heap.phase(), Phase::kGathering);
  EXPECT_NE(full.heap.TryNew<Node>('n'), nullptr);
}

// Class, outer and template of what a factory makes are its locals, so it never collects.
TEST(RoomForANamedObject, IsMadeOfWhatIsDoomedOnly) {
  const std::size_t used = Workshop().heap.collector().memory.bytes();
  Workshop shop({.max_bytes = used + 2 * sizeof(Package), .when_full = WhenFull::kCollect});
  shop.make.New<Package>({.name = "A"});
  shop.make.New<Package>({.name = "B"});
  EXPECT_EQ(shop.make.TryNew<Package>({.name = "C"}), nullptr);
  shop.heap.Start();
  shop.TickUntil(Phase::kGathering);
  EXPECT_NE(shop.make.TryNew<Package>({.name = "C"}), nullptr);
}

class RoomDeathTest : public testing::Test {
 protected:
  RoomDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(RoomDeathTest, SaysWhatWasTriedAndNamesNoRule) {
  EXPECT_DEATH(
      {
        Full full(Limited(Lacks::kIndex));
        full.heap.New<Node>('n');
      },
      "the table is full: 65535 objects of at most 65535.*\n"
      "gc: what was doomed is freed; Heap::Collect, or WhenFull::kCollect, may free more\n"
      "gc: .*there must be memory and an index left.*: Heap::New, class Node\n$");
  EXPECT_DEATH(
      {
        Full full(Limited(Lacks::kMemory, WhenFull::kCollect));
        full.heap.ForEachObject([&full](Object& object) { full.heap.AddRoot(&object); });
        full.heap.New<Node>('n');
      },
      "out of memory: [0-9]+ bytes in 8 objects\ngc: a whole collection was run first\n");
}

TEST_F(RoomDeathTest, OfAFactoryNamesTheClass) {
  const std::size_t used = Workshop().heap.collector().memory.bytes();
  EXPECT_DEATH(
      {
        Workshop shop({.max_bytes = used});
        shop.make.New<Thing>();
      },
      "there must be memory and an index left.*: Factory::New, class Thing\n$");
}

// The notice says how room was looked for, each time that it lacked.
TEST(RoomThatLacks, IsNoticedWithWhatWasTried) {
  std::vector<std::string> tried;
  const auto say = [](void* to, const CapacityNotice& notice) {
    if (notice.kind != CapacityNoticeKind::kTableFull) return;
    static_cast<std::vector<std::string>*>(to)->push_back(notice.tried);
  };
  Heap heap({.max_objects = 1,
             .when_full = WhenFull::kCollect,
             .notices = {.say = say, .context = &tried}});
  Node* const last = heap.ReserveWithTail<Node>(0, 'r');
  while (heap.TryNew<Node>('n') != nullptr) {
  }
  heap.Complete(last);
  heap.ForEachObject([&heap](Object& object) { heap.AddRoot(&object); });
  EXPECT_EQ(heap.TryNew<Node>('n'), nullptr);
  heap.RemoveRoot(last);
  const Parent* const parent = heap.TryNew<Parent>(heap);
  ASSERT_NE(parent, nullptr);
  EXPECT_EQ(parent->child.Get(), nullptr);
  EXPECT_THAT(tried, testing::ElementsAre(
                         "no collection was run first: an object is under construction",
                         "a whole collection was run first",
                         "nothing could be freed first: a constructor or a callback runs"));
}

// S9.27: to make room is a step, and begins as every step does.
TEST(RoomWhileMarking, IsMadeWhenWhatWasStoredIsShaded) {
  Heap heap({.max_bytes = 3 * sizeof(Node)});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->right = heap.New<Node>('k');
  heap.New<Node>('g');
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  heap.Start();
  ASSERT_TRUE(heap.PurgePending());
  root->left = root->right.Get();
  ASSERT_EQ(DeferredIn(heap), 1u);
  ASSERT_NE(heap.TryNew<Node>('n'), nullptr);
  EXPECT_EQ(DeferredIn(heap), 0u);
  EXPECT_FALSE(HasWhiteMark(heap, root->right.Get()));
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

}  // namespace
}  // namespace gc
