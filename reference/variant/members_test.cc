// reference/variant/members_test.cc -- which field is in which kind of member.

#include "reference/variant/members.h"

#include <gtest/gtest.h>

#include <set>

namespace reference {
namespace {

std::uint8_t ChoiceOf(MemberKind first) { return static_cast<std::uint8_t>(first) + 1; }

TEST(MemberKinds, FollowOneAnotherFromTheOneThatIsNamed) {
  const std::uint8_t row = ChoiceOf(MemberKind::kRow);
  EXPECT_EQ(EntryOf(Setting::kMembers).values[row], "row");
  EXPECT_EQ(KindOfMember(row, 0), MemberKind::kRow);
  EXPECT_EQ(KindOfMember(row, 1), MemberKind::kCell);
  EXPECT_EQ(KindOfMember(row, 9), MemberKind::kAlone);
  EXPECT_EQ(KindOfMember(row, 10), MemberKind::kVector);
}

TEST(MemberKinds, AreAllThereInAnObjectWithManyFields) {
  for (std::uint8_t choice = 1; choice < EntryOf(Setting::kMembers).Values().size(); ++choice) {
    std::set<MemberKind> kinds;
    for (std::size_t field = 0; field < kMemberKinds; ++field) {
      kinds.insert(KindOfMember(choice, field));
    }
    EXPECT_EQ(kinds.size(), kMemberKinds) << EntryOf(Setting::kMembers).values[choice];
  }
}

TEST(MemberKinds, OnlyTheFirstFieldIsReported) {
  const std::uint8_t reported = ChoiceOf(MemberKind::kReported);
  EXPECT_EQ(KindOfMember(reported, 0), MemberKind::kReported);
  for (std::size_t field = 1; field < 20; ++field) {
    EXPECT_NE(KindOfMember(reported, field), MemberKind::kReported);
  }
}

TEST(MemberKinds, AreClosedWhereAReferenceAlwaysIsInTheObject) {
  EXPECT_TRUE(IsClosed(0, 0)) << "trailing";
  EXPECT_TRUE(IsClosed(ChoiceOf(MemberKind::kAlone), 0));
  EXPECT_TRUE(IsClosed(ChoiceOf(MemberKind::kCell), 0));
  EXPECT_FALSE(IsClosed(ChoiceOf(MemberKind::kVector), 0));
  EXPECT_FALSE(IsClosed(ChoiceOf(MemberKind::kOptional), 0)) << "it may hold nothing";
  EXPECT_FALSE(IsClosed(ChoiceOf(MemberKind::kReported), 0));
}

}  // namespace
}  // namespace reference
