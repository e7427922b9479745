// core/object/class_test.cc -- a schema finds every reference, wherever the type keeps it.

#include "core/object/class.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

// A type with every kind of reference. It is polymorphic, so its Object part is not at its start.
struct Base {
  virtual ~Base() = default;
  long padding = 0;
};
struct House : Base, Object {
  explicit House(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> one;
  ObjectPtr<Node> pair[2];
  std::array<ObjectPtr<Node>, 2> couple;
  std::uintptr_t number = 0;
  static const Class kClass;
};
const Reference kHouseReferences[] = {
    Reference::To(&House::one, "one"), Reference::To(&House::pair, "pair"),
    Reference::To(&House::couple, "couple"), Reference::Trailing<House>("tail")};
const Class House::kClass = Describe<House>("House", kHouseReferences);

std::vector<const Object*> Referents(Object& object) {
  std::vector<const Object*> found;
  ForEachSlot(object, [&found](const ObjectSlot& slot) { found.push_back(slot.Raw()); });
  return found;
}

TEST(Schema, FindsSinglesArraysAndTheTrailingOnesInOrder) {
  Heap heap;
  House* const house = heap.NewWithTail<House>(2);
  std::vector<Node*> nodes;
  for (char name = 'a'; name < 'h'; ++name) nodes.push_back(heap.New<Node>(name));
  house->one = nodes[0];
  house->pair[0] = nodes[1];
  house->pair[1] = nodes[2];
  house->couple[0] = nodes[3];
  house->couple[1] = nodes[4];
  Tail(*house)[0] = nodes[5];
  Tail(*house)[1] = nodes[6];
  EXPECT_THAT(Referents(*house),
              ElementsAre(nodes[0], nodes[1], nodes[2], nodes[3], nodes[4], nodes[5], nodes[6]));
}

TEST(Schema, AnObjectThatDoesNotBeginWithItsObjectPartLivesAndDiesLikeAnother) {
  Heap heap;
  House* const house = heap.New<House>();
  heap.AddRoot(house);
  house->one = heap.New<Node>('a');
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
  heap.RemoveRoot(house);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(Schema, AnIntegerThatLooksLikeAnAddressKeepsNothingAlive) {
  Heap heap;
  House* const house = heap.New<House>();
  heap.AddRoot(house);
  house->number = reinterpret_cast<std::uintptr_t>(heap.New<Node>('a'));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST(Object, IsAlignedAndItsHeaderIsSmall) {
  Heap heap;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(heap.New<Node>('a')) % kObjectAlignment, 0u);
  EXPECT_LE(sizeof(Header), 16u);
}

TEST(Object, IndexLeadsToTheObjectAndBack) {
  Heap heap;
  for (int i = 0; i < 100; ++i) {
    const Node* const node = heap.New<Node>('a');
    EXPECT_EQ(heap.collector().population.table[node->header().index].Occupant(), node);
  }
  heap.Collect();
  const Table& table = heap.collector().population.table;
  for (Index index = 1; index < table.End(); ++index) {
    EXPECT_EQ(table[index].Occupant(), nullptr) << "the way there ends with the object";
  }
}

// A line is in the object with all that it needs, from its first byte to its last.
TEST(ClassDeathTest, RefusesALineThatLeadsOutOfTheObject) {
  const FieldOperations shows_nothing = {};
  Reference line = {.name = "line"};
  Class type;
  type.name = "Narrow";
  type.size = 64;
  type.object_offset = 16;
  type.references = {&line, 1};
  struct Case {
    ReferenceKind kind;
    std::uint32_t count;
    std::int32_t first, last;  // where the line may begin
  };
  for (const auto& [kind, count, first, last] :
       {Case{ReferenceKind::kOne, 1, -16, 40}, Case{ReferenceKind::kArray, 3, -16, 24},
        Case{ReferenceKind::kField, 0, -16, 47}, Case{ReferenceKind::kRaw, 0, -16, 47},
        Case{ReferenceKind::kTrailing, 0, 48, 48}}) {
    line.kind = kind;
    line.count = count;
    line.field = line.ShowsItself() ? &shows_nothing : nullptr;
    for (const std::int32_t inside : {first, last}) {
      line.offset = inside;
      type.CheckReferences();
    }
    for (const std::int32_t outside : {first - 1, last + 1}) {
      line.offset = outside;
      EXPECT_DEATH(type.CheckReferences(), "must be the type's own: Narrow.line") << outside;
    }
  }
  line.kind = ReferenceKind::kShown;
  line.offset = 1000;
  type.CheckReferences();
}

template <class T>
concept CanBeNewed = requires {
  new T(std::declval<const Birth&>(), 'a');
};
template <class T>
concept CanBeCopied = std::is_copy_constructible_v<T>;

TEST(Object, OnlyAHeapMakesOne) {
  static_assert(!CanBeNewed<Node>);
  static_assert(!CanBeCopied<Node>);
  static_assert(!std::is_constructible_v<Birth, Header>);
}

}  // namespace
}  // namespace gc
