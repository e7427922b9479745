// core/heap/template_test.cc -- a new object begins with its template's values, and with parts
// of its own.
//
// Rows: S3.5, S3.6, S5.6, A13; the rule copy-barrier.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/inspect/verify/shared_defaults.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class Template : public testing::Test, protected Workshop {
 protected:
  Thing& Default() { return *static_cast<Thing*>(make.ClassOf<Thing>()->default_object()); }
};

// S3.5
TEST_F(Template, WhatIsChangedInADefaultObjectAppearsInLaterInstances) {
  Thing* const before = make.New<Thing>();
  Part* const target = make.New<Part>();
  Default().number = 42;
  Default().text = "a text that is too long for a string's own room";
  Default().left = target;
  Default().weak = target;
  Thing* const after = make.New<Thing>();
  EXPECT_EQ(before->number, 1);
  EXPECT_EQ(after->number, 42);
  EXPECT_EQ(after->text, Default().text);
  EXPECT_NE(after->text.data(), Default().text.data()) << "a string of its own";
  EXPECT_EQ(after->left, target);
  EXPECT_EQ(after->weak.Get(), target);
}

// S3.5
TEST_F(Template, WhatIsNoPropertyIsTheConstructorsAffair) {
  Default().constructed_with = 5;
  Default().untouched = 6;
  EXPECT_EQ(make.New<Thing>()->constructed_with, 0);
  EXPECT_EQ(make.New<Thing>()->untouched, 0);
  EXPECT_EQ(make.New<Thing>({}, 8)->constructed_with, 8);
}

// A13: memory is zeroed, then the constructor runs, then the template is copied over it.
TEST_F(Template, GoesOverWhatTheConstructorSet) {
  Default().text = "changed";
  EXPECT_EQ(make.New<Thing>({}, 8)->text, "changed");
}

// S3.5
TEST_F(Template, AnotherThanTheDefaultObjectMayBeGiven) {
  Thing* const values = make.New<Thing>();
  values->number = 3;
  values->part->size = 30;
  Thing* const copy = make.New<Thing>({.values_of = values});
  EXPECT_EQ(copy->number, 3);
  EXPECT_EQ(copy->part->size, 30);
  EXPECT_NE(copy->part, values->part);
}

// S3.5: only the properties that both classes have are copied.
TEST_F(Template, OfAClassAboveOrBelowGivesWhatBothHave) {
  Thing* const thing = make.New<Thing>();
  thing->number = 11;
  Gadget* const gadget = make.New<Gadget>({.values_of = thing});
  EXPECT_EQ(gadget->number, 11);
  EXPECT_EQ(gadget->gears, 3);
  gadget->gears = 9;
  gadget->number = 12;
  EXPECT_EQ(make.New<Thing>({.values_of = gadget})->number, 12);
}

// S3.5: a constructor sets the first values of its class's default object. What is changed there
// later is inherited by every class that is derived after the change.
TEST_F(Template, ADerivedClassBeginsWithWhatItsSuperClassHasBecome) {
  EXPECT_EQ(make.New<Gadget>()->number, 7);
  Default().number = 42;
  EXPECT_EQ(make.New<Gadget>()->number, 7);
  ClassObject* const derived = make.Derive(make.ClassOf<Thing>(), {.name = "FastThing"});
  EXPECT_EQ(make.New<Thing>({.type = derived})->number, 42);
  static_cast<Thing*>(derived->default_object())->number = 43;
  EXPECT_EQ(make.New<Thing>({.type = derived})->number, 43);
  EXPECT_EQ(make.New<Thing>()->number, 42);
}

// S5.6, copy-barrier: the template was not scanned yet, and the copy is black already.
TEST_F(Template, AReferenceThatIsCopiedInATraceIsShaded) {
  Thing* const values = make.New<Thing>();
  heap.AddRoot(values);
  Part* const target = make.New<Part>();
  Part* const extra = make.New<Part>();
  values->left = target;
  values->many.push_back(extra);
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, target));
  Thing* const copy = make.New<Thing>({.values_of = values});
  EXPECT_TRUE(IsGrey(heap, target));
  EXPECT_TRUE(IsGrey(heap, extra));
  values->left = nullptr;
  values->many.clear();
  heap.AddRoot(copy);
  heap.Collect();
  EXPECT_EQ(copy->left, target);
  ASSERT_EQ(copy->many.size(), 1u);
  EXPECT_EQ(copy->many.front(), extra);
}

