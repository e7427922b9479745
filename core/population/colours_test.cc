// core/population/colours_test.cc -- what a mark means in each phase, and when stores are told.
//
// Rows: S5.5, S8.5, S9.21.

#include "core/population/colours.h"

#include <gtest/gtest.h>

#include <string>

#include "core/object/listening.h"

namespace gc {
namespace {

// A table with an entry for each mark, and what is asked of its colours.
class ColoursOfMarks : public testing::Test {
 protected:
  static constexpr Index kReachable = 1, kWhite = 2, kGone = 3, kPermanent = 4, kMember = 5,
                         kEmpty = 6;
  ColoursOfMarks() {
    table.Open(100);
    while (table.End() <= kEmpty) table.Acquire();
    table.Mark(kReachable).Store(colours.marks().Reachable());
    table.Mark(kWhite).Store(colours.marks().White());
    table.Mark(kGone).Store(mark::kUnreachable);
    table.Mark(kPermanent).Store(mark::kPermanent);
  }
  ~ColoursOfMarks() override {
    colours.Enter(Phase::kIdle);
    colours.ForgetClusters();
  }
  // The indices for which the question is answered by yes.
  std::string Those(bool (Colours::*question)(Index) const) const {
    std::string those;
    for (Index index = kReachable; index <= kEmpty; ++index) {
      if ((colours.*question)(index)) those += std::to_string(index);
    }
    return those;
  }
  Table table;
  Reports reports{table};
  Colours colours{table, reports};
};

// What is white may still be reached while marking, is gone for a look-up from then on, and is
// doomed while gathering.
TEST_F(ColoursOfMarks, AreReadByThePhase) {
  EXPECT_EQ(Those(&Colours::HasOwn), "1234");
  EXPECT_EQ(Those(&Colours::IsWhite), "2");
  colours.Enter(Phase::kMarking);
  EXPECT_EQ(colours.phase(), Phase::kMarking);
  EXPECT_EQ(Those(&Colours::IsHidden), "3");
  EXPECT_EQ(Those(&Colours::IsDoomed), "3");
  colours.Enter(Phase::kGathering);
  EXPECT_EQ(Those(&Colours::IsHidden), "23");
  EXPECT_EQ(Those(&Colours::IsDoomed), "23");
  colours.Enter(Phase::kIdle);
  EXPECT_EQ(Those(&Colours::IsDoomed), "3");
  colours.Flip();
  EXPECT_EQ(Those(&Colours::IsWhite), "1");
  colours.Recycle();
  EXPECT_EQ(Those(&Colours::IsWhite), "2");
}

// A member of a cluster has its root's colour, as long as there are clusters.
TEST_F(ColoursOfMarks, OfAMemberAreItsRoots) {
  table.Cluster(kMember).store(LinkToRoot(kWhite));
  EXPECT_EQ(Those(&Colours::IsWhite), "2");
  colours.AddCluster();
  EXPECT_EQ(Those(&Colours::IsWhite), "25");
  EXPECT_EQ(&colours.ColourOf(kMember), &table.Mark(kWhite));
  EXPECT_EQ(&colours.ColourOf(kReachable), &table.Mark(kReachable));
  EXPECT_EQ(&colours.ColourOf(kEmpty), &table.Mark(kEmpty));
  EXPECT_EQ(Those(&Colours::HasOwn), "1234");
  table.Mark(kMember).Store(colours.marks().Reachable());
  EXPECT_EQ(Those(&Colours::IsWhite), "2") << "its own, if it has one";
}

// Only what is white becomes reachable, once, in the header and in the map.
TEST_F(ColoursOfMarks, ChangeOnceByAMark) {
  for (const bool alone : {false, true}) {
    for (Index index = kReachable; index <= kPermanent; ++index) {
      if (index == kWhite) table.Mark(index).Store(colours.marks().White());
      const MarkBits before = table.Mark(index).Load();
      MarkByte header(before | mark::kGarbage);
      const auto mark = [&] {
        return alone ? colours.MarkAlone(header, index) : colours.Mark(header, index);
      };
      EXPECT_EQ(mark(), index == kWhite) << index;
      EXPECT_FALSE(mark());
      const MarkBits after = index == kWhite ? colours.marks().Reachable() : before;
      EXPECT_EQ(table.Mark(index).Load(), after) << index;
      EXPECT_EQ(header.Load(), after | mark::kGarbage) << index;
    }
  }
  MarkByte header(mark::kGarbage);
  colours.Give(header, kMember, colours.marks().White());
  EXPECT_EQ(header.Load(), mark::kGarbage | colours.marks().White());
  EXPECT_EQ(Those(&Colours::IsWhite), "5");
  colours.Doom(kMember);
  EXPECT_EQ(table.Mark(kMember).Load(), mark::kUnreachable);
  EXPECT_EQ(header.Load(), mark::kGarbage | colours.marks().White()) << "only the map is written";
  colours.DoomMember(kEmpty);
  EXPECT_EQ(Those(&Colours::IsDoomed), "356");
}

// A heap is told of all stores while it marks, and of those into clustered objects while it has
// clusters.
TEST_F(ColoursOfMarks, DecideOfWhichStoresTheHeapIsTold) {
  const std::uint32_t others = heaps_listening.load();
  const auto part = [&] {
    EXPECT_EQ(heaps_listening.load() - others, colours.ListeningPart());
    return colours.ListeningPart();
  };
  EXPECT_EQ(part(), 0u);
  colours.Enter(Phase::kMarking);
  EXPECT_EQ(part(), kHeapThatMarks);
  colours.AddCluster();
  colours.AddCluster();
  EXPECT_EQ(part(), kHeapThatMarks + kHeapWithClusters) << "once, not for each cluster";
  EXPECT_EQ(colours.ClusterCount(), 2u);
  colours.Enter(Phase::kGathering);
  EXPECT_EQ(part(), kHeapWithClusters + (kChecked ? kHeapThatMarks : 0));
  colours.Enter(Phase::kIdle);
  colours.RemoveCluster();
  EXPECT_EQ(part(), kHeapWithClusters);
  EXPECT_TRUE(colours.HasClusters());
  colours.RemoveCluster();
  EXPECT_EQ(part(), 0u);
  EXPECT_FALSE(colours.HasClusters());
  colours.AddCluster();
  colours.ForgetClusters();
  EXPECT_EQ(part(), 0u);
}

}  // namespace
}  // namespace gc
