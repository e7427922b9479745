// core/reflect/saving/depth_test.cc -- how deep objects and values may be, to the very level.
//
// Rows: S4.24.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/testing/saving.h"

namespace saved {

// Its list begins a level higher than a tree that is a property.
class Grove : public gc::NamedObject {
  GC_REFLECTED(Grove, gc::NamedObject)
  explicit Grove(const gc::Birth& birth) : NamedObject(birth) {}
  reflected::Tree tree;
  gc::Container<std::vector<reflected::Tree>> trees;
};

}  // namespace saved

GC_DESCRIBE(saved::Grove, "/Script/Saved", GC_PROPERTY_OF(tree), GC_PROPERTY_OF(trees))

namespace gc {
namespace {

using saved::Grove;
using testing::EndsWith;
using testing::StartsWith;

class SavingDepth : public Saving, public testing::WithParamInterface<Encoding> {
 protected:
  // A list in which each tree has one more below, so many in all. In the end is an empty list.
  template <class List>
  static void Plant(List& list, int trees) {
    if (trees > 0) Plant(list.emplace_back().below, trees - 1);
  }
  template <class List>
  static int TreesIn(const List& list) {
    return list.empty() ? 0 : 1 + TreesIn(list.begin()->below);
  }
  std::string WhyNotSaved(NamedObject& object) {
    EXPECT_EQ(SaveObject(heap, object, GetParam(), error), std::nullopt);
    return error;
  }

  Grove* grove = make.New<Grove>({.name = "grove"});
};
INSTANTIATE_TEST_SUITE_P(Encodings, SavingDepth,
                         testing::Values(Encoding::kJson, Encoding::kBinary), [](const auto& each) {
                           return each.param == Encoding::kJson ? "Json" : "Binary";
                         });

// S4.24: the document, its list of objects, an object and its properties are the first four levels,
// and each tree in a list takes two. The innermost list may be on level 64, and what is deeper is
// told with its place, and not with that of a byte.
TEST_P(SavingDepth, AValueIsSavedAndLoadedDownToTheLastLevel) {
  Plant(grove->tree.below, 29);  // lists are on levels 6, 8, 64
  Plant(grove->trees, 29);       // and on 5, 7, 63
  const Grove* const loaded = LoadAs<Grove>(SaveAs(*grove, GetParam()), {}, GetParam());
  ASSERT_NE(loaded, nullptr);
  EXPECT_EQ(TreesIn(loaded->tree.below), 29);
  EXPECT_EQ(TreesIn(loaded->trees), 29);
  const std::string deeper = ": a value is nested deeper than 64 levels";
  grove->trees.clear();
  Plant(grove->trees, 30);
  EXPECT_EQ(WhyNotSaved(*grove), "./ trees" + deeper) << "a list on level 65";
  grove->trees.clear();
  grove->tree.below.clear();
  Plant(grove->tree.below, 30);
  EXPECT_EQ(WhyNotSaved(*grove), "./ below" + deeper) << "a tree on level 65";
}

// S4.24: 64 objects inside of one another come back, and a reference to the innermost leads there.
TEST_P(SavingDepth, AnObjectIsSavedAndLoadedDownToTheLastLevel) {
  NamedObject* innermost = all;
  for (int i = 0; i < 64; ++i) innermost = make.New<Room>({.outer = innermost, .name = "R"});
  all->any = innermost;
  Everything* const loaded = LoadAs<Everything>(SaveAs(*all, GetParam()), {}, GetParam());
  ASSERT_NE(loaded, nullptr);
  int levels = 0;
  NamedObject* at = loaded;
  while (NamedObject* const inside = make.Find(at, "R")) {
    at = inside;
    ++levels;
  }
  EXPECT_EQ(levels, 64);
  EXPECT_EQ(loaded->any, at);
  make.New<Room>({.outer = innermost, .name = "R"});
  EXPECT_THAT(WhyNotSaved(*all), AllOf(StartsWith("./R/R"), EndsWith("/R: it is too deep inside")));
}

}  // namespace
}  // namespace gc
