// core/reflect/reflected_test.cc -- what a description says is what the compiler knows.
//
// Rows: S4.3, S4.4, S4.5, S4.6, S4.9, S4.11, S4.16, S4.17, S4.18, S4.24.

#include "core/reflect/reflected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/testing/reflected_types.h"

// A derived class may be described before its base: no order of initialisation is needed.
GC_DESCRIBE(reflected::Special, "/Script/Test", GC_PROPERTY_OF(hidden),
            GC_PROPERTY_OF(secret, gc::property::kReadOnly))

GC_DESCRIBE(reflected::Room, "/Script/Test", GC_PROPERTY_OF(number), GC_CASTABLE)
GC_DESCRIBE_STRUCT(reflected::Slot, "/Script/Test", GC_PROPERTY_OF(count), GC_PROPERTY_OF(item))
GC_DESCRIBE_STRUCT(reflected::Pocket, "/Script/Test", GC_PROPERTY_OF(label), GC_PROPERTY_OF(slot))
GC_DESCRIBE_STRUCT(reflected::Numbers, "/Script/Test", GC_PROPERTY_OF(a), GC_PROPERTY_OF(b))
GC_DESCRIBE_STRUCT(reflected::Tree, "/Script/Test", GC_PROPERTY_OF(here), GC_PROPERTY_OF(below))

namespace {
constexpr gc::Metadata kOfUsual[] = {{"min", "0"}, {"unit", "m"}};
}  // namespace

GC_DESCRIBE(reflected::Everything, "/Script/Test", gc::Metadata{"display", "All there is"},
            GC_PROPERTY_OF(flag), GC_PROPERTY_OF(tiny), GC_PROPERTY_OF(small),
            GC_PROPERTY_OF(usual, 0, kOfUsual), GC_PROPERTY_OF(large), GC_PROPERTY_OF(real),
            GC_PROPERTY_OF(precise), GC_PROPERTY_OF(text, gc::property::kTransient),
            GC_PROPERTY_OF(mood), GC_PROPERTY_OF(room), GC_PROPERTY_OF(weak), GC_PROPERTY_OF(soft),
            GC_PROPERTY_OF(lazy), GC_PROPERTY_OF(any), GC_PROPERTY_OF(rooms), GC_PROPERTY_OF(pair),
            GC_PROPERTY_OF(numbers), GC_PROPERTY_OF(list), GC_PROPERTY_OF(slots),
            GC_PROPERTY_OF(by_name), GC_PROPERTY_OF(set), GC_PROPERTY_OF(maybe),
            GC_PROPERTY_OF(choice), GC_PROPERTY_OF(pocket), GC_PROPERTY_OF(plain),
            GC_PROPERTY_OF(pairs), GC_PROPERTY_OF(grid), GC_PROPERTY_OF(some),
            GC_PROPERTY_OF(all_numbers), GC_PROPERTY_OF(row), GC_PROPERTY_OF(tree),
            GC_FUNCTION_OF(Add, "a", "b"), GC_FUNCTION_OF(Enter, "into"), GC_FUNCTION_OF(Half))

GC_DESCRIBE(reflected::Other, "/Script/Test", GC_CASTABLE)
const gc::Reference kOfHall[] = {gc::Reference::To(&reflected::Hall::next, "next")};
const gc::Class reflected::Hall::kClass =
    gc::DescribeNamed<reflected::Hall>("Hall", reflected::Room::kClass, kOfHall);
GC_DESCRIBE(reflected::GreatHall, "/Script/Test")
GC_DESCRIBE(reflected::Counters, "/Script/Test", GC_PROPERTY_OF(counters), GC_PROPERTY_OF(owner))
GC_DESCRIBE(reflected::Mixed, "/Script/Test", GC_PROPERTY_OF(beside))
GC_DESCRIBE(reflected::Bare, "/Script/Test", GC_PROPERTY_OF(next), GC_PROPERTY_OF(value))

