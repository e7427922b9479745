// core/reflect/editing/duplicate_test.cc -- a copy has the values of its original, and refers to
// its own inside.
//
// Rows: S3.13, S2.17; the rule copy-barrier.

#include "core/reflect/editing/duplicate.h"

#include <gtest/gtest.h>

#include "core/inspect/verify/verifier.h"
#include "core/reflect/raw_property.h"
#include "core/testing/duplicated.h"

GC_DESCRIBE(duplicated::Cabin, "/Script/Duplicated", GC_PROPERTY_OF(owner), GC_PROPERTY_OF(light),
            GC_PROPERTY_OF(seats))
GC_DESCRIBE_STRUCT(duplicated::Hook, "/Script/Duplicated",
                   GC_PROPERTY_OF(wear, gc::property::kTransient), GC_PROPERTY_OF(length),
                   GC_PROPERTY_OF(load), GC_PROPERTY_OF(last, gc::property::kTransient))
GC_DESCRIBE(duplicated::Crane, "/Script/Duplicated", GC_PROPERTY_OF(cabin), GC_PROPERTY_OF(weak),
            GC_PROPERTY_OF(lazy), GC_PROPERTY_OF(beside), GC_PROPERTY_OF(hooks),
            GC_PROPERTY_OF(watched), GC_PROPERTY_OF(hook), GC_PROPERTY_OF(pair),
            GC_PROPERTY_OF(mixed), GC_PROPERTY_OF(seen, gc::property::kTransient),
            GC_PROPERTY_OF(text))
GC_DESCRIBE(duplicated::Crate, "/Script/Duplicated", GC_PROPERTY_OF(top), GC_PROPERTY_OF(all),
            GC_PROPERTY_OF(text))
GC_DESCRIBE(duplicated::Watcher, "/Script/Duplicated", GC_PROPERTY_OF(marks))

