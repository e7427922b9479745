// core/heap/checked_use_test.cc -- a checked build names the thread, the call and the place of a
// misuse; other builds pay for none of that, so there is nothing to test in them.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "core/heap/selection.h"
#include "core/population/use.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// In every build: what is right is not refused.
TEST(CheckedUse, OfAHeapInSectionsAndOnItsOwnThreadIsSilent) {
  Lock lock;
  Heap heap({.workers = 2, .lock = &lock});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  const WeakPtr<Node> weak(root);
  OnThreads(2, [&](int) {
    const Section section(lock);
    Node* const made = heap.New<Node>('m');
    made->left = weak.Get();
    EXPECT_TRUE(weak.IsValid());
    heap.HandOver(made);
  });
  const Slice slice(lock);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// A heap without a lock may change hands, as long as the hand-over orders the two.
TEST(CheckedUse, OfAHeapThatChangesHandsIsSilent) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  std::jthread([&] { heap.AddRoot(root); }).join();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

#if TRICOLOUR_CHECKED && !TRICOLOUR_FAULTY

class CheckedUseDeathTest : public testing::Test {
 protected:
  CheckedUseDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  // Runs the call on another thread, which is in no section.
  template <class Call>
  static void Outside(Call call) {
    std::jthread(call).join();
  }
};

// Pain points C4, C18: thread and call.
TEST_F(CheckedUseDeathTest, OutsideOfASectionIsNamedWithThreadAndCall) {
  Lock lock;
  Heap heap({.lock = &lock});
  Node* const node = heap.New<Node>('n');
  const WeakPtr<Node> weak(node);
  const auto death = [](const char* call) {
    return std::string("in a section of its lock only: ") + call +
           " by thread [0-9]+\n.*rule lock-excludes";
  };
  EXPECT_DEATH(
      Outside([&] { heap.New<Node>('m'); }),
      "in a section of the heap's lock only: class Node, outer none, thread [0-9]+, outside "
      "of marking and gather\n");
  EXPECT_DEATH(Outside([&] { node->left = node; }), death("a store"));
  EXPECT_DEATH(Outside([&] { weak.Get(); }), death("WeakPtr::Get"));
  EXPECT_DEATH(Outside([&] { weak.IsValid(); }), death("WeakPtr::IsValid"));
  EXPECT_DEATH(Outside([&] { WeakPtr<Node>{node}; }), death("WeakPtr"));
  EXPECT_DEATH(Outside([&] { heap.AddRoot(node); }), death("AddRoot"));
  EXPECT_DEATH(Outside([&] { heap.RemoveRoot(node); }), death("RemoveRoot"));
  EXPECT_DEATH(Outside([&] { heap.SetKeepFlags(node, flag::kNative); }), death("SetKeepFlags"));
  EXPECT_DEATH(Outside([&] { heap.MarkGarbage(node); }), death("MarkGarbage"));
  EXPECT_DEATH(Outside([&] { heap.HandOver(node); }), death("HandOver"));
  EXPECT_DEATH(Outside([&] { heap.IdentityOf(node); }), death("IdentityOf"));
  EXPECT_DEATH(Outside([&] { heap.Store(node, node->left, node); }), death("Store"));
  EXPECT_DEATH(Outside([&] { heap.ForEachObject([](Object&) {}); }), death("ForEachObject"));
  EXPECT_DEATH(Outside([&] { heap.Forget({}); }), death("Forget"));
  EXPECT_DEATH(Outside([&] { heap.OpenDisregardWindow(); }), death("OpenDisregardWindow"));
  EXPECT_DEATH(Outside([&] { heap.CloseDisregardWindow(); }), death("CloseDisregardWindow"));
  EXPECT_DEATH(Outside([&] { heap.FindRawFields(); }), death("FindRawFields"));
  EXPECT_DEATH(Outside([&] { heap.ReuseIndices(false); }), death("ReuseIndices"));
  EXPECT_DEATH(Outside([&] { heap.SetClusterOptions({}); }), death("SetClusterOptions"));
  EXPECT_DEATH(Outside([&] { heap.RemoveListener(nullptr); }), death("RemoveListener"));
  EXPECT_DEATH(Outside([&] { ForEachSelected(heap, {}, [](Object&) {}); }),
               death("ForEachSelected"));
  EXPECT_DEATH(Outside([&] { Factory(heap).Find(nullptr, "Native"); }), death("Find"));
  EXPECT_DEATH(Outside([&] { Factory(heap).TransientPackage(); }), death("TransientPackage"));
  EXPECT_DEATH(Outside([&] { Factory(heap).ClassOf(Package::kClass); }), death("ClassOf"));
  EXPECT_DEATH(Outside([&] { Factory(heap).Derive(nullptr, {}); }), death("Derive"));
}

// The same of the visits of named objects, and of one that the workers help with.
TEST_F(CheckedUseDeathTest, OfAVisitOutsideOfASectionIsNamed) {
  Lock lock;
  Heap heap({.workers = 2, .lock = &lock});
  Factory factory(heap);
  const Package& package = *factory.TransientPackage();
  const ClassObject& type = *factory.ClassOf(Package::kClass);
  const auto nothing = [](NamedObject*) {};
  EXPECT_DEATH(Outside([&] { factory.ForEach(type, nothing); }), "ForEach by thread [0-9]+");
  EXPECT_DEATH(Outside([&] { factory.ForEachInside(package, nothing); }),
               "ForEachInside by thread [0-9]+");
  EXPECT_DEATH(Outside([&] { ForEachSelectedTogether(heap, {}, [](Object&) {}); }),
               "ForEachSelectedTogether by thread [0-9]+");
}

// The same of locals, which stand in a list of their heap.
TEST_F(CheckedUseDeathTest, OfALocalOutsideOfASectionIsNamed) {
  Lock lock;
  Heap heap({.locals = Locals::kRescanned, .lock = &lock});
  Node* const node = heap.New<Node>('n');
  EXPECT_DEATH(Outside([&] { const Local<Node> local(heap, node); }),
               "in a section of its lock only: Local by thread");
  auto kept = std::make_unique<Local<Node>>(heap, node);
  EXPECT_DEATH(Outside([&] { kept.reset(); }), "in a section of its lock only: ~Local by thread");
}

struct Slow : Object {
  Slow(const Birth& birth, Heap& heap) : Object(birth) {
    std::jthread([&heap] { heap.New<Node>('n'); }).join();
  }
  static const Class kClass;
};
const Class Slow::kClass = Describe<Slow>("Slow");

TEST_F(CheckedUseDeathTest, ByTwoThreadsAtOnceWithoutALockNamesBoth) {
  Heap heap;
  EXPECT_DEATH(heap.New<Slow>(heap),
               "used by one thread at a time: give it one: New by thread [0-9]+, beside a call by "
               "thread [0-9]+\n.*rule lock-excludes");
}

TEST_F(CheckedUseDeathTest, OfAFreedObjectInAStore) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  Node* const gone = heap.New<Node>('g');
  heap.AddRoot(root);
  heap.Collect();
  EXPECT_DEATH(root->left = gone, kAddressesWatched ? "heap-use-after-free"
                                                    : "a store was given an object of index 2 that "
                                                      "was freed");
}

TEST_F(CheckedUseDeathTest, OfAnObjectOfAnotherHeapIsNamedByHolderAndField) {
  Heap heap;
  Heap other;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = other.New<Node>('s');
  EXPECT_DEATH(heap.Collect(), "refers to an object of another heap: Node 1 .left");
  root->left = nullptr;
}

// Pain point C19.
TEST_F(CheckedUseDeathTest, MarkingARootGarbageSaysWhereItWasRooted) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  EXPECT_DEATH(heap.MarkGarbage(root),
               "unroot it before: object 1, Node, rooted at "
               ".*core/heap/checked_use_test.cc:[0-9]+\n");
  heap.RemoveRoot(root);
  heap.MarkGarbage(root);
}

TEST_F(CheckedUseDeathTest, WhereAnEarlierHeapRootedIsNotSaid) {
  {
    Heap earlier;
    earlier.AddRoot(earlier.New<Node>('r'));
  }
  Heap heap({.max_disregarded = 2});
  Node* const early = heap.New<Node>('e');
  EXPECT_DEATH(heap.MarkGarbage(early), "make it afterwards: object 1, Node\n");
}

#endif

}  // namespace
}  // namespace gc
