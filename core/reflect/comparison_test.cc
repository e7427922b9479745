// core/reflect/comparison_test.cc -- when two values of one type are the same.
//
// Rows: S4.5, S4.16.

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/gc.h"
#include "core/reflect/reflected.h"
#include "core/reflect/value_types.h"

namespace comparison {

class Author final : public gc::Object {
  GC_REFLECTED(Author, gc::Object)
  explicit Author(const gc::Birth& birth) : Object(birth) {}
};
struct Signed {
  GC_REFLECTED_STRUCT(Signed)
  gc::ObjectPtr<> by;
  int shown = 0;
  int passing = 0;
  double weight = 0;
};

}  // namespace comparison

GC_DESCRIBE(comparison::Author, "/Script/Comparison")
GC_DESCRIBE_STRUCT(comparison::Signed, "/Script/Comparison", GC_PROPERTY_OF(by),
                   GC_PROPERTY_OF(shown), GC_PROPERTY_OF(passing, gc::property::kTransient),
                   GC_PROPERTY_OF(weight))

namespace gc {
namespace {

using comparison::Author;
using comparison::Signed;
using Ref = ObjectPtr<>;

template <class T>
bool AreTheSame(const T& a, const T& b, const Comparing& how = {}) {
  return AreEqual(kValueTypeOf<T>, &a, &b, how);
}

TEST(Comparisons, ANumberIsTheSameWithItsSignOrIfBothAreNone) {
  const auto expect = [](auto none, auto one, auto zero) {
    EXPECT_TRUE(AreTheSame(one, one));
    EXPECT_FALSE(AreTheSame(one, -one));
    EXPECT_FALSE(AreTheSame(one, zero));
    EXPECT_TRUE(AreTheSame(-zero, -zero));
    EXPECT_FALSE(AreTheSame(zero, -zero));
    EXPECT_TRUE(AreTheSame(none, none));
    EXPECT_FALSE(AreTheSame(none, one));
    EXPECT_FALSE(AreTheSame(one, none));
  };
  expect(std::numeric_limits<float>::quiet_NaN(), 1.0f, 0.0f);
  expect(std::numeric_limits<double>::quiet_NaN(), 1.0, 0.0);
  EXPECT_FALSE(AreTheSame(Signed{.weight = 0.0}, Signed{.weight = -0.0})) << "inside of a struct";
}

TEST(Comparisons, WhatIsTransientCountsUnlessItIsLeftOut) {
  const Signed one{.shown = 1, .passing = 1};
  const Signed passed{.shown = 1, .passing = 2};
  const Signed another{.shown = 2, .passing = 1};
  const Comparing lasting{.with_transient = false};
  EXPECT_TRUE(AreTheSame(one, one));
  EXPECT_FALSE(AreTheSame(one, passed));
  EXPECT_FALSE(AreTheSame(one, another));
  EXPECT_TRUE(AreTheSame(one, passed, lasting));
  EXPECT_FALSE(AreTheSame(one, another, lasting));
  EXPECT_TRUE(AreTheSame<std::vector<Signed>>({one}, {passed}, lasting));
  EXPECT_FALSE(AreTheSame<std::vector<Signed>>({one}, {another}, lasting));
}

TEST(Comparisons, AMapIsTheSameIfKeysAndValuesAre) {
  using Weights = std::map<int, double>;
  EXPECT_TRUE(AreTheSame<Weights>({{1, 5}, {2, 6}}, {{1, 5}, {2, 6}}));
  EXPECT_FALSE(AreTheSame<Weights>({{1, 5}, {2, 6}}, {{1, 5}, {3, 6}})) << "another key";
  EXPECT_FALSE(AreTheSame<Weights>({{1, 5}, {2, 6}}, {{1, 5}, {2, 7}})) << "another value";
  EXPECT_FALSE(AreTheSame<Weights>({{1, 5}, {2, 6}}, {{1, 6}, {2, 5}})) << "of other keys";
  EXPECT_FALSE(AreTheSame<Weights>({{1, 5}, {2, 6}}, {{1, 5}})) << "fewer";
  EXPECT_FALSE(AreTheSame<std::set<int>>({1, 2}, {1, 3}));
}

// Cannot be made of a number.
struct Fragile {
  Fragile() = default;
  explicit Fragile(int) { throw 1; }
  bool operator==(const Fragile&) const = default;
  std::string text;
};

using Breakable = std::variant<int, Fragile>;

Breakable WithoutValue() {
  Breakable choice;
  EXPECT_THROW(choice.emplace<Fragile>(1), int);
  return choice;
}

// S4.16: what an exception has left without a value has no part.
TEST(Comparisons, AVariantMayHaveLostItsValue) {
  Breakable lost = WithoutValue();
  ASSERT_TRUE(lost.valueless_by_exception());
  EXPECT_TRUE(AreTheSame(lost, WithoutValue()));
  EXPECT_FALSE(AreTheSame(lost, Breakable(0)));
  EXPECT_FALSE(AreTheSame(Breakable(0), lost));
  const ValueOperations& operations = kValueTypeOf<Breakable>.operations;
  EXPECT_EQ(operations.size(&lost), 0u);
  int parts = 0;
  operations.each(&lost,
                  {[](void* count, const void*, void*) { ++*static_cast<int*>(count); }, &parts});
  EXPECT_EQ(parts, 0);
  operations.clear(&lost);
  EXPECT_EQ(lost, Breakable(0));
}

// Two originals and their copies: a reference is the same as one to the copy of what it leads to.
class ComparisonsOfCopies : public testing::Test {
 protected:
  static bool IsCopy(const void* self, const ValueType& type, const void* a, const void* b) {
    const auto& copies = static_cast<const ComparisonsOfCopies*>(self)->copies_;
    const auto found = copies.find(type.operations.read(a));
    return found != copies.end() && found->second == type.operations.read(b);
  }
  // What `make` makes of the originals is the same as what it makes of the copies.
  template <class Make>
  void Expect(Make&& make) {
    const Comparing how{.references = IsCopy, .context = this};
    const auto originals = make(first_, second_);
    const auto copies = make(first_copy_, second_copy_);
    EXPECT_TRUE(AreTheSame(originals, copies, how));
    EXPECT_FALSE(AreTheSame(copies, originals, how)) << "the first value is the original";
    EXPECT_FALSE(AreTheSame(originals, originals, how));
    EXPECT_FALSE(AreTheSame(originals, copies)) << "other objects";
    EXPECT_TRUE(AreTheSame(originals, originals));
    EXPECT_FALSE(AreTheSame(originals, make(first_copy_, nullptr), how));
  }