template <>
struct gc::Reflector<duplicated::Sealed> {
  static constexpr const char* kName = "Sealed";
  static constexpr const char* kModule = "/Script/Duplicated";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::PropertyOf(&duplicated::Sealed::seal, "seal"),
        gc::RawPropertyOf(&duplicated::Sealed::plain, "plain"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(duplicated::Sealed)

namespace duplicated {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

// S3.13
TEST_F(Duplicating, LeadsInsideWhereTheOriginalDoes) {
  Cabin* const spare = make.New<Cabin>({.outer = crane->cabin.Get(), .name = "Spare"});
  crane->cabin->light = lamp;
  crane->weak = spare;
  crane->lazy = LazyPtr<NamedObject>(spare);
  crane->beside.emplace(Any(spare), Any(lamp));
  crane->beside.emplace(Any(lamp), Any(crane));
  crane->hooks.emplace_back().load = spare;
  crane->watched = {WeakPtr<NamedObject>(lamp), WeakPtr<NamedObject>(crane)};
  crane->hook.load = crane->cabin;
  crane->pair[1].load = spare;
  crane->mixed = {Any(crane), 7};
  crane->text = "a text that is too long for a string's own room";
  Crane* const copy = Copy(*crane, {.name = "Second"});
  Cabin* const own = static_cast<Cabin*>(make.FindPath("Transient/Second/Cabin"));
  NamedObject* const other = make.FindPath("Transient/Second/Cabin/Spare");
  ASSERT_TRUE(own != nullptr && other != nullptr);
  EXPECT_NE(other, spare);
  EXPECT_EQ(copy->cabin, own);
  EXPECT_EQ(own->owner, copy);
  EXPECT_EQ(own->light, lamp) << "what is outside is shared";
  EXPECT_EQ(copy->weak.Get(), other);
  EXPECT_EQ(copy->lazy.Get(), other);
  ASSERT_EQ(copy->beside.size(), 2u);
  EXPECT_EQ(copy->beside.at(Any(other)), lamp) << "found by its new key";
  EXPECT_EQ(copy->beside.at(Any(lamp)), copy);
  EXPECT_EQ(copy->hooks.begin()->load, other);
  EXPECT_EQ(copy->watched[0].Get(), lamp);
  EXPECT_EQ(copy->watched[1].Get(), copy);
  EXPECT_EQ(copy->hook.load, own);
  EXPECT_EQ(copy->pair[1].load, other);
  EXPECT_EQ(copy->mixed.first, copy) << "also where the type of the member is not known";
  EXPECT_EQ(copy->mixed.second, 7);
  EXPECT_EQ(copy->text, crane->text);
  EXPECT_EQ(crane->beside.at(Any(spare)), lamp) << "the original is as it was";
}

// S3.13: a part that the class makes is not made twice.
TEST_F(Duplicating, APartThatTheClassMakesGetsTheValuesOfTheOriginals) {
  crane->cabin->seats = 4;
  const std::uint32_t before = heap.ObjectCount();
  Crane* const copy = Copy(*crane);
  EXPECT_EQ(heap.ObjectCount(), before + 2);
  EXPECT_EQ(copy->cabin->seats, 4);
  EXPECT_NE(copy->cabin, crane->cabin);
  EXPECT_EQ(copy->cabin->outer(), copy);
}

// S2.17
TEST_F(Duplicating, WhatIsTransientKeepsItsDefault) {
  crane->seen = crane;
  crane->hook.wear = 9;
  crane->hook.length = 8;
  crane->hook.last = crane;
  crane->pair[0].wear = 9;
  crane->pair[0].length = 7;
  Hook& element = crane->hooks.emplace_back();
  element.wear = 9;
  element.length = 6;
  element.last = lamp;
  const Crane* const copy = Copy(*crane);
  EXPECT_EQ(copy->seen, nullptr);
  EXPECT_EQ(copy->hook.wear, 3);
  EXPECT_EQ(copy->hook.length, 8);
  EXPECT_EQ(copy->hook.last, nullptr);
  EXPECT_EQ(copy->pair[0].wear, 3);
  EXPECT_EQ(copy->pair[0].length, 7);
  EXPECT_EQ(copy->hooks.begin()->wear, 3);
  EXPECT_EQ(copy->hooks.begin()->length, 6);
  EXPECT_EQ(copy->hooks.begin()->last, nullptr);
}

// S2.17: also if the default refers to what is duplicated.
TEST_F(Duplicating, ATransientDefaultLeadsWhereItLed) {
  Crane& defaults = *static_cast<Crane*>(make.ClassOf<Crane>()->default_object());
  defaults.seen = crane;
  defaults.hook.last = crane;
  defaults.pair[1].last = crane;
  const Crane* const copy = Copy(*crane);
  EXPECT_EQ(copy->seen, crane);
  EXPECT_EQ(copy->hook.last, crane);
  EXPECT_EQ(copy->pair[1].last, crane);
}

// S2.17
TEST_F(Duplicating, TheFlagsOfTheAuthorAreCopiedAndThoseThatKeepAreNot) {
  heap.AddRoot(crane);
  heap.SetFlags(crane, object_flag::kPublic | object_flag::kNeedsLoad);
  const Crane* const copy = Copy(*crane, {.flags = object_flag::kStandalone});
  EXPECT_TRUE(copy->header().flags.Has(object_flag::kPublic));
  EXPECT_TRUE(copy->header().flags.Has(object_flag::kStandalone));
  EXPECT_FALSE(copy->header().flags.Has(object_flag::kNeedsLoad));
  EXPECT_FALSE(heap.IsRoot(copy));
}

// S3.13
TEST_F(Duplicating, WhatIsMarkedGarbageIsNotCopied) {
  Cabin* const gone = make.New<Cabin>({.outer = crane, .name = "Gone"});
  make.New<Cabin>({.outer = gone, .name = "Inside"});
  make.New<Cabin>({.outer = crane, .name = "Stays"});
  heap.MarkGarbage(gone);
  const Crane* const copy = Copy(*crane, {.name = "Second"});
  EXPECT_EQ(make.Find(copy, "Gone"), nullptr);
  EXPECT_NE(make.Find(copy, "Stays"), nullptr);
}

// S3.13: a class that is described by hand has values and references as well.
TEST_F(Duplicating, AClassDescribedByHandIsCopiedByItsLists) {
  Chest* const chest = make.New<Chest>({.name = "Chest"});
  Cabin* const late = make.New<Cabin>({.outer = chest, .name = "late"});
  chest->drawer->seats = 30;
  chest->number = 8;
  chest->text = "text";
  chest->left = late;
  chest->many.push_back(chest);
  chest->many.push_back(lamp);
  chest->many.push_back(late);
  const Chest* const copy = Copy(*chest, {.name = "Second"});
  EXPECT_EQ(copy->drawer->seats, 30);
  EXPECT_EQ(copy->drawer->outer(), copy);
  EXPECT_EQ(copy->number, 8);
  EXPECT_EQ(copy->text, "text");
  EXPECT_EQ(copy->left, make.Find(copy, "late"));
  EXPECT_EQ(copy->many.begin()[0], copy);
  EXPECT_EQ(copy->many.begin()[1], lamp);
  EXPECT_EQ(copy->many.begin()[2], copy->left);
}

// copy-barrier: the copy is made at each point of a cycle in turn; in the end it alone holds what
// is outside.
TEST_F(Duplicating, AtAnyPointOfAMarkingNothingIsLost) {
  Verifier verifier;
  heap.AddRoot(crane);
  for (int ticks = 0; ticks < 60; ++ticks) {
    crane->cabin->light = make.New<Cabin>();
    crane->beside.emplace(Any(make.New<Cabin>()), Any(crane->cabin));
    const WeakPtr<NamedObject> light(crane->cabin->light.Get());
    const WeakPtr<NamedObject> key(crane->beside.begin()->first.Get());
    heap.Start();
    for (int i = 0; i < ticks; ++i) heap.Tick(1);
    Crane* const copy = Copy(*crane);
    crane->cabin->light = nullptr;
    crane->beside.clear();
    heap.AddRoot(copy);
    heap.Collect();
    ASSERT_TRUE(light.IsValid()) << ticks;
    ASSERT_TRUE(key.IsValid()) << ticks;
    EXPECT_EQ(copy->cabin->light, light.Get()) << ticks;
    EXPECT_EQ(copy->beside.begin()->second, copy->cabin) << ticks;
    ASSERT_FALSE(verifier.Verify(heap)) << ticks;
    heap.RemoveRoot(copy);
    heap.Collect();
  }
}

}  // namespace
}  // namespace duplicated
