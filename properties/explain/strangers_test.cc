// properties/explain/strangers_test.cc -- the author of another collector is not sent to look for
// rules of core, and sees where a rule of its own was broken.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "properties/explain/check_claims.h"
#include "properties/explain/explain.h"
#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Event;
using reference::Operation;
using reference::Verb;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The toy as the library of a stranger, which knows none of core's rules. It tells of each store
// that it does not shade; to obey, it shades by making a root of the object for a moment.
class Stranger final : public reference::Subject {
 public:
  explicit Stranger(ToyFaults faults, std::string own_rule = {})
      : toy_(faults), own_rule_(std::move(own_rule)) {}
  std::string_view name() const override { return "stranger"; }
  const reference::Promises& promises() const override { return toy_.promises(); }
  void Reset(const reference::TraceHeader& header) override { toy_.Reset(header); }
  reference::Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    const reference::Answer answer = toy_.Apply(operation, events);
    const bool stores = operation.verb == Verb::kStore && operation.target != reference::kNull;
    if (!stores || own_rule_.empty()) return answer;
    if (obeys_) {
      toy_.Apply(reference::op::Root(operation.target), events);
      toy_.Apply(reference::op::Unroot(operation.target), events);
    } else {
      events.push_back({.kind = reference::EventKind::kFaultCommitted,
                        .flag = reference::kOwnRule,
                        .where = "my_collector.c:7"});
    }
    return answer;
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return toy_.Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override { toy_.Observe(observation); }
  bool HasRule(std::string_view) const override { return false; }
  std::string OwnRuleBroken() const override { return own_rule_; }
  void ObeyAll(bool all) override { obeys_ = all; }

 private:
  ToySubject toy_;
  const std::string own_rule_;
  bool obeys_ = false;
};

Explanation Told(const std::string& operations, Stranger& stranger) {
  const auto trace =
      std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + operations));
  Explanation told = Explain(trace, stranger);
  EXPECT_EQ(told.outcome, Outcome::kDisagree);
  EXPECT_THAT(FalseSentences(trace, stranger, told), IsEmpty());
  return told;
}

std::vector<std::string> GuiltyLines(const Explanation& told) {
  std::vector<std::string> lines;
  for (const StepRow& row : told.rows) {
    if (row.mark == Mark::kGuilty) lines.push_back(row.operation);
  }
  return lines;
}

std::string AllOf(const Explanation& told) {
  std::string text = told.blame + "\n";
  for (const std::string& sentence : told.why) text += sentence + "\n";
  for (const std::string& sentence : told.saves) text += sentence + "\n";
  for (const StepRow& row : told.rows) text += row.note + "\n";
  return text;
}

constexpr const char* kLostByARoot =
    "create a 0\ncreate b 1\nroot b\nstore b.0 a\nstart\nroot a\nstore b.0 null\ntick 9\n";
constexpr const char* kLostByAStore =
    "create a 0\ncreate b 1\nroot b\nstore b.0 a\nstart\ncreate c 1\nroot c\nstore c.0 a\n"
    "store b.0 null\ncollect\n";

// That a root is white breaks a rule of core's, which the stranger need not have.
TEST(Strangers, AreNotToldOfRulesThatTheyDoNotHave) {
  Stranger stranger({.root_without_shading = true});
  const Explanation told = Told(kLostByARoot, stranger);
  for (const gc::RuleEntry& rule : gc::kRules) {
    EXPECT_THAT(AllOf(told), Not(HasSubstr(std::string(rule.name))));
  }
  EXPECT_THAT(GuiltyLines(told), Contains("root a")) << "the step that opens the losing path";
}

TEST(Strangers, AreToldOfABarrierThatIsSeenToBeMissing) {
  Stranger stranger({.store_without_shading = true});
  const Explanation told = Told(kLostByAStore, stranger);
  EXPECT_THAT(told.blame, HasSubstr("insertion-barrier"));
  EXPECT_THAT(GuiltyLines(told), Contains("store c.0 a"));
}

// Without colours the store is blamed that opened the losing path. To do it again by another
// function is for a subject that has several.
TEST(Strangers, AreNotToldOfAnExperimentThatTheyCannotDo) {
  ToySubject toy({.store_without_shading = true}, false);
  const auto trace = std::get<reference::Trace>(
      reference::ParseTrace("tricolour trace 2\n" + std::string(kLostByAStore)));
  const Explanation told = Explain(trace, toy);
  EXPECT_EQ(told.outcome, Outcome::kDisagree);
  EXPECT_THAT(FalseSentences(trace, toy, told), IsEmpty());
  EXPECT_THAT(GuiltyLines(told), Contains("store c.0 a"));
  EXPECT_THAT(AllOf(told), Not(HasSubstr("again")));
}

TEST(Strangers, AreShownWhereTheirOwnRuleWasBroken) {
  Stranger stranger({.store_without_shading = true}, "shades-what-it-stores");
  const Explanation told = Told(kLostByAStore, stranger);
  EXPECT_EQ(told.blame, "BROKEN RULE (shades-what-it-stores)");
  for (const StepRow& row : told.rows) {
    if (row.mark != Mark::kGuilty) continue;
    EXPECT_EQ(row.operation, "store c.0 a");
    EXPECT_EQ(row.where, "my_collector.c:7");
  }
  EXPECT_THAT(told.saves, Contains("Obeying shades-what-it-stores at 8 saves it."));
}

}  // namespace
}  // namespace properties
