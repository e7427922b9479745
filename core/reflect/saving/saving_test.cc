// core/reflect/saving/saving_test.cc -- what is saved is loaded, and nothing else is.
//
// Rows: S3.7, S2.17, S4.24, S5.1; the rule copy-barrier.

#include "core/reflect/saving/saving.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>

#include "core/testing/saving.h"

GC_DESCRIBE(saved::Leaf, "/Script/Saved", GC_PROPERTY_OF(weight), GC_PROPERTY_OF(hinge))
GC_DESCRIBE(saved::Gate, "/Script/Saved", GC_PROPERTY_OF(leaf), GC_PROPERTY_OF(width),
            GC_PROPERTY_OF(height))
GC_DESCRIBE(saved::Rack, "/Script/Saved", GC_PROPERTY_OF(list), GC_PROPERTY_OF(lists))
GC_DESCRIBE(saved::Odd, "/Script/Saved", GC_PROPERTY_OF(bits), GC_PROPERTY_OF(any))

GC_DESCRIBE(reflected::Room, "/Script/Test", GC_PROPERTY_OF(number), GC_CASTABLE)
GC_DESCRIBE(reflected::Bare, "/Script/Test", GC_PROPERTY_OF(next), GC_PROPERTY_OF(value))
GC_DESCRIBE_STRUCT(reflected::Slot, "/Script/Test", GC_PROPERTY_OF(count), GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(reflected::Pocket, "/Script/Test", GC_PROPERTY_OF(label), GC_PROPERTY_OF(slot))
GC_DESCRIBE_STRUCT(reflected::Numbers, "/Script/Test", GC_PROPERTY_OF(a), GC_PROPERTY_OF(b))
GC_DESCRIBE_STRUCT(reflected::Tree, "/Script/Test", GC_PROPERTY_OF(here), GC_PROPERTY_OF(below))
GC_DESCRIBE(reflected::Everything, "/Script/Test", GC_PROPERTY_OF(flag), GC_PROPERTY_OF(tiny),
            GC_PROPERTY_OF(small), GC_PROPERTY_OF(usual), GC_PROPERTY_OF(large),
            GC_PROPERTY_OF(real), GC_PROPERTY_OF(precise),
            GC_PROPERTY_OF(text, gc::property::kTransient), GC_PROPERTY_OF(mood),
            GC_PROPERTY_OF(room), GC_PROPERTY_OF(weak), GC_PROPERTY_OF(soft), GC_PROPERTY_OF(lazy),
            GC_PROPERTY_OF(any), GC_PROPERTY_OF(rooms), GC_PROPERTY_OF(pair),
            GC_PROPERTY_OF(numbers), GC_PROPERTY_OF(list), GC_PROPERTY_OF(slots),
            GC_PROPERTY_OF(by_name), GC_PROPERTY_OF(set), GC_PROPERTY_OF(maybe),
            GC_PROPERTY_OF(choice), GC_PROPERTY_OF(pocket), GC_PROPERTY_OF(plain),
            GC_PROPERTY_OF(pairs), GC_PROPERTY_OF(grid), GC_PROPERTY_OF(some),
            GC_PROPERTY_OF(all_numbers), GC_PROPERTY_OF(row), GC_PROPERTY_OF(tree), GC_REST)

namespace gc {
namespace {

using saved::Gate;
using saved::Odd;
using testing::HasSubstr;

// S3.7
TEST_F(Saving, AnUntouchedInstanceSavesNoProperty) {
  EXPECT_EQ(PropertiesOf(*all), Saved::object());
  Gate* const gate = make.New<Gate>({.name = "gate"});
  EXPECT_EQ(Saved::parse(SaveAs(*gate))["objects"],
            Saved::parse(R"([{"path":"./","class":"/Script/Saved.Gate","properties":{}}])"))
      << "nor does the part that its class makes";
}

// S3.7
TEST_F(Saving, OnlyWhatDiffersIsSaved) {
  all->usual = 4;
  all->pocket.slot.count = 2;
  EXPECT_EQ(PropertiesOf(*all), Saved::parse(R"({"usual":4,"pocket":{"slot":{"count":2}}})"));
}

// S3.7: what was not saved has the default of the time of loading.
TEST_F(Saving, WhatIsNewReadsTheDefaultsOfThatTime) {
  Gate* const gate = make.New<Gate>({.name = "gate"});
  gate->width = 3;
  gate->leaf->weight = 6;
  const std::string bytes = SaveAs(*gate);
  Gate& defaults = *static_cast<Gate*>(make.ClassOf<Gate>()->default_object());
  defaults.width = 10;
  defaults.height = 20;
  const Gate* const loaded = LoadAs<Gate>(bytes, {.name = "loaded"});
  EXPECT_EQ(loaded->width, 3);
  EXPECT_EQ(loaded->height, 20);
  EXPECT_EQ(loaded->leaf->weight, 6);
  EXPECT_EQ(loaded->leaf->outer(), loaded);
  EXPECT_EQ(loaded->leaf->hinge, loaded) << "a reference to itself leads to the new one";
  EXPECT_EQ(loaded->NameText(), "loaded");
}

// S2.17
TEST_F(Saving, WhatIsTransientIsNotSaved) {
  Room* const passing =
      make.New<Room>({.outer = all, .name = "passing", .flags = object_flag::kTransient});
  Room* const inside = make.New<Room>({.outer = passing, .name = "inside"});
  make.New<Room>({.outer = all, .name = "stays"});
  all->text = "transient";
  all->room = passing;
  all->any = inside;
  const Saved document = Saved::parse(SaveAs(*all));
  ASSERT_EQ(document["objects"].size(), 2u);
  EXPECT_EQ(document["objects"][1]["path"], "./stays");
  EXPECT_EQ(document["objects"][0]["properties"], Saved::parse(R"({"room":null,"any":null})"));
}

class SavingBoth : public Saving, public testing::WithParamInterface<Encoding> {};
INSTANTIATE_TEST_SUITE_P(Encodings, SavingBoth, testing::Values(Encoding::kJson, Encoding::kBinary),
                         [](const auto& each) {
                           return each.param == Encoding::kJson ? "Json" : "Binary";
                         });

// S4.24: values of all kinds; what is loaded is saved as the same bytes.
TEST_P(SavingBoth, AllKindsOfValuesComeBack) {
  Fill(*all, make);
  const std::string bytes = SaveAs(*all, GetParam());
  Everything* const loaded = LoadAs<Everything>(bytes, {.name = "loaded"}, GetParam());
  ASSERT_NE(loaded, nullptr);
  Room* const a = Cast<Room>(make.Find(loaded, "a"));
  ASSERT_NE(a, nullptr);
  Room* const b = Cast<Room>(make.Find(a, "b"));
  EXPECT_EQ(a->number, 17);
  EXPECT_EQ(loaded->tiny, -128);
  EXPECT_EQ(loaded->large, all->large);
  EXPECT_EQ(loaded->real, -0.1f);
  EXPECT_TRUE(std::isinf(loaded->precise));
  EXPECT_EQ(loaded->mood, Mood::kGone);
  EXPECT_EQ(loaded->room, a) << "the loaded one, not the saved one";
  EXPECT_EQ(loaded->weak.Get(), b);
  EXPECT_EQ(loaded->any, loaded);
  EXPECT_EQ(loaded->list.size(), 2u);
  EXPECT_EQ(loaded->by_name.at("b"), b);
  EXPECT_EQ(*loaded->set.begin(), a);
  EXPECT_EQ(*loaded->maybe, b);
  EXPECT_EQ(std::get<1>(loaded->choice), a);
  EXPECT_EQ(loaded->pocket.label, all->pocket.label);
  EXPECT_EQ(loaded->row[1].item, b);
  EXPECT_EQ(loaded->tree.below.begin()->below.begin()->here, a);
  EXPECT_EQ(loaded->text, "text");
  EXPECT_EQ(SaveAs(*loaded, GetParam()), bytes);
}

// People read it, and tools compare it line by line.
TEST_F(Saving, ADocumentInJsonHasAMemberInALineEachIndentedByTwo) {
  const std::string text = SaveAs(*all, Encoding::kJson);
  EXPECT_TRUE(text.starts_with("{\n  \"")) << text;
  EXPECT_TRUE(text.ends_with("\n}\n")) << text;
}

// A reference to another object is its path, and leads there again.
TEST_F(Saving, ReferencesToOthersAreTheirPaths) {
  Room* const other = make.New<Room>({.name = "other"});
  all->room = other;
  const std::string bytes = SaveAs(*all);
  EXPECT_EQ(PropertiesOf(*all)["room"], other->PathName());
  EXPECT_EQ(LoadAs<Everything>(bytes)->room, other);
  make.Rename(*other, {.name = "moved"});
  EXPECT_EQ(WhyNotBytes(bytes), "objects[0].properties.room: there is no object Transient/other");
  Redirects redirects;
  redirects.objects["Transient/other"] = "Transient/moved";
  EXPECT_EQ(LoadAs<Everything>(bytes, {}, Encoding::kJson, {.redirects = &redirects})->room, other);
}

struct Nowhere : Resolver {
  Object* Find(std::string_view, const Class*) override { return nullptr; }
  Object* Load(std::string_view, const Class*) override { return nullptr; }
};

TEST_F(Saving, SoftAndLazyReferencesArePaths) {
  Nowhere nowhere;
  PathTable paths(nowhere);
  all->soft = SoftPtr<Room>(paths.Intern("Far/Away"));
  all->lazy = LazyPtr<Room>(paths.Intern("Far/Off"));
  const std::string bytes = SaveAs(*all);
  Everything* const loaded = LoadAs<Everything>(bytes, {}, Encoding::kJson, {.paths = &paths});
  EXPECT_EQ(loaded->soft.path(), "Far/Away");
  ASSERT_FALSE(loaded->lazy.IsResolved());
  EXPECT_EQ(loaded->lazy.path()->text, "Far/Off");
  EXPECT_EQ(WhyNotBytes(bytes),
            "objects[0].properties.lazy: a path can be loaded only with a table of paths");
}

// Redirectors of classes and properties.
TEST_F(Saving, WhatHasMovedIsFound) {
  Gate* const gate = make.New<Gate>({.name = "gate"});
  gate->width = 3;
  std::string bytes = SaveAs(*gate);
  bytes.replace(bytes.find("Saved.Gate"), 10, "Old.Portal");
  bytes.replace(bytes.find("width"), 5, "breadth");
  EXPECT_EQ(WhyNotBytes(bytes), "objects[0].class: there is no class /Script/Old.Portal");
  Redirects redirects;
  redirects.classes["/Script/Old.Portal"] = "/Script/Saved.Gate";
  EXPECT_EQ(WhyNotBytes(bytes, Encoding::kJson, {.redirects = &redirects}),
            "objects[0].properties.breadth: /Script/Saved.Gate has no such property");
  redirects.properties["/Script/Saved.Gate.breadth"] = "width";
  EXPECT_EQ(LoadAs<Gate>(bytes, {}, Encoding::kJson, {.redirects = &redirects})->width, 3);
}

// S3.7: also where references to parts are inside of something.
TEST_F(Saving, APartIsTheSameWhereverItsReferenceIs) {
  saved::Rack* const rack = make.New<saved::Rack>({.name = "rack"});
  ASSERT_EQ(rack->list.size(), 1u);
  EXPECT_EQ(PropertiesOf(*rack), Saved::object());
  rack->list.push_back(nullptr);
  EXPECT_EQ(PropertiesOf(*rack), Saved::parse(R"({"list":["./Leaf",null]})"));
}

// A pair of two arrays is not a pair of a name and a value.
TEST_F(Saving, AMapOfArraysIsAnArrayOfPairs) {
  saved::Rack* const rack = make.New<saved::Rack>({.name = "rack"});
  rack->lists[{"a", "b"}] = {"c", "d"};
  const std::string bytes = SaveAs(*rack);
  EXPECT_EQ(LoadAs<saved::Rack>(bytes)->lists, rack->lists);
}

// S4.24: a value that cannot be saved is told, not lost.
TEST_F(Saving, WhatHasNoBytesIsAnError) {
  Odd* const odd = make.New<Odd>({.name = "odd"});
  odd->bits = {true};
  EXPECT_EQ(SaveObject(heap, *odd, Encoding::kJson, error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("./ bits: a value of a type that is not described"));
  all->any = heap.New<reflected::Bare>();
  EXPECT_EQ(SaveObject(heap, *all, Encoding::kJson, error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("./ any: it refers to an object without a name"));
  all->any = nullptr;
  EXPECT_EQ(make.New<Odd>({.name = "usual"})->bits, odd->bits = {});
  EXPECT_NE(SaveObject(heap, *odd, Encoding::kJson, error), std::nullopt) << "as the default is";
  ClassObject* const derived = make.Derive(make.ClassOf<Everything>(), {.name = "Derived"});
  EXPECT_EQ(SaveObject(heap, *make.New<Everything>({.type = derived}), Encoding::kJson, error),
            std::nullopt);
  EXPECT_THAT(error, HasSubstr("./: its class Derived was made while the program runs"));
  make.New<Room>({.outer = all, .name = "T\xFCr"});
  EXPECT_EQ(SaveObject(heap, *all, Encoding::kJson, error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("not UTF-8"));
  all->pocket.label = "\xFF";
  EXPECT_EQ(SaveObject(heap, *all, Encoding::kBinary, error), std::nullopt);
  EXPECT_THAT(error, HasSubstr("not UTF-8"));
}

}  // namespace
}  // namespace gc