namespace gc {
namespace {

using reflected::Bare;
using reflected::Everything;
using reflected::Mood;
using reflected::Room;
using reflected::Slot;
using reflected::Special;
using testing::ElementsAre;

class Reflected : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
  Everything* all = make.New<Everything>();
  Room* NewRoom() { return make.New<Room>(); }
};

const Property& Named(const char* name) { return *Everything::StaticReflection().Find(name); }

// S4.4
TEST_F(Reflected, OffsetsAreThoseOfTheMembers) {
  const auto offset = [this](const void* member) {
    return static_cast<const std::byte*>(member) -
           reinterpret_cast<const std::byte*>(static_cast<Object*>(all));
  };
  const std::map<std::string, const void*> members = {{"flag", &all->flag},
                                                      {"tiny", &all->tiny},
                                                      {"small", &all->small},
                                                      {"usual", &all->usual},
                                                      {"large", &all->large},
                                                      {"real", &all->real},
                                                      {"precise", &all->precise},
                                                      {"text", &all->text},
                                                      {"mood", &all->mood},
                                                      {"room", &all->room},
                                                      {"weak", &all->weak},
                                                      {"soft", &all->soft},
                                                      {"lazy", &all->lazy},
                                                      {"any", &all->any},
                                                      {"rooms", &all->rooms},
                                                      {"pair", &all->pair},
                                                      {"numbers", &all->numbers},
                                                      {"list", &all->list},
                                                      {"slots", &all->slots},
                                                      {"by_name", &all->by_name},
                                                      {"set", &all->set},
                                                      {"maybe", &all->maybe},
                                                      {"choice", &all->choice},
                                                      {"pocket", &all->pocket},
                                                      {"plain", &all->plain},
                                                      {"pairs", &all->pairs},
                                                      {"grid", &all->grid},
                                                      {"some", &all->some},
                                                      {"all_numbers", &all->all_numbers},
                                                      {"row", &all->row},
                                                      {"tree", &all->tree}};
  EXPECT_EQ(Everything::StaticReflection().properties.size(), members.size());
  for (const auto& [name, member] : members) {
    ASSERT_NE(Everything::StaticReflection().Find(name), nullptr) << name;
    EXPECT_EQ(Everything::StaticReflection().Find(name)->offset, offset(member)) << name;
  }
}

// S4.5: a table of types and kinds.
TEST_F(Reflected, KindsAreThoseOfTheTypes) {
  const std::map<std::string, std::string> expected = {
      {"flag", "bool"},
      {"tiny", "int8"},
      {"small", "uint16"},
      {"usual", "int32"},
      {"large", "uint64"},
      {"real", "real32"},
      {"precise", "real64"},
      {"text", "string"},
      {"mood", "enumeration Mood"},
      {"room", "object reference to Room"},
      {"weak", "weak reference to Room"},
      {"soft", "soft reference to Room"},
      {"lazy", "lazy reference to Room"},
      {"any", "object reference to Object"},
      {"rooms", "fixed array of 3 object reference to Room"},
      {"pair", "fixed array of 2 int32"},
      {"numbers", "array of int32"},
      {"list", "array of object reference to Room"},
      {"slots", "array of struct Slot"},
      {"by_name", "map of string to object reference to Room"},
      {"set", "set of object reference to Room"},
      {"maybe", "optional of object reference to Room"},
      {"choice", "variant"},
      {"pocket", "struct Pocket"},
      {"plain", "struct Numbers"},
      {"pairs", "fixed array of 2 struct Numbers"},
      {"grid", "fixed array of 2 fixed array of 3 int32"},
      {"some", "optional of struct Numbers"},
      {"all_numbers", "array of struct Numbers"},
      {"row", "fixed array of 2 struct Slot"},
      {"tree", "struct Tree"}};
  for (const auto& [name, kind] : expected) {
    EXPECT_EQ(DescriptionOf(*Named(name.c_str()).type), kind) << name;
  }
}

// S4.4
TEST_F(Reflected, FlagsAndMetadataAreThere) {
  EXPECT_EQ(Named("text").flags, property::kTransient);
  EXPECT_EQ(Named("usual").flags, 0u);
  EXPECT_EQ(FindMetadata(Named("usual").metadata, "unit"), "m");
  EXPECT_EQ(FindMetadata(Named("usual").metadata, "colour"), "");
  EXPECT_EQ(FindMetadata(Everything::StaticReflection().metadata, "display"), "All there is");
}

// S4.5
TEST_F(Reflected, EnumeratorsHaveTheirNamesAndValues) {
  const auto enumerators = Named("mood").type->enumerators();
  ASSERT_EQ(enumerators.size(), 3u);
  EXPECT_STREQ(enumerators[0].name, "kCalm");
  EXPECT_STREQ(enumerators[2].name, "kGone");
  EXPECT_EQ(enumerators[2].value, 9);
}

// S4.6, S4.11: Special is described before Everything, and has its lines behind those.
TEST_F(Reflected, LinesOfTheClassAboveComeFirst) {
  const Schema above = Everything::kClass.references;
  const Schema own = Special::kClass.references;
  ASSERT_EQ(own.size(), above.size() + 1);
  for (std::size_t i = 0; i < above.size(); ++i) {
    EXPECT_EQ(own[i].offset, above[i].offset);
    EXPECT_STREQ(own[i].name, above[i].name);
  }
  EXPECT_STREQ(own.back().name, "hidden");
  EXPECT_STREQ(above[0].name, "class") << "and those of NamedObject are first of all";
  EXPECT_EQ(Special::kClass.properties.size(), Everything::kClass.properties.size() + 2);
  EXPECT_EQ(Special::kClass.super, &Everything::kClass);
}

// S4.9, S4.17, S4.18: structs are taken apart, what has no reference has no line, and a line says
// the way to its slot.
TEST_F(Reflected, ALineForEachPlaceOfReferences) {
  std::vector<std::string> names;
  for (const Reference& line : Everything::kClass.references) names.push_back(line.name);
  EXPECT_THAT(names, ElementsAre("class", "outer", "room", "lazy", "any", "rooms", "list", "slots",
                                 "by_name", "set", "maybe", "choice", "pocket.slot.item", "row",
                                 "tree.here", "tree.below"));
}

// S4.9
TEST_F(Reflected, WhatIsNoReferenceCostsTheSchemaNothing) {
  ASSERT_EQ(reflected::Counters::kClass.references.size(), 1u);
  EXPECT_STREQ(reflected::Counters::kClass.references[0].name, "owner");
}

// The slots of an Everything, by hand: the plain walk that the schema is compared with.
std::multiset<const void*> SlotsByHand(Everything& all) {
  std::multiset<const void*> slots = {&all.room, &all.any, &all.pocket.slot.item, &all.tree.here};
  for (const auto& room : all.rooms) slots.insert(&room);
  for (const auto& room : all.list) slots.insert(&room);
  for (const auto& slot : all.slots) slots.insert(&slot.item);
  for (const auto& [name, room] : all.by_name) slots.insert(&room);
  for (const auto& room : all.set) slots.insert(&room);
  if (all.maybe) slots.insert(&*all.maybe);
  if (all.choice.index() == 1) slots.insert(&std::get<1>(all.choice));
  for (const auto& slot : all.row) slots.insert(&slot.item);
  for (const auto& below : all.tree.below) {
    slots.insert(&below.here);
    for (const auto& further : below.below) slots.insert(&further.here);
  }
  if (all.lazy.IsResolved()) slots.insert(&all.lazy);
  return slots;
}

std::multiset<const void*> SlotsBySchema(Everything& all) {
  std::multiset<const void*> slots;
  ForEachSlot(all, [&slots](ObjectSlot& slot) { slots.insert(&slot); });
  for (const Reference& line : NamedObject::kClass.references) {
    ForEachSlotOf(line, all, [&](ObjectSlot& slot) { slots.erase(&slot); });
  }
  return slots;
}

// S4.16: each kind empty, with one, with many, and with null elements.
TEST_F(Reflected, TheSchemaShowsWhatAPlainWalkFinds) {
  EXPECT_EQ(SlotsBySchema(*all), SlotsByHand(*all)) << "empty";
  all->list.push_back(nullptr);
  all->slots.emplace_back();
  all->by_name["one"] = NewRoom();
  all->set.insert(NewRoom());
  all->maybe.emplace();
  all->choice = ObjectPtr<Room>();
  all->tree.below.emplace_back();
  EXPECT_EQ(SlotsBySchema(*all), SlotsByHand(*all)) << "one of each";
  for (int i = 0; i < 5; ++i) {
    all->list.push_back(NewRoom());
    all->slots.emplace_back().item = NewRoom();
    all->by_name[std::to_string(i)] = nullptr;
    all->set.insert(NewRoom());
    all->tree.below.begin()->below.emplace_back().here = NewRoom();
  }
  EXPECT_EQ(SlotsBySchema(*all), SlotsByHand(*all)) << "many";
  EXPECT_GE(SlotsByHand(*all).size(), 35u);
}

// S4.19 and the rule: what only a reflected member refers to lives.
TEST_F(Reflected, WhatAMemberRefersToIsKept) {
  heap.AddRoot(all);
  std::vector<WeakPtr<Room>> rooms;
  const auto next = [&] { return rooms.emplace_back(NewRoom()).Get(); };
  all->room = next();
  all->rooms[2] = next();
  all->list.push_back(next());
  all->slots.emplace_back().item = next();
  all->by_name["a"] = next();
  all->set.insert(next());
  all->maybe = next();
  all->choice = ObjectPtr<Room>(next());
  all->pocket.slot.item = next();
  all->row[1].item = next();
  all->tree.below.emplace_back().below.emplace_back().here = next();
  const WeakPtr<Room> lost(NewRoom());
  all->weak = lost.Get();
  heap.Collect();
  for (std::size_t i = 0; i < rooms.size(); ++i) EXPECT_NE(rooms[i].Get(), nullptr) << i;
  EXPECT_EQ(lost.Get(), nullptr) << "a weak member keeps nothing";
  EXPECT_EQ(all->weak.Get(), nullptr);
}

// S3.5, S4.24: defaults are copied by the same description.
TEST_F(Reflected, NewObjectsTakeTheDefaultsOfAllMembers) {
  Everything& defaults = *static_cast<Everything*>(make.ClassOf<Everything>()->default_object());
  Room* const room = NewRoom();
  defaults.usual = 33;
  defaults.text = "a text that is too long for a string's own room";
  defaults.room = room;
  defaults.rooms[1] = room;
  defaults.slots.emplace_back().count = 4;
  defaults.slots.begin()->item = room;
  defaults.pocket.label = "label";
  defaults.pocket.slot.item = room;
  defaults.pocket.slot.count = 8;
  defaults.plain.b = 6;
  defaults.row[1].count = 7;
  defaults.pairs[1].a = 14;
  defaults.grid[1][2] = 15;
  defaults.some = reflected::Numbers{.b = 16};
  defaults.all_numbers.emplace_back().a = 17;
  defaults.numbers = {9};
  defaults.mood = Mood::kGone;
  Everything* const made = make.New<Everything>();
  EXPECT_EQ(made->usual, 33);
  EXPECT_EQ(made->text, defaults.text);
  EXPECT_EQ(made->room, room);
  EXPECT_EQ(made->rooms[1], room);
  ASSERT_EQ(made->slots.size(), 1u);
  EXPECT_EQ(made->slots.begin()->count, 4);
  EXPECT_EQ(made->slots.begin()->item, room);
  EXPECT_EQ(made->pocket.label, "label");
  EXPECT_EQ(made->pocket.slot.item, room);
  EXPECT_EQ(made->pocket.slot.count, 8);
  EXPECT_EQ(made->plain.b, 6);
  EXPECT_EQ(made->row[1].count, 7);
  EXPECT_EQ(made->pairs[1].a, 14);
  EXPECT_EQ(made->grid[1][2], 15);
  ASSERT_TRUE(made->some.has_value());
  EXPECT_EQ(made->some->b, 16);
  ASSERT_EQ(made->all_numbers.size(), 1u);
  EXPECT_EQ(made->all_numbers.begin()->a, 17);
  EXPECT_THAT(made->numbers, ElementsAre(9));
  EXPECT_EQ(made->mood, Mood::kGone);
}

// A member from a second base has its place in the whole.
TEST_F(Reflected, AMemberOfABaseIsWhereItIsInTheClass) {
  reflected::Mixed* const mixed = heap.New<reflected::Mixed>();
  Bare* const bare = heap.New<Bare>();
  mixed->beside = bare;
  heap.AddRoot(mixed);
  std::vector<const ObjectSlot*> slots;
  ForEachSlot(*mixed, [&slots](ObjectSlot& slot) { slots.push_back(&slot); });
  EXPECT_THAT(slots, ElementsAre(&mixed->beside));
  heap.Collect();
  EXPECT_EQ(mixed->beside->value, 5);
}

// S4.3
TEST_F(Reflected, AClassHasAStaticClassAndPrivateMembersAreReached) {
  EXPECT_EQ(&Special::StaticClass(), &Special::kClass);
  EXPECT_STREQ(Special::kClass.name, "Special");
  Special* const special = make.New<Special>();
  const Property* const secret = Special::StaticReflection().Find("secret");
  ASSERT_NE(secret, nullptr);
  EXPECT_EQ(*static_cast<int*>(ValueIn(*special, *secret)), 7);
}

// A class without a name is made, linked and collected as one with a name.
TEST_F(Reflected, AnObjectNeedsNoName) {
  Bare* const first = heap.New<Bare>();
  first->next = heap.New<Bare>();
  heap.AddRoot(first);
  heap.Collect();
  EXPECT_EQ(first->next->value, 5);
  EXPECT_EQ(Bare::kClass.references.size(), 1u);
  EXPECT_EQ(Bare::kClass.super, nullptr);
}

}  // namespace
}  // namespace gc
