// core/heap/calling_test.cc -- while code of the user runs, the collector knows it.
//
// A step that is asked for from a callback would move the ground under the work that called it. It
// is refused because the collector counts the callbacks that are running (Activity::Calls); so each
// callback is asked here whether it is counted.
//
// Rows: S3.9, S12.6.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// For each callback, whether it was counted each time that it ran.
using Counted = std::map<std::string, bool>;

struct Asked : Object {
  Asked(const Birth& birth, Counted& notes) : Object(birth), counted(&notes) {
    Note("constructor");
  }
  ~Asked() { Note("destructor"); }
  void BeginDestroy() noexcept { Note("begin"); }
  bool IsReadyForFinishDestroy() const noexcept { return Note("ready"); }
  void FinishDestroy() noexcept { Note("finish"); }
  bool CanBeClusterRoot() const noexcept { return Note("root of a cluster"); }
  bool CanBeInCluster() const noexcept { return Note("in a cluster"); }
  bool Note(const char* callback) const {
    const bool is = OwnerOf(*this).population.activity.Calls() != 0;
    counted->try_emplace(callback, true).first->second &= is;
    return true;
  }

  Counted* counted;
  ObjectPtr<Asked> next;
  static const Class kClass;
};
const Reference kAskedReferences[] = {Reference::To(&Asked::next, "next")};
const Class Asked::kClass = Describe<Asked>("Asked", kAskedReferences);

TEST(Callbacks, AreCountedInEachStage) {
  Counted counted;
  Heap heap;
  heap.New<Asked>(counted);
  heap.Collect();
  const Counted expected = {{"constructor", true},
                            {"begin", true},
                            {"ready", true},
                            {"finish", true},
                            {"destructor", true}};
  EXPECT_EQ(counted, expected);
  EXPECT_EQ(heap.collector().population.activity.Calls(), 0u);
}

TEST(Callbacks, AreCountedWhereDestructionBeginsByHand) {
  Counted counted;
  Heap heap;
  Asked* const asked = heap.New<Asked>(counted);
  counted.clear();
  heap.BeginDestroy(asked);
  EXPECT_EQ(counted, (Counted{{"begin", true}}));
}

TEST(Callbacks, AreCountedWhereAClusterIsMade) {
  Counted counted;
  Heap heap({.clusters = {.min_objects = 1}});
  Asked* const root = heap.New<Asked>(counted);
  heap.AddRoot(root);
  root->next = heap.New<Asked>(counted);
  counted.clear();
  EXPECT_TRUE(heap.MakeCluster(root));
  EXPECT_EQ(counted, (Counted{{"root of a cluster", true}, {"in a cluster", true}}));
  EXPECT_EQ(heap.collector().population.activity.Calls(), 0u);
}

TEST(Callbacks, AreCountedWhenTheHeapEnds) {
  Counted counted;
  {
    Heap heap;
    heap.AddRoot(heap.New<Asked>(counted));
    counted.clear();
  }
  EXPECT_EQ(counted, (Counted{{"begin", true}, {"finish", true}, {"destructor", true}}));
}

// Asks its heap as it ends.
struct Curious : Object {
  Curious(const Birth& birth, const Heap& heap, std::vector<std::uint32_t>& told)
      : Object(birth), of(&heap), counts(&told) {}
  void BeginDestroy() noexcept { counts->push_back(of->ObjectCount()); }
  const Heap* of;
  std::vector<std::uint32_t>* counts;
  static const Class kClass;
};
const Class Curious::kClass = Describe<Curious>("Curious");

TEST(Callbacks, MayAskTheHeapWhileItEnds) {
  std::vector<std::uint32_t> counts;
  {
    Heap heap;
    for (int i = 0; i < 2; ++i) heap.New<Curious>(heap, counts);
  }
  EXPECT_EQ(counts, (std::vector<std::uint32_t>{2, 2}));
}

// S12.6, S1.27: from then on nobody finds it, so another object may have its name.
TEST(Callbacks, ThatAreCalledByHandFreeTheName) {
  Workshop shop;
  Thing* const thing = shop.make.New<Thing>({.name = "A"});
  shop.heap.AddRoot(thing);
  shop.heap.BeginDestroy(thing);
  EXPECT_EQ(shop.make.Find(thing->outer(), "A"), nullptr);
  Thing* const next = shop.make.New<Thing>({.name = "A"});
  EXPECT_EQ(shop.make.Find(next->outer(), "A"), next);
  shop.heap.AddRoot(next);
  shop.heap.RemoveRoot(thing);
  shop.heap.Collect();
  EXPECT_EQ(shop.make.Find(next->outer(), "A"), next) << "what is gone had no name any more";
}

}  // namespace
}  // namespace gc
