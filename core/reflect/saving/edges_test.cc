// core/reflect/saving/edges_test.cc -- the last value that fits, and the place of the first that
// does not.
//
// Rows: S4.24.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/testing/saving.h"

namespace saved {

// Made alone, it has no class object.
class Stray : public gc::NamedObject {
 public:
  Stray(const gc::Birth& birth, int of) : NamedObject(birth), number(of) {}
  int number;
  static const gc::Class kClass;
};
const gc::Class Stray::kClass = gc::DescribeNamed<Stray>("Stray", gc::NamedObject::kClass);

// Described by hand, it is not reflected.
class Plain : public gc::NamedObject {
 public:
  explicit Plain(const gc::Birth& birth) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Plain::kClass = gc::DescribeNamed<Plain>("Plain", gc::NamedObject::kClass);

}  // namespace saved

namespace gc {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using SavingEdges = Saving;

class SavingEdgesBoth : public Saving, public testing::WithParamInterface<Encoding> {};
INSTANTIATE_TEST_SUITE_P(Encodings, SavingEdgesBoth,
                         testing::Values(Encoding::kJson, Encoding::kBinary), [](const auto& each) {
                           return each.param == Encoding::kJson ? "Json" : "Binary";
                         });

// S4.24
TEST_P(SavingEdgesBoth, TheLeastAndTheLargestNumbersComeBack) {
  for (const bool least : {true, false}) {
    const auto last = [least]<class T>(T& number) {
      number = least ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
    };
    last(all->tiny);
    last(all->small);
    last(all->usual);
    last(all->large);
    last(all->real);
    last(all->precise);
    const auto* const loaded = LoadAs<Everything>(SaveAs(*all, GetParam()), {}, GetParam());
    ASSERT_NE(loaded, nullptr);
    EXPECT_EQ(loaded->tiny, all->tiny);
    EXPECT_EQ(loaded->small, all->small);
    EXPECT_EQ(loaded->usual, all->usual);
    EXPECT_EQ(loaded->large, all->large);
    EXPECT_EQ(loaded->real, all->real);
    EXPECT_EQ(loaded->precise, all->precise);
  }
}

// S4.24
TEST_F(SavingEdges, ANumberThatIsOneTooFarIsRefused) {
  const auto refuse = [this](const std::string& name, const std::string& value,
                             const std::string& type) {
    EXPECT_EQ(WhyNot("{\"" + name + "\":" + value + '}'),
              "objects[0].properties." + name + ": " + value + " is out of the range of " + type);
  };
  refuse("tiny", "128", "int8");
  refuse("tiny", "-129", "int8");
  refuse("small", "65536", "uint16");
  refuse("usual", "2147483648", "int32");
  refuse("usual", "-2147483649", "int32");
  refuse("usual", "9223372036854775808", "int32");
  refuse("large", "-1", "uint64");
  refuse("real", "3.5e+38", "real32");
  refuse("real", "-3.5e+38", "real32");
}

// S4.24: the position in bytes, of what is no document at all.
TEST_F(SavingEdges, BytesThatAreNoDocumentAreRefusedWithTheirPosition) {
  EXPECT_EQ(WhyNotBytes("x"), "byte 1: this is no document");
  EXPECT_EQ(WhyNotBytes("{} {}"), "byte 4: this is no document") << "there is more behind it";
  EXPECT_THAT(WhyNotBytes(""), StartsWith("byte "));
  EXPECT_EQ(WhyNotBytes("\xC1", Encoding::kBinary), "byte 1: this is no document");
  EXPECT_THAT(WhyNotBytes("", Encoding::kBinary), StartsWith("byte "));
  EXPECT_THAT(WhyNotBytes("\x80\x80", Encoding::kBinary), HasSubstr(": this is no document"));
}

// S4.24: each object of the document is checked, before any is made.
TEST_F(SavingEdges, AValueOfAnObjectInsideIsRefusedWithItsPlace) {
  const std::string two =
      R"({"format":"tricolour-objects","version":1,"objects":[)"
      R"({"path":"./","class":"/Script/Test.Room","properties":{"number":2}},)"
      R"({"path":"./a","class":"/Script/Test.Room","properties":{"number":"x"}}]})";
  EXPECT_EQ(WhyNotBytes(two), "objects[1].properties.number: expected int32, found string");
}

// S4.24: what has no class object is told, whatever is inside of it.
TEST_F(SavingEdges, AnObjectThatWasMadeAloneIsNotSaved) {
  auto* const stray = make.NewAlone<saved::Stray>("Stray", 0, 7);
  auto* const inside = make.New<Everything>({.outer = stray, .name = "inside"});
  inside->any = inside;
  inside->room = make.New<Room>({.outer = inside, .name = "room"});
  EXPECT_EQ(SaveObject(heap, *stray, Encoding::kJson, error), std::nullopt);
  EXPECT_EQ(error, "./: it has no class object");
  make.Rename(*stray, {.outer = all});
  all->any = stray;
  EXPECT_EQ(SaveObject(heap, *all, Encoding::kJson, error), std::nullopt);
  EXPECT_EQ(error, "./Stray: it has no class object");
}

// S4.24
TEST_F(SavingEdges, AnObjectOfAClassThatIsNotReflectedIsNotSaved) {
  make.New<saved::Plain>({.outer = room, .name = "Plain"});
  EXPECT_EQ(SaveObject(heap, *room, Encoding::kJson, error), std::nullopt);
  EXPECT_EQ(error, "./Plain: its class Plain is not reflected");
}

// S2.17: what is saved by itself is not asked whether it, or what it is inside of, is transient.
TEST_F(SavingEdges, WhatIsInsideOfATransientObjectThatIsSavedIsSaved) {
  Room* const passing = make.New<Room>({.name = "passing", .flags = object_flag::kTransient});
  for (const ObjectFlags flags : {ObjectFlags{}, ObjectFlags{object_flag::kTransient}}) {
    Everything* const object = make.New<Everything>({.outer = passing, .flags = flags});
    object->room = make.New<Room>({.outer = object, .name = "inside"});
    object->any = object;
    EXPECT_EQ(PropertiesOf(*object), Saved::parse(R"({"room":"./inside","any":"./"})"));
  }
}

}  // namespace
}  // namespace gc
