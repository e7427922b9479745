// core/reflect/editing/value_conversion_test.cc -- a value of one type as a value of another.
//
// Row: S3.15.

#include "core/reflect/editing/value_conversion.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/gc.h"
#include "core/heap/name_resolver.h"
#include "core/reflect/reflected.h"
#include "core/reflect/value_types.h"

namespace converted {
enum class OldMood : std::uint8_t { kCalm, kAngry, kSad };
enum class NewMood : std::int16_t { kSad = -3, kCalm = 5 };

// Of the second member one type has less room.
struct OldStone {
  GC_REFLECTED_STRUCT(OldStone)
  int weight = 1;
  int colour = 2;
  int grain = 3;
};
struct NewStone {
  GC_REFLECTED_STRUCT(NewStone)
  NewStone() { ++alive; }
  NewStone(const NewStone& other) : grain(other.grain), colour(other.colour) { ++alive; }
  NewStone& operator=(const NewStone&) = default;
  ~NewStone() { --alive; }
  static inline int alive = 0;
  double grain = 9;
  std::int8_t colour = 9;
};
}  // namespace converted
GC_DESCRIBE_STRUCT(converted::OldStone, "/Script/Converted", GC_PROPERTY_OF(weight),
                   GC_PROPERTY_OF(colour), GC_PROPERTY_OF(grain))
GC_DESCRIBE_STRUCT(converted::NewStone, "/Script/Converted", GC_PROPERTY_OF(grain),
                   GC_PROPERTY_OF(colour))
GC_DESCRIBE_ENUM(converted::OldMood, kCalm, kAngry, kSad)
GC_DESCRIBE_ENUM(converted::NewMood, kSad, kCalm)