 private:
  Heap heap_;
  Ref first_{heap_.New<Author>()};
  Ref second_copy_{heap_.New<Author>()};  // so that sets have them in another order
  Ref first_copy_{heap_.New<Author>()};
  Ref second_{heap_.New<Author>()};
  const std::map<const Object*, const Object*> copies_ = {{first_.Get(), first_copy_.Get()},
                                                          {second_.Get(), second_copy_.Get()}};
};

TEST_F(ComparisonsOfCopies, AreMadeWhereverTheReferencesAre) {
  Expect([](const Ref&, const Ref& b) { return b; });
  Expect([](const Ref& a, const Ref& b) { return std::array<Ref, 2>{a, b}; });
  Expect([](const Ref& a, const Ref& b) { return std::vector<Ref>{a, b}; });
  Expect([](const Ref& a, const Ref& b) { return std::set<Ref>{a, b}; });
  Expect([](const Ref& a, const Ref& b) { return std::map<int, Ref>{{1, a}, {2, b}}; });
  Expect([](const Ref& a, const Ref& b) { return std::map<Ref, int>{{a, 1}, {b, 1}}; });
  Expect([](const Ref&, const Ref& b) { return std::optional<Ref>(b); });
  Expect([](const Ref&, const Ref& b) { return std::variant<int, Ref>(b); });
  Expect([](const Ref&, const Ref& b) { return Signed{.by = b}; });
}

}  // namespace
}  // namespace gc
