// core/population/serials_test.cc -- a serial that comes back belongs to one object only.
//
// Rows: S1.8, S1.14, S17.11.

#include "core/population/serials.h"

#include <gtest/gtest.h>

namespace gc {
namespace {

// A population whose machinery served another heap, which gave ten serials.
class SerialsThatComeBack : public testing::Test {
 protected:
  SerialsThatComeBack() {
    population.table.Open(1000);
    serials.SkipTo(serials.Last() + 10);
    serials.Recycle();
  }
  bool Claim(const Identity& identity) {
    const TableLock lock(population.sharing);
    return serials.Claim(identity);
  }
  void TakeBack(const Identity& identity) {
    const TableLock lock(population.sharing);
    serials.TakeBackClaim(identity);
  }
  void Forget(const Identity& identity) {
    const TableLock lock(population.sharing);
    serials.Forget(identity);
  }
  // As when the object was freed.
  void Free(Index index) {
    population.table[index].serial = 0;
    population.table.Release(index);
  }
  Population population{nullptr};
  Serials serials{population};
  const Serial last = serials.Last() + 10;
};

TEST_F(SerialsThatComeBack, AreOfOneObjectEvenIfAnEarlierHeapGaveThem) {
  const Identity first{.index = 5, .serial = last};
  const Identity other{.index = 6, .serial = last};
  EXPECT_TRUE(Claim(first));
  EXPECT_EQ(population.table[5].serial, last);
  EXPECT_EQ(serials.Last(), last) << "the counter is beyond it";
  EXPECT_FALSE(Claim(other));
  TakeBack(first);
  EXPECT_EQ(population.table[5].serial, 0u);
  EXPECT_TRUE(Claim(other)) << "the first one was not made";
  Free(6);
  EXPECT_FALSE(Claim(first));
  EXPECT_TRUE(Claim(other)) << "as it is known";
  TakeBack(other);
  EXPECT_TRUE(Claim(other)) << "and stays known, as it was before";
  Free(6);
  Forget(first);
  EXPECT_TRUE(Claim(other)) << "another identity was forgotten";
  Free(6);
  Forget(other);
  EXPECT_FALSE(Claim(other));
  EXPECT_FALSE(Claim(first)) << "its serial is never quite forgotten";
}

TEST_F(SerialsThatComeBack, MayBeTheFirstOfAllThatAnEarlierHeapGave) {
  EXPECT_TRUE(Claim({.index = 5, .serial = 1}));
  EXPECT_FALSE(Claim({.index = 6, .serial = 1}));
  Free(5);
  EXPECT_TRUE(Claim({.index = 5, .serial = 1})) << "as it is known";
}

TEST_F(SerialsThatComeBack, MoveTheCounterOnIfTheyWereNeverGiven) {
  const Identity fresh{.index = 5, .serial = last + 4};
  EXPECT_TRUE(Claim(fresh));
  EXPECT_EQ(serials.Last(), last + 4);
  TakeBack(fresh);
  EXPECT_EQ(serials.Last(), last);
  EXPECT_TRUE(Claim({.index = 6, .serial = last + 4})) << "it is nobody's again";
  EXPECT_FALSE(Claim({.index = 7, .serial = last + 3})) << "passed over, and so given to nobody";
  EXPECT_FALSE(Claim({.index = 7, .serial = last + 4}));
  EXPECT_EQ(serials.Last(), last + 4);
  Free(6);
  Forget({.index = 6, .serial = last + 4});
  EXPECT_FALSE(Claim({.index = 6, .serial = last + 4}));
}

TEST_F(SerialsThatComeBack, AreNotTakenWhereNoObjectCanBe) {
  for (const Index nowhere : {kNoIndex, population.table.Capacity()}) {
    EXPECT_FALSE(Claim({.index = nowhere, .serial = last + 1}));
    EXPECT_FALSE(Claim({.index = nowhere, .serial = last}));
    EXPECT_FALSE(Claim({.index = nowhere}));
  }
  EXPECT_EQ(serials.Last(), last);
  EXPECT_EQ(population.table.End(), 1u);
  EXPECT_TRUE(Claim({.index = 5, .serial = last})) << "the serial is free for another index";
  EXPECT_TRUE(Claim({.index = 6, .serial = last + 1}));
  EXPECT_TRUE(Claim({.index = 7})) << "an index alone";
  EXPECT_EQ(population.table[7].serial, 0u);
  EXPECT_EQ(serials.Last(), last + 1);
}

// S1.14: what is shown of a serial does not depend on the heaps before.
TEST_F(SerialsThatComeBack, AreNumberedInTheirHeapAndServeHalfOfAllHeaps) {
  EXPECT_EQ(serials.Ordinal(0), 0u);
  EXPECT_EQ(serials.Ordinal(last + 1), 1u);
  EXPECT_EQ(serials.Ordinal(last + 7), 7u);
  const Serial half = ~Serial{0} / 2;
  serials.SkipTo(half);
  EXPECT_FALSE(serials.IsUsedUp());
  serials.SkipTo(half + 1);
  EXPECT_TRUE(serials.IsUsedUp());
  serials.SkipTo(last);  // which it leaves behind
}

}  // namespace
}  // namespace gc
