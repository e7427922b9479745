// core/inspect/report/class_counts_test.cc -- the objects of each class, their memory, and the
// change between two counts.

#include "core/inspect/report/class_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Rock : Object {
  explicit Rock(const Birth& birth) : Object(birth) {}
  std::byte weight[64] = {};
  static const Class kClass;
};
const Class Rock::kClass = Describe<Rock>("Rock");

struct Shelf : Object {
  explicit Shelf(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kShelfReferences[] = {Reference::Trailing<Shelf>("books")};
const Class Shelf::kClass = Describe<Shelf>("Shelf", kShelfReferences);

// S15.7
TEST(ClassCounts, CountObjectsAndBytesOfEachClassMostObjectsFirst) {
  Heap heap;
  heap.NewWithTail<Shelf>(10);
  for (int i = 0; i < 3; ++i) heap.New<Rock>();
  EXPECT_THAT(CountClasses(heap),
              ElementsAre(ClassCount{&Rock::kClass, 3, 0, 3 * sizeof(Rock)},
                          ClassCount{&Shelf::kClass, 1, 0, sizeof(Shelf) + 10 * sizeof(void*)}));
}

TEST(ClassCounts, OfAnEmptyHeapAreNone) { EXPECT_THAT(CountClasses(Heap()), IsEmpty()); }

TEST(ClassCounts, SayHowManyAreBeingDestroyedAndForgetThemWhenTheyAreFreed) {
  Heap heap;
  Node* const slow = heap.New<Node>('s');
  slow->ready = false;
  heap.Collect();
  EXPECT_THAT(CountClasses(heap), ElementsAre(ClassCount{&Node::kClass, 1, 1, sizeof(Node)}));
  slow->ready = true;
  heap.Collect();
  EXPECT_THAT(CountClasses(heap), IsEmpty());
}

// C13: a class that leaks grows from cycle to cycle; a class whose objects come and go does not.
TEST(ClassCounts, TheChangeNamesTheClassThatGrewFirst) {
  Heap heap;
  heap.AddRoot(heap.New<Node>('r'));
  for (int i = 0; i < 2; ++i) heap.New<Shelf>();
  const std::vector<ClassCount> before = CountClasses(heap);
  heap.Collect();
  for (int i = 0; i < 3; ++i) heap.New<Rock>();
  EXPECT_THAT(Changes(before, CountClasses(heap)),
              ElementsAre(ClassChange{&Rock::kClass, 3, 3 * sizeof(Rock)},
                          ClassChange{&Shelf::kClass, -2, -2 * std::int64_t{sizeof(Shelf)}}));
}

TEST(ClassCounts, TheChangeIsSortedByGrowthNotBySize) {
  const ClassCount before[] = {{&Node::kClass, 90, 0, 900}, {&Rock::kClass, 5, 0, 50}};
  const ClassCount after[] = {{&Node::kClass, 91, 0, 910}, {&Rock::kClass, 30, 0, 300}};
  EXPECT_THAT(Changes(before, after),
              ElementsAre(ClassChange{&Rock::kClass, 25, 250}, ClassChange{&Node::kClass, 1, 10}));
}

// S1.16: this text is printed when the limit of objects is reached.
TEST(ClassCounts, AsTextAreALineEachAndOneForTheRest) {
  const ClassCount counts[] = {
      {&Rock::kClass, 300, 0, 30'000}, {&Node::kClass, 20, 4, 2'000}, {&Shelf::kClass, 1, 1, 40}};
  EXPECT_EQ(TextOf(counts, 1),
            "       300 objects        30000 bytes  Rock\n"
            "        21 objects         2040 bytes  (2 other classes), of them doomed 5\n");
  EXPECT_EQ(TextOf(counts, 3), TextOf(counts)) << "there is no rest";
  EXPECT_EQ(TextOf(std::span(counts).subspan(2)),
            "         1 objects           40 bytes  Shelf, of them doomed 1\n");
}

// As many objects, which are larger.
TEST(ClassCounts, TheChangeNamesAClassThatHasMoreBytesOnly) {
  Heap heap;
  heap.NewWithTail<Shelf>(1);
  const std::vector<ClassCount> before = CountClasses(heap);
  heap.Collect();
  heap.NewWithTail<Shelf>(3);
  const std::vector<ClassChange> changes = Changes(before, CountClasses(heap));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].objects, 0);
  EXPECT_EQ(changes[0].bytes, std::int64_t{2 * sizeof(void*)});
}

// S15.7: among classes with as many objects, the names say which is first.
TEST(ClassCounts, OfAsManyObjectsAreInTheOrderOfTheirNames) {
  Heap heap;
  heap.New<Shelf>();
  heap.New<Node>('n');
  heap.New<Rock>();
  const std::vector<ClassCount> counts = CountClasses(heap);
  EXPECT_THAT(counts, ElementsAre(ClassCount{&Node::kClass, 1, 0, sizeof(Node)},
                                  ClassCount{&Rock::kClass, 1, 0, sizeof(Rock)},
                                  ClassCount{&Shelf::kClass, 1, 0, sizeof(Shelf)}));
  std::vector<std::string> grown;
  for (const ClassChange& change : Changes({}, counts)) grown.emplace_back(change.type->name);
  EXPECT_THAT(grown, ElementsAre("Node", "Rock", "Shelf"));
  EXPECT_THAT(Changes(counts, counts), IsEmpty());
}

// More objects, which are smaller.
TEST(ClassCounts, TheChangeNamesAClassThatHasMoreObjectsOnly) {
  const ClassCount before[] = {{&Shelf::kClass, 1, 0, 400}};
  const ClassCount after[] = {{&Shelf::kClass, 2, 0, 400}};
  EXPECT_THAT(Changes(before, after), ElementsAre(ClassChange{&Shelf::kClass, 1, 0}));
}

}  // namespace
}  // namespace gc
