// core/pointer/soft_ptr_test.cc -- a soft pointer names an object, loaded or not. S5.18

#include "core/pointer/soft_ptr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unordered_map>

#include "core/pointer/validity.h"
#include "core/testing/library.h"

namespace gc {
namespace {

using testing::ElementsAre;

class SoftPtrTest : public testing::Test {
 protected:
  Heap heap;
  Library library{heap};
  PathTable paths{library};
};

TEST_F(SoftPtrTest, IsNullWhenUnloadedAndTheObjectWhenLoaded) {
  const SoftPtr<Node> none;
  EXPECT_TRUE(none.IsNull());
  EXPECT_EQ(none.Get(), nullptr);
  EXPECT_EQ(none.Load(), nullptr);
  EXPECT_FALSE(none.IsPending()) << "it names nothing that could be loaded";
  const SoftPtr<Node> soft(paths.Intern("a"));
  EXPECT_TRUE(soft.IsPending());
  EXPECT_EQ(soft.Get(), nullptr);
  EXPECT_EQ(soft.Load()->name, 'a');
  EXPECT_EQ(soft.Get(), library.Loaded("a"));
  EXPECT_FALSE(soft.IsPending());
}

TEST_F(SoftPtrTest, RemembersWhatItFoundAndAsksNoMore) {
  const SoftPtr<Node> soft(paths.Intern("a"));
  soft.Load();
  library.asked.clear();
  EXPECT_NE(soft.Get(), nullptr);
  EXPECT_NE(soft.Load(), nullptr);
  EXPECT_THAT(library.asked, ElementsAre());
}

TEST_F(SoftPtrTest, KeepsNothingAliveAndFindsAnewWhatIsLoadedAgain) {
  const SoftPtr<Node> soft(paths.Intern("a"));
  const WeakPtr<Node> first(soft.Load());
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  library.Unload("a");
  EXPECT_EQ(soft.Get(), nullptr);
  heap.New<Node>('x');  // takes the index of the freed object
  Node* const again = SoftPtr<Node>(paths.Intern("a")).Load();
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(soft.Get(), again);
  EXPECT_EQ(first.Get(), nullptr);
}

// S5.6: a look-up by name shades the object that it returns.
TEST_F(SoftPtrTest, ReadingWhileMarkingShadesWhetherRememberedOrLookedUp) {
  const SoftPtr<Node> looked_up(paths.Intern("a"));
  const SoftPtr<Node> remembered(paths.Intern("b"));
  Node* const a = library.Loaded("a");
  Node* const b = remembered.Load();
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, a) && IsWhite(heap, b));
  EXPECT_EQ(looked_up.Get(), a);
  EXPECT_EQ(remembered.Get(), b);
  EXPECT_TRUE(IsGrey(heap, a));
  EXPECT_TRUE(IsGrey(heap, b));
}

TEST_F(SoftPtrTest, DoesNotYieldADoomedObjectThatItsNameStillFinds) {
  const SoftPtr<Node> soft(paths.Intern("a"));
  Node* const a = library.Loaded("a");
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  ASSERT_FALSE(IsValid(a));
  EXPECT_EQ(soft.Get(), nullptr);
}

TEST_F(SoftPtrTest, IsAKeyByItsPathLoadedOrNot) {
  std::unordered_map<SoftPtr<Node>, int> keys;
  keys[SoftPtr<Node>(paths.Intern("a"))] = 1;
  SoftPtr<Node>(paths.Intern("a")).Load();
  EXPECT_EQ(keys.at(SoftPtr<Node>(paths.Intern("a"))), 1);
  EXPECT_FALSE(keys.contains(SoftPtr<Node>(paths.Intern("b"))));
  EXPECT_EQ(&paths.Intern("a"), &paths.Intern("a"));
}

}  // namespace
}  // namespace gc
