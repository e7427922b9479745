// core/heap/unreferenced_part_test.cc -- a copy has all parts of its template, also one to which no
// reference leads.
//
// Row: S3.6.

#include <gtest/gtest.h>

#include "core/testing/named.h"

namespace gc {
namespace {

TEST(UnreferencedPart, IsMadeForEachCopy) {
  Workshop shop;
  Heap& heap = shop.heap;
  ClassObject* const derived = shop.make.Derive(shop.make.ClassOf<Thing>(), {.name = "FastThing"});
  heap.AddRoot(derived);
  Part* const wheel = shop.make.New<Part>({.outer = derived->default_object(),
                                           .name = "wheel",
                                           .flags = object_flag::kDefaultSubobject});
  wheel->size = 77;
  heap.AddRoot(wheel);
  for (const char* const name : {"A", "B"}) {
    Thing* const thing = shop.make.New<Thing>({.name = name, .type = derived});
    const NamedObject* const own = shop.make.Find(thing, "wheel");
    ASSERT_NE(own, nullptr) << name;
    EXPECT_NE(own, wheel);
    EXPECT_EQ(static_cast<const Part*>(own)->size, 77);
  }
}

}  // namespace
}  // namespace gc
