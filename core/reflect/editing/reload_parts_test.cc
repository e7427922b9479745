// core/reflect/editing/reload_parts_test.cc -- what a part started as whose class is another than
// that of the part of its name in the default object.
//
// Row: S3.15.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/gc.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/reflected.h"

namespace reloaded_parts {

class Tin : public gc::NamedObject {
  GC_REFLECTED(Tin, gc::NamedObject)
  explicit Tin(const gc::Birth& birth) : NamedObject(birth) {}
  int layers = 7;
  int shine = 8;
};
namespace was {
class Iron : public gc::NamedObject {
  GC_REFLECTED(Iron, gc::NamedObject)
  explicit Iron(const gc::Birth& birth) : NamedObject(birth) {}
  int rust = 1;
  int scratches = 0;
};
}  // namespace was
namespace now {
class Iron : public gc::NamedObject {
  GC_REFLECTED(Iron, gc::NamedObject)
  explicit Iron(const gc::Birth& birth) : NamedObject(birth) {}
  int rust = 9;
};
}  // namespace now

// Its lock is of tin, or of iron.
class Chest : public gc::NamedObject {
  GC_REFLECTED(Chest, gc::NamedObject)
  explicit Chest(const gc::Birth& birth) : NamedObject(birth) {
    if (is_of_iron) {
      CreateDefaultSubobject<was::Iron>("Lock");
    } else {
      CreateDefaultSubobject<Tin>("Lock");
    }
  }
  static inline bool is_of_iron = false;
};

}  // namespace reloaded_parts

GC_DESCRIBE(reloaded_parts::Tin, "/Script/ReloadedParts", GC_PROPERTY_OF(layers),
            GC_PROPERTY_OF(shine))
GC_DESCRIBE(reloaded_parts::was::Iron, "/Script/ReloadedPartsWas", GC_PROPERTY_OF(rust),
            GC_PROPERTY_OF(scratches))
GC_DESCRIBE(reloaded_parts::now::Iron, "/Script/ReloadedPartsNow", GC_PROPERTY_OF(rust))
GC_DESCRIBE(reloaded_parts::Chest, "/Script/ReloadedParts")

namespace reloaded_parts {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

// S3.15, S3.6: it started as its own class's default object then.
TEST(ReloadingParts, APartOfAnotherClassThanThatOfTheDefaultDidNotStartAsThat) {
  Heap heap;
  Factory make(heap);
  std::string error;
  Chest::is_of_iron = false;
  make.ClassOf<Chest>();  // with a default object, whose lock is of tin
  Chest::is_of_iron = true;
  const auto make_with = [&](const char* name, int rust) {
    auto* const lock = static_cast<was::Iron*>(make.Find(make.New<Chest>({.name = name}), "Lock"));
    lock->rust = rust;
    lock->scratches = 0;
  };
  make_with("Untouched", 1);
  make_with("Touched", 7);
  const ReloadedClass change{make.ClassOf<was::Iron>(), make.ClassOf<now::Iron>()};
  const std::optional<Reloaded> result = Reload(heap, {&change, 1}, nullptr, error);
  ASSERT_TRUE(result) << error;
  EXPECT_EQ(result->objects, 2u);
  const auto rust = [&](const char* path) {
    NamedObject* const lock = make.FindPath(path);
    return static_cast<now::Iron*>(lock)->rust;
  };
  EXPECT_EQ(rust("Transient/Untouched/Lock"), 9);
  EXPECT_EQ(rust("Transient/Touched/Lock"), 7);
}

}  // namespace
}  // namespace reloaded_parts
