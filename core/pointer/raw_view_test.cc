// core/pointer/raw_view_test.cc -- a store of plain code through a view goes through the barrier
// when the view ends. S5.13

#include "core/pointer/raw_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/testing/crowd.h"

namespace gc {
namespace {

void OldAssign(Node*& to, Node* what) { to = what; }
void OldAppend(std::vector<Node*>& to, Node* what) { to.push_back(what); }
void OldReverse(std::vector<Node*>& nodes) { std::ranges::reverse(nodes); }

TEST(RawViewTest, GivesThePlainPointerOfAWrapper) {
  CrowdMidTrace trace;
  EXPECT_EQ(ToRaw(trace.grey->vector[0]), trace.white);
  EXPECT_TRUE(trace.BothWhite());
}

TEST(RawViewTest, WhatIsStoredThroughAViewOfAWrapperIsBarrieredWhenItEnds) {
  CrowdMidTrace trace;
  OldAssign(*RawView(trace.black->edge.to), trace.white);
  EXPECT_EQ(trace.black->edge.to, trace.white);
  EXPECT_TRUE(IsGrey(trace.heap, trace.white));
}

TEST(RawViewTest, EveryElementOfAViewedContainerIsBarrieredWhenItEnds) {
  CrowdMidTrace trace;
  {
    RawView view(trace.black->vector);
    OldAppend(*view, trace.white);
    OldAppend(*view, trace.other);
    EXPECT_TRUE(trace.BothWhite()) << "the wrapper does not know of them yet";
  }
  EXPECT_EQ(trace.black->vector.size(), 2u);
  EXPECT_TRUE(trace.BothGrey());
  OldReverse(*RawView(trace.black->vector));
  EXPECT_EQ(trace.black->vector[0], trace.other);
}

TEST(RawViewTest, IsNoPartOfAConstWrapper) {
  static_assert(std::is_constructible_v<RawView<Slot>, Slot&>);
  static_assert(!std::is_constructible_v<RawView<Slot>, const Slot&>);
  static_assert(!std::is_copy_constructible_v<RawView<Slot>>);
}

// S5.9: a foreign virtual machine reports a store by a call.
TEST(ForeignStore, IsShadedThoughNoWrapperHoldsIt) {
  CrowdMidTrace trace;
  NoteForeignStore(nullptr);
  NoteForeignStore(trace.white);
  EXPECT_TRUE(IsGrey(trace.heap, trace.white));
}

}  // namespace
}  // namespace gc
