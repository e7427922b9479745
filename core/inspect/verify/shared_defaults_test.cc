// core/inspect/verify/shared_defaults_test.cc -- whichever object refers to a part of a default
// object, its first one too, is named.
//
// Rows: S3.6.

#include "core/inspect/verify/shared_defaults.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/testing/named.h"

namespace gc {
namespace {

struct Borrowing : Object {
  explicit Borrowing(const Birth& birth) : Object(birth) {}
  ObjectPtr<Part> borrowed;
  static const Class kClass;
};
const Reference kBorrowingReferences[] = {Reference::To(&Borrowing::borrowed, "borrowed")};
const Class Borrowing::kClass = Describe<Borrowing>("Borrowing", kBorrowingReferences);

TEST(SharedDefaults, AreNoticedInTheFirstObjectOfAHeap) {
  Heap heap;
  Borrowing* const first = heap.New<Borrowing>();
  ASSERT_EQ(first->header().index, 1u);
  Factory make(heap);
  Part* const part = static_cast<Thing*>(make.ClassOf<Thing>()->default_object())->part.Get();
  EXPECT_FALSE(FindSharedDefault(heap));
  first->borrowed = part;
  const std::optional<SharedDefault> shared = FindSharedDefault(heap);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->holder, 1u);
  EXPECT_STREQ(shared->field, "borrowed");
  EXPECT_EQ(shared->target, part->header().index);
}

}  // namespace
}  // namespace gc
