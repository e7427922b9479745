// core/heap/discarded_test.cc -- a named object for whose parts there was no room is kept by
// nothing, whatever its plan asked for.
//
// Rows: S3.6, S17.11.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/heap/selection.h"
#include "core/testing/named.h"

namespace gc {
namespace {

// Has a guest inside, which is no part of it; and then a part.
class Host final : public NamedObject {
 public:
  explicit Host(const Birth& birth) : NamedObject(birth) {}
  Host(const Birth& birth, Factory make) : NamedObject(birth) {
    make.New<Part>({.outer = this, .name = "guest", .flags = object_flag::kMarkAsRoot});
    CreateDefaultSubobject<Part>("part");
  }
  static const Class kClass;
};
const Class Host::kClass = DescribeNamed<Host>("Host", NamedObject::kClass);

TEST(Discarded, IsKeptByNoneOfTheFlagsOfItsPlan) {
  for (const ObjectFlags flags : {object_flag::kNone, object_flag::kMarkAsRoot,
                                  object_flag::kMarkAsNative, object_flag::kWishes}) {
    Workshop shop({.max_objects = 40});
    std::vector<StrongPtr<Part>> fill;
    while (Part* const more = shop.make.TryNew<Part>()) fill.emplace_back(more);
    fill.resize(fill.size() - 2);  // for the object and one of its two parts
    shop.heap.Collect();
    const std::uint32_t before = shop.heap.ObjectCount();
    EXPECT_EQ(shop.make.TryNew<Thing>({.name = "A", .flags = flags}), nullptr);
    EXPECT_EQ(shop.make.Find(shop.make.TransientPackage(), "A"), nullptr);
    shop.heap.Collect();
    EXPECT_EQ(shop.heap.ObjectCount(), before) << "with the flags " << flags;
    fill.pop_back();
    shop.heap.Collect();
    Thing* const whole = shop.make.TryNew<Thing>({.name = "A", .flags = flags});
    ASSERT_NE(whole, nullptr) << "now there is room for all of it";
    shop.heap.Collect();
    EXPECT_EQ(shop.make.FindPath("Transient/A") != nullptr, flags != object_flag::kNone);
  }
}

TEST(Discarded, LetsGoOfItsPartsAndOfNoOtherObjectInside) {
  Workshop shop({.max_objects = 40});
  shop.make.ClassOf<Host>();
  std::vector<StrongPtr<Part>> fill;
  while (Part* const more = shop.make.TryNew<Part>()) fill.emplace_back(more);
  fill.resize(fill.size() - 2);  // for the host and its guest
  shop.heap.Collect();
  std::vector<Part*> roots;
  EXPECT_EQ(shop.make.TryNew<Host>({.name = "host"}, shop.make), nullptr);
  ForEachSelected<Part>(shop.heap, {.entry_with = flag::kRoot},
                        [&](Part& part) { roots.push_back(&part); });
  ASSERT_EQ(roots.size(), 1u) << "the guest is a root as it was";
  EXPECT_EQ(roots[0]->NameText(), "guest");
}

}  // namespace
}  // namespace gc
