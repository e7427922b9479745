// properties/search/exhaustive/coming_back_test.cc -- a search goes back to a state at less cost
// than a replay, and finds the same.
//
// Label: threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "core/object/listening.h"
#include "properties/base/private_memory.h"
#include "properties/judge/judge.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

namespace op = reference::op;

void ExpectTheSame(const SmallHeapResult& one, const SmallHeapResult& other) {
  EXPECT_EQ(one.search.traces, other.search.traces);
  EXPECT_EQ(one.search.operations, other.search.operations);
  EXPECT_EQ(one.search.compared, other.search.compared);
  EXPECT_EQ(one.search.inconclusive, other.search.inconclusive);
  EXPECT_EQ(one.states, other.states);
  EXPECT_EQ(one.depth_completed, other.depth_completed);
  EXPECT_EQ(one.exhausted, other.exhausted);
  for (std::size_t checker = 0; checker < kCheckerCount; ++checker) {
    const auto& a = one.search.caught[checker];
    const auto& b = other.search.caught[checker];
    ASSERT_EQ(a.has_value(), b.has_value()) << kCheckerWords[checker];
    if (!a) continue;
    EXPECT_EQ(a->traces, b->traces) << kCheckerWords[checker];
    EXPECT_EQ(reference::PrintTrace(a->trace), reference::PrintTrace(b->trace));
    EXPECT_EQ(a->verdict.applied, b->verdict.applied);
  }
}

// Passes everything on to core, and counts the operations.
class Counted final : public reference::Subject {
 public:
  explicit Counted(std::uint64_t& operations) : operations_(operations) {}

  std::string_view name() const override { return core_->name(); }
  const reference::Promises& promises() const override { return core_->promises(); }
  void Reset(const reference::TraceHeader& header) override { core_->Reset(header); }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    ++operations_;
    return core_->Apply(operation, events);
  }
  bool Peek(reference::Name name, std::vector<reference::Name>& fields) const override {
    return core_->Peek(name, fields);
  }
  void Observe(reference::Observation& observation) const override { core_->Observe(observation); }
  bool Inspect(reference::Insides& insides) const override { return core_->Inspect(insides); }
  std::optional<reference::Breach> Verify() const override { return core_->Verify(); }
  std::optional<std::uint64_t> Fingerprint() const override { return core_->Fingerprint(); }
  bool Keep(std::unique_ptr<Image>& image) override { return core_->Keep(image); }
  bool Return(const Image& image) override { return core_->Return(image); }

 private:
  std::uint64_t& operations_;
  const std::unique_ptr<reference::Subject> core_ = MakeCoreSubject();
};

// A run with sections or frames has a lock and a scheduler, and one with workers has threads: these
// are not put back. And a heap with objects of five sizes or more has more blocks than it would
// keep.
bool HasImages(AlphabetGroup group) {
  return PrivateMemory::kWorks && group != AlphabetGroup::kSections &&
         group != AlphabetGroup::kWorlds && !HasWorkers(group) &&
         group != AlphabetGroup::kConstruction && group != AlphabetGroup::kEverything;
}

SmallHeapOptions Options(AlphabetGroup group, reference::Locals locals) {
  SmallHeapOptions options{.alphabet = MakeAlphabet(group, DefaultSize(group), locals)};
  options.search.max_traces = 2'000;
  return options;
}

class ComingBack : public testing::TestWithParam<std::size_t> {
 protected:
  AlphabetGroup group() const { return static_cast<AlphabetGroup>(GetParam()); }
};

TEST_P(ComingBack, ShowsWhatFullReplaysShow) {
  for (const reference::Locals locals : {reference::Locals::kDead, reference::Locals::kBlack}) {
    for (const bool conformance : {false, true}) {
      if (conformance && HasWorkers(group())) continue;
      SmallHeapOptions options = Options(group(), locals);
      options.search.judge.conformance = conformance;
      std::uint64_t operations = 0;
      const SubjectFactory core = [&] { return std::make_unique<Counted>(operations); };
      const SmallHeapResult quick = ExploreSmallHeaps(core, options);
      const std::uint64_t applied = std::exchange(operations, 0);
      options.in_full = true;
      const SmallHeapResult full = ExploreSmallHeaps(core, options);
      ExpectTheSame(quick, full);
      EXPECT_EQ(full.search.First(), nullptr);
      EXPECT_TRUE(conformance || quick.search.replayed < full.search.replayed);
      EXPECT_TRUE(!HasImages(group()) || 2 * applied < operations) << applied << " " << operations;
    }
  }
}

