// properties/subjects/plugin/adapter_check_test.cc -- a good adapter is not complained of, and each
// mistake of a bad one is told.

#include "properties/subjects/plugin/adapter_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <variant>

#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/plugin/plugin_subject.h"
#include "properties/subjects/toy/toy_subject.h"

namespace properties {
namespace {

using reference::Answer;
using reference::Event;
using reference::Name;
using reference::Operation;
using reference::Verb;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The toy, behind an adapter that makes one mistake.
class Careless final : public reference::Subject {
 public:
  enum class Mistake {
    kNone,
    kHoldsNames,
    kSilent,
    kTellsTwice,
    kLooksWrong,
    kCollects,
    kForgets,
    kLooksOften
  };
  explicit Careless(Mistake mistake) : mistake_(mistake) {}

  std::string_view name() const override { return "careless"; }
  const reference::Promises& promises() const override { return toy_.promises(); }
  void Reset(const reference::TraceHeader& header) override {
    toy_.Reset(header);
    runs_ += 1;
  }
  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    const std::size_t before = events.size();
    Operation done = operation;
    if (mistake_ == Mistake::kHoldsNames && operation.verb == Verb::kUnroot) return {};
    Answer answer = toy_.Apply(done, events);
    if (mistake_ == Mistake::kForgets) answer.object = runs_;
    if (mistake_ == Mistake::kCollects && operation.object == 1000) {
      toy_.Apply(reference::op::Collect(), events);
    }
    if (mistake_ == Mistake::kSilent) events.resize(before);
    if (mistake_ == Mistake::kTellsTwice) {
      const std::vector<Event> told(events.begin() + static_cast<std::ptrdiff_t>(before),
                                    events.end());
      events.insert(events.end(), told.begin(), told.end());
    }
    return answer;
  }
  bool Peek(Name object, std::vector<Name>& fields) const override {
    const bool there = toy_.Peek(object, fields);
    if (mistake_ == Mistake::kLooksWrong) std::ranges::reverse(fields);
    if (mistake_ == Mistake::kLooksOften && !fields.empty()) {
      std::vector<Event> events;
      toy_.Apply(reference::op::Root(object), events);
    }
    return there;
  }
  void Observe(reference::Observation& observation) const override { toy_.Observe(observation); }

 private:
  const Mistake mistake_;
  mutable ToySubject toy_;
  Name runs_ = 0;
};

// The questions to which the answer is no.
std::vector<std::string> Wrong(const AdapterFactory& make, const StarvedAdapter& starved = {}) {
  std::vector<std::string> wrong;
  for (const AdapterAnswer& answer : CheckAdapter(make, starved, [](const std::string&) {})) {
    if (!answer.wrong.empty()) wrong.push_back(answer.question);
  }
  return wrong;
}

std::vector<std::string> WrongOf(Careless::Mistake mistake) {
  return Wrong([mistake] { return std::make_unique<Careless>(mistake); });
}

const PluginLibrary& MarkSweep() {
  return *std::get<const PluginLibrary*>(LoadPlugin(TRICOLOUR_EXAMPLE_PLUGIN));
}

TEST(AdapterCheck, FindsNothingWrongWithGoodAdapters) {
  EXPECT_THAT(Wrong([] { return MakePluginSubject(MarkSweep()); },
                    {[] { return MakePluginSubject(MarkSweep(), 0, 10'000); }, &WasRefusedMemory}),
              IsEmpty());
  EXPECT_THAT(Wrong([] { return MakeCoreSubject(); }), IsEmpty());
  EXPECT_THAT(WrongOf(Careless::Mistake::kNone), IsEmpty());
}

TEST(AdapterCheck, TellsEachMistake) {
  using enum Careless::Mistake;
  EXPECT_THAT(WrongOf(kHoldsNames), testing::Contains("the adapter's names hold nothing"));
  EXPECT_THAT(WrongOf(kSilent), testing::Contains("each death is told once"));
  EXPECT_THAT(WrongOf(kTellsTwice), testing::Contains("each death is told once"));
  EXPECT_THAT(WrongOf(kLooksWrong), ElementsAre("what is stored is seen by peek"));
  EXPECT_THAT(WrongOf(kCollects), ElementsAre("no collection begins by itself"));
  EXPECT_THAT(WrongOf(kForgets), testing::Contains("the same run is the same again"));
  EXPECT_THAT(WrongOf(kLooksOften), testing::Contains("looking changes nothing"));
}

// A collector that empties the field from which it has moved, though it is the one that it moved
// to.
class SelfMover final : public reference::Subject {
 public:
  std::string_view name() const override { return "self-mover"; }
  const reference::Promises& promises() const override { return core_->promises(); }
  void Reset(const reference::TraceHeader& header) override { core_->Reset(header); }
  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    const bool onto_itself = operation.verb == Verb::kMove && operation.object == operation.target;
    if (!onto_itself) return core_->Apply(operation, events);
    return core_->Apply(reference::op::Store(operation.object, operation.field, reference::kNull),
                        events);
  }
  bool Peek(Name object, std::vector<Name>& fields) const override {
    return core_->Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override { core_->Observe(observation); }

 private:
  std::unique_ptr<reference::Subject> core_ = MakeCoreSubject();
};

TEST(AdapterCheck, TellsOfAMoveOntoItself) {
  EXPECT_THAT(Wrong([] { return std::make_unique<SelfMover>(); }),
              ElementsAre("what is moved is seen by peek"));
}

TEST(AdapterCheck, AsksWhatTheSubjectHasVerbsFor) {
  const auto answers =
      CheckAdapter([] { return std::make_unique<ToySubject>(); }, {}, [](const std::string&) {});
  const auto weak =
      std::ranges::find(answers, std::string("weak references answer"), &AdapterAnswer::question);
  ASSERT_NE(weak, answers.end());
  EXPECT_FALSE(weak->asked);
  const auto without = CheckAdapter([] { return std::make_unique<ToySubject>(ToyFaults{}, false); },
                                    {}, [](const std::string&) {});
  EXPECT_EQ(without.back().question, "colours are those of the collector");
  EXPECT_FALSE(without.back().asked);
  EXPECT_TRUE(answers.back().asked);
}

TEST(AdapterCheck, SaysWhatIsOutOfReach) {
  EXPECT_THAT(WhatIsOutOfReach(MakeCoreSubject()->promises()), IsEmpty());
  const auto toy = WhatIsOutOfReach(ToySubject({}, false).promises());
  EXPECT_THAT(toy, testing::Contains(HasSubstr("without weak-make, weak-read")));
  EXPECT_THAT(toy, testing::Contains(HasSubstr("without colours")));
}

}  // namespace
}  // namespace properties
