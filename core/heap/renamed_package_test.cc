// core/heap/renamed_package_test.cc -- an object without an outer is renamed and stays outermost.
//
// Rows: S1.12, S3.11.

#include <gtest/gtest.h>

#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"

namespace gc {
namespace {

TEST(RenamedPackage, IsFoundByItsNewNameAndNoLongerByTheOldOne) {
  Workshop shop;
  Package* const level = shop.make.New<Package>({.name = "Level"});
  Part* const door = shop.make.New<Part>({.outer = level, .name = "Door"});
  shop.make.Rename(*level, {.name = "World"});
  EXPECT_EQ(level->outer(), nullptr);
  EXPECT_EQ(level->PathName(), "World");
  EXPECT_EQ(shop.make.Find(nullptr, "World"), level);
  EXPECT_EQ(shop.make.Find(nullptr, "Level"), nullptr);
  EXPECT_EQ(shop.make.FindPath("World/Door"), door);
  EXPECT_FALSE(Verifier().Verify(shop.heap));
}

}  // namespace
}  // namespace gc