// A run that goes on after a finding of the verifier is not where it was, though its fingerprint
// may be.
TEST_P(ComingBack, CatchesTheSameFaults) {
  for (const gc::Fault fault :
       {gc::Fault::kStoreWithoutShading, gc::Fault::kKeepSerial, gc::Fault::kQueueTwice,
        gc::Fault::kRootWithoutShading, gc::Fault::kKeepStaleBits, gc::Fault::kSkipRecycledIndex}) {
    SmallHeapOptions options = Options(group(), reference::Locals::kDead);
    options.search.judge.stop_at_first = false;
    options.search.until = {.outcome = true};
    const SubjectFactory core = [fault] { return MakeFaultyCoreSubject(gc::FaultSet(fault)); };
    const SmallHeapResult quick = ExploreSmallHeaps(core, options);
    options.in_full = true;
    ExpectTheSame(quick, ExploreSmallHeaps(core, options));
  }
}

INSTANTIATE_TEST_SUITE_P(Alphabets, ComingBack,
                         testing::Range(std::size_t{0}, std::size_t{kAlphabetGroupCount}),
                         [](const auto& each) {
                           return std::string(WordOf(static_cast<AlphabetGroup>(each.param)));
                         });

// What the session says of itself where it went back.
class KeptStates : public testing::Test {
 protected:
  void Replay(std::initializer_list<reference::Operation> operations) {
    for (const reference::Operation& each : operations) session.Replay(each);
  }

  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session{*core};
  KeptState state;
};

TEST_F(KeptStates, AreComeBackToWithTheirFingerprintAndTheirCounts) {
  session.Begin({});
  Replay({op::Create(0), op::Root(0), op::Start()});
  session.Keep(state);
  const auto before = session.Fingerprint();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(session.Step(op::Create(1)));
    ASSERT_TRUE(session.Step(op::Store(0, 0, 1)));
    EXPECT_NE(session.Fingerprint(), before);
    EXPECT_EQ(session.End().applied, 2u);
    ASSERT_TRUE(session.Return(state));
    EXPECT_EQ(session.Fingerprint(), before);
    EXPECT_EQ(session.so_far().applied, 0u);
    EXPECT_FALSE(session.oracle().Exists(1));
  }
}

TEST_F(KeptStates, OfAParentLastWhileAChildIsReplayedAndGoneBackTo) {
  KeptState child;
  session.Begin({});
  Replay({op::Create(0), op::Root(0)});
  session.Keep(state);
  const auto at_parent = session.Fingerprint();
  for (const reference::Operation& entry : {op::Create(1), op::Start(), op::Unroot(0)}) {
    Replay({entry});
    session.Keep(child);
    const auto at_child = session.Fingerprint();
    ASSERT_TRUE(session.Step(op::Collect()));
    ASSERT_TRUE(session.Return(child));
    EXPECT_EQ(session.Fingerprint(), at_child);
    ASSERT_TRUE(session.Return(state));
    EXPECT_EQ(session.Fingerprint(), at_parent);
  }
}

TEST_F(KeptStates, AreVoidInTheNextRun) {
  session.Begin({});
  Replay({op::Create(0)});
  session.Keep(state);
  session.Begin({});
  EXPECT_FALSE(session.Return(state));
  EXPECT_FALSE(session.Stay(state));
}

// A weak reference that is read yields a serial, which the model is shown.
TEST_F(KeptStates, AreNotStayedInWhereTheModelIsAsked) {
  session.Begin({}, {.conformance = true});
  Replay({op::Create(0), op::Root(0)});
  session.Keep(state);
  ASSERT_TRUE(session.Step(op::Store(0, 0, reference::kNull)));
  EXPECT_FALSE(session.Stay(state));
  ASSERT_TRUE(session.Return(state));
  ASSERT_TRUE(session.Step(op::WeakMake(0, 0)));
  EXPECT_EQ(session.End().compared, 1u);
}

// The blocks that it gave back may belong to the heap of another thread by now.
TEST(KeptStatesOfCore, AreVoidAfterATrim) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  std::unique_ptr<reference::Subject::Image> image;
  core->Keep(image);  // from the next run on it has memory of its own
  core->Reset({});
  if (!core->Keep(image)) return;  // a sanitizer watches the memory
  EXPECT_TRUE(core->Return(*image));
  std::vector<reference::Event> events;
  core->Apply(op::Trim(), events);
  EXPECT_FALSE(core->Return(*image));
}

TEST(KeptStatesOfCore, NeedNoOperationAtAllFromTheSecondRunOn) {
  std::uint64_t operations = 0;
  Counted core(operations);
  JudgeSession session(core);
  KeptState state;
  for (int run = 0; run < 3; ++run) {
    session.Begin({});
    for (const auto& each : {op::Create(0), op::Root(0), op::WeakMake(0, 0)}) session.Replay(each);
    session.Keep(state);
    const auto before = session.Fingerprint();
    operations = 0;
    for (int i = 0; i < 5; ++i) {
      session.Step(op::Unroot(0));
      session.Step(op::Collect());
      EXPECT_FALSE(session.oracle().IsReachable(0));
      ASSERT_TRUE(session.Return(state));
      EXPECT_EQ(session.Fingerprint(), before);
    }
    const bool by_image = PrivateMemory::kWorks && run > 0;
    EXPECT_EQ(operations, by_image ? 10u : 25u) << run;
  }
}

