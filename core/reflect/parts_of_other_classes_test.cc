// core/reflect/parts_of_other_classes_test.cc -- a part takes values from a part of another class
// only where both have them.
//
// Rows: S3.5, S3.6.

#include <gtest/gtest.h>

#include <string>

#include "core/gc.h"
#include "core/reflect/reflected.h"

namespace common_class {

class Tin : public gc::NamedObject {
  GC_REFLECTED(Tin, gc::NamedObject)
  explicit Tin(const gc::Birth& birth) : NamedObject(birth) {}
  int layers = 7;
};
class Iron : public gc::NamedObject {
  GC_REFLECTED(Iron, gc::NamedObject)
  explicit Iron(const gc::Birth& birth) : NamedObject(birth) {}
  int rust = 1;
  std::string maker = "a maker with a name that is too long for a string's own room";
};
// Its lock is of tin, or of iron.
class Chest : public gc::NamedObject {
  GC_REFLECTED(Chest, gc::NamedObject)
  explicit Chest(const gc::Birth& birth) : NamedObject(birth) {
    if (is_of_iron) {
      CreateDefaultSubobject<Iron>("Lock");
    } else {
      CreateDefaultSubobject<Tin>("Lock");
    }
  }
  static inline bool is_of_iron = false;
};

}  // namespace common_class

GC_DESCRIBE(common_class::Tin, "/Script/CommonClass", GC_PROPERTY_OF(layers))
GC_DESCRIBE(common_class::Iron, "/Script/CommonClass", GC_PROPERTY_OF(rust), GC_PROPERTY_OF(maker))
GC_DESCRIBE(common_class::Chest, "/Script/CommonClass")

namespace gc {
namespace {

// S3.5: a part takes from the template's part of its name what both classes have, and no more.
TEST(CopyingATemplate, APartOfAnotherClassGivesOnlyWhatBothHave) {
  Heap heap;
  Factory make(heap);
  common_class::Chest::is_of_iron = false;
  make.ClassOf<common_class::Chest>();  // the lock of the default object is of tin
  common_class::Chest::is_of_iron = true;
  auto* const lock = static_cast<common_class::Iron*>(
      make.Find(make.New<common_class::Chest>({.name = "Chest"}), "Lock"));
  EXPECT_EQ(lock->rust, 1) << "not the layers of the tin";
  EXPECT_TRUE(lock->maker.starts_with("a maker"));
}

}  // namespace
}  // namespace gc