namespace gc {
namespace {

class Conversions : public testing::Test {
 protected:
  // How many parts were left out.
  template <class To, class From>
  std::size_t Convert(To& to, const From& from) {
    const ObjectMap nothing;
    return ValueConversion(nothing, nullptr)
        .Convert(kValueTypeOf<To>, &to, kValueTypeOf<From>, &from);
  }
  template <class To, class From>
  To Converted(const From& from) {
    To to{};
    EXPECT_EQ(Convert(to, from), 0u);
    return to;
  }
  // The value stays what it was.
  template <class To, class From>
  void ExpectLeftOut(const From& from) {
    To to{7};
    EXPECT_EQ(Convert(to, from), 1u);
    EXPECT_EQ(to, To{7});
  }
};

// S3.15
TEST_F(Conversions, NumbersKeepTheirValueOrAreLeftOut) {
  EXPECT_EQ(Converted<std::int64_t>(std::int8_t{-5}), -5);
  EXPECT_EQ(Converted<std::uint8_t>(std::int32_t{255}), 255);
  EXPECT_EQ(Converted<double>(std::int32_t{-3}), -3.0);
  EXPECT_EQ(Converted<double>(std::uint64_t{1} << 63), 9223372036854775808.0);
  EXPECT_EQ(Converted<int>(3.0), 3);
  EXPECT_EQ(Converted<float>(0.5), 0.5f);
  EXPECT_EQ(Converted<double>(0.25f), 0.25);
  ExpectLeftOut<std::uint8_t>(std::int32_t{256});
  ExpectLeftOut<std::uint64_t>(std::int64_t{-1});
  ExpectLeftOut<std::int64_t>(std::uint64_t{1} << 63);
  ExpectLeftOut<int>(3.5);
  ExpectLeftOut<unsigned>(-1.0);
  ExpectLeftOut<std::uint64_t>(-1.0);
  ExpectLeftOut<std::int64_t>(9223372036854775808.0);
  ExpectLeftOut<int>(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(Converted<std::uint64_t>(9223372036854775808.0), std::uint64_t{1} << 63);
  EXPECT_EQ(Converted<double>(std::int64_t{1} << 53), 9007199254740992.0);
  EXPECT_EQ(Converted<float>(0.1), 0.1f) << "the nearest";
  EXPECT_EQ(Converted<float>(std::numeric_limits<double>::infinity()),
            std::numeric_limits<float>::infinity());
  ExpectLeftOut<std::uint64_t>(18446744073709551616.0);
  ExpectLeftOut<double>((std::int64_t{1} << 53) + 1);
  ExpectLeftOut<double>(std::numeric_limits<std::uint64_t>::max());
  ExpectLeftOut<float>(16777217);
  ExpectLeftOut<float>(1e300);
  ExpectLeftOut<int>(true);
  ExpectLeftOut<int>(std::string("7"));
}

// S3.15
TEST_F(Conversions, ContainersGoPartByPart) {
  EXPECT_EQ(Converted<std::vector<double>>(std::vector<int>{1, 2}), (std::vector<double>{1, 2}));
  EXPECT_EQ(Converted<std::optional<double>>(std::optional<int>(4)), 4.0);
  EXPECT_EQ(Converted<std::optional<double>>(std::optional<int>()), std::nullopt);
  using Old = std::map<int, std::uint64_t>;
  using New = std::map<std::int8_t, double>;
  EXPECT_EQ((Converted<New>(Old{{1, 2}, {3, 4}})), (New{{1, 2.0}, {3, 4.0}}));
  std::array<double, 3> longer{9, 9, 9};
  EXPECT_EQ(Convert(longer, std::array<int, 2>{1, 2}), 0u);
  EXPECT_EQ(longer, (std::array<double, 3>{1, 2, 9}));
  std::array<double, 1> shorter{};
  EXPECT_EQ(Convert(shorter, std::array<int, 3>{1, 2, 3}), 2u);
  EXPECT_EQ(shorter[0], 1.0);
}

// S3.15: what was in the new value before is gone; an element that is left out has its default, and
// an entry without its key is none.
TEST_F(Conversions, PartsThatAreLeftOutAreCounted) {
  std::vector<std::int8_t> bytes{5};
  EXPECT_EQ(Convert(bytes, std::vector<int>{1, 1000, 3}), 1u);
  EXPECT_EQ(bytes, (std::vector<std::int8_t>{1, 0, 3}));
  std::map<std::int8_t, double> map;
  EXPECT_EQ(Convert(map, std::map<int, int>{{1, 10}, {1000, 20}}), 1u);
  EXPECT_EQ(map, (std::map<std::int8_t, double>{{1, 10.0}}));
  std::set<std::int8_t> set;
  EXPECT_EQ(Convert(set, std::set<int>{1, 1000}), 1u);
  EXPECT_EQ(set, (std::set<std::int8_t>{1}));
  // Two keys become one.
  std::map<float, int> fewer;
  EXPECT_EQ(Convert(fewer, std::map<double, int>{{0.1, 1}, {0.1 + 1e-12, 2}}), 1u);
  EXPECT_EQ(fewer.size(), 1u);
}

// S3.15: what is made on the way is gone afterwards.
TEST_F(Conversions, StructsGoPropertyByProperty) {
  using converted::NewStone;
  using converted::OldStone;
  const OldStone small{.weight = 4, .colour = 5, .grain = 6};
  const OldStone large{.weight = 7, .colour = 1000, .grain = 8};
  {
    std::vector<NewStone> stones;
    EXPECT_EQ(Convert(stones, std::vector<OldStone>{small, large}), 3u)
        << "two weights, which are no more, and a colour, which has no room";
    ASSERT_EQ(stones.size(), 2u);
    EXPECT_EQ(stones[0].grain, 6.0);
    EXPECT_EQ(stones[0].colour, 5);
    EXPECT_EQ(stones[1].grain, 8.0);
    EXPECT_EQ(stones[1].colour, 9) << "as in a new one";
    EXPECT_EQ(NewStone::alive, 2);
    std::array<NewStone, 2> row;
    EXPECT_EQ(Convert(row, std::array<OldStone, 2>{large, small}), 3u);
    EXPECT_EQ(row[0].colour, 9);
    EXPECT_EQ(row[1].grain, 6.0);
  }
  EXPECT_EQ(NewStone::alive, 0);
}

// S3.15
TEST_F(Conversions, EnumeratorsAreFoundByName) {
  using converted::NewMood;
  using converted::OldMood;
  EXPECT_EQ(Converted<NewMood>(OldMood::kCalm), NewMood::kCalm);
  EXPECT_EQ(Converted<NewMood>(OldMood::kSad), NewMood::kSad);
  NewMood mood = NewMood::kSad;
  EXPECT_EQ(Convert(mood, OldMood::kAngry), 1u) << "is none any more";
  EXPECT_EQ(mood, NewMood::kSad);
}

// S3.15
TEST_F(Conversions, AVariantKeepsItsChoice) {
  using Old = std::variant<int, std::string, bool>;
  using New = std::variant<double, std::string>;
  EXPECT_EQ(std::get<0>(Converted<New>(Old(5))), 5.0);
  EXPECT_EQ(std::get<1>(Converted<New>(Old("text"))), "text");
  New is = 1.5;
  EXPECT_EQ(Convert(is, Old(true)), 1u);
  EXPECT_EQ(std::get<0>(is), 1.5);
}

// S3.15
TEST_F(Conversions, ReferencesLeadToWhatTookThePlace) {
  Heap heap;
  Factory make(heap);
  Package* const was = make.New<Package>();
  Package* const is = make.New<Package>();
  const ObjectMap instead{{was, is}};
  const ValueConversion conversion(instead, nullptr);
  ObjectPtr<NamedObject> any(was);
  ObjectPtr<Package> package;
  conversion.Convert(kValueTypeOf<ObjectPtr<Package>>, &package,
                     kValueTypeOf<ObjectPtr<NamedObject>>, &any);
  EXPECT_EQ(package, is);
  WeakPtr<NamedObject> weak(is);
  WeakPtr<Package> weaker(was);
  conversion.Convert(kValueTypeOf<WeakPtr<Package>>, &weaker, kValueTypeOf<WeakPtr<NamedObject>>,
                     &weak);
  EXPECT_EQ(weaker.Get(), is);
  any = make.ClassOf<Package>();
  EXPECT_EQ(conversion.Convert(kValueTypeOf<ObjectPtr<Package>>, &package,
                               kValueTypeOf<ObjectPtr<NamedObject>>, &any),
            1u)
      << "a class is no package";
  EXPECT_EQ(package, is);
  // Paths go along where there is a table of them.
  NameResolver resolver(heap);
  PathTable paths(resolver);
  const SoftPtr<NamedObject> soft(paths.Intern("Hall/Door"));
  SoftPtr<Package> softer;
  EXPECT_EQ(conversion.Convert(kValueTypeOf<SoftPtr<Package>>, &softer,
                               kValueTypeOf<SoftPtr<NamedObject>>, &soft),
            1u);
  EXPECT_EQ(ValueConversion(instead, &paths)
                .Convert(kValueTypeOf<SoftPtr<Package>>, &softer,
                         kValueTypeOf<SoftPtr<NamedObject>>, &soft),
            0u);
  EXPECT_EQ(kValueTypeOf<SoftPtr<Package>>.operations.path(&softer), "Hall/Door");
  any = nullptr;
  conversion.Convert(kValueTypeOf<ObjectPtr<Package>>, &package,
                     kValueTypeOf<ObjectPtr<NamedObject>>, &any);
  EXPECT_EQ(package, nullptr);
}

}  // namespace
}  // namespace gc
