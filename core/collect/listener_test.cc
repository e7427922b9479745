// core/collect/listener_test.cc -- listeners of the table hear of every object, in whatever way it
// comes and goes.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

struct Hearer : TableListener {
  void OnCreated(const Object&, Index index) noexcept override {
    lines.push_back("created " + std::to_string(index));
  }
  void OnDeleted(const Object&, Index index) noexcept override {
    lines.push_back("deleted " + std::to_string(index));
  }
  Diary lines;
};

struct Anywhere : Object {
  explicit Anywhere(const Birth& birth) : Object(birth) {}
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
};
const Class Anywhere::kClass = Describe<Anywhere>("Anywhere");

// S1.24: each of several, in whatever way an object comes and goes.
TEST(Listener, IsToldHoweverTheObjectComesAndGoes) {
  Hearer first;
  Hearer second;
  Heap heap({.workers = 2, .max_disregarded = 1});
  heap.AddListener(&first);
  heap.AddListener(&second);
  heap.New<Node>('p');  // disregarded
  heap.CloseDisregardWindow();
  heap.Complete(heap.ReserveWithTail<Node>(0, 'r'));
  heap.New<Anywhere>();  // is destroyed on another thread
  heap.Collect();
  heap.New<Node>('n');  // takes an index that was released
  const auto lines = ElementsAre("created 1", "created 2", "created 3", "deleted 2", "deleted 3",
                                 testing::StartsWith("created "));
  EXPECT_THAT(first.lines, lines);
  EXPECT_THAT(second.lines, lines);
  heap.RemoveListener(&first);
  heap.RemoveListener(&second);
}

// S1.24: an object that is given up before it is constructed.
TEST(Listener, IsToldOfAnObjectThatIsGivenUp) {
  Workshop shop;
  Hearer told;
  shop.heap.AddListener(&told);
  { const auto reserved = shop.make.Reserve<Thing>(); }
  ASSERT_EQ(told.lines.size(), 2u);
  EXPECT_EQ(told.lines[1], "deleted" + told.lines[0].substr(std::string("created").size()));
  shop.heap.RemoveListener(&told);
}

}  // namespace
}  // namespace gc
