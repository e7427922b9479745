// core/heap/misuse_test.cc -- misuse aborts, and names the rule that it breaks and the object.

#include <gtest/gtest.h>

#include <memory>

#include "core/heap/factory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct Greedy : Object {
  Greedy(const Birth& birth, Heap& heap) : Object(birth) { heap.Collect(); }
  static const Class kClass;
};
const Class Greedy::kClass = Describe<Greedy>("Greedy");

struct Restless : Object {
  Restless(const Birth& birth, Heap& to) : Object(birth), heap(to) {}
  void BeginDestroy() noexcept {
    if (restless) heap.Tick(1);
  }
  Heap& heap;
  bool restless = false;
  static const Class kClass;
};
const Class Restless::kClass = Describe<Restless>("Restless");

struct Showing : Object {
  Showing(const Birth& birth, Heap& to) : Object(birth), heap(to) {}
  void VisitReferences(const SlotVisitor&) { heap.Tick(1); }
  Heap& heap;
  static const Class kClass;
};
const Reference kShowingReferences[] = {Reference::Shown<Showing>("shown")};
const Class Showing::kClass = Describe<Showing>("Showing", kShowingReferences);

class MisuseDeathTest : public testing::Test {
 protected:
  MisuseDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  Heap heap;
  Node* const a = heap.New<Node>('a');
};

TEST_F(MisuseDeathTest, RootingADoomedObject) {
  heap.Start();
  heap.Tick(2);
  EXPECT_DEATH(heap.AddRoot(a), "object 1, Node.*\n.*rule unreachable-is-final");
}

TEST_F(MisuseDeathTest, HoldingADoomedObject) {
  heap.Start();
  heap.Tick(3);
  EXPECT_DEATH(StrongPtr<Node>{a}, "object 1, Node.*\n.*rule unreachable-is-final");
}

TEST_F(MisuseDeathTest, RootingAnObjectOfAnotherHeap) {
  Heap other;
  EXPECT_DEATH(other.AddRoot(a), "must be an object of this heap");
}

TEST_F(MisuseDeathTest, DroppingACountThatWasNotTaken) {
  EXPECT_DEATH(DropStrong(*a),
               "core/collect/root_set.cc:.*object 1, Node.*\n.*rule strong-barrier");
}

TEST_F(MisuseDeathTest, ALocalUnderDeadLocals) {
  EXPECT_DEATH((Local<Node>(heap, a)), "dead-locals has no locals");
}

TEST_F(MisuseDeathTest, DroppingAHeapThatALocalStillRefersInto) {
  EXPECT_DEATH(
      {
        auto dropped = std::make_unique<Heap>(HeapOptions{.locals = Locals::kBlack});
        const Local<Node> local(*dropped, dropped->New<Node>('a'));
        dropped.reset();
      },
      "must be gone before their heap is");
}

TEST_F(MisuseDeathTest, CollectingInAConstructor) {
  EXPECT_DEATH(heap.New<Greedy>(heap), "no collector step.*\n.*rule scan-is-atomic");
}

TEST_F(MisuseDeathTest, TickingWhileAReferencerIsAsked) {
  struct Asked final : Referencer {
    explicit Asked(Heap& to) : Referencer(to, Kind::kWrapper, "restless"), heap(to) { Register(); }
    ~Asked() { Unregister(); }
    void Report(Reporter&) const override { heap.Tick(1); }
    Heap& heap;
  };
  const Asked restless(heap);
  EXPECT_DEATH(heap.Collect(), "no collector step.* or a referencer\n.*rule scan-is-atomic");
}

TEST_F(MisuseDeathTest, TickingWhileAnObjectShowsItsReferences) {
  heap.AddRoot(heap.New<Showing>(heap));
  EXPECT_DEATH(heap.Collect(), "no collector step.* shows its references\n.*rule scan-is-atomic");
}

TEST_F(MisuseDeathTest, TickingInACallback) {
  Restless* const object = heap.New<Restless>(heap);
  EXPECT_DEATH((object->restless = true, heap.Collect()), "no collector step");
}

TEST_F(MisuseDeathTest, RunningOutOfMemoryWithNew) {
  Heap small({.max_bytes = sizeof(Node)});
  small.New<Node>('a');
  EXPECT_DEATH(small.New<Node>('b'), "must be memory and an index left.*Heap::New, class Node\n$");
}

TEST_F(MisuseDeathTest, RunningOutOfMemoryWithTheFirstClasses) {
  Heap small({.max_bytes = 8});
  EXPECT_DEATH(Factory(small).TransientPackage(), "must be memory.*Factory::New, class Class\n$");
}

}  // namespace
}  // namespace gc
