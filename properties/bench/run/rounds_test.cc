// properties/bench/run/rounds_test.cc -- what becomes of subjects that lie, die, hang and refuse.

#include "properties/bench/run/rounds.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/bench/graph/generate.h"
#include "properties/bench/serve/serve.h"
#include "properties/bench/subjects/core.h"
#include "properties/bench/subjects/growth.h"
#include "properties/bench/subjects/plain.h"

namespace bench {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::uint32_t kObjects = 5'000;

// Answers a count that is given, and a time that betters every other one.
class Liar : public Subject {
 public:
  explicit Liar(double count) : count_(count) {}
  void Build(const Graph&) override {}
  Measures Trace() override { return {{"whole", {1e-6}}, {"count", {count_}}}; }

 private:
  const double count_;
};
class Silent : public Subject {
 public:
  void Build(const Graph&) override {}
  Measures Trace() override { return {{"whole", {1e-6}}}; }
};
class Dying : public Subject {
 public:
  void Build(const Graph&) override {}
  Measures Trace() override { _exit(3); }
};
class Hanging : public Subject {
 public:
  void Build(const Graph&) override {}
  Measures Trace() override {
    while (true) pause();
  }
};
class Refusing : public Subject {
 public:
  void Build(const Graph&) override {}
};

template <class Make>
Contestant Called(const std::string& name, Make make) {
  return {.name = name, .workloads = "W1 W2 W3 W4 W5 W6 W7", .start = [make] {
            return Child::Fork([&](int in, int out) { return Serve(*make(), in, out); });
          }};
}
template <class Lie>
Contestant Lying(const std::string& name) {
  return Called(name, [] { return std::make_unique<Lie>(); });
}
Contestant Counting(const std::string& name, double count) {
  return Called(name, [=] { return std::make_unique<Liar>(count); });
}
Contestant Honest() {
  return Called("naive", [] { return MakeNaive(); });
}

Effort Small() {
  Effort effort;
  effort.rounds = 2;
  effort.frames = 4;
  effort.litter = 10'000;
  effort.folder = std::filesystem::temp_directory_path().string();
  return effort;
}

Section Measured(const std::string& workload, const std::vector<Contestant>& contestants,
                 const Effort& effort = Small()) {
  return RunSection(*FindWorkload(workload), kObjects, contestants, effort, {});
}

TEST(BenchRounds, EveryRoundOfEverySubjectIsASample) {
  const Section section = Measured("W1", {Honest(), Honest()});
  ASSERT_THAT(section.rows, SizeIs(2));
  EXPECT_EQ(section.objects, kObjects);
  EXPECT_EQ(section.expected, kObjects);
  for (const Row& row : section.rows) {
    EXPECT_EQ(row.why_void, "");
    EXPECT_EQ(row.counted, kObjects);
    EXPECT_THAT(row.samples.at("whole"), SizeIs(2));
  }
}

TEST(BenchRounds, AWrongCountVoidsTheRow) {
  const Section section =
      Measured("W1", {Counting("less", kObjects - 1), Counting("more", kObjects + 1), Honest()});
  ASSERT_THAT(section.rows, SizeIs(3));
  EXPECT_EQ(section.rows[0].why_void, "counted 4999 objects instead of 5000");
  EXPECT_EQ(section.rows[1].why_void, "counted 5001 objects instead of 5000");
  EXPECT_EQ(section.rows[2].why_void, "");
  EXPECT_TRUE(section.rows[0].samples.empty());
}

TEST(BenchRounds, ARowWithoutACountIsVoid) {
  EXPECT_EQ(Measured("W1", {Lying<Silent>("silent")}).rows.at(0).why_void,
            "did not say what it counted");
}

TEST(BenchRounds, WhatGuessesMayKeepALittleMoreAndNeverLess) {
  Contestant little = Counting("a little more", kObjects + 40), less = Counting("less", 4'999);
  Contestant much = Counting("much more", kObjects + 60);
  for (Contestant* const one : {&little, &less, &much}) one->slack = 0.01;
  const Section section = Measured("W1", {little, less, much});
  EXPECT_EQ(section.rows[0].why_void, "");
  EXPECT_NE(section.rows[1].why_void, "");
  EXPECT_NE(section.rows[2].why_void, "");
}

TEST(BenchRounds, ASubjectThatDiesOrHangsIsVoidAndTheOthersGoOn) {
  Effort effort = Small();
  effort.silence_seconds = 2;
  const Section section =
      Measured("W1", {Lying<Dying>("dying"), Lying<Hanging>("hanging"), Honest()}, effort);
  EXPECT_THAT(section.rows[0].why_void, HasSubstr("ended"));
  EXPECT_THAT(section.rows[1].why_void, HasSubstr("said nothing"));
  EXPECT_EQ(section.rows[2].why_void, "");
}

TEST(BenchRounds, AProgramThatIsNotThereIsVoid) {
  Contestant missing = Honest();
  missing.start = [] { return Child::Execute({"/no/such/program"}); };
  EXPECT_THAT(Measured("W1", {missing}).rows.at(0).why_void, HasSubstr("ended"));
}

TEST(BenchRounds, WhatASubjectCannotDoIsLeftOut) {
  const Section section = Measured("W1", {Lying<Refusing>("refusing"), Honest()});
  ASSERT_THAT(section.rows, SizeIs(1));
  EXPECT_EQ(section.rows[0].subject, "naive");
}

TEST(BenchRounds, WhatIsAbsentOrTakesNoPartIsNotStarted) {
  Contestant absent = Honest(), elsewhere = Honest();
  absent.absent = "not installed";
  elsewhere.workloads = "W2";
  EXPECT_TRUE(Measured("W1", {absent, elsewhere}).rows.empty());
}

// All subjects, and all peers that are installed, count what the graph says, in every workload in
// which they take part. A collector that guesses may be unlucky, and is only run.
TEST(BenchSubjects, CountWhatTheGraphSays) {
  Effort effort = Small();
  effort.rounds = 1;
  for (const Workload& workload : Workloads()) {
    const Section section = RunSection(workload, kObjects, Contestants(2), effort, {});
    EXPECT_GE(section.rows.size(), 2u) << workload.name;
    for (const Row& row : section.rows) {
      if (row.subject.starts_with("libgc")) continue;
      EXPECT_EQ(row.why_void, "") << workload.name << ", " << row.subject;
      EXPECT_FALSE(row.samples.empty()) << workload.name << ", " << row.subject;
    }
  }
}

TEST(BenchSubjects, EveryMeasureThatIsShownIsGivenByCore) {
  for (const Workload& workload : Workloads()) {
    const Contestant core = Called("core", [] { return MakeCore(1); });
    // In W6 a marking must be longer than a slice, or no frame is one of marking.
    const std::uint32_t objects =
        std::string_view(workload.name) == "W6" ? 60 * kObjects : kObjects;
    const Section section = RunSection(workload, objects, {core}, Small(), {});
    for (const Shown& shown : workload.shown) {
      EXPECT_TRUE(section.rows.at(0).samples.contains(shown.measure))
          << workload.name << ": " << shown.measure;
    }
  }
}

TEST(BenchSubjects, EveryPartThatGrowsIsTimed) {
  const Measures measures = MakeGrowth()->Grow(10'000);
  for (const GrowingPart& part : kGrowingParts) {
    EXPECT_TRUE(measures.contains(part.measure)) << part.measure;
  }
}

TEST(BenchWorkloads, EachIsFoundByItsName) {
  for (const Workload& workload : Workloads()) {
    EXPECT_EQ(FindWorkload(workload.name), &workload);
  }
  EXPECT_EQ(FindWorkload("W8"), nullptr);
}

}  // namespace
}  // namespace bench
