// model/threads/litmus/litmus_test.cc -- the memory gives the known verdict of each litmus test.

#include "model/threads/litmus/litmus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "model/threads/litmus/table.h"

namespace model::threads {
namespace {

TEST(Litmus, TheMemoryAndTheAxiomsGiveTheKnownVerdictOfEachStandardTest) {
  const std::vector<LitmusRow> rows = LitmusTable();
  for (const LitmusRow& row : rows) EXPECT_TRUE(row.IsAsKnown()) << LitmusText({row});
  EXPECT_GE(rows.size(), 90u);
}

TEST(Litmus, NamesAreUniqueAndBothVerdictsAreThere) {
  std::set<std::string_view> names;
  std::size_t allowed = 0;
  for (const LitmusTest& test : LitmusTests()) {
    names.insert(test.name);
    allowed += test.cpp20;
  }
  EXPECT_EQ(names.size(), LitmusTests().size());
  EXPECT_GE(allowed, 40u);
  EXPECT_GE(names.size() - allowed, 40u);
}

// C++20 allows a load to read a store that comes later; RC11 forbids it, and so does the memory.
TEST(Litmus, TheMemoryFollowsRc11WhereALoadWouldReadAStoreThatComesLater) {
  for (const LitmusRow& row : LitmusTable()) {
    if (row.memory == row.test.cpp20) continue;
    EXPECT_EQ(row.test.name.substr(0, 2), "LB");
  }
}

TEST(Litmus, AProgramIsWrittenAsItIsRead) {
  for (const std::string_view text :
       {"x=1.rel; a=y.acq | F.sc; b=add(x,1).ar", "a=cas(x,0,1).ar.acq; b=wcas(y,1,2)",
        "x:=1; a:=y | c=xchg(z,2).sc"}) {
    EXPECT_EQ(TextOf(LitmusOf(text)), text);
  }
}

TEST(Litmus, AMistakeInAProgramIsNamedWithItsColumn) {
  for (const auto& [text, told] : {std::pair{"x=1.seq", "column 5: an order"},
                                   {"x=a", "column 3: a digit"},
                                   {"a=b", "column 4: a location"},
                                   {"x=1 y=2", "column 5: ;"}}) {
    try {
      LitmusOf(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(told), std::string::npos) << error.what();
    }
  }
}

// A plain access races if nothing orders it, though the value was seen by a relaxed read.
TEST(Litmus, ToHaveSeenAValueOrdersNothing) {
  EXPECT_TRUE(Explore(LitmusOf("x=1 | a=x; b:=x")).races);
  EXPECT_FALSE(Explore(LitmusOf("x:=1 | y=1; a=y")).races);
  EXPECT_FALSE(Explore(LitmusOf("a:=x | b:=x; c=x")).races);
}

}  // namespace
}  // namespace model::threads
