// core/reflect/call_test.cc -- functions by their names.
//
// Rows: S4.7.

#include "core/reflect/call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/reflect/access.h"
#include "core/reflect/reflected.h"
#include "core/testing/reflected_types.h"

namespace calls {

class Sign final : public gc::NamedObject {
  GC_REFLECTED(Sign, gc::NamedObject)
  explicit Sign(const gc::Birth& birth) : NamedObject(birth) {}
  std::string Write(int number, const std::string& text, double part) {
    return written = (std::ostringstream() << number << ' ' << text << ' ' << part).str();
  }
  void Clear() { written.clear(); }
  std::string written;
};

}  // namespace calls

GC_DESCRIBE(calls::Sign, "/Script/Calls", GC_PROPERTY_OF(written),
            GC_FUNCTION_OF(Write, "number", "text", "part"), GC_FUNCTION_OF(Clear))

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

// A frame ends what it has made: an argument or result that holds memory is given back.
TEST_F(Calls, AFrameConstructsItsValuesAndDestroysThemWhenItEnds) {
  const Function* const add = Everything::StaticReflection().FindFunction("Add");
  ASSERT_NE(add, nullptr);
  static std::vector<const void*> constructed;
  static std::vector<const void*> destroyed;
  constructed.clear();
  destroyed.clear();
  std::vector<Parameter> parameters(add->parameters.begin(), add->parameters.end());
  parameters.push_back(add->result);
  std::vector<ValueType> types;
  for (const Parameter& one : parameters) types.push_back(*one.type);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    types[i].operations.construct = [](void* value) { constructed.push_back(value); };
    types[i].operations.destroy = [](void* value) { destroyed.push_back(value); };
    parameters[i].type = &types[i];
  }
  Function watched = *add;
  watched.result = parameters.back();
  watched.parameters = std::span(parameters).first(add->parameters.size());
  std::vector<const void*> places;
  {
    CallFrame frame(watched);
    for (const Parameter& one : parameters) places.push_back(frame.At(one));
    EXPECT_EQ(constructed, places);
    EXPECT_TRUE(destroyed.empty());
  }
  EXPECT_THAT(destroyed, testing::UnorderedElementsAreArray(places));
}

// S4.7: whether the result is asked for or not.
TEST_F(Calls, EachArgumentGoesToItsParameter) {
  calls::Sign* const sign = make.New<calls::Sign>();
  EXPECT_TRUE(Invoke(*sign, "Write", error, 7, std::string("seven"), 0.5));
  EXPECT_EQ(sign->written, "7 seven 0.5");
  EXPECT_EQ(Call<std::string>(*sign, "Write", error, 8, std::string("eight"), 1.5), "8 eight 1.5");
  EXPECT_TRUE(Invoke(*sign, "Clear", error));
  EXPECT_EQ(sign->written, "");
}

// S4.4, S4.7
TEST_F(Calls, AFunctionHasTheNameAndMetadataOfItsDescription) {
  static constexpr Metadata kSaid[] = {{"display", "Wipe"}};
  const Function clear = FunctionOf<&calls::Sign::Clear>("Clear", kSaid);
  EXPECT_STREQ(clear.name, "Clear");
  EXPECT_EQ(FindMetadata(clear.metadata, "display"), "Wipe");
  EXPECT_TRUE(clear.parameters.empty());
  EXPECT_EQ(clear.result.type, nullptr);
  static const Function write =  // its parameters live as long as the program
      FunctionOf<&calls::Sign::Write>("Write", {"number", "text", "part"}, kSaid);
  EXPECT_EQ(FindMetadata(write.metadata, "display"), "Wipe");
  EXPECT_EQ(write.parameters.size(), 3u);
  EXPECT_EQ(write.result.type, &kValueTypeOf<std::string>);
}

}  // namespace
}  // namespace gc
