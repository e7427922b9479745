// core/schedule/notices_test.cc -- notices call their subscribers in order, and measure what they
// cost.

#include "core/schedule/notices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Ear {
  std::string name;
  std::vector<std::string>* diary;
  Nanoseconds* now = nullptr;
  Nanoseconds takes = 0;
  Notices* unsubscribe_from = nullptr;
  Notices* subscribe_to = nullptr;

  static void Hear(void* self, const Notification& heard) {
    Ear& ear = *static_cast<Ear*>(self);
    ear.diary->push_back(ear.name + " " + std::string(NameOf(heard.notice)));
    if (ear.now != nullptr) *ear.now += ear.takes;
    if (ear.unsubscribe_from != nullptr) ear.unsubscribe_from->Unsubscribe(heard.notice, ear.As());
    if (ear.subscribe_to != nullptr) ear.subscribe_to->Subscribe(heard.notice, ear.As());
  }
  Subscriber As() { return {.call = Hear, .context = this, .name = name.c_str()}; }
};

class NoticesTest : public testing::Test {
 protected:
  void Tell(Notice notice) { notices.Tell({.notice = notice, .full = false, .cycle = 1}); }
  Nanoseconds now = 0;
  std::vector<std::string> diary;
  Notices notices{
      Clock{.now = [](void* time) { return *static_cast<Nanoseconds*>(time); }, .context = &now}};
  Ear a{.name = "a", .diary = &diary};
  Ear b{.name = "b", .diary = &diary};
};

TEST_F(NoticesTest, AreToldToTheirSubscribersInOrder) {
  notices.Subscribe(Notice::kStarted, b.As());
  notices.Subscribe(Notice::kStarted, a.As());
  notices.Subscribe(Notice::kComplete, a.As());
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("b started", "a started"));
}

// S14.4
TEST_F(NoticesTest, SayWhichSubscriberIsThereTwiceAndHowOften) {
  EXPECT_THAT(notices.Duplicates(), IsEmpty());
  notices.Subscribe(Notice::kStarted, a.As());
  notices.Subscribe(Notice::kComplete, a.As());
  notices.Subscribe(Notice::kStarted, b.As());
  EXPECT_THAT(notices.Duplicates(), IsEmpty());
  notices.Subscribe(Notice::kStarted, a.As());
  notices.Subscribe(Notice::kStarted, a.As());
  const std::vector<Notices::Duplicate> duplicates = notices.Duplicates();
  ASSERT_EQ(duplicates.size(), 1u);
  EXPECT_EQ(duplicates[0].notice, Notice::kStarted);
  EXPECT_STREQ(duplicates[0].subscriber.name, "a");
  EXPECT_EQ(duplicates[0].count, 3u);
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("a started", "b started", "a started", "a started"));
}

// S14.1
TEST_F(NoticesTest, MeasureWhatEachSubscriberTakes) {
  a.now = &now;
  a.takes = 30;
  notices.Subscribe(Notice::kPreCollect, a.As());
  notices.Subscribe(Notice::kPreCollect, b.As());
  Tell(Notice::kPreCollect);
  a.takes = 12;
  Tell(Notice::kPreCollect);
  const std::vector<Notices::Cost> costs = notices.Costs();
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[0].calls, 2u);
  EXPECT_EQ(costs[0].total, 42u);
  EXPECT_EQ(costs[0].worst, 30u);
  EXPECT_EQ(costs[1].total, 0u);
  EXPECT_EQ(costs[1].worst, 0u);
}

TEST_F(NoticesTest, AreNotToldToASubscriberThatUnsubscribed) {
  notices.Subscribe(Notice::kStarted, a.As());
  notices.Subscribe(Notice::kStarted, b.As());
  EXPECT_TRUE(notices.Unsubscribe(Notice::kStarted, a.As()));
  EXPECT_FALSE(notices.Unsubscribe(Notice::kStarted, a.As()));
  Subscriber another = b.As();  // for the same context
  another.call = [](void*, const Notification&) {};
  EXPECT_FALSE(notices.Unsubscribe(Notice::kStarted, another));
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("b started"));
}

TEST_F(NoticesTest, MayBeUnsubscribedFromWhileTheyAreTold) {
  a.unsubscribe_from = &notices;
  notices.Subscribe(Notice::kStarted, a.As());
  notices.Subscribe(Notice::kStarted, b.As());
  Tell(Notice::kStarted);
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("a started", "b started", "b started"));
}

TEST_F(NoticesTest, AreNotToldToASubscriberThatAnEarlierOneHasUnsubscribed) {
  struct Jealous {
    Notices& notices;
    Subscriber other;
  } jealous{notices, b.As()};
  notices.Subscribe(Notice::kStarted, {.call =
                                           [](void* self, const Notification& heard) {
                                             auto& one = *static_cast<Jealous*>(self);
                                             one.notices.Unsubscribe(heard.notice, one.other);
                                           },
                                       .context = &jealous});
  notices.Subscribe(Notice::kStarted, b.As());
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, IsEmpty());
}

TEST_F(NoticesTest, SubscribedToWhileTheyAreToldCountFromTheNextOne) {
  a.subscribe_to = &notices;
  notices.Subscribe(Notice::kStarted, a.As());
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("a started"));
  a.subscribe_to = nullptr;
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("a started", "a started", "a started"));
}

// A list that is walked loses no element: what is unsubscribed is taken out afterwards.
TEST_F(NoticesTest, SayWhileTheyAreToldThatTheyAre) {
  EXPECT_FALSE(notices.IsTelling());
  struct Asking {
    Notices& notices;
    int nested = 0;
    std::vector<bool> answers = {};
  } asking{notices};
  notices.Subscribe(Notice::kStarted, {.call =
                                           [](void* self, const Notification& heard) {
                                             Asking& one = *static_cast<Asking*>(self);
                                             one.answers.push_back(one.notices.IsTelling());
                                             if (one.nested++ == 0) one.notices.Tell(heard);
                                             one.answers.push_back(one.notices.IsTelling());
                                           },
                                       .context = &asking});
  Tell(Notice::kStarted);
  EXPECT_THAT(asking.answers, ElementsAre(true, true, true, true));
  EXPECT_FALSE(notices.IsTelling());
}

// The list has three, the first and the second of which go while the first is told.
TEST_F(NoticesTest, TellTheThirdIfTwoGoBeforeIt) {
  struct Both {
    Notices& notices;
    Subscriber first, second;
  } both{notices, {}, a.As()};
  both.first = {.call =
                    [](void* self, const Notification& heard) {
                      Both& one = *static_cast<Both*>(self);
                      one.notices.Unsubscribe(heard.notice, one.first);
                      one.notices.Unsubscribe(heard.notice, one.second);
                    },
                .context = &both};
  notices.Subscribe(Notice::kStarted, both.first);
  notices.Subscribe(Notice::kStarted, a.As());
  notices.Subscribe(Notice::kStarted, b.As());
  Tell(Notice::kStarted);
  Tell(Notice::kStarted);
  EXPECT_THAT(diary, ElementsAre("b started", "b started"));
}

}  // namespace
}  // namespace gc
