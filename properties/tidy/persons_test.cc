// properties/tidy/persons_test.cc -- the messages of the project are about things, and one that is
// not is noticed.

#include "properties/tidy/persons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Finding> SaidOf(const std::string& text) {
  return PersonsInMessages({{"core/a.cc", text}});
}

TEST(Persons, AreInNoMessage) { EXPECT_EQ(Text(PersonsInMessages(OurTree())), ""); }

TEST(Persons, AreSeenInAString) {
  EXPECT_THAT(SaidOf("int a;\nF(\"a deadlock: nobody can go on\");\n"),
              ElementsAre(Finding{"core/a.cc", 2, "names no thing: nobody"}));
  EXPECT_THAT(SaidOf("F(\"Whoever waits\"); G(R\"(it is\nsomebody else's)\");"),
              ElementsAre(Finding{"core/a.cc", 1, "names no thing: Whoever"},
                          Finding{"core/a.cc", 2, "names no thing: somebody"}));
}

TEST(Persons, MayStandInCodeCommentsAndLongerWords) {
  EXPECT_THAT(SaidOf("int who;  // \"nobody\"\nF(\"the whole of it\");\n#include \"who\"\n"),
              IsEmpty());
}

TEST(Persons, MayStandInTests) {
  EXPECT_THAT(PersonsInMessages({{"core/a_test.cc", "F(\"nobody\");"}}), IsEmpty());
}

}  // namespace
}  // namespace properties::tidy
