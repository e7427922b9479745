// model/explorer/deeds_test.cc -- what no line of a trace says: a sound machine breaks nothing with
// it, and each promise that it rests on is needed.

#include <gtest/gtest.h>

#include <string_view>

#include "model/explorer/deed_topics_test.h"
#include "model/explorer/explorer.h"

namespace model {
namespace {

using reference::Locals;
using reference::Property;
using reference::Verb;

ExploreOptions OptionsOf(const DeedTopic& topic, Locals locals, std::size_t entries) {
  ExploreOptions options{.locals = locals, .bounds = WholeLife(entries, 1, locals)};
  options.bounds.deeds = topic.deeds;
  for (const Verb verb : topic.verbs) options.bounds.verbs.Add(verb);
  return options;
}

const DeedTopic& TopicOf(std::string_view name) {
  for (const DeedTopic& topic : DeedTopics()) {
    if (topic.name == name) return topic;
  }
  ADD_FAILURE() << "there is no topic " << name;
  return DeedTopics().front();
}

// Searches heaps of two objects to their last state.
void ExpectSound(std::string_view topic, Locals locals) {
  ExploreOptions options = OptionsOf(TopicOf(topic), locals, 2);
  const Exploration with = Explore(options);
  EXPECT_TRUE(with.exhausted) << topic;
  EXPECT_EQ(with.first_finding, 0u) << topic;
  options.bounds.deeds = {};
  EXPECT_GT(with.states, Explore(options).states) << topic;
}

TEST(Deeds, OfEveryTopicBreakNothingOnTwoObjects) {
  for (const DeedTopic& topic : DeedTopics()) ExpectSound(topic.name, Locals::kDead);
}

// What a caller asks for and what is carried meets what locals hold. With more disciplines the
// other topics would only be searched for longer.
TEST(Deeds, ThatMeetLocalsBreakNothingInTheOtherDisciplines) {
  for (const Locals locals : {Locals::kRescanned, Locals::kBlack}) {
    ExpectSound("Mask", locals);
    ExpectSound("Asking", locals);
  }
}

// Searches with the mistake until it shows, and answers how many steps that took; 0: never.
std::size_t FirstFinding(Slip slip, std::string_view topic, Property property) {
  ExploreOptions options = OptionsOf(TopicOf(topic), Locals::kDead, 2);
  options.slips = SlipSet(slip);
  options.properties = PropertySet().Add(property);
  bool found = false;
  options.progress = [&found](const Exploration& so_far) { found = so_far.first_finding != 0; };
  options.stop = [&found] { return found; };
  return Explore(options).first_finding;
}

TEST(Slips, EachIsNoticedInTheMachine) {
  EXPECT_EQ(FirstFinding(Slip::kMaskIsNotShaded, "Mask", Property::kSafety), 6u);
  EXPECT_EQ(FirstFinding(Slip::kMaskOfTheFlipOnly, "Mask", Property::kSafety), 7u);
  EXPECT_EQ(FirstFinding(Slip::kAbandonedKeepsSerial, "Abandon", Property::kWeakAnswer), 5u);
  EXPECT_EQ(FirstFinding(Slip::kAbandonedStaysListed, "Clusters", Property::kOrder), 6u);
  EXPECT_EQ(FirstFinding(Slip::kAbandonedStaysCarried, "AbandonAsking", Property::kSafety), 6u);
  EXPECT_EQ(FirstFinding(Slip::kBegunByHandAgain, "ByHand", Property::kOrder), 7u);
  EXPECT_EQ(FirstFinding(Slip::kCarriedIsLost, "Asking", Property::kSafety), 6u);
  EXPECT_EQ(FirstFinding(Slip::kListIsNotJoined, "Gather", Property::kOrder), 6u);
  EXPECT_EQ(FirstFinding(Slip::kEndsBeforeTheJoin, "Gather", Property::kOrder), 5u);
  EXPECT_EQ(FirstFinding(Slip::kIndexBeforeMemory, "Destroyer", Property::kOrder), 10u);
  EXPECT_EQ(FirstFinding(Slip::kPermanentEndWithTheRest, "HeapEnd", Property::kOrder), 8u);
}

}  // namespace
}  // namespace model
