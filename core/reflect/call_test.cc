// core/reflect/call_test.cc -- functions by their names.
//
// Rows: S4.7.

#include "core/reflect/call.h"

#include <gtest/gtest.h>

#include <string>

#include "core/reflect/access.h"
#include "core/testing/reflected_types.h"

namespace gc {
namespace {

using reflected::Everything;
using reflected::Room;
using reflected::Special;

class Calls : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
  Everything* all = make.New<Everything>();
  std::string error;
};

// S4.7
TEST_F(Calls, PassArgumentsAndReturnResults) {
  EXPECT_EQ(Call<int>(*all, "Add", error, 40, std::string("four")), 47);
  EXPECT_EQ(Call<double>(*all, "Half", error), 0.125);
  Room* const room = make.New<Room>();
  EXPECT_TRUE(Invoke(*all, "Enter", error, ObjectPtr<Room>(room)));
  EXPECT_EQ(all->room, room);
  EXPECT_EQ(error, "");
}

// S4.7: a derived class has the functions of those above.
TEST_F(Calls, FindFunctionsOfTheClassesAbove) {
  EXPECT_EQ(Call<int>(*make.New<Special>(), "Add", error, 1, std::string()), 4);
}

// S4.7: nothing is called that would get something else than it takes.
TEST_F(Calls, CheckNamesAndTypes) {
  EXPECT_FALSE(Invoke(*all, "Leave", error));
  EXPECT_EQ(error, "there is no function Everything::Leave");
  EXPECT_FALSE(Invoke(*all, "Add", error, 1));
  EXPECT_EQ(error, "Everything::Add takes 2 arguments, and is given 1");
  EXPECT_FALSE(Invoke(*all, "Add", error, 1, 2));
  EXPECT_EQ(error, "Everything::Add: 'b' is string, and is given int32");
  EXPECT_EQ(Call<float>(*all, "Half", error), std::nullopt);
  EXPECT_EQ(error, "Everything::Half returns real64, not real32");
  EXPECT_EQ(Call<int>(*all, "Enter", error, ObjectPtr<Room>()), std::nullopt);
  EXPECT_EQ(error, "Everything::Enter returns nothing, not int32");
  EXPECT_EQ(all->room, nullptr);
}

// S4.7: as a script does it, which knows no types.
TEST_F(Calls, AFrameIsFilledByNameAndReused) {
  const Function& add = *Everything::StaticReflection().FindFunction("Add");
  ASSERT_EQ(add.parameters.size(), 2u);
  EXPECT_STREQ(add.parameters[0].name, "a");
  EXPECT_STREQ(add.parameters[1].name, "b");
  EXPECT_EQ(add.parameters[1].offset, 8u) << "aligned, as in a struct";
  CallFrame frame(add);
  const std::string text = "a text that is too long for a string's own room";
  add.parameters[1].type->operations.copy(frame.At(add.parameters[1]), &text);
  for (const int a : {1, 2}) {
    EXPECT_TRUE(SetInteger(*add.parameters[0].type, frame.At(add.parameters[0]), a));
    frame.Invoke(*all);
    EXPECT_EQ(IntegerOf(*add.result.type, frame.At(add.result)),
              a + 3 + static_cast<int>(text.size()));
  }
}

// A frame ends what it has made: an argument that holds memory is given back.
TEST_F(Calls, AFrameDestroysItsValuesWhenItEnds) {
  const Function* const add = Everything::StaticReflection().FindFunction("Add");
  ASSERT_NE(add, nullptr);
  static std::vector<const void*> destroyed;
  destroyed.clear();
  std::vector<ValueType> types;
  for (const Parameter& one : add->parameters) types.push_back(*one.type);
  std::vector<Parameter> parameters(add->parameters.begin(), add->parameters.end());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    types[i].operations.destroy = [](void* value) { destroyed.push_back(value); };
    parameters[i].type = &types[i];
  }
  Function watched = *add;
  watched.parameters = parameters;
  watched.result.type = nullptr;
  { const CallFrame frame(watched); }
  EXPECT_EQ(destroyed.size(), parameters.size());
}

}  // namespace
}  // namespace gc
