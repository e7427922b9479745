// core/reflect/value_type_test.cc -- values of which only the ValueType is known.
//
// Rows: S4.5, S4.8, S4.16.

#include "core/reflect/value_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "core/reflect/value_types.h"
#include "core/testing/reflected_types.h"

namespace reflected {

// Holds more of its own kind, and no reference.
struct Ring {
  GC_REFLECTED_STRUCT(Ring)
  int links = 0;
  std::vector<Ring> inner;
};

}  // namespace reflected

GC_DESCRIBE_STRUCT(reflected::Ring, "/Script/Test", GC_PROPERTY_OF(links), GC_PROPERTY_OF(inner))

namespace gc {
namespace {

template <class T>
void ExpectRange() {
  T value = 0;
  const ValueType& type = kValueTypeOf<T>;
  for (const std::int64_t edge : {static_cast<std::int64_t>(std::numeric_limits<T>::min()),
                                  static_cast<std::int64_t>(std::numeric_limits<T>::max())}) {
    EXPECT_TRUE(SetInteger(type, &value, edge)) << DescriptionOf(type);
    EXPECT_EQ(IntegerOf(type, &value), edge) << DescriptionOf(type);
  }
  value = 1;
  if constexpr (sizeof(T) < 8) {
    EXPECT_FALSE(SetInteger(type, &value, std::int64_t{std::numeric_limits<T>::min()} - 1));
    EXPECT_FALSE(SetInteger(type, &value, std::int64_t{std::numeric_limits<T>::max()} + 1));
  }
  EXPECT_EQ(value, 1) << "and nothing is changed";
}

template <class... Types>
void ExpectCopiesOf(bool should) {
  const bool said[] = {kHasCopy<Types>...};
  const ValueType* const types[] = {&kValueTypeOf<Types>...};
  for (std::size_t i = 0; i < sizeof...(Types); ++i) {
    EXPECT_EQ(said[i], should) << DescriptionOf(*types[i]);
    EXPECT_EQ(types[i]->operations.copy != nullptr, should) << DescriptionOf(*types[i]);
  }
}

// S4.5: what is known of the type beforehand is what its operations have.
TEST(ValueTypes, CanBeCopiedWhereTheirPartsCan) {
  using Only = std::unique_ptr<int>;
  ExpectCopiesOf<int, std::string, int[3], int[2][3], std::array<int, 2>, std::vector<int>,
                 std::map<int, int>, std::optional<int>, std::variant<int, float>, reflected::Ring>(
      true);
  ExpectCopiesOf<Only, Only[2], std::array<Only, 2>, std::vector<Only>>(false);
}

// S4.8
TEST(ValueTypes, IntegersKeepTheirRange) {
  ExpectRange<std::int8_t>();
  ExpectRange<std::uint8_t>();
  ExpectRange<std::int16_t>();
  ExpectRange<std::uint16_t>();
  ExpectRange<std::int32_t>();
  ExpectRange<std::uint32_t>();
  ExpectRange<std::int64_t>();
  ExpectRange<std::uint64_t>();
}

template <class T>
bool Equal(const T& a, const T& b) {
  return AreEqual(kValueTypeOf<T>, &a, &b);
}

TEST(ValueTypes, AreComparedPartByPart) {
  EXPECT_TRUE(Equal<std::vector<int>>({1, 2}, {1, 2}));
  EXPECT_FALSE(Equal<std::vector<int>>({1, 2}, {2, 1}));
  EXPECT_FALSE(Equal<std::vector<int>>({1, 2}, {1}));
  EXPECT_FALSE(Equal<std::vector<int>>({}, {1}));
  EXPECT_TRUE((Equal<std::optional<int>>(3, 3)));
  EXPECT_FALSE((Equal<std::optional<int>>(3, std::nullopt)));
  EXPECT_FALSE((Equal<std::variant<int, unsigned>>(3, 3u))) << "another choice";
  EXPECT_FALSE((Equal<std::variant<int, unsigned>>(3, 4)));
  EXPECT_TRUE((Equal<std::variant<int, unsigned>>(3u, 3u)));
  reflected::Pocket a;
  reflected::Pocket b;
  EXPECT_TRUE(Equal(a, b));
  b.slot.count = 1;
  EXPECT_FALSE(Equal(a, b)) << "deep inside";
}

// The order in which a hash table shows its parts says nothing.
TEST(ValueTypes, SetsAndMapsHaveNoOrder) {
  std::unordered_set<int> up;
  std::unordered_set<int> down;
  std::unordered_map<int, int> squares;
  std::unordered_map<int, int> same;
  for (int i = 0; i < 100; ++i) {
    up.insert(i);
    down.insert(99 - i);
    squares[i] = i * i;
    same[99 - i] = (99 - i) * (99 - i);
  }
  EXPECT_TRUE(Equal(up, down));
  EXPECT_TRUE(Equal(squares, same));
  same[7] = 0;
  down.erase(5);
  down.insert(500);
  EXPECT_FALSE(Equal(up, down));
  EXPECT_FALSE(Equal(squares, same));
}

TEST(ValueTypes, ContainersAreFilledAndCleared) {
  std::map<std::string, int> map = {{"old", 1}};
  const ValueOperations& of_map = kValueTypeOf<decltype(map)>.operations;
  const std::string key = "key";
  const int value = 7;
  of_map.add(&map, &key, &value);
  of_map.add(&map, nullptr, nullptr);
  EXPECT_EQ(map, (std::map<std::string, int>{{"old", 1}, {"key", 7}, {"", 0}}));
  of_map.clear(&map);
  EXPECT_TRUE(map.empty());

  std::deque<int> deque = {1};
  const ValueOperations& of_deque = kValueTypeOf<decltype(deque)>.operations;
  of_deque.add(&deque, nullptr, &value);
  EXPECT_EQ(*static_cast<int*>(of_deque.at(&deque, 1)), 7);
  EXPECT_EQ(of_deque.size(&deque), 2u);

  std::variant<int, std::string> variant = 4;
  const ValueOperations& of_variant = kValueTypeOf<decltype(variant)>.operations;
  of_variant.choose(&variant, 1);
  EXPECT_EQ(variant, (std::variant<int, std::string>(std::string())));
  EXPECT_EQ(of_variant.choice(&variant), 1u);
  of_variant.clear(&variant);
  EXPECT_EQ(variant.index(), 0u);

  std::optional<int> optional;
  kValueTypeOf<decltype(optional)>.operations.add(&optional, nullptr, &value);
  EXPECT_EQ(optional, 7);
}

// Value after value, and nothing beside them.
TEST(ValueTypes, AnArrayIsConstructedInItsPlace) {
  int numbers[5] = {9, 9, 9, 9, 9};
  kValueTypeOf<int[3]>.operations.construct(&numbers[1]);
  EXPECT_THAT(numbers, testing::ElementsAre(9, 0, 0, 0, 9));
}

// As a list that may have one element.
TEST(ValueTypes, AnOptionalAndAVariantHaveOnePartOrNone) {
  std::optional<int> optional = 3;
  std::variant<int, std::string> variant = 4;
  const ValueOperations& of_optional = kValueTypeOf<decltype(optional)>.operations;
  EXPECT_EQ(of_optional.size(&optional), 1u);
  EXPECT_EQ(kValueTypeOf<decltype(variant)>.operations.size(&variant), 1u);
  of_optional.clear(&optional);
  EXPECT_EQ(of_optional.size(&optional), 0u);
}

// What no case knows can be copied, and no more.
TEST(ValueTypes, OtherTypesAreOpaque) {
  struct Unknown {
    int x;
  };
  EXPECT_EQ(kValueTypeOf<Unknown>.kind, ValueKind::kOpaque);
  EXPECT_EQ(kValueTypeOf<std::vector<bool>>.kind, ValueKind::kOpaque);
  EXPECT_EQ(kValueTypeOf<std::vector<std::unique_ptr<int>>>.kind, ValueKind::kOpaque);
  EXPECT_EQ((kValueTypeOf<std::pair<Unknown, int>>.operations.equal), nullptr);
  EXPECT_FALSE(Equal(Unknown{1}, Unknown{1}));
}

TEST(ValueTypes, ReferencesAreOfFourKinds) {
  for (const ValueType* const type : {&kValueTypeOf<ObjectPtr<>>, &kValueTypeOf<WeakPtr<>>,
                                      &kValueTypeOf<SoftPtr<>>, &kValueTypeOf<LazyPtr<>>}) {
    EXPECT_TRUE(type->IsReference()) << DescriptionOf(*type);
  }
  for (const ValueType* const type :
       {&kValueTypeOf<reflected::Tree>, &kValueTypeOf<std::array<ObjectPtr<>, 2>>}) {
    EXPECT_FALSE(type->IsReference()) << DescriptionOf(*type);
  }
}

// S4.17: a type that contains itself does not lead the search in a circle.
TEST(ValueTypes, FollowReferencesThroughAllKinds) {
  EXPECT_TRUE(FollowsReferences(kValueTypeOf<reflected::Tree>));
  EXPECT_FALSE(FollowsReferences(kValueTypeOf<reflected::Ring>)) << "a circle ends";
  EXPECT_TRUE(FollowsReferences(kValueTypeOf<reflected::Pocket>));
  EXPECT_FALSE(FollowsReferences(kValueTypeOf<reflected::Numbers>));
  EXPECT_TRUE((FollowsReferences(kValueTypeOf<std::pair<int, ObjectPtr<>>>))) << "opaque";
  EXPECT_TRUE((FollowsReferences(kValueTypeOf<Map<ObjectPtr<>, int>>))) << "keys";
  EXPECT_FALSE((FollowsReferences(kValueTypeOf<std::variant<int, WeakPtr<>>>)));
  EXPECT_TRUE((FollowsReferences(kValueTypeOf<std::variant<int, LazyPtr<>>>)));
}

}  // namespace
}  // namespace gc
