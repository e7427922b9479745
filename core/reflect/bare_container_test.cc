// core/reflect/bare_container_test.cc -- a container of references outside of gc::Container is
// refused by the compiler, or where it cannot know, when the class is described.
//
// Rows: S4.9, S4.20.

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/heap/factory.h"
#include "core/reflect/reflected.h"

namespace bare_container {

struct Cell {
  GC_REFLECTED_STRUCT(Cell)
  gc::ObjectPtr<> item;
};
struct Number {
  GC_REFLECTED_STRUCT(Number)
  int number = 0;
};
class Bag : public gc::NamedObject {
  GC_REFLECTED(Bag, gc::NamedObject)
  explicit Bag(const gc::Birth& birth) : NamedObject(birth) {}
  std::vector<Cell> slots;
  std::vector<Number> numbers;
};

}  // namespace bare_container

GC_DESCRIBE_STRUCT(bare_container::Cell, "/Script/BareContainer", GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(bare_container::Number, "/Script/BareContainer", GC_PROPERTY_OF(number))

namespace gc {
namespace {

using bare_container::Bag;
using bare_container::Cell;
using bare_container::Number;

static_assert(IsBareContainer<std::vector<ObjectPtr<>>>());
static_assert(IsBareContainer<std::map<int, ObjectPtr<>>>());
static_assert(!IsBareContainer<Container<std::vector<ObjectPtr<>>>>());
static_assert(!IsBareContainer<std::array<ObjectPtr<>, 2>>());
static_assert(!IsBareContainer<std::vector<WeakPtr<Bag>>>());
static_assert(!IsBareContainer<std::string>());

Schema LinesOf(const Property& property) {
  const Property properties[] = {property};
  Reflection reflection{.name = "Bag", .module = "/Script/BareContainer"};
  reflection.properties = properties;
  return LinkedLines(reflection);
}

TEST(BareContainerDeathTest, OfStructsWithReferencesIsRefusedByName) {
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::slots, "slots")), "gc::Container.*slots");
}

TEST(BareContainer, OfStructsWithoutReferencesHasNoLine) {
  EXPECT_TRUE(LinesOf(PropertyOf(&Bag::numbers, "numbers")).empty());
}

}  // namespace
}  // namespace gc
