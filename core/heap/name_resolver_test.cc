// core/heap/name_resolver_test.cc -- soft pointers and lazy handles lead to named objects.
// S5.18, S5.2

#include "core/heap/name_resolver.h"

#include <gtest/gtest.h>

#include <string>

#include "core/pointer/lazy_ptr.h"
#include "core/pointer/soft_ptr.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// Can load every path below Content, and makes a Thing of it.
class Content final : public NameResolver {
 public:
  explicit Content(Heap& heap) : NameResolver(heap), make_(heap) {}
  int loaded = 0;

 private:
  void LoadMissing(std::string_view path) override {
    const std::string_view name = path.substr(path.find('/') + 1);
    if (!path.starts_with("Content/")) return;
    NamedObject* package = make_.FindPath("Content");
    if (package == nullptr) package = make_.New<Package>({.name = "Content"});
    make_.New<Thing>({.outer = package, .name = name});
    loaded += 1;
  }
  Factory make_;
};

class ByName : public testing::Test, protected Workshop {
 protected:
  Content content{heap};
  PathTable paths{content};
};

TEST_F(ByName, ASoftPointerIsNullUntilItsObjectIsLoadedAndAgainWhenItIsGone) {
  const SoftPtr<Thing> door(paths.Intern("Content/Door"));
  EXPECT_EQ(door.Get(), nullptr);
  Thing* const loaded = door.Load();
  ASSERT_NE(loaded, nullptr);
  EXPECT_EQ(loaded->PathName(), "Content/Door");
  EXPECT_EQ(door.Get(), loaded);
  heap.Collect();
  EXPECT_EQ(door.Get(), nullptr) << "it keeps nothing alive";
  EXPECT_NE(door.Load(), nullptr);
  EXPECT_EQ(content.loaded, 2);
}

TEST_F(ByName, ALazyHandleLoadsWhatItNamesOnce) {
  LazyPtr<Thing> handle(paths.Intern("Content/Lamp"));
  EXPECT_EQ(handle->PathName(), "Content/Lamp");
  EXPECT_EQ(handle->PathName(), "Content/Lamp");
  EXPECT_EQ(content.loaded, 1);
  EXPECT_EQ(LazyPtr<Thing>(paths.Intern("Elsewhere/Lamp")).Get(), nullptr);
}

TEST_F(ByName, AnObjectOfAnotherClassIsNoAnswer) {
  make.New<Package>({.name = "Content"});
  EXPECT_EQ(SoftPtr<Thing>(paths.Intern("Content")).Get(), nullptr);
  EXPECT_NE(SoftPtr<Package>(paths.Intern("Content")).Get(), nullptr);
  EXPECT_NE(SoftPtr<NamedObject>(paths.Intern("Content")).Get(), nullptr) << "derived from it";
}

// S5.6: a look-up by name shades what it yields.
TEST_F(ByName, LookingUpWhileMarkingShades) {
  Thing* const door = SoftPtr<Thing>(paths.Intern("Content/Door")).Load();
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, door));
  EXPECT_EQ(SoftPtr<Thing>(paths.Intern("Content/Door")).Get(), door);
  EXPECT_TRUE(IsGrey(heap, door));
}

}  // namespace
}  // namespace gc
