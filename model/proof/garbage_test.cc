// model/proof/garbage_test.cc -- without each rule of garbage, certain conditions break.

#include <gtest/gtest.h>

#include "model/proof/broken_by_test.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

class WithoutGarbageRule : public testing::TestWithParam<Locals> {
 protected:
  bool black() const { return GetParam() == Locals::kBlack; }
  Names Broken(Fault fault) const { return BrokenBy(fault, GetParam()); }
};

TEST_P(WithoutGarbageRule, AReferenceIsLeftToWhatIsNotFollowed) {
  EXPECT_EQ(Broken(Fault::kNeitherClearNorFollow),
            (Names{"scan I1", "initial-references I2r",
                   "scan garbage: what was scanned holds none that may be cleared",
                   "initial-references garbage: no wrapper reports any, unless it protects"}));
  EXPECT_EQ(Broken(Fault::kSkipImmutableGarbage), (Names{"scan I1"}));
}

// A weak read and a handle answer null for garbage, but a look-up finds it.
TEST_P(WithoutGarbageRule, WhatIsStoredBehindTheWavefrontIsWhite) {
  Names stores = kStores;
  stores.erase("resolve-object");
  const Names broken =
      Each(stores, "I1") + kOtherBarriers + If(black(), {"hold I2h", "find-object I2f"});
  EXPECT_EQ(Broken(Fault::kSkipStoredGarbage), broken);
}

// The discipline of rescanned locals lies between these two; `verify` asks for all three.
INSTANTIATE_TEST_SUITE_P(Locals, WithoutGarbageRule, testing::Values(Locals::kDead, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

}  // namespace
}  // namespace model
