// core/heap/selection_test.cc -- objects are visited by class, outer and flags.
//
// Rows: S1.27, S5.6.

#include "core/heap/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// Looks for objects of its class in its constructor, and so for itself.
struct Selecting : Object {
  Selecting(const Birth& birth, Heap& heap) : Object(birth) {
    ForEachSelected<Selecting>(heap, {}, [this](Selecting&) { seen += 1; });
  }
  int seen = 0;
  static const Class kClass;
};
const Class Selecting::kClass = Describe<Selecting>("Selecting");

// Without a name; its fields are where a named object has its class and its outer.
struct Misleading : Object {
  explicit Misleading(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> first, second, third;
  static const Class kClass;
};
const Reference kMisleadingReferences[] = {Reference::To(&Misleading::first, "first"),
                                           Reference::To(&Misleading::second, "second"),
                                           Reference::To(&Misleading::third, "third")};
const Class Misleading::kClass = Describe<Misleading>("Misleading", kMisleadingReferences);

// Things and gadgets in a room and in a box that is in the room, and bare objects beside them.
class Selected : public testing::Test, protected Workshop {
 protected:
  Selected() {
    heap.AddRoot(room);
    heap.AddRoot(lonely);
  }
  // The names of a selection that has named objects only.
  std::vector<std::string> Names(const Selection& which) {
    std::vector<std::string> names;
    ForEachSelected(heap, which, [&](Object& object) {
      names.push_back(static_cast<NamedObject&>(object).NameText());
    });
    return names;
  }
  Gadget* const room = make.New<Gadget>({.name = "room"});
  Thing* const box = make.New<Thing>({.outer = room, .name = "box"});
  Thing* const lamp = make.New<Thing>({.outer = box, .name = "lamp"});
  Node* const lonely = heap.New<Node>('l');
};

// S1.27
TEST_F(Selected, HaveAClassOrOneThatIsDerivedFromIt) {
  EXPECT_THAT(
      Names({.type = &NamedObject::kClass, .outer = room, .depth = Lookup::Depth::kDirectly}),
      ElementsAre("part", "other", "box"));
  std::vector<std::string> things;
  ForEachSelected<Thing>(heap, {}, [&](Thing& one) { things.push_back(one.NameText()); });
  EXPECT_THAT(things, ElementsAre("room", "box", "lamp"));
  things.clear();
  ForEachSelected<Thing>(heap, {.derived = Lookup::Derived::kExcluded},
                         [&](Thing& one) { things.push_back(one.NameText()); });
  EXPECT_THAT(things, ElementsAre("box", "lamp"));
  int nodes = 0;
  ForEachSelected<Node>(heap, {}, [&](Node& one) { nodes += &one == lonely; });
  EXPECT_EQ(nodes, 1);
}

// S1.27: a class that is made while the program runs.
TEST_F(Selected, HaveAClassThatWasDerivedWhileTheProgramRuns) {
  ClassObject* const blue = make.Derive(make.ClassOf<Thing>(), {.name = "Blue"});
  heap.AddRoot(blue);
  heap.AddRoot(make.New<Thing>({.name = "sky", .type = blue}));
  EXPECT_THAT(Names({.class_object = blue}), ElementsAre("sky"));
  EXPECT_THAT(Names({.class_object = make.ClassOf<Thing>()}),
              ElementsAre("room", "box", "lamp", "sky"));
  EXPECT_THAT(Names({.class_object = make.ClassOf<Thing>(), .derived = Lookup::Derived::kExcluded}),
              ElementsAre("box", "lamp"));
}

// S1.27
TEST_F(Selected, AreInsideAnOuterAtAnyDepthOrDirectly) {
  EXPECT_THAT(Names({.outer = box, .depth = Lookup::Depth::kDirectly}),
              ElementsAre("part", "other", "lamp"));
  EXPECT_THAT(Names({.outer = box}), ElementsAre("part", "other", "lamp", "part", "other"));
}

// S1.27: all of one set of flags and none of another, on the object and on the entry.
TEST_F(Selected, HaveTheFlagsThatTheyMustHaveAndNoneThatTheyMustNot) {
  heap.SetFlags(box, object_flag::kTransient | object_flag::kPublic);
  heap.SetFlags(lamp, object_flag::kTransient);
  const Selection things = {.outer = room, .with = object_flag::kTransient};
  EXPECT_THAT(Names(things), ElementsAre("box", "lamp"));
  EXPECT_THAT(Names({.with = object_flag::kTransient | object_flag::kPublic}), ElementsAre("box"));
  EXPECT_THAT(Names({.with = object_flag::kTransient, .without = object_flag::kPublic}),
              ElementsAre("lamp"));
  heap.SetKeepFlags(lamp, flag::kLoading);
  EXPECT_THAT(Names({.type = &Thing::kClass, .entry_with = flag::kLoading}), ElementsAre("lamp"));
  EXPECT_THAT(Names({.type = &Thing::kClass, .entry_without = flag::kLoading | flag::kRoot}),
              ElementsAre("box"));
}

// S1.27: only on request.
TEST_F(Selected, AreNoGarbageAndNoDefaultObjectsUnlessAskedFor) {
  heap.MarkGarbage(lamp);
  EXPECT_THAT(Names({.type = &Thing::kClass}), ElementsAre("room", "box"));
  EXPECT_THAT(Names({.type = &Thing::kClass, .garbage = true}), ElementsAre("room", "box", "lamp"));
  int parts = 0;
  ForEachSelected<Part>(heap, {.defaults = true}, [&](Part&) { parts += 1; });
  int own = 0;
  ForEachSelected<Part>(heap, {}, [&](Part& part) { own += part.IsInside(*room); });
  EXPECT_EQ(own, 6) << "two of each thing";
  EXPECT_EQ(parts, own + 1 + 4) << "that of its class, and those in the things' default objects";
  int defaults = 0;
  ForEachSelected<Thing>(heap, {.with = object_flag::kClassDefault, .defaults = true},
                         [&](Thing&) { defaults += 1; });
  EXPECT_EQ(defaults, 2);
}

// S1.27: a flag that an author has set does not make it one.
TEST_F(Selected, AreObjectsWithTheFlagsOfDefaultObjectsThatAreNone) {
  heap.SetFlags(box, object_flag::kArchetype);
  EXPECT_THAT(Names({.type = &Thing::kClass}), ElementsAre("room", "box", "lamp"));
}

// S1.27: the doomed are not there from the end of marking on, and what is under construction is
// not there yet.
TEST_F(Selected, AreNeitherDoomedNorUnderConstruction) {
  {
    const Reserved<Thing> coming = make.Reserve<Thing>({.outer = room, .name = "coming"});
    EXPECT_THAT(Names({.outer = room}), Not(Contains("coming")));
  }
  EXPECT_EQ(heap.New<Selecting>(heap)->seen, 0);
  EXPECT_EQ(heap.New<Selecting>(heap)->seen, 1) << "the one before";
  heap.Collect();  // nothing refers to the box and the lamp
  heap.RemoveRoot(lonely);
  heap.Start();
  TickUntil(Phase::kGathering);
  int nodes = 0;
  ForEachSelected<Node>(heap, {}, [&](Node&) { nodes += 1; });
  EXPECT_EQ(nodes, 0);
}

// S1.27, S5.6: a visit gives the mutator a reference, so it shades.
TEST_F(Selected, AreShadedWhileMarkingAndTheOthersAreNot) {
  room->left = box;
  box->left = lamp;
  heap.Start();
  heap.Tick(1);
  ASSERT_TRUE(IsWhite(heap, lamp) && IsWhite(heap, box));
  EXPECT_THAT(Names({.type = &Thing::kClass, .outer = box}), ElementsAre("lamp"));
  EXPECT_FALSE(IsWhite(heap, lamp));
  EXPECT_TRUE(IsWhite(heap, box));
}

// S1.27: also those that the visitor makes are left out, if their indices are new.
TEST_F(Selected, DoNotGrowWhileTheyAreVisited) {
  int visits = 0;
  ForEachSelected<Node>(heap, {}, [&](Node&) {
    visits += 1;
    for (int i = 0; i < 3; ++i) heap.New<Node>('n');
  });
  EXPECT_EQ(visits, 1);
}

TEST_F(Selected, MustNotBeCollectedWhileTheyAreVisited) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(ForEachSelected<Node>(heap, {}, [&](Node&) { heap.Collect(); }),
               "no collector step");
  EXPECT_DEATH(ForEachSelectedTogether<Node>(heap, {}, [&](Node&) { heap.Collect(); }),
               "no collector step");
}

