// core/heap/misuse_object_test.cc -- a call that is given null, a freed object or another heap's
// says which of them it was. No rule is named, as none of the collector's is broken.
//
// Label: threads.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "core/testing/nodes.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// Dies with the sentence of the call, and with nothing behind it: a rule would be printed there.
std::string Death(const std::string& call, const std::string& given) {
  return call + " was given " + given + "\n$";
}

class MisuseOfObjectsDeathTest : public testing::Test {
 protected:
  MisuseOfObjectsDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const null = nullptr;
};

TEST_F(MisuseOfObjectsDeathTest, NullIsNoRoot) {
  EXPECT_DEATH(heap.AddRoot(null), Death("AddRoot", "null"));
  EXPECT_DEATH(heap.RemoveRoot(null), Death("RemoveRoot", "null"));
  EXPECT_FALSE(heap.IsRoot(null)) << "a question is answered";
}

TEST_F(MisuseOfObjectsDeathTest, NullHasNoFlags) {
  EXPECT_DEATH(heap.SetKeepFlags(null, flag::kNative), Death("SetKeepFlags", "null"));
  EXPECT_DEATH(heap.ClearKeepFlags(null, flag::kNative), Death("ClearKeepFlags", "null"));
  EXPECT_DEATH(heap.SetFlags(null, object_flag::kStandalone), Death("SetFlags", "null"));
  EXPECT_DEATH(heap.ClearFlags(null, object_flag::kStandalone), Death("ClearFlags", "null"));
}

TEST_F(MisuseOfObjectsDeathTest, NullIsNoGarbage) {
  EXPECT_DEATH(heap.MarkGarbage(null), Death("MarkGarbage", "null"));
  EXPECT_DEATH(heap.ClearGarbage(null), Death("ClearGarbage", "null"));
}

TEST_F(MisuseOfObjectsDeathTest, NullIsInNoCluster) {
  EXPECT_DEATH(heap.MakeCluster(null), Death("MakeCluster", "null"));
  EXPECT_DEATH(heap.AllocateCluster(null), Death("AllocateCluster", "null"));
  EXPECT_DEATH(heap.AddToCluster(a, null), Death("AddToCluster", "null"));
  EXPECT_DEATH(heap.AddToCluster(null, a), Death("AddToCluster", "null"));
  EXPECT_DEATH(heap.DissolveClusterOf(null), Death("DissolveClusterOf", "null"));
  EXPECT_EQ(heap.ClusterRootOf(null), nullptr);
}

TEST_F(MisuseOfObjectsDeathTest, NullIsNotMadeEndedOrRemembered) {
  EXPECT_DEATH(heap.Complete(null), Death("Complete", "null"));
  EXPECT_DEATH(heap.BeginDestroy(null), Death("BeginDestroy", "null"));
  EXPECT_DEATH(heap.HandOver(null), Death("HandOver", "null"));
  EXPECT_DEATH(heap.IdentityOf(null), Death("IdentityOf", "null"));
  EXPECT_DEATH(heap.Store(null, a->left, a), Death("Store", "null"));
  EXPECT_DEATH(heap.AddListener(nullptr), "AddListener was given null");
}

// Freed memory is read to tell; an address sanitizer reports that, which is as good.
TEST_F(MisuseOfObjectsDeathTest, AFreedObjectIsNotAnotherHeaps) {
  heap.AddRoot(heap.New<Node>('b'));
  heap.Collect();
  const std::string freed = "an object of index 1 that was freed\n$";
  const std::string death = kAddressesWatched ? "heap-use-after-free" : freed;
  EXPECT_DEATH(heap.AddRoot(a), death);
  EXPECT_DEATH(heap.MarkGarbage(a), death);
  EXPECT_DEATH(heap.IdentityOf(a), death);
  EXPECT_DEATH(StrongPtr<Node>{a}, death);
}

TEST_F(MisuseOfObjectsDeathTest, AnObjectOfAnotherHeapIsNamedAsThat) {
  Heap other;
  const std::string foreign = "an object of index 1, of another heap\n$";
  EXPECT_DEATH(other.AddRoot(a), foreign);
  EXPECT_DEATH(other.SetFlags(a, object_flag::kStandalone), foreign);
  EXPECT_DEATH(other.MarkGarbage(a), foreign);
  EXPECT_DEATH(other.BeginDestroy(a), foreign);
  EXPECT_DEATH(other.AllocateCluster(a), foreign);
  EXPECT_DEATH(other.Store(other.New<Node>('b'), a->left, a), foreign);
  EXPECT_FALSE(other.IsRoot(a));
}

TEST_F(MisuseOfObjectsDeathTest, OnlyADoomedObjectBreaksTheRule) {
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_DEATH(heap.AddRoot(a), "object 1, Node.*\n.*rule unreachable-is-final");
  EXPECT_DEATH(heap.SetKeepFlags(a, flag::kNative), "rule unreachable-is-final");
  EXPECT_DEATH(heap.BeginDestroy(a), "rule begin-finish-free");
}

TEST_F(MisuseOfObjectsDeathTest, FlagsOfAnotherKind) {
  EXPECT_DEATH(heap.SetKeepFlags(a, flag::kRoot), "only keep flags may be set by hand");
  EXPECT_DEATH(heap.ClearKeepFlags(a, flag::kRoot), "only keep flags may be cleared by hand");
  EXPECT_DEATH(heap.SetFlags(a, object_flag::kBeginDestroyed),
               "only the author's flags may be set by hand");
  EXPECT_DEATH(heap.ClearFlags(a, object_flag::kBeginDestroyed),
               "only the author's flags may be cleared by hand");
}

TEST_F(MisuseOfObjectsDeathTest, AHeapThatIsDroppedBeforeItsStrongPointer) {
  EXPECT_DEATH(
      {
        auto dropped = std::make_unique<Heap>();
        const StrongPtr<Node> strong(dropped->New<Node>('a'));
        dropped.reset();
      },
      "strong pointers must be gone before their heap is: Node\n.*rule strong-barrier");
}

struct Rash : Object {
  explicit Rash(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept { heap->reset(); }
  std::unique_ptr<Heap>* heap = nullptr;
  static const Class kClass;
};
const Class Rash::kClass = Describe<Rash>("Rash");

TEST_F(MisuseOfObjectsDeathTest, AHeapThatIsDroppedInItsOwnCallback) {
  EXPECT_DEATH(
      {
        auto dropped = std::make_unique<Heap>();
        dropped->New<Rash>()->heap = &dropped;
        dropped->Collect();
      },
      "must not be dropped in a constructor or a callback of its own\n.*rule scan-is-atomic");
}

// What another thread made lives until it is handed over; that it was not is seen by its flag.
TEST(HandOver, ThatIsForgottenShowsInTheEntry) {
  Lock lock;
  Heap heap({.lock = &lock});
  Node* made = nullptr;
  InSections(lock, 1, [&](int) { made = heap.New<Node>('m'); });
  {
    const Slice slice(lock);
    heap.Collect();
  }
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_TRUE(heap.collector().population.EntryOf(*made).flags.Has(flag::kAsync));
  heap.HandOver(made);
  const Slice slice(lock);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

}  // namespace
}  // namespace gc
