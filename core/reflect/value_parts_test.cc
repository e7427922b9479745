// core/reflect/value_parts_test.cc -- the parts of a value, and the references and paths in it.
//
// Rows: S4.5, S4.16.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/reflect/value_types.h"
#include "core/testing/library.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::Pair;

// What an array says of its parts, which are all in it.
template <class Array>
std::vector<int> NumbersIn(Array& array) {
  std::vector<void*> parts;
  const ValueOperations& operations = kValueTypeOf<Array>.operations;
  operations.each(&array, {[](void* into, const void* key, void* element) {
                             EXPECT_EQ(key, nullptr);
                             static_cast<std::vector<void*>*>(into)->push_back(element);
                           },
                           &parts});
  EXPECT_EQ(operations.size(&array), parts.size());
  std::vector<int> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (operations.at != nullptr) {
      EXPECT_EQ(operations.at(&array, i), parts[i]);
    }
    numbers.push_back(*static_cast<int*>(parts[i]));
  }
  return numbers;
}

TEST(ValueParts, AreVisitedEachInTurn) {
  int row[3] = {1, 2, 3};
  std::array<int, 3> array = {4, 5, 6};
  std::vector<int> vector = {7, 8, 9};
  std::deque<int> deque = {10, 11};
  std::set<int> set = {13, 12};
  std::optional<int> some = 14;
  std::optional<int> none;
  std::variant<std::string, int> variant = 15;
  EXPECT_THAT(NumbersIn(row), ElementsAre(1, 2, 3));
  EXPECT_THAT(NumbersIn(array), ElementsAre(4, 5, 6));
  EXPECT_THAT(NumbersIn(vector), ElementsAre(7, 8, 9));
  EXPECT_THAT(NumbersIn(deque), ElementsAre(10, 11));
  EXPECT_THAT(NumbersIn(set), ElementsAre(12, 13));
  EXPECT_THAT(NumbersIn(some), ElementsAre(14));
  EXPECT_THAT(NumbersIn(none), ElementsAre());
  EXPECT_THAT(NumbersIn(variant), ElementsAre(15));
}

TEST(ValueParts, OfAMapAreItsKeysAndWhatTheyLeadTo) {
  std::map<int, std::string> map = {{1, "one"}, {2, "two"}};
  std::vector<std::pair<int, std::string>> seen;
  kValueTypeOf<decltype(map)>.operations.each(
      &map, {[](void* into, const void* key, void* element) {
               static_cast<decltype(seen)*>(into)->emplace_back(
                   *static_cast<const int*>(key), *static_cast<std::string*>(element));
             },
             &seen});
  EXPECT_THAT(seen, ElementsAre(Pair(1, "one"), Pair(2, "two")));
}

struct CountedPart {
  CountedPart() { ++count; }
  ~CountedPart() { --count; }
  inline static int count = 0;
};

TEST(ValueParts, AreConstructedAndDestroyedWithTheWhole) {
  alignas(CountedPart) std::byte room[3 * sizeof(CountedPart)];
  for (const ValueType* const type : {&kValueTypeOf<CountedPart>, &kValueTypeOf<CountedPart[3]>}) {
    type->operations.construct(room);
    EXPECT_EQ(CountedPart::count, static_cast<int>(type->size / sizeof(CountedPart)));
    type->operations.destroy(room);
    EXPECT_EQ(CountedPart::count, 0);
  }
}

// One after the other, and nothing beside them.
TEST(ValueParts, OfAnArrayAreCopiedToTheirPlaces) {
  const int from[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  int to[5][2] = {};
  kValueTypeOf<int[3][2]>.operations.copy(&to[1], &from);
  EXPECT_THAT(to, ElementsAre(ElementsAre(0, 0), ElementsAre(1, 2), ElementsAre(3, 4),
                              ElementsAre(5, 6), ElementsAre(0, 0)));
}

class ReferencesAsValues : public testing::Test {
 protected:
  Heap heap;
  Library library{heap};
  PathTable paths{library};
  Node* const node = heap.New<Node>('n');
};

// S4.5: a soft reference is known by its path.
TEST_F(ReferencesAsValues, ASoftOneIsGivenAPath) {
  SoftPtr<Node> soft;
  const ValueOperations& operations = kValueTypeOf<SoftPtr<Node>>.operations;
  EXPECT_EQ(operations.path(&soft), "");
  operations.set_path(&soft, paths.Intern("a"));
  EXPECT_EQ(operations.path(&soft), "a");
  EXPECT_EQ(soft.Load(), library.Loaded("a"));
}

// S4.5: a lazy one is known by its path, and by the object once that is there.
TEST_F(ReferencesAsValues, ALazyOneIsGivenAPathOrAnObject) {
  LazyPtr<Node> lazy;
  const LazyPtr<Node> another(paths.Intern("b"));
  const ValueOperations& operations = kValueTypeOf<LazyPtr<Node>>.operations;
  EXPECT_EQ(operations.path(&lazy), "");
  EXPECT_EQ(operations.read(&lazy), nullptr);
  operations.set_path(&lazy, paths.Intern("a"));
  EXPECT_EQ(operations.path(&lazy), "a");
  EXPECT_EQ(operations.read(&lazy), nullptr) << "it is not loaded for that";
  EXPECT_FALSE(operations.equal(&lazy, &another));
  operations.set_reference(&lazy, node);
  EXPECT_EQ(operations.read(&lazy), node);
  EXPECT_EQ(operations.path(&lazy), "");
  EXPECT_EQ(lazy.Get(), node);
  const LazyPtr<Node> same(node);
  const LazyPtr<Node> other(heap.New<Node>('o'));
  EXPECT_TRUE(operations.equal(&lazy, &same));
  EXPECT_FALSE(operations.equal(&lazy, &other));
  EXPECT_FALSE(operations.equal(&lazy, &another));
  operations.set_path(&lazy, paths.Intern("b"));
  EXPECT_TRUE(operations.equal(&lazy, &another));
  EXPECT_TRUE(library.asked.empty());
}

TEST_F(ReferencesAsValues, AStrongAndAWeakOneAreGivenAnObject) {
  ObjectPtr<Node> strong;
  WeakPtr<Node> weak;
  const ValueOperations& of_strong = kValueTypeOf<ObjectPtr<Node>>.operations;
  const ValueOperations& of_weak = kValueTypeOf<WeakPtr<Node>>.operations;
  EXPECT_EQ(of_strong.read(&strong), nullptr);
  EXPECT_EQ(of_weak.read(&weak), nullptr);
  of_strong.set_reference(&strong, node);
  of_weak.set_reference(&weak, node);
  EXPECT_EQ(of_strong.read(&strong), node);
  EXPECT_EQ(of_weak.read(&weak), node);
  of_strong.set_reference(&strong, nullptr);
  of_weak.set_reference(&weak, nullptr);
  EXPECT_EQ(strong, nullptr);
  EXPECT_EQ(weak.Get(), nullptr);
}

}  // namespace
}  // namespace gc
