// core/reflect/class_names_test.cc -- classes of one name, in different modules, live in one heap.
//
// Rows: S4.23.

#include <gtest/gtest.h>

#include "core/heap/factory.h"
#include "core/reflect/reflected.h"
#include "core/reflect/registry.h"

namespace class_names::inside {
class Gateway : public gc::NamedObject {
  GC_REFLECTED(Gateway, gc::NamedObject)
  explicit Gateway(const gc::Birth& birth) : NamedObject(birth) {}
};
}  // namespace class_names::inside

namespace class_names::outside {
class Gateway : public gc::NamedObject {
  GC_REFLECTED(Gateway, gc::NamedObject)
  explicit Gateway(const gc::Birth& birth) : NamedObject(birth) {}
};
// The heap has a class of its own with this name.
class Package : public gc::NamedObject {
  GC_REFLECTED(Package, gc::NamedObject)
  explicit Package(const gc::Birth& birth) : NamedObject(birth) {}
};
}  // namespace class_names::outside

GC_DESCRIBE(class_names::inside::Gateway, "/Script/Inside")
GC_DESCRIBE(class_names::outside::Gateway, "/Script/Outside")
GC_DESCRIBE(class_names::outside::Package, "/Script/Outside")

namespace gc {
namespace {

// S4.23
TEST(ClassNames, AreThoseOfTheirModules) {
  Heap heap;
  Factory make(heap);
  Object* const inside = NewByPath(heap, "/Script/Inside.Gateway");
  Object* const outside = NewByPath(heap, "/Script/Outside.Gateway");
  Object* const package = NewByPath(heap, "/Script/Outside.Package");
  ASSERT_NE(inside, nullptr);
  ASSERT_NE(outside, nullptr);
  ASSERT_NE(package, nullptr);
  EXPECT_EQ(inside->header().type, &class_names::inside::Gateway::kClass);
  EXPECT_EQ(outside->header().type, &class_names::outside::Gateway::kClass);
  EXPECT_EQ(make.ClassOf<class_names::outside::Package>()->PathName(),
            "Native/Script:Outside.Package");
}

}  // namespace
}  // namespace gc
