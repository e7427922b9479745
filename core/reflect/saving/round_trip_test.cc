// core/reflect/saving/round_trip_test.cc -- what is hard to say in bytes comes back all the same.
//
// Rows: S3.7, S4.24.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/testing/saving.h"

namespace saved {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Numbers of which two are equal and not the same, or the same and not equal.
class Scale : public gc::NamedObject {
  GC_REFLECTED(Scale, gc::NamedObject)
  explicit Scale(const gc::Birth& birth) : NamedObject(birth) {}
  double zero = 0;
  float small = 0;
  double unset = kNan;
  std::vector<double> list = {0, kNan};
  std::optional<double> maybe = 0.0;
  std::int64_t least = 0;
  std::uint64_t most = 0;
  std::string text;
};
// Makes a leaf other than its class does.
class HeavyGate : public gc::NamedObject {
  GC_REFLECTED(HeavyGate, gc::NamedObject)
  explicit HeavyGate(const gc::Birth& birth) : NamedObject(birth) {
    leaf = CreateDefaultSubobject<Leaf>("Leaf");
    leaf->weight = 9;
    leaf->hinge = this;
  }
  gc::ObjectPtr<Leaf> leaf;
};
// Has its part wherever a reference can be.
class Keeper : public gc::NamedObject {
  GC_REFLECTED(Keeper, gc::NamedObject)
  explicit Keeper(const gc::Birth& birth) : NamedObject(birth) {
    Leaf* const leaf = CreateDefaultSubobject<Leaf>("Leaf");
    maybe = gc::ObjectPtr<Leaf>(leaf);
    choice = gc::ObjectPtr<Leaf>(leaf);
    by_name["leaf"] = leaf;
    set.insert(leaf);
  }
  std::optional<gc::ObjectPtr<Leaf>> maybe;
  std::variant<int, gc::ObjectPtr<Leaf>> choice;
  gc::Map<std::string, gc::ObjectPtr<Leaf>> by_name;
  gc::Set<Leaf> set;
};

}  // namespace saved

GC_DESCRIBE(saved::Scale, "/Script/Saved", GC_PROPERTY_OF(zero), GC_PROPERTY_OF(small),
            GC_PROPERTY_OF(unset), GC_PROPERTY_OF(list), GC_PROPERTY_OF(maybe),
            GC_PROPERTY_OF(least), GC_PROPERTY_OF(most), GC_PROPERTY_OF(text))
GC_DESCRIBE(saved::HeavyGate, "/Script/Saved", GC_PROPERTY_OF(leaf))
GC_DESCRIBE(saved::Keeper, "/Script/Saved", GC_PROPERTY_OF(maybe), GC_PROPERTY_OF(choice),
            GC_PROPERTY_OF(by_name), GC_PROPERTY_OF(set))

