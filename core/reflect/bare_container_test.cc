// core/reflect/bare_container_test.cc -- a container of references outside of gc::Container is
// refused by the compiler, or where it cannot know, when the class is described.
//
// Rows: S4.9, S4.20.

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/heap/factory.h"
#include "core/reflect/reflected.h"

namespace bare_container {

struct Cell {
  GC_REFLECTED_STRUCT(Cell)
  gc::ObjectPtr<> item;
};
struct Key {
  GC_REFLECTED_STRUCT(Key)
  gc::ObjectPtr<> item;
  bool operator<(const Key& other) const { return item.Get() < other.item.Get(); }
};
struct Number {
  GC_REFLECTED_STRUCT(Number)
  int number = 0;
};
struct Outer {
  GC_REFLECTED_STRUCT(Outer)
  std::vector<Cell> cells;
};
struct Undescribed {
  gc::ObjectPtr<> hidden;
};
struct Vector3 {
  float x, y, z;
};
struct Texture {
  std::string file;
};
class Bag : public gc::NamedObject {
  GC_REFLECTED(Bag, gc::NamedObject)
  explicit Bag(const gc::Birth& birth) : NamedObject(birth) {}
  std::vector<Cell> slots;
  std::vector<Number> numbers;
  gc::Container<std::vector<Outer>> outers;
  std::optional<Outer> maybe;
  std::variant<std::vector<Cell>, gc::ObjectPtr<>> either;
  std::variant<std::set<Key>, gc::ObjectPtr<>> keys;
  std::variant<std::map<int, Cell>, gc::ObjectPtr<>> table;
  Cell cell;
};

}  // namespace bare_container

template <>
inline constexpr bool gc::kHoldsNoReferences<bare_container::Texture> = true;

GC_DESCRIBE_STRUCT(bare_container::Cell, "/Script/BareContainer", GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(bare_container::Key, "/Script/BareContainer", GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(bare_container::Outer, "/Script/BareContainer", GC_PROPERTY_OF(cells))
GC_DESCRIBE_STRUCT(bare_container::Number, "/Script/BareContainer", GC_PROPERTY_OF(number))

namespace gc {
namespace {

using bare_container::Bag;
using bare_container::Cell;
using bare_container::Number;
using bare_container::Texture;
using bare_container::Undescribed;
using bare_container::Vector3;

template <class T>
constexpr bool IsBareContainer() {
  return HiddenReferencesOf<T>() == Hidden::kInContainer;
}
template <class T>
constexpr bool IsInOwner() {
  return HiddenReferencesOf<T>() == Hidden::kInOwner;
}
template <class T>
constexpr bool IsInClass() {
  return HiddenReferencesOf<T>() == Hidden::kInClass;
}
template <class T>
constexpr bool IsShown() {
  return HiddenReferencesOf<T>() == Hidden::kNowhere;
}
using BareVector = std::vector<ObjectPtr<>>;

static_assert(IsBareContainer<BareVector>());
static_assert(IsBareContainer<std::map<int, ObjectPtr<>>>());
static_assert(IsBareContainer<std::map<ObjectPtr<>, int>>());
static_assert(IsShown<Container<BareVector>>());
static_assert(IsShown<std::array<ObjectPtr<>, 2>>());
static_assert(IsShown<std::vector<WeakPtr<Bag>>>());
static_assert(IsShown<std::string>());
static_assert(IsShown<std::vector<std::string>>());
static_assert(IsShown<Container<std::vector<Cell>>>());

// Wherever the container is, and whatever it is.
static_assert(IsBareContainer<std::optional<BareVector>>());
static_assert(IsBareContainer<std::variant<int, BareVector>>());
static_assert(IsBareContainer<std::pair<BareVector, int>>());
static_assert(IsBareContainer<std::tuple<int, BareVector>>());
static_assert(IsBareContainer<std::array<BareVector, 2>>());
static_assert(IsBareContainer<Container<std::vector<BareVector>>>());
static_assert(IsBareContainer<Container<std::map<int, BareVector>>>());
static_assert(IsBareContainer<std::stack<ObjectPtr<>>>());
static_assert(IsBareContainer<std::list<Cell>>(), "linking knows nothing of a list");
static_assert(IsBareContainer<std::pair<std::vector<Cell>, int>>(), "nor of a pair");
static_assert(IsShown<std::vector<Cell>>(), "this one is looked at by linking");
static_assert(IsShown<std::stack<int>>());

static_assert(IsInOwner<std::unique_ptr<Cell>>());
static_assert(IsInOwner<std::shared_ptr<ObjectPtr<>>>());
static_assert(IsInOwner<std::unique_ptr<ObjectPtr<>[]>>());
static_assert(IsInOwner<std::vector<std::unique_ptr<Cell>>>());
static_assert(IsInOwner<std::shared_ptr<void>>());
static_assert(IsShown<std::shared_ptr<int>>());

// A class of which only its author knows what it holds.
static_assert(IsInClass<Undescribed>());
static_assert(IsInClass<Container<std::vector<Undescribed>>>());
static_assert(IsInClass<std::unique_ptr<Undescribed>>());
static_assert(IsInClass<std::optional<Undescribed>>());
static_assert(IsInClass<std::function<void()>>());
static_assert(IsShown<Vector3>(), "what is copied as bytes has no barrier");
static_assert(IsShown<Texture>(), "its author has said so");
static_assert(IsShown<std::vector<Texture>>());
static_assert(IsShown<StrongPtr<Bag>>());

Schema LinesOf(const Property& property) {
  const Property properties[] = {property};
  Reflection reflection{.name = "Bag", .module = "/Script/BareContainer"};
  reflection.properties = properties;
  return LinkedLines(reflection);
}

TEST(BareContainerDeathTest, OfStructsWithReferencesIsRefusedByName) {
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::slots, "slots")), "gc::Container.*slots");
}

// The struct is no part of the class: only its container's line is.
TEST(BareContainerDeathTest, InAStructInAContainerIsRefusedByName) {
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::outers, "outers")), "gc::Container.*Outer.cells");
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::maybe, "maybe")), "gc::Container.*Outer.cells");
}

TEST(BareContainerDeathTest, NextToAReferenceIsRefusedByName) {
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::either, "either")), "gc::Container.*either");
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::keys, "keys")), "gc::Container.*keys");
  EXPECT_DEATH(LinesOf(PropertyOf(&Bag::table, "table")), "gc::Container.*table");
}

TEST(BareContainer, IsNotAStructThatHoldsAReference) {
  EXPECT_EQ(LinesOf(PropertyOf(&Bag::cell, "cell")).size(), 1u);
}

TEST(BareContainer, OfStructsWithoutReferencesHasNoLine) {
  EXPECT_TRUE(LinesOf(PropertyOf(&Bag::numbers, "numbers")).empty());
}

}  // namespace
}  // namespace gc
