// core/reflect/registry_test.cc -- types are found by their paths, and made by them.
//
// Rows: S4.6, S4.8, S4.23, S4.25.

#include "core/reflect/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/reflect/cast.h"
#include "core/testing/reflected_types.h"

namespace gc {
namespace {

using reflected::Bare;
using reflected::Everything;
using reflected::GreatHall;
using reflected::Hall;
using reflected::Other;
using reflected::Room;
using reflected::Special;
using testing::HasSubstr;
using testing::IsSupersetOf;

class Registry : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
};
using RegistryDeathTest = Registry;
using Casts = Registry;
using CastsDeathTest = Registry;

// S4.23
TEST_F(Registry, FindsAClassByModuleAndName) {
  EXPECT_EQ(FindReflectedClass("/Script/Test.Everything"), &Everything::kClass);
  EXPECT_EQ(FindReflection("/Script/Test.Slot"), &reflected::Slot::StaticReflection());
  EXPECT_EQ(FindReflectedClass("/Script/Test.Slot"), nullptr) << "a struct is no class";
  EXPECT_EQ(FindReflection("/Script/Test.Nothing"), nullptr);
  EXPECT_EQ(FindReflection("Everything"), nullptr);
  EXPECT_EQ(Everything::kClass.reflection->Path(), "/Script/Test.Everything");
}

// S4.6: one for each type, whatever was asked before.
TEST_F(Registry, ListsEachTypeOnce) {
  std::vector<std::string> paths;
  for (const Reflection* const type : AllReflections()) paths.push_back(type->Path());
  EXPECT_THAT(paths, IsSupersetOf({"/Script/Test.Bare", "/Script/Test.Everything",
                                   "/Script/Test.Numbers", "/Script/Test.Special"}));
  EXPECT_TRUE(std::ranges::is_sorted(paths));
  EXPECT_EQ(std::ranges::adjacent_find(paths), paths.end());
}

// S4.6
TEST_F(RegistryDeathTest, TwoTypesOfOnePathAreRefused) {
  const Reflection another{.name = "Room", .module = "/Script/Test"};
  EXPECT_DEATH(RegisteredType{another}, "a path must name one reflected type.*/Script/Test.Room");
}

// A library that is unloaded takes its types along.
TEST_F(Registry, ForgetsATypeThatIsGone) {
  {
    const Reflection passing{.name = "Passing", .module = "/Script/Test"};
    const RegisteredType registered(passing);
    EXPECT_EQ(FindReflection("/Script/Test.Passing"), &passing);
  }
  EXPECT_EQ(FindReflection("/Script/Test.Passing"), nullptr);
}

// S4.4: what cannot be right of a description ends the program when it begins.
TEST_F(RegistryDeathTest, AMemberThatIsListedTwiceOrOutOfOrderIsRefused) {
  Reflection wrong = reflected::Numbers::StaticReflection();
  const std::vector<Property> twice = {wrong.properties[0], wrong.properties[0]};
  const std::vector<Property> turned = {wrong.properties[1], wrong.properties[0]};
  wrong.name = "Wrong";
  wrong.properties = twice;
  EXPECT_DEATH(RegisteredType{wrong}, "a property must be listed once.*/Script/Test.Wrong.a");
  wrong.properties = turned;
  EXPECT_DEATH(RegisteredType{wrong}, "in the order of their declaration.*/Script/Test.Wrong.b");
  wrong.has_rest = true;
  const RegisteredType allowed(wrong);
}

// S4.4: a name means one property, of the class or of one above it.
TEST_F(RegistryDeathTest, APropertyWithTheNameOfOneAboveIsRefused) {
  Reflection wrong = Special::StaticReflection();
  Property hiding = wrong.properties[0];
  hiding.name = "usual";
  wrong.name = "Wrong";
  wrong.properties = {&hiding, 1};
  EXPECT_DEATH(RegisteredType{wrong}, "none above have its name.*/Script/Test.Wrong.usual");
}

// S4.8
TEST_F(Registry, MakesObjectsByThePathOfTheirClass) {
  Room* const outer = make.New<Room>();
  Object* const made = NewByPath(heap, "/Script/Test.Special", {.outer = outer, .name = "theirs"});
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(&ClassOf(*made), &Special::kClass);
  EXPECT_EQ(Cast<Special>(made)->outer(), outer);
  EXPECT_EQ(Cast<Special>(made)->NameText(), "theirs");
  EXPECT_EQ(Cast<Special>(made)->usual, 3);
  EXPECT_EQ(Cast<Bare>(NewByPath(heap, "/Script/Test.Bare"))->value, 5);
  EXPECT_EQ(NewByPath(heap, "/Script/Test.Slot"), nullptr);
  EXPECT_EQ(NewByPath(heap, "/Script/Test.Nothing"), nullptr);
}

// S4.8, S4.25
TEST_F(Casts, AskUpTheClasses) {
  Object* const special = make.New<Special>();
  EXPECT_EQ(Cast<Special>(special), special);
  EXPECT_EQ(Cast<Everything>(special), special);
  EXPECT_EQ(Cast<NamedObject>(special), special);
  EXPECT_EQ(Cast<Object>(special), special);
  EXPECT_EQ(Cast<Other>(special), nullptr) << "a sibling";
  EXPECT_EQ(Cast<Special>(static_cast<Object*>(make.New<Everything>())), nullptr) << "below";
  EXPECT_EQ(Cast<Bare>(special), nullptr);
  EXPECT_EQ(Cast<Special>(static_cast<Object*>(nullptr)), nullptr);
  EXPECT_EQ(CastChecked<Special>(special), special);
  EXPECT_EQ(CastChecked<Special>(static_cast<Object*>(nullptr)), nullptr);
}

// S4.25
TEST_F(CastsDeathTest, ACheckedCastToASiblingNamesBothClasses) {
  Object* const special = make.New<Special>();
  EXPECT_DEATH(CastChecked<Other>(special), "a checked cast must be to.*Special [0-9]+ to Other");
}

const Class& UpTheClasses(const Object& object, std::size_t levels) {
  const Class* type = &ClassOf(object);
  for (; levels > 0; --levels) type = type->super;
  return *type;
}

// The bits that are left are one beside the other, the last is the highest, and then there is none.
bool BitsAreGivenInTurn() {
  std::uint64_t last = NextCastFlag();
  while (const std::uint64_t next = NextCastFlag()) {
    if (next != last << 1) return false;
    last = next;
  }
  return last == std::uint64_t{1} << 63 && NextCastFlag() == 0;
}

// S4.23: in a process of its own, since what is given is never given again.
TEST_F(CastsDeathTest, EachClassGetsTheNextBitAndNoneIsPassedBy) {
  EXPECT_EXIT(std::exit(BitsAreGivenInTurn() ? 0 : 1), testing::ExitedWithCode(0), "");
}

// S4.23: the bit says what the walk says.
TEST_F(Casts, ABitAnswersAsTheWalkDoes) {
  ASSERT_NE(Room::StaticReflection().cast_flag, 0u);
  ASSERT_NE(Other::StaticReflection().cast_flag, 0u);
  EXPECT_FALSE(IsA(*make.New<Other>(), Room::kClass)) << "another class with a bit";
  EXPECT_FALSE(IsA(*make.New<Room>(), Other::kClass));
  EXPECT_EQ(Everything::StaticReflection().cast_flag, 0u);
  const std::vector<Object*> objects = {make.New<Room>(),      make.New<Everything>(),
                                        make.New<Special>(),   make.New<Hall>(),
                                        make.New<GreatHall>(), heap.New<Bare>()};
  for (const Object* const object : objects) {
    bool walked = false;
    for (const Class* type = &ClassOf(*object); type != nullptr; type = type->super) {
      walked = walked || type == &Room::kClass;
    }
    EXPECT_EQ(IsA(*object, Room::kClass), walked) << ClassOf(*object).name;
  }
  EXPECT_EQ(&UpTheClasses(*objects[4], 2), &Room::kClass);
}

}  // namespace
}  // namespace gc