// S1.28: without workers, one after the other.
TEST_F(Selected, AreVisitedByTheCallerIfNothingHelpsIt) {
  std::vector<std::string> names;
  ForEachSelectedTogether<Thing>(heap, {}, [&](Thing& one) { names.push_back(one.NameText()); });
  EXPECT_THAT(names, ElementsAre("room", "box", "lamp"));
}

// S1.27: an object without a name is in no outer and has no class object, whatever its fields lead
// to; and flags of an author's do not make it a default object.
TEST_F(Selected, WithoutANameAreInNoOuter) {
  Misleading* const bare = heap.New<Misleading>();
  bare->first = make.ClassOf<Thing>();
  bare->second = room;
  heap.SetFlags(bare, object_flag::kArchetype | object_flag::kTransient);
  const auto has = [&](const Selection& which) {
    bool found = false;
    ForEachSelected(heap, which, [&](Object& object) { found |= &object == bare; });
    return found;
  };
  EXPECT_FALSE(has({.outer = room}));
  EXPECT_FALSE(has({.outer = room, .depth = Lookup::Depth::kDirectly}));
  EXPECT_FALSE(has({.class_object = make.ClassOf<Thing>()}));
  EXPECT_TRUE(has({.with = object_flag::kTransient}));
  EXPECT_TRUE(has({.type = &Misleading::kClass}));
}

}  // namespace
}  // namespace gc
