// model/conformance/insides_check_test.cc -- what a collector shows of itself is refused where it
// does not follow from the run.

#include "model/conformance/insides_check.h"

#include <gtest/gtest.h>

#include <utility>

namespace model {
namespace {

using reference::Event;
using reference::EventKind;
using reference::Insides;
using reference::Name;
namespace op = reference::op;

// A collector that shows what it was told to show, and does nothing.
class Shown final : public reference::Subject {
 public:
  Insides now;

  std::string_view name() const override { return "shown"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader&) override {}
  reference::Answer Apply(const reference::Operation&, std::vector<Event>&) override { return {}; }
  bool Peek(Name, std::vector<Name>&) const override { return false; }
  bool Inspect(Insides& insides) const override {
    insides = now;
    return true;
  }

 private:
  reference::Promises promises_;
};

class InsidesTest : public testing::Test {
 protected:
  InsidesTest() {
    reference::Promises promises;
    promises.verbs = reference::VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({}, promises);
    // Two objects, at the indices 1 and 2.
    Do(op::Create(0, 1));
    Do(op::Create(1, 1));
    shown_.now.objects = {{.index = 1}, {.index = 2}};
    shown_.now.end = 3;
  }
  void Do(const reference::Operation& operation) { ASSERT_FALSE(oracle_.Apply(operation, {}, {})); }
  // What is said if the heap looked like `before` and looks now as it is shown.
  std::string Said(const Insides& before, bool gathering = false,
                   const reference::Operation& operation = op::Tick()) {
    const auto refusal = check_.Check(operation, before, shown_.now, gathering, oracle_);
    return refusal ? refusal->reason : "";
  }
  std::string Said(bool gathering) { return Said(Insides(shown_.now), gathering); }
  void EndMarking(std::vector<std::uint32_t> unvisited) {
    shown_.now.unvisited = std::move(unvisited);
    check_.Note({.kind = EventKind::kEndCheck, .flag = 1}, shown_);
  }
  void Visit(std::uint32_t index, std::vector<std::uint32_t> unvisited) {
    shown_.now.unvisited = std::move(unvisited);
    check_.Note({.kind = EventKind::kGather, .detail = index}, shown_);
  }

  reference::Oracle oracle_;
  Shown shown_;
  InsidesCheck check_;
};

TEST_F(InsidesTest, OfAGatherAreTheIndicesThatItHasNotVisited) {
  shown_.now.end = 4;  // there is no object at index 3
  EndMarking({1, 2, 3});
  EXPECT_EQ(Said(true), "");
  Visit(1, {2, 3});
  EXPECT_EQ(Said(true), "");
  shown_.now.end = 5;  // an object is born at a new index
  EXPECT_EQ(Said(true), "");
  Visit(2, {3});
  Visit(3, {});
  EXPECT_EQ(Said(false), "");
  EXPECT_EQ(Said(false), "");
}

TEST_F(InsidesTest, OfAGatherHaveAllIndices) {
  shown_.now.end = 4;
  EndMarking({1, 2});
  EXPECT_EQ(Said(true), "index 3 is left out by the gather");
  EndMarking({1, 2, 3});
  Visit(1, {1, 2, 3});
  EXPECT_EQ(Said(true), "index 1 was visited and is to be visited again");
  EndMarking({1, 2, 3});
  Visit(1, {2, 3});
  Visit(1, {2, 3});
  EXPECT_EQ(Said(true), "index 1 was visited twice by one gather");
  EndMarking({1, 2, 3});
  Visit(1, {});
  EXPECT_EQ(Said(false), "index 2 was not visited by the gather that ended");
  EndMarking({1, 2, 3, 4});
  EXPECT_EQ(Said(true), "index 4 is in no range that is gathered");
}

TEST_F(InsidesTest, GiveASerialToWhatIsReferredToWeaklyAlone) {
  const Insides before = shown_.now;
  shown_.now.objects[0].serial = 1;
  shown_.now.last_serial = 1;
  EXPECT_EQ(Said(before, false, op::WeakMake(0, 0)), "");
  EXPECT_EQ(Said(before, false, op::WeakMake(0, 1)), "a has serial 1 and should have 0");
  EXPECT_EQ(Said(before, false, op::WeakRead(0)), "a has serial 1 and should have 0");
  const Insides with_serial = shown_.now;
  EXPECT_EQ(Said(with_serial, false, op::WeakMake(1, 0)), "");
  shown_.now.last_serial = 2;
  EXPECT_EQ(Said(with_serial), "serial 2 was given, and no weak reference was made");
  EXPECT_EQ(Said(with_serial, false, op::Abandon(2, 0)), "");
  shown_.now = with_serial;
  shown_.now.objects[0].serial = 0;
  EXPECT_EQ(Said(with_serial), "a has serial 0 and should have 1");
  shown_.now = with_serial;
  shown_.now.stale = {3};
  EXPECT_EQ(Said(with_serial), "index 3 has a serial and no object");
}

TEST_F(InsidesTest, HaveTheClustersOfTheOracle) {
  Do(op::Store(0, 0, 1));
  Do(op::Keep(1));
  Do(op::Cluster(0));
  EXPECT_EQ(Said(false), "the cluster of a is not there");
  shown_.now.clusters = {{.root = 0, .members = {0}, .outside = {1}, .others = {}}};
  EXPECT_EQ(Said(false), "");
  shown_.now.clusters[0].outside.clear();
  EXPECT_EQ(Said(false),
            "the cluster of a has another list of objects in no cluster than it should");
  shown_.now.clusters[0] = {.root = 0, .members = {1, 0}, .outside = {1}, .others = {}};
  EXPECT_EQ(Said(false), "the cluster of a has another set of members than it should");
  Do(op::Dissolve(0));
  EXPECT_EQ(Said(false), "there should be no cluster of a");
}

}  // namespace
}  // namespace model