namespace gc {
namespace {

using saved::HeavyGate;
using saved::Keeper;
using saved::Leaf;
using saved::Scale;
using testing::HasSubstr;

class RoundTrip : public Saving, public testing::WithParamInterface<Encoding> {
 protected:
  template <class T>
  T* Again(T& object) {
    return LoadAs<T>(SaveAs(object, GetParam()), {}, GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Encodings, RoundTrip, testing::Values(Encoding::kJson, Encoding::kBinary),
                         [](const auto& each) {
                           return each.param == Encoding::kJson ? "Json" : "Binary";
                         });

using SavingTwice = Saving;

// S3.7: what compares equal to its default need not be it.
TEST_P(RoundTrip, ANegativeZeroComesBack) {
  Scale* const scale = make.New<Scale>();
  scale->zero = -0.0;
  scale->small = -0.0F;
  scale->list = {-0.0, 1};
  scale->maybe = -0.0;
  const Scale* const again = Again(*scale);
  EXPECT_TRUE(std::signbit(again->zero));
  EXPECT_TRUE(std::signbit(again->small));
  EXPECT_TRUE(std::signbit(again->list.front()));
  EXPECT_TRUE(std::signbit(*again->maybe));
}

// S3.7: and what is as its default need not compare equal.
TEST_P(RoundTrip, ADefaultThatIsNoNumberIsNotSaved) {
  EXPECT_EQ(PropertiesOf(*make.New<Scale>()), Saved::object());
}

TEST_P(RoundTrip, ExtremesComeBack) {
  Scale* const scale = make.New<Scale>();
  scale->zero = std::numeric_limits<double>::denorm_min();
  scale->small = -std::numeric_limits<float>::infinity();
  scale->unset = -std::numeric_limits<double>::max();
  scale->list = {0.1, 1e300, 3.141592653589793, std::numeric_limits<double>::quiet_NaN()};
  scale->least = std::numeric_limits<std::int64_t>::min();
  scale->most = std::numeric_limits<std::uint64_t>::max();
  scale->text = std::string("a\0b\x7F\xF0\x9F\x98\x80\xEF\xBB\xBF\n", 13);
  const Scale* const again = Again(*scale);
  EXPECT_EQ(again->zero, scale->zero);
  EXPECT_EQ(again->small, scale->small);
  EXPECT_EQ(again->unset, scale->unset);
  ASSERT_EQ(again->list.size(), 4u);
  EXPECT_EQ(again->list[0], 0.1);
  EXPECT_EQ(again->list[1], 1e300);
  EXPECT_EQ(again->list[2], 3.141592653589793);
  EXPECT_TRUE(std::isnan(again->list[3]));
  EXPECT_EQ(again->least, scale->least);
  EXPECT_EQ(again->most, scale->most);
  EXPECT_EQ(again->text, scale->text);
  scale->text = std::string(3'000'000, 'x');
  EXPECT_EQ(Again(*scale)->text, scale->text);
}

// S3.7: a gate that somebody put into another object has a leaf of its own kind, too.
TEST_P(RoundTrip, APartOfWhatIsInsideIsComparedWithWhatItStartedAs) {
  HeavyGate* const gate = make.New<HeavyGate>({.outer = all, .name = "gate"});
  EXPECT_EQ(Saved::parse(SaveAs(*all))["objects"].size(), 2u) << "its leaf is as it was made";
  gate->leaf->weight = 5;
  Everything* const again = Again(*all);
  const auto* const loaded = static_cast<HeavyGate*>(make.Find(again, "gate"));
  EXPECT_EQ(loaded->leaf->weight, 5) << "as a leaf's own class has it";
  EXPECT_EQ(loaded->leaf->hinge, loaded);
}

// A default object is no part of an object that is like it.
TEST_P(RoundTrip, AReferenceToAnotherInstanceIsNoneToItsDefaultObject) {
  HeavyGate* const gate = make.New<HeavyGate>({.outer = all, .name = "gate"});
  Everything& defaults = *static_cast<Everything*>(make.ClassOf<Everything>()->default_object());
  defaults.any = make.ClassOf<HeavyGate>()->default_object();
  all->any = gate;
  Everything* const again = Again(*all);
  EXPECT_EQ(again->any, make.Find(again, "gate"));
  defaults.any = nullptr;
}

// S3.7: also in what has no fixed number of parts.
TEST_P(RoundTrip, APartIsTheSameInAnyContainer) {
  Keeper* const keeper = make.New<Keeper>({.name = "keeper"});
  ASSERT_EQ(keeper->maybe->Get(), make.Find(keeper, "Leaf"));
  EXPECT_EQ(PropertiesOf(*keeper), Saved::object());
  keeper->by_name["none"] = nullptr;
  Keeper* const again = Again(*keeper);
  EXPECT_EQ(again->by_name.at("leaf").Get(), make.Find(again, "Leaf"));
  EXPECT_EQ(again->by_name.at("none"), nullptr);
}

// What is marked garbage ends; it does not come back from a file.
TEST_P(RoundTrip, GarbageIsNotSaved) {
  Room* const lost = make.New<Room>({.outer = all, .name = "lost"});
  Room* const other = make.New<Room>({.name = "other"});
  make.New<Room>({.outer = lost, .name = "in_it"});
  all->room = lost;
  all->any = other;
  all->list.push_back(lost);
  heap.MarkGarbage(lost);
  heap.MarkGarbage(other);
  const std::string bytes = SaveAs(*all, GetParam());
  heap.AddRoot(all);
  heap.Collect();
  const Everything* const again = LoadAs<Everything>(bytes, {}, GetParam());
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(make.Find(again, "lost"), nullptr);
  EXPECT_EQ(again->room, nullptr);
  EXPECT_EQ(again->any, nullptr);
  ASSERT_EQ(again->list.size(), 1u);
  EXPECT_EQ(*again->list.begin(), nullptr);
}

// What was saved can be loaded: what could not is told at once.
TEST_P(RoundTrip, WhatCouldNotBeLoadedIsNotSaved) {
  struct Nowhere : Resolver {
    Object* Find(std::string_view, const Class*) override { return nullptr; }
    Object* Load(std::string_view, const Class*) override { return nullptr; }
  } nowhere;
  PathTable paths(nowhere);
  all->soft = SoftPtr<Room>(paths.Intern("./Far"));
  EXPECT_EQ(SaveObject(heap, *all, GetParam(), error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("./ soft: no path may begin with \"./\""));
  all->soft = {};
  HeavyGate* const gate = make.New<HeavyGate>({.outer = all, .name = "gate"});
  make.Rename(*gate->leaf, {.name = "Old"});
  make.New<Room>({.outer = gate, .name = "Leaf"});
  EXPECT_EQ(SaveObject(heap, *all, GetParam(), error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("./gate/Leaf: its outer makes another part of this name"));
}

// A reference to what no look-up finds yet would lead nowhere.
TEST_P(RoundTrip, WhatIsUnderConstructionIsNoReference) {
  Reserved<Room> begun = make.Reserve<Room>({.outer = all, .name = "begun"});
  all->any = begun.object();
  EXPECT_EQ(SaveObject(heap, *all, GetParam(), error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("./ any: it refers to an object that is under construction"));
  all->any = nullptr;
  EXPECT_EQ(SaveObject(heap, *begun.object(), GetParam(), error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("the object is under construction"));
  begun.Construct();
}

// The message says which value.
TEST_P(RoundTrip, AValueThatIsTooDeepIsToldWithItsPlace) {
  reflected::Tree* tree = &all->tree;
  for (int i = 0; i < 40; ++i) tree = &tree->below.emplace_back();
  EXPECT_EQ(SaveObject(heap, *all, GetParam(), error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("./ below: a value is nested deeper than"));
}

TEST_P(RoundTrip, WhatIsTooDeepInsideIsToldWithItsPlace) {
  NamedObject* outer = all;
  for (int i = 0; i < 3'000; ++i) outer = make.New<Room>({.outer = outer, .name = "R"});
  EXPECT_EQ(SaveObject(heap, *all, GetParam(), error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("/R: it is too deep inside"));
}

// The order of a set of references is that of their addresses, which says nothing.
TEST_F(SavingTwice, TheBytesDoNotDependOnAddresses) {
  std::vector<Room*> rooms;
  for (int i = 0; i < 20; ++i) {
    rooms.push_back(make.New<Room>({.outer = all, .name = "room" + std::to_string(i)}));
  }
  Everything* const other = make.New<Everything>({.name = "other"});
  for (int i = 19; i >= 0; --i) {
    make.New<Room>({.outer = other, .name = "room" + std::to_string(i)});
  }
  for (Room* const each : rooms) {
    all->set.insert(each);
    other->set.insert(Cast<Room>(make.Find(other, each->NameText())));
  }
  EXPECT_EQ(PropertiesOf(*all), PropertiesOf(*other));
}

using SavingDeathTest = SavingTwice;

TEST_F(SavingDeathTest, WhatIsNoObjectOfTheHeapIsNotSaved) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Heap other;
  EXPECT_DEATH(SaveObject(other, *all, Encoding::kJson, error),
               "SaveObject was given an object of index .* of another heap");
}

}  // namespace
}  // namespace gc
