// properties/subjects/core/lanes_test.cc -- each lane is another thread to core, or is one, and the
// order is the trace's.
//
// Label: threads.

#include "properties/subjects/core/lanes/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "properties/base/random.h"
#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/shrink/shrink.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Trace;

Trace Parsed(const std::string& text) {
  auto parsed = reference::ParseTrace("tricolour trace 2\n" + text);
  EXPECT_TRUE(std::holds_alternative<Trace>(parsed)) << text;
  return std::get<Trace>(parsed);
}

TEST(Lanes, RunOneAfterTheOtherEachOnItsThread) {
  Lanes lanes;
  std::vector<std::uint8_t> order;
  std::map<std::uint8_t, std::set<std::thread::id>> threads;
  for (int round = 0; round < 100; ++round) {
    for (const std::uint8_t lane : std::initializer_list<std::uint8_t>{3, 0, 1, 1, 2}) {
      lanes.Run(lane, [&] {
        order.push_back(lane);
        threads[lane].insert(std::this_thread::get_id());
      });
      ASSERT_EQ(order.back(), lane) << "it is done when Run returns";
    }
  }
  EXPECT_EQ(order.size(), 500u);
  EXPECT_EQ(lanes.threads(), 3u);
  std::set<std::thread::id> all;
  for (const auto& [lane, own] : threads) {
    EXPECT_EQ(own.size(), 1u) << int{lane};
    all.insert(own.begin(), own.end());
  }
  EXPECT_EQ(all.size(), 4u);
  EXPECT_TRUE(threads[0].contains(std::this_thread::get_id()));
}

TEST(Lanes, ALaneThatIsNotUsedHasNoThread) {
  Lanes lanes;
  lanes.Run(0, [] {});
  EXPECT_EQ(lanes.threads(), 0u);
}

// Another lane stores while the collector marks: the stored object must be shaded, as with a store
// on lane 0.
const char* const kStoreOnALane =
    "create a\nroot a\n@2 enter\n@2 create b\n@2 unkeep b\n@2 leave\nstore a.0 b\n@1 enter\n"
    "@1 create d\n@1 store b.0 d\n@1 unkeep d\n@1 leave\nstart\ntick 2\n"
    "@1 enter\n@1 store a.1 d\nstore b.0 null\n@1 leave\ntick 9\nexpect alive d\n";

Verdict JudgeOn(const std::unique_ptr<reference::Subject>& subject, const std::string& text) {
  const Verdict verdict = Judge(Parsed(text), *subject);
  EXPECT_EQ(verdict.skipped, 0u) << text;
  return verdict;
}

TEST(Lanes, AreJudgedAsTheirOrderSays) {
  EXPECT_EQ(JudgeOn(MakeCoreSubject(), kStoreOnALane).outcome, Outcome::kAgree);
}

TEST(Lanes, ABarrierThatIsMissedOnOneIsCaughtEachTime) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  for (int run = 0; run < 20; ++run) {
    EXPECT_EQ(Judge(Parsed(kStoreOnALane), *faulty).outcome, Outcome::kDisagree) << run;
  }
}

// All that a run shows: the events, the answer and the fingerprint of each step, and the verdict.
struct Shown {
  std::vector<std::string> events;
  std::vector<reference::Answer> answers;
  std::vector<std::optional<std::uint64_t>> fingerprints;
  Verdict verdict;
};

std::string TextOf(const std::vector<reference::Event>& events) {
  std::string text;
  for (const reference::Event& event : events) {
    text += std::to_string(static_cast<int>(event.kind)) + ' ' + std::to_string(event.flag) + ' ' +
            std::to_string(event.object) + ' ' + std::to_string(event.detail) + '\n';
  }
  return text;
}

Shown ShownBy(const Trace& trace, reference::Subject& subject) {
  Shown shown;
  JudgeSession session(subject);
  session.Begin(trace.header);
  for (const reference::Operation& operation : trace.operations) {
    const bool goes_on = session.Step(operation);
    shown.events.push_back(TextOf(session.last_events()));
    shown.answers.push_back(session.last_answer());
    if (!goes_on) break;
    shown.fingerprints.push_back(session.Fingerprint());
  }
  shown.verdict = session.End();
  return shown;
}

bool HasLanes(const Trace& trace) {
  return std::ranges::any_of(trace.operations, [](const auto& each) { return each.lane != 0; });
}

// The traces of the corpus with the faults that they catch, runs at random that have lanes, and
// those of this file.
std::vector<std::pair<Trace, gc::FaultSet>> Recorded() {
  std::vector<std::pair<Trace, gc::FaultSet>> all;
  const Corpus corpus = LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus");
  EXPECT_TRUE(corpus.problems.empty());
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.subject != "core") continue;
    all.emplace_back(entry.trace, gc::FaultSet());
    if (entry.fault) all.emplace_back(entry.trace, gc::FaultSet(*entry.fault));
  }
  const auto core = MakeCoreSubject();
  JudgeSession session(*core);
  Trace trace;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RunDirected(session, SeedOfCase(1, seed), {}, trace);
    if (!HasLanes(trace)) continue;
    all.emplace_back(trace, gc::FaultSet());
    all.emplace_back(trace, gc::FaultSet(gc::Fault::kStoreWithoutShading));
  }
  all.emplace_back(Parsed(kStoreOnALane), gc::FaultSet());
  all.emplace_back(Parsed("@1 enter\n@1 create a\n@2 enter\n@2 store a.0 a\ntry-collect\n"),
                   gc::FaultSet(gc::Fault::kTryIgnoresSections));
  return all;
}