// copy-barrier: an object without a name is born black and never scanned in this cycle, so only the
// barrier shades what was copied into it.
TEST_F(Template, WithoutANameACopyIsKeptWholeByTheBarrierAlone) {
  Node* const values = heap.New<Node>('v');
  heap.AddRoot(values);
  values->left = heap.New<Node>('l');
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, values->left.Get()));
  Node* const copy = heap.NewFrom(*values, 'c');
  EXPECT_EQ(copy->name, 'c');
  EXPECT_FALSE(IsGrey(heap, copy));
  EXPECT_TRUE(IsGrey(heap, values->left.Get()));
  heap.AddRoot(copy);
  values->left = nullptr;
  heap.Collect();
  ASSERT_NE(copy->left, nullptr);
  EXPECT_EQ(copy->left->name, 'l');
  EXPECT_EQ(copy->right, nullptr);
}

// copy-barrier: the copy is made at each point of a cycle in turn, and is the only holder in the
// end.
TEST_F(Template, WhatWasCopiedIsNotLostWhereverTheTraceIs) {
  for (int ticks = 0; ticks < 60; ++ticks) {
    Thing* const values = make.New<Thing>();
    values->left = make.New<Part>();
    heap.AddRoot(values);
    heap.Start();
    for (int i = 0; i < ticks; ++i) heap.Tick(1);
    Thing* const copy = make.New<Thing>({.values_of = values});
    const WeakPtr<NamedObject> weak(copy->left.Get());
    values->left = nullptr;
    heap.AddRoot(copy);
    heap.RemoveRoot(values);
    heap.Collect();
    ASSERT_NE(weak.Get(), nullptr) << ticks;
    ASSERT_EQ(copy->left, weak.Get()) << ticks;
    heap.RemoveRoot(copy);
    heap.Collect();
  }
}

// S3.6
TEST_F(Template, EveryInstanceHasPartsOfItsOwn) {
  Thing* const a = make.New<Thing>({.name = "A"});
  Thing* const b = make.New<Thing>({.name = "B"});
  EXPECT_EQ(a->part->PathName(), "Transient/A/part");
  EXPECT_EQ(b->part->PathName(), "Transient/B/part");
  EXPECT_EQ(Default().part->PathName(), "Native/Default__Thing/part");
  EXPECT_NE(a->part, b->part);
  EXPECT_TRUE(a->part->header().flags.Has(object_flag::kDefaultSubobject));
  EXPECT_TRUE(Default().part->header().flags.Has(object_flag::kArchetype));
  EXPECT_FALSE(a->part->header().flags.Has(object_flag::kArchetype));
}

// S3.6: the default object's part is the template of each instance's part.
TEST_F(Template, WhatIsChangedInAPartOfADefaultObjectAppearsInLaterInstances) {
  EXPECT_EQ(make.New<Thing>()->part->size, 2) << "as its outer's constructor said";
  EXPECT_EQ(make.New<Thing>()->other->size, 1) << "as its own constructor said";
  Default().part->size = 20;
  EXPECT_EQ(make.New<Thing>()->part->size, 20);
}

// S3.6: parts that refer to one another do so in the copy as well.
TEST_F(Template, PartsOfACopyReferToOneAnotherAndNotToTheTemplates) {
  Thing* const thing = make.New<Thing>();
  EXPECT_EQ(thing->part->beside, thing->other);
  Default().other->beside = Default().part;
  Default().left = Default().other;
  Default().right = &Default();
  Thing* const later = make.New<Thing>();
  EXPECT_EQ(later->other->beside, later->part);
  EXPECT_EQ(later->left, later->other);
  EXPECT_EQ(later->right, later) << "a reference to the template itself becomes one to the copy";
}

