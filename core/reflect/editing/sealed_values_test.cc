// core/reflect/editing/sealed_values_test.cc -- what cannot be copied may be a transient property
// of a struct, also where the structs stand in a row.
//
// Row: S3.13.

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "core/gc.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/reflected.h"

namespace sealed {

struct Letter {
  GC_REFLECTED_STRUCT(Letter)
  int pages = 0;
  std::unique_ptr<int> seal;  // transient
};
class Post : public gc::NamedObject {
  GC_REFLECTED(Post, gc::NamedObject)
  explicit Post(const gc::Birth& birth) : NamedObject(birth) {}
  std::array<Letter, 2> letters;
};

}  // namespace sealed

GC_DESCRIBE_STRUCT(sealed::Letter, "/Script/Sealed", GC_PROPERTY_OF(pages),
                   GC_PROPERTY_OF(seal, gc::property::kTransient))
GC_DESCRIBE(sealed::Post, "/Script/Sealed", GC_PROPERTY_OF(letters))

namespace gc {
namespace {

TEST(SealedValues, AreLeftOutOfACopyOfWhatIsAroundThem) {
  Heap heap;
  Factory make(heap);
  auto* const post = make.New<sealed::Post>();
  post->letters[1].pages = 7;
  post->letters[1].seal = std::make_unique<int>(3);
  std::string error;
  const sealed::Post* const copy = Duplicate(heap, *post, {.name = "Copy"}, error);
  ASSERT_NE(copy, nullptr) << error;
  EXPECT_EQ(copy->letters[1].pages, 7);
  EXPECT_EQ(copy->letters[1].seal, nullptr);
  EXPECT_NE(post->letters[1].seal, nullptr);
}

}  // namespace
}  // namespace gc
