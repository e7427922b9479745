#include "core/reflect/tool/model/specifiers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gc::header_tool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Specifiers, AreWordsAndPairsInTheirOrder) {
  const Specifiers specifiers = ParseSpecifiers(
      Annotated::kProperty, R"( transient,display="a, \"b\"" , min = -0.5,unit=cm )");
  EXPECT_EQ(specifiers.wrong, "");
  EXPECT_THAT(specifiers.flags, ElementsAre("gc::property::kTransient"));
  EXPECT_THAT(specifiers.metadata, ElementsAre(Metadata{"display", "a, \"b\""},
                                               Metadata{"min", "-0.5"}, Metadata{"unit", "cm"}));
}

TEST(Specifiers, NeedNotBeThere) {
  EXPECT_EQ(ParseSpecifiers(Annotated::kClass, "  ").wrong, "");
  EXPECT_THAT(ParseSpecifiers(Annotated::kClass, "").metadata, IsEmpty());
}

TEST(Specifiers, OfOneSortAreUnknownToAnother) {
  EXPECT_EQ(ParseSpecifiers(Annotated::kFunction, "transient").wrong,
            "unknown specifier 'transient'");
}

TEST(Specifiers, AnUnknownOneNamesTheNearest) {
  EXPECT_EQ(Nearest("transint", {"hidden", "transient"}), "transient");
  EXPECT_EQ(Nearest("zzz", {"hidden", "transient"}), "");
}

TEST(Specifiers, AStringThatDoesNotEndIsNoValue) {
  EXPECT_EQ(ParseSpecifiers(Annotated::kProperty, "display = \"How").wrong,
            "the key 'display' has no value");
}

}  // namespace
}  // namespace gc::header_tool
