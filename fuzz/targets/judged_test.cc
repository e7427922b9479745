// fuzz/targets/judged_test.cc -- what a target reports of a wrong collector, and of a sound one.

#include "fuzz/targets/judged.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/seeds.h"
#include "fuzz/targets/crash.h"
#include "properties/subjects/toy/toy_subject.h"

namespace fuzz {
namespace {

namespace op = reference::op;
using properties::ToySubject;
using testing::HasSubstr;
using testing::Not;
constexpr reference::Name a = 0, b = 1;

Judged::SubjectFactory Toy(properties::ToyFaults faults = {}) {
  return [faults] { return std::make_unique<ToySubject>(faults); };
}

// The last reference to an object moves from a grey object into a black one (the toy scans b
// first).
Bytes LostStore() {
  return *SeedOf({.operations = {op::Create(a), op::Root(a), op::Create(b), op::Root(b),
                                 op::Create(2), op::Store(a, 0, 2), op::Start(), op::Tick(1),
                                 op::Store(b, 0, 2), op::Store(a, 0, reference::kNull), op::Tick(9),
                                 op::Unroot(a), op::ExpectAlive(2)}});
}

TEST(Judged, SaysNothingOfASoundCollector) {
  Judged judged(Toy(), {});
  EXPECT_EQ(judged.Disagreement(LostStore()), std::nullopt);
  EXPECT_EQ(judged.Disagreement({}), std::nullopt);
}

TEST(Judged, ReportsFindingTraceAndCommands) {
  Judged judged(Toy({.store_without_shading = true}), {.subject = "toy", .without = "x/y"});
  const auto report = judged.Disagreement(LostStore());
  ASSERT_TRUE(report);
  EXPECT_THAT(*report, HasSubstr("DISAGREE"));
  EXPECT_THAT(*report, HasSubstr("tricolour trace 2\n"));
  EXPECT_THAT(*report, HasSubstr("tricolour replay --subject toy --without x/y NAME.trace"));
}

TEST(Judged, JudgesUnderTheDisciplineThatIsSet) {
  Judged judged(Toy({.store_without_shading = true}), {.locals = reference::Locals::kBlack});
  const auto report = judged.Disagreement(LostStore());
  ASSERT_TRUE(report);
  EXPECT_THAT(*report, HasSubstr("locals black"));
}

TEST(Judged, SaysIfTheTraceFailsOnlyBehindOthers) {
  bool is_first = true;
  Judged tired(
      [&is_first] {
        return std::make_unique<ToySubject>(
            properties::ToyFaults{.store_without_shading = std::exchange(is_first, false)});
      },
      {});
  constexpr const char* kAlone = "judged alone it agrees";
  EXPECT_THAT(tired.Disagreement(LostStore()).value_or(""), HasSubstr(kAlone));
  Judged wrong(Toy({.store_without_shading = true}), {});
  EXPECT_THAT(wrong.Disagreement(LostStore()).value_or(kAlone), Not(HasSubstr(kAlone)));
}

TEST(Crash, BecomesTheShortestTraceThatStillShowsIt) {
  ToySubject subject(properties::ToyFaults{.store_without_shading = true});
  const Crash crash = CrashOf(LostStore(), "lost-store", {}, subject);
  EXPECT_EQ(crash.verdict.outcome, properties::Outcome::kDisagree);
  EXPECT_EQ(crash.entry.name, "lost-store");
  EXPECT_LT(crash.entry.trace.operations.size(), crash.operations_before);
  EXPECT_TRUE(crash.complete);
}

TEST(Crash, ThatAgreesIsKeptAsItWas) {
  ToySubject subject;
  const Crash crash = CrashOf(LostStore(), "sound", {}, subject);
  EXPECT_EQ(crash.verdict.outcome, properties::Outcome::kAgree);
  EXPECT_EQ(crash.entry.trace.operations.size(), crash.operations_before);
}

TEST(Seeds, LeaveExpectationsOut) {
  EXPECT_EQ(SeedOf({.operations = {op::Create(a), op::ExpectGone(a)}}),
            SeedOf({.operations = {op::Create(a)}}));
}

TEST(Seeds, AreNotMadeOfWhatBytesCannotSay) {
  EXPECT_EQ(SeedOf({.operations = {op::Create(1000)}}), std::nullopt);
}

}  // namespace
}  // namespace fuzz