TEST(Lanes, ShowTheSameAsFibresAndAsThreads) {
  const auto fibres = MakeCoreSubject(LaneKind::kFibres);
  const auto threads = MakeCoreSubject(LaneKind::kThreads);
  std::size_t with_lanes = 0;
  std::size_t disagree = 0;
  for (const auto& [trace, faults] : Recorded()) {
    const bool sound = faults == gc::FaultSet();
    const auto broken = sound ? nullptr : MakeFaultyCoreSubject(faults, LaneKind::kFibres);
    const auto broken_too = sound ? nullptr : MakeFaultyCoreSubject(faults, LaneKind::kThreads);
    const Shown one = ShownBy(trace, sound ? *fibres : *broken);
    const Shown other = ShownBy(trace, sound ? *threads : *broken_too);
    with_lanes += HasLanes(trace);
    disagree += one.verdict.outcome == Outcome::kDisagree;
    ASSERT_EQ(one.verdict.outcome, other.verdict.outcome) << reference::PrintTrace(trace);
    EXPECT_EQ(one.verdict.units, other.verdict.units);
    EXPECT_EQ(one.events, other.events) << reference::PrintTrace(trace);
    EXPECT_EQ(one.answers, other.answers) << reference::PrintTrace(trace);
    EXPECT_EQ(one.fingerprints, other.fingerprints) << reference::PrintTrace(trace);
  }
  EXPECT_GT(with_lanes, 50u);
  EXPECT_GT(disagree, 20u);
}

TEST(Lanes, WhatOneMakesOutlivesCyclesUntilItIsHandedOver) {
  const auto core = MakeCoreSubject();
  EXPECT_EQ(JudgeOn(core,
                    "@1 enter\n@1 create a\n@1 leave\ncollect\ntick 3\nexpect alive a\n"
                    "unkeep a\ncollect\nexpect gone a\n")
                .outcome,
            Outcome::kAgree);
}

TEST(Lanes, SectionsNestAndMayBeOpenWhenARunEnds) {
  const auto core = MakeCoreSubject();
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(JudgeOn(core, "@1 enter\n@1 enter\n@3 enter\n@1 leave\n@1 create a\n").outcome,
              Outcome::kAgree);
  }
  // What follows on the same subject may come from another thread.
  std::thread([&] {
    EXPECT_EQ(JudgeOn(core, "@2 enter\n@2 leave\ncollect\n").outcome, Outcome::kAgree);
  }).join();
  EXPECT_EQ(JudgeOn(core, "create a\ncollect\nexpect gone a\n").outcome, Outcome::kAgree);
}

TEST(Lanes, ATryIsRefusedWhileASectionIsOpenAndCollectsWhenNoneIs) {
  const auto core = MakeCoreSubject();
  JudgeSession session(*core);
  session.Begin({});
  const auto answer_to = [&](const reference::Operation& operation) {
    EXPECT_TRUE(session.Step(operation)) << session.so_far().First()->message;
    return session.last_answer().kind;
  };
  using Kind = reference::Answer::Kind;
  namespace op = reference::op;
  answer_to(op::Create(0));
  answer_to(op::Enter(1));
  EXPECT_EQ(answer_to(op::TryCollect()), Kind::kRefused);
  EXPECT_TRUE(session.last_events().empty());
  answer_to(op::Leave(1));
  EXPECT_EQ(answer_to(op::TryCollect()), Kind::kDone);
  EXPECT_EQ(session.oracle().LifeOf(0), reference::Life::kFreed);
  session.End();
}

TEST(Lanes, ATryThatOverlooksASectionIsCaughtEachTime) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kTryIgnoresSections));
  for (const char* const text : {"@1 enter\ntry-collect\n", "@1 enter\nworld 61\n"}) {
    for (int run = 0; run < 5; ++run) {
      const Verdict verdict = Judge(Parsed(text), *faulty);
      ASSERT_EQ(verdict.outcome, Outcome::kDisagree) << text;
      EXPECT_EQ(verdict.First()->property, reference::Property::kSafety);
      EXPECT_EQ(verdict.First()->step, 1u);
    }
  }
}

std::string Shrunk(gc::Fault fault, const std::string& text) {
  const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(fault));
  const reference::Trace trace = Parsed(text);
  const ShrinkResult shrunk = Shrink(trace, *faulty, Judge(trace, *faulty));
  EXPECT_TRUE(shrunk.complete);
  return reference::PrintTrace(shrunk.trace);
}

TEST(Lanes, ShrinkToTheFirstWhereAnotherDoesNotMatter) {
  EXPECT_EQ(Shrunk(gc::Fault::kStoreWithoutShading, kStoreOnALane).find('@'), std::string::npos);
  EXPECT_EQ(Shrunk(gc::Fault::kTryIgnoresSections,
                   "create a\nroot a\n@5 enter\n@5 enter\n@5 store a.0 a\ntry-collect\n"),
            "tricolour trace 2\nlocals dead\n@1 enter\ntry-collect\n");
}

TEST(Lanes, AndTheirSectionsArePartOfTheState) {
  const auto core = MakeCoreSubject();
  JudgeSession session(*core);
  const auto after = [&](const std::string& text) {
    session.Begin({});
    for (const reference::Operation& operation : Parsed(text).operations) session.Step(operation);
    const auto fingerprint = session.Fingerprint();
    session.End();
    return fingerprint;
  };
  EXPECT_NE(after("create a\n"), after("create a\n@1 enter\n"));
  EXPECT_NE(after("create a\n@1 enter\n@1 leave\n"), after("create a\n@1 enter\n"));
  EXPECT_EQ(after("create a\n@1 enter\n@1 leave\n"),
            after("create a\n@1 enter\n@1 enter\n@1 leave\n@1 leave\n"));
}

}  // namespace
}  // namespace properties
