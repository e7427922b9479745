// properties/tool/failures/crash_test.cc -- a trace that kills its subject is shrunk to what
// matters.

#include "properties/tool/failures/crash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "reference/trace/trace_text.h"

namespace tool {
namespace {

namespace op = reference::op;

// A subject that dies when c is made, whatever came before.
class DiesOfC final : public reference::Subject {
 public:
  DiesOfC() { promises_.verbs = reference::VerbSet::All(); }
  std::string_view name() const override { return "mortal"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader&) override {}
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>&) override {
    if (operation.verb == reference::Verb::kCreate && operation.object == 2) std::quick_exit(3);
    return {};
  }
  bool Peek(reference::Name, std::vector<reference::Name>& fields) const override {
    return fields.assign(1, reference::kNull), true;
  }

 private:
  reference::Promises promises_;
};

TEST(Crash, IsShrunkToLinesThatWereDone) {
  const reference::Trace trace{
      .header = {},
      .operations = {op::Unroot(9), op::Create(0, 1), op::Unroot(8), op::Create(1, 1),
                     op::StrongDrop(1), op::Create(2, 1), op::Create(3, 1)}};
  const auto factory = [] { return std::make_unique<DiesOfC>(); };
  const auto death = DeathOf(trace, factory);
  ASSERT_TRUE(death);
  EXPECT_EQ(death->how, "exit status 3");
  std::size_t runs = 0;
  const reference::Trace shrunk = ShrunkDeath(trace, *death, factory, 400, runs);
  EXPECT_THAT(shrunk.operations, testing::ElementsAre(op::Create(2, 1)));
  // With three attempts not every line can be tried, but those that were skipped are gone.
  runs = 0;
  for (const auto& operation : ShrunkDeath(trace, *death, factory, 3, runs).operations) {
    EXPECT_EQ(operation.verb, reference::Verb::kCreate);
  }
}

// A failure of this kind, whose trace ends with this line.
properties::ReportFailure Death(const std::string& bucket, const std::string& last) {
  properties::ReportFailure failure;
  failure.property = bucket.substr(0, bucket.find(','));
  failure.bucket = bucket;
  failure.explanation.rows.push_back({.operation = last});
  return failure;
}

TEST(Deaths, AreOneIfTheyEndWithTheSameVerbInTheSameWay) {
  const auto move = Death("crash, SIGSEGV", "move a.0 b.0");
  EXPECT_TRUE(IsSameDeath(move, Death("crash, SIGSEGV", "move c.1 c.0")));
  EXPECT_FALSE(IsSameDeath(move, Death("crash, SIGSEGV", "tick 3")));
  EXPECT_FALSE(IsSameDeath(move, Death("crash, SIGABRT", "move a.0 b.0")));
  auto told = move;
  told.explanation.why.push_back("Its last words: assertion");
  EXPECT_FALSE(IsSameDeath(move, told));
  const auto loss = Death("safety, marking, after move", "move a.0 b.0");
  EXPECT_FALSE(IsSameDeath(loss, loss)) << "what is no death is not bucketed by its verb";
}

}  // namespace
}  // namespace tool