// A struct with a set in it.
struct SetInside {
  void VisitReferences(const SlotVisitor& visit) { visit(set); }
  HashSet<Part> set;
};
// A set and maps by reference, with parts as their keys, also inside of other members.
struct Cabinet : NamedObject {
  explicit Cabinet(const Birth& birth) : NamedObject(birth) {
    for (const char* const name : {"a", "b", "c", "d"}) {
      Part* const part = CreateDefaultSubobject<Part>(name);
      set.insert(part);
      hash_set.insert(part);
      sizes[part] = part->size;
      others[part] = part;
      maybe->insert(part);
      pair.second.insert(part);
      std::get<Set<Part>>(choice).insert(part);
      in_structs.front().set.insert(part);
    }
    sets[others.begin()->first] = hash_set;
  }
  Set<Part> set;
  HashSet<Part> hash_set;
  Map<ObjectPtr<Part>, int> sizes;
  HashMap<ObjectPtr<Part>, ObjectPtr<Part>> others;
  std::optional<HashSet<Part>> maybe = HashSet<Part>();
  std::pair<int, HashSet<Part>> pair;
  std::variant<int, Set<Part>> choice = Set<Part>();
  Container<std::vector<SetInside>> in_structs = std::vector<SetInside>(1);
  HashMap<ObjectPtr<Part>, HashSet<Part>> sets;
  static const Class kClass;
};
const Reference kCabinetReferences[] = {
    Reference::To(&Cabinet::set, "set"),       Reference::To(&Cabinet::hash_set, "hash set"),
    Reference::To(&Cabinet::sizes, "sizes"),   Reference::To(&Cabinet::others, "others"),
    Reference::To(&Cabinet::maybe, "maybe"),   Reference::To(&Cabinet::pair, "pair"),
    Reference::To(&Cabinet::choice, "choice"), Reference::To(&Cabinet::in_structs, "in_structs"),
    Reference::To(&Cabinet::sets, "sets")};
const Class Cabinet::kClass =
    DescribeNamed<Cabinet>("Cabinet", NamedObject::kClass, kCabinetReferences);

// S3.6: a key that becomes another object belongs to another place.
TEST_F(Template, PartsThatAreKeysAreFoundInTheCopy) {
  Cabinet* const from = make.New<Cabinet>();
  for (int i = 0; i < 50; ++i) {
    Cabinet* const copy = make.New<Cabinet>({.values_of = from});
    for (const char* const name : {"a", "b", "c", "d"}) {
      Part* const part = static_cast<Part*>(make.Find(copy, name));
      EXPECT_NE(copy->set.find(part), copy->set.end()) << name;
      EXPECT_NE(copy->hash_set.find(part), copy->hash_set.end()) << name;
      EXPECT_NE(copy->sizes.find(part), copy->sizes.end()) << name;
      ASSERT_NE(copy->others.find(part), copy->others.end()) << name;
      EXPECT_EQ(copy->others.at(part), part) << name;
    }
    EXPECT_EQ(copy->set.size(), 4u);
    EXPECT_EQ(copy->hash_set.size(), 4u);
  }
}

TEST_F(Template, KeysInsideOfOtherMembersAreFoundInTheCopy) {
  Cabinet* const from = make.New<Cabinet>();
  for (int i = 0; i < 50; ++i) {
    Cabinet* const copy = make.New<Cabinet>({.values_of = from});
    ASSERT_EQ(copy->sets.size(), 1u);
    HashSet<Part>& in_map = copy->sets.begin()->second;
    EXPECT_NE(copy->sets.find(copy->sets.begin()->first), copy->sets.end());
    EXPECT_EQ(copy->sets.begin()->first->outer(), copy);
    for (const char* const name : {"a", "b", "c", "d"}) {
      Part* const part = static_cast<Part*>(make.Find(copy, name));
      EXPECT_NE(copy->maybe->find(part), copy->maybe->end()) << name;
      EXPECT_NE(copy->pair.second.find(part), copy->pair.second.end()) << name;
      Set<Part>& chosen = std::get<Set<Part>>(copy->choice);
      EXPECT_NE(chosen.find(part), chosen.end()) << name;
      EXPECT_NE(copy->in_structs.front().set.find(part), copy->in_structs.front().set.end())
          << name;
      EXPECT_NE(in_map.find(part), in_map.end()) << name;
    }
  }
}