// The barrier asks one word of the process, which lies in no heap.
TEST(KeptStatesOfCore, ListenToStoresAsTheyDid) {
  const std::uint32_t others = gc::heaps_listening.load();
  const auto core = MakeCoreSubject();
  JudgeSession session(*core);
  KeptState idle, marking;
  for (int run = 0; run < 2; ++run) {
    session.Begin({});
    session.Replay(op::Create(0));
    session.Replay(op::Root(0));
    session.Keep(idle);
    session.Step(op::Start());
    EXPECT_EQ(gc::heaps_listening.load(), others + 1);
    ASSERT_TRUE(session.Return(idle));
    EXPECT_EQ(gc::heaps_listening.load(), others);
    session.Replay(op::Start());
    session.Keep(marking);
    session.Step(op::Tick(20));
    EXPECT_EQ(gc::heaps_listening.load(), others);
    ASSERT_TRUE(session.Return(marking));
    EXPECT_EQ(gc::heaps_listening.load(), others + 1);
    ASSERT_TRUE(session.Return(idle));
    EXPECT_EQ(gc::heaps_listening.load(), others);
  }
}

// With clusters the barrier asks a table of pages too, which lies in no heap either: if it forgot
// one, no store would dissolve the cluster any more.
TEST(KeptStatesOfCore, LookForStoresIntoTheClustersThatTheyHave) {
  const std::uint32_t others = gc::heaps_listening.load();
  const auto core = MakeCoreSubject();
  JudgeSession session(*core);
  KeptState loose, clustered;
  for (int run = 0; run < 3; ++run) {
    session.Begin({});
    for (const auto& each : {op::Create(0), op::Create(1), op::Create(2), op::Root(0), op::Root(2),
                             op::Store(0, 0, 1)}) {
      session.Replay(each);
    }
    session.Keep(loose);
    session.Replay(op::Cluster(0));
    EXPECT_EQ(gc::heaps_listening.load(), others + gc::kHeapWithClusters);
    session.Keep(clustered);
    // Stores twice in turn: a page that is left twice and entered once would count as one more.
    for (const auto& each : {op::Store(0, 0, 2), op::Store(0, 0, 2), op::Dissolve(0)}) {
      ASSERT_TRUE(session.Step(each));
      EXPECT_EQ(gc::heaps_listening.load(), others) << "it is dissolved";
      ASSERT_TRUE(session.Return(clustered));
      EXPECT_EQ(gc::heaps_listening.load(), others + gc::kHeapWithClusters);
    }
    ASSERT_TRUE(session.Return(loose));
    EXPECT_EQ(gc::heaps_listening.load(), others);
    ASSERT_TRUE(session.Step(op::Store(0, 0, 2)));
  }
}

// A run with sections has more than its heap.
TEST(KeptStatesOfCore, AreReachedByOperationsWhereSectionsAreOpen) {
  const auto core = MakeCoreSubject();
  JudgeSession session(*core);
  KeptState state;
  for (int run = 0; run < 3; ++run) {
    session.Begin({});
    session.Replay(op::Create(0));
    session.Replay(op::Root(0));
    session.Keep(state);
    const auto before = session.Fingerprint();
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(session.Step(op::Enter(1)));
      ASSERT_TRUE(session.Step(op::OnLane(1, op::Store(0, 0, 0))));
      ASSERT_TRUE(session.Return(state));
      EXPECT_EQ(session.Fingerprint(), before);
    }
  }
}

// A subject that does something else the second time is judged from the beginning.
class Fickle final : public reference::Subject {
 public:
  Fickle() { promises_.verbs.Add(reference::Verb::kCreate); }
  std::string_view name() const override { return "fickle"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader&) override { ++runs_; }
  reference::Answer Apply(const reference::Operation&, std::vector<reference::Event>&) override {
    return {.object = runs_};
  }
  bool Peek(reference::Name, std::vector<reference::Name>&) const override { return false; }

 private:
  reference::Promises promises_;
  reference::Name runs_ = 0;
};

TEST(KeptStatesOfAFickleSubject, AreNotComeBackTo) {
  Fickle subject;
  JudgeSession session(subject);
  KeptState state;
  session.Begin({});
  session.Replay(op::Create(0));
  session.Keep(state);
  EXPECT_FALSE(session.Return(state));
}

}  // namespace
}  // namespace properties
