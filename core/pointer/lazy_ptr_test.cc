// core/pointer/lazy_ptr_test.cc -- a handle is a path until its object is first needed, and then
// calls the barrier.

#include "core/pointer/lazy_ptr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/library.h"

namespace gc {
namespace {

using testing::ElementsAre;

struct Reader : Object {
  explicit Reader(const Birth& birth) : Object(birth) {}
  LazyPtr<Node> book;
  Container<std::vector<LazyPtr<Node>>> shelf;
  static const Class kClass;
};
const Reference kReaderReferences[] = {Reference::To(&Reader::book, "book"),
                                       Reference::To(&Reader::shelf, "shelf")};
const Class Reader::kClass = Describe<Reader>("Reader", kReaderReferences);

class LazyPtrTest : public testing::Test {
 protected:
  Heap heap;
  Library library{heap};
  PathTable paths{library};
  Reader* const reader = heap.New<Reader>();
};

// S5.2: a handle is resolved when it is first read, and its resolver is asked once.
TEST_F(LazyPtrTest, LoadsOnceOnFirstUse) {
  heap.AddRoot(reader);
  reader->book = LazyPtr<Node>(paths.Intern("a"));
  EXPECT_FALSE(reader->book.IsResolved());
  EXPECT_EQ(reader->book.path()->text, "a");
  EXPECT_THAT(library.asked, ElementsAre());
  EXPECT_EQ(reader->book->name, 'a');
  EXPECT_EQ(reader->book.Get()->name, 'a');
  EXPECT_TRUE(reader->book.IsResolved());
  EXPECT_EQ(reader->book.path(), nullptr);
  EXPECT_THAT(library.asked, ElementsAre("load a"));
}

// S5.2, S9.11: marking skips an unresolved slot and follows a resolved one.
TEST_F(LazyPtrTest, UnresolvedItIsSkippedByTheTraceAndResolvedItIsFollowed) {
  heap.AddRoot(reader);
  reader->book = LazyPtr<Node>(paths.Intern("a"));
  reader->shelf.push_back(LazyPtr<Node>(paths.Intern("b")));
  heap.Collect();
  Verifier verifier;
  EXPECT_FALSE(verifier.Verify(heap));
  EXPECT_THAT(library.asked, ElementsAre()) << "marking resolves nothing";
  ASSERT_NE(reader->book.Get(), nullptr);
  ASSERT_NE(reader->shelf[0].Get(), nullptr);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
  reader->book.Reset();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

TEST_F(LazyPtrTest, StaysUnresolvedWhenThereIsNothingToLoad) {
  reader->book = LazyPtr<Node>(paths.Intern("nothing"));
  EXPECT_EQ(reader->book.Get(), nullptr);
  EXPECT_FALSE(reader->book.IsResolved());
  EXPECT_FALSE(reader->book.IsNull());
}

// S5.6, handle-barrier: the handle's holder is black, and only the resolver knows the object, so
// without the barrier it would be lost.
TEST_F(LazyPtrTest, ResolvingWhileMarkingShades) {
  heap.AddRoot(reader);
  reader->book = LazyPtr<Node>(paths.Intern("a"));
  Node* const loaded = library.Loaded("a");
  heap.Start();
  heap.Tick(2);  // the reader is black
  ASSERT_TRUE(IsWhite(heap, loaded));
  EXPECT_EQ(reader->book.Get(), loaded);
  EXPECT_TRUE(IsGrey(heap, loaded));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

TEST_F(LazyPtrTest, DoesNotTakeADoomedObjectFromItsResolver) {
  reader->book = LazyPtr<Node>(paths.Intern("a"));
  heap.AddRoot(reader);
  Node* const loaded = library.Loaded("a");
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  ASSERT_FALSE(IsValid(loaded));
  EXPECT_EQ(reader->book.Get(), nullptr);
  EXPECT_FALSE(reader->book.IsResolved());
}

// S5.6: copying and moving shade the object of a resolved handle.
TEST_F(LazyPtrTest, CopyingAndMovingAResolvedOneShadesAndAnUnresolvedOneDoesNot) {
  Node* const first = library.Loaded("a");
  Node* const second = library.Loaded("b");
  Node* const third = library.Loaded("d");
  const LazyPtr<Node> a(first);
  LazyPtr<Node> b(second), c(third), assigned;
  const LazyPtr<Node> unresolved(paths.Intern("c"));
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, first));
  const LazyPtr<Node> copy = a;  // NOLINT(performance-unnecessary-copy-initialization)
  const LazyPtr<Node> moved = std::move(b);
  EXPECT_TRUE(IsGrey(heap, first));
  EXPECT_TRUE(IsGrey(heap, second));
  assigned = std::move(c);
  EXPECT_TRUE(IsGrey(heap, third));
  EXPECT_TRUE(b.IsNull());                // NOLINT(bugprone-use-after-move): that is what is asked
  const LazyPtr<Node> same = unresolved;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(same.path(), unresolved.path());
  reader->book = copy;
  EXPECT_EQ(reader->book.Get(), first);
}

TEST_F(LazyPtrTest, IsAPointerInSizeAndCopiedWithTheBarrier) {
  static_assert(sizeof(LazyPtr<Node>) == sizeof(void*));
  static_assert(!std::is_trivially_copyable_v<LazyPtr<Node>>);
}

}  // namespace
}  // namespace gc