TEST_F(Template, PartsThatAConstructorDoesNotMakeAreMadeForTheCopy) {
  ClassObject* const derived = make.Derive(make.ClassOf<Thing>(), {.name = "FastThing"});
  Thing* const defaults = static_cast<Thing*>(derived->default_object());
  Part* const wheel = make.New<Part>(
      {.outer = defaults->part.Get(), .name = "wheel", .flags = object_flag::kDefaultSubobject});
  wheel->size = 77;
  wheel->beside = defaults->other;
  defaults->left = wheel;
  Thing* const thing = make.New<Thing>({.name = "A", .type = derived});
  ASSERT_NE(thing->left, nullptr);
  EXPECT_EQ(thing->left->PathName(), "Transient/A/part/wheel");
  EXPECT_EQ(static_cast<Part*>(thing->left.Get())->size, 77);
  EXPECT_EQ(static_cast<Part*>(thing->left.Get())->beside, thing->other);
}

// S17.11: such a part is made while values are copied, and there may be no room for it.
TEST_F(Template, ACopyWithoutRoomForAPartOfItIsNone) {
  Heap small({.max_objects = 30});
  Factory there(small);
  ClassObject* const derived = there.Derive(there.ClassOf<Thing>(), {.name = "FastThing"});
  small.AddRoot(derived);
  Thing* const defaults = static_cast<Thing*>(derived->default_object());
  defaults->left = there.New<Part>(
      {.outer = defaults, .name = "wheel", .flags = object_flag::kDefaultSubobject});
  std::vector<StrongPtr<Part>> fill;
  while (Part* const more = there.TryNew<Part>()) fill.emplace_back(more);
  ASSERT_GE(fill.size(), 4u);
  const std::uint32_t full = small.ObjectCount();
  fill.resize(fill.size() - 3);  // for the copy and the two parts that its constructor makes
  small.Collect();
  EXPECT_EQ(there.TryNew<Thing>({.name = "A", .type = derived}), nullptr);
  EXPECT_EQ(there.Find(there.TransientPackage(), "A"), nullptr);
  small.Collect();
  EXPECT_EQ(small.ObjectCount(), full - 3);
  fill.pop_back();
  small.Collect();
  Thing* const thing = there.TryNew<Thing>({.name = "A", .type = derived});
  ASSERT_NE(thing, nullptr);
  EXPECT_EQ(thing->left->PathName(), "Transient/A/wheel");
}

// S3.6: a reference to a sub-object of a default object is found.
TEST_F(Template, SharingAPartOfADefaultObjectIsNoticed) {
  Thing* const thing = make.New<Thing>({.name = "A"});
  heap.AddRoot(thing);
  make.New<Part>();
  heap.Collect();  // so that an index has no object
  EXPECT_FALSE(FindSharedDefault(heap).has_value());
  thing->right = make.New<Part>();
  EXPECT_FALSE(FindSharedDefault(heap).has_value());
  thing->right = Default().part;
  const std::optional<SharedDefault> shared = FindSharedDefault(heap);
  ASSERT_TRUE(shared.has_value());
  EXPECT_EQ(shared->holder, thing->header().index);
  EXPECT_STREQ(shared->field, "right");
  EXPECT_EQ(shared->target, Default().part->header().index);
  thing->left = Default().other;
  EXPECT_STREQ(FindSharedDefault(heap)->field, "left") << "the first field of several is named";
  heap.RemoveRoot(thing);
  heap.Start();
  for (int i = 0; i < 1000 && !heap.PurgePending(); ++i) heap.Tick(1);
  ASSERT_TRUE(heap.PurgePending());
  EXPECT_FALSE(FindSharedDefault(heap).has_value()) << "what is doomed shares nothing";
}

}  // namespace
}  // namespace gc
