// properties/judge/judge_test.cc -- the judge can disagree, through each of its checkers.
//
// A tame subject keeps a heap that never collects anything; each test spoils one thing that it
// shows.

#include "properties/judge/judge.h"

#include <functional>
#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace properties {
namespace {

using namespace reference;  // NOLINT: names of the trace vocabulary, in a test
constexpr Name a = 0, b = 1;

class TameSubject : public Subject {
 public:
  TameSubject() {
    promises_.verbs = VerbSet::All().Remove(Verb::kCollect).Remove(Verb::kSwap);
    promises_.colours = true;
  }
  std::string_view name() const override { return "tame"; }
  void PromiseStagedEnds() { promises_.staged_destruction = true; }
  const Promises& promises() const override { return promises_; }
  void Reset(const TraceHeader&) override { fields_.clear(); }
  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    if (operation.verb == Verb::kCreate) fields_[operation.object].assign(operation.number, kNull);
    if (operation.verb == Verb::kStore)
      fields_[operation.object][operation.field] = operation.target;
    if (operation.verb == Verb::kTick && on_tick) on_tick(events);
    return answer;
  }
  bool Peek(Name object, std::vector<Name>& fields) const override {
    fields.clear();
    const auto found = fields_.find(object);
    if (found == fields_.end() || object == hide) return false;
    fields = found->second;
    return true;
  }
  void Observe(Observation& observation) const override { observation = shown; }
  std::optional<Breach> Verify() const override { return breach; }

  std::map<Name, std::vector<Name>> fields_;
  std::function<void(std::vector<Event>&)> on_tick;
  Answer answer;
  Name hide = kNull;
  Observation shown;
  std::optional<Breach> breach;

 private:
  Promises promises_;
};

const Trace kTrace = {
    {}, {op::Create(a), op::Create(b), op::Root(a), op::Store(a, 0, b), op::Tick(1), op::Tick(1)}};

// The property that the checker found broken, or "agree".
std::string Found(const Verdict& verdict, Checker checker) {
  return verdict.Of(checker) ? std::string(WordOf(verdict.Of(checker)->property)) : "agree";
}

TEST(Judge, AgreesWithASubjectThatKeepsEverything) {
  TameSubject subject;
  const Verdict verdict = Judge(kTrace, subject);
  EXPECT_EQ(verdict.outcome, Outcome::kAgree);
  EXPECT_EQ(verdict.applied, 6u);
  EXPECT_EQ(verdict.First(), nullptr);
}

TEST(Judge, SkipsWhatTheMutatorCouldNotDoAndCountsUndeclaredVerbs) {
  TameSubject subject;
  const Verdict verdict =
      Judge({{}, {op::Root(a), op::Create(a), op::Create(a), op::Swap(a, 0, a, 1), op::Collect()}},
            subject);
  EXPECT_EQ(verdict.applied, 1u);
  EXPECT_EQ(verdict.skipped, 2u);
  EXPECT_EQ(verdict.undeclared, 2u);
  EXPECT_EQ(verdict.outcome, Outcome::kAgree);
}

TEST(Judge, IsInconclusiveWhenTheSubjectHasNoneOfTheVerbs) {
  TameSubject subject;
  EXPECT_EQ(Judge({{}, {op::Collect()}}, subject).outcome, Outcome::kInconclusive);
}

TEST(Judge, SeesMemoryThatIsGone) {
  TameSubject subject;
  subject.hide = b;
  const Verdict verdict = Judge(kTrace, subject);
  EXPECT_EQ(Found(verdict, Checker::kOutcome), "safety");
  EXPECT_EQ(verdict.First()->object, b);
  EXPECT_EQ(verdict.First()->step, 1u) << "seen as soon as it is made: the mutator holds it";
}

TEST(Judge, SeesAFieldThatDoesNotHoldWhatItWasGiven) {
  TameSubject subject;
  subject.on_tick = [&](std::vector<Event>&) { subject.fields_[a][0] = kNull; };
  const Verdict verdict = Judge(kTrace, subject);
  EXPECT_EQ(Found(verdict, Checker::kOutcome), "fields");
  EXPECT_EQ(verdict.First()->message, "a.0 holds null and was given b");
  EXPECT_EQ(verdict.First()->step, 4u);
}

TEST(Judge, SeesDestructionByItsEvents) {
  TameSubject subject;
  subject.on_tick = [](std::vector<Event>& events) {
    events.push_back({.kind = EventKind::kFreed, .object = b});
  };
  EXPECT_EQ(Judge(kTrace, subject).First()->message,
            "a reachable object was freed: root -> a.0 -> b");
}

TEST(Judge, SeesAReferenceToFreedMemoryInADyingObject) {
  TameSubject subject;
  subject.on_tick = [&](std::vector<Event>&) { subject.fields_[b][0] = kDangling; };
  const Trace trace = {{}, {op::Create(b), op::Tick(1)}};
  EXPECT_EQ(Found(Judge(trace, subject), Checker::kOutcome), "agree")
      << "without staged ends nothing is promised of what is dead";
  subject.PromiseStagedEnds();
  EXPECT_EQ(Found(Judge(trace, subject), Checker::kOutcome), "fields");
}

TEST(Judge, SeesBlackToWhite) {
  TameSubject subject;
  subject.shown.phase = Phase::kMarking;
  subject.shown.colours = {Colour::kBlack, Colour::kWhite};
  const Verdict verdict = Judge(kTrace, subject);
  EXPECT_EQ(Found(verdict, Checker::kInvariant), "tri-colour");
  EXPECT_EQ(verdict.First()->message, "black to white: a.0 -> b");
  EXPECT_EQ(verdict.First()->step, 3u);
}

TEST(Judge, AllowsBlackToGreyAndGreyToWhite) {
  for (const std::vector<Colour>& colours :
       {std::vector{Colour::kBlack, Colour::kGrey}, std::vector{Colour::kGrey, Colour::kWhite}}) {
    TameSubject subject;
    subject.shown.phase = Phase::kMarking;
    subject.shown.colours = colours;
    EXPECT_EQ(Judge(kTrace, subject).outcome, Outcome::kAgree);
  }
}

TEST(Judge, SeesAWhiteRootWhileMarking) {
  TameSubject subject;
  subject.shown.phase = Phase::kMarking;
  subject.shown.colours = {Colour::kWhite, Colour::kWhite};
  EXPECT_EQ(Judge(kTrace, subject).First()->message, "a is a root and is white");
}

TEST(Judge, SeesWhatIsReachableAndWhiteAfterMarking) {
  TameSubject subject;
  subject.shown.phase = Phase::kGathering;
  subject.shown.colours = {Colour::kBlack, Colour::kWhite};
  const Verdict verdict = Judge({{}, {op::Create(b), op::Create(a), op::Root(b)}}, subject);
  EXPECT_EQ(verdict.First()->message, "b is reachable and white after the end of marking");
}

TEST(Judge, SeesAnyColourButBlackOutsideACycle) {
  TameSubject subject;
  subject.shown.phase = Phase::kIdle;
  subject.shown.colours = {Colour::kBlack, Colour::kDoomed};
  EXPECT_EQ(Judge(kTrace, subject).First()->message, "b lives, and its collector has it as DOOMED");
}

TEST(Judge, KeepsTheVerifierApart) {
  TameSubject subject;
  subject.breach = Breach{"grey-is-queued", b, "b is in two lists"};
  JudgeOptions options;
  options.stop_at_first = false;
  subject.hide = b;
  const Verdict verdict = Judge(kTrace, subject, options);
  EXPECT_EQ(Found(verdict, Checker::kVerifier), "verifier");
  EXPECT_EQ(verdict.Of(Checker::kVerifier)->rule, "grey-is-queued");
  EXPECT_EQ(verdict.Of(Checker::kVerifier)->step, 0u);
  EXPECT_EQ(Found(verdict, Checker::kOutcome), "safety") << "the run went on to the loss";
  options.verifier = false;
  EXPECT_EQ(Found(Judge(kTrace, subject, options), Checker::kVerifier), "agree") << "muted";
}

TEST(Judge, LeavesTheStateUntilItIsAskedForIt) {
  TameSubject subject;
  JudgeSession session(subject);
  session.Begin({});
  EXPECT_TRUE(session.Step(op::Create(a)));
  subject.breach = Breach{.rule = "insertion-barrier", .detail = "black to white"};
  EXPECT_TRUE(session.StepOnly(op::Root(a)));
  EXPECT_EQ(session.so_far().First(), nullptr);
  EXPECT_FALSE(session.CheckState());
  ASSERT_TRUE(session.so_far().Of(Checker::kVerifier));
  EXPECT_EQ(session.so_far().Of(Checker::kVerifier)->step, 1u) << "the step that led there";
}

TEST(Judge, LooksAtEachStateThatIsLeftAtMostOnce) {
  TameSubject subject;
  JudgeSession session(subject);
  session.Begin({}, {.stop_at_first = false});
  session.StepOnly(op::Create(a));
  EXPECT_TRUE(session.CheckState());
  subject.breach = Breach{.rule = "insertion-barrier", .detail = "black to white"};
  EXPECT_TRUE(session.CheckState()) << "it was looked at";
  session.StepOnly(op::Root(a));
  session.Step(op::Create(a));  // a name that is in use: the step is skipped, and leaves nothing
  EXPECT_TRUE(session.CheckState());
  EXPECT_EQ(session.so_far().First(), nullptr);
}

TEST(Judge, ComparesAnswersAndEventsOfAStepWhoseStateItLeaves) {
  TameSubject subject;
  JudgeSession session(subject);
  session.Begin({});
  session.Step(op::Create(a));
  session.Step(op::Root(a));
  subject.on_tick = [](std::vector<Event>& events) {
    events.push_back({.kind = EventKind::kFreed, .object = a});
  };
  EXPECT_FALSE(session.StepOnly(op::Tick(1)));
  EXPECT_TRUE(session.so_far().Of(Checker::kOutcome));
}

TEST(Judge, ASubjectThatStopsIsASelfCheckAndEndsTheRun) {
  TameSubject subject;
  subject.answer.kind = Answer::Kind::kStopped;
  const Verdict verdict = Judge(kTrace, subject);
  EXPECT_EQ(Found(verdict, Checker::kVerifier), "self-check");
  EXPECT_EQ(verdict.applied, 1u);
}

// Replays the first `steps` of the trace, and keeps what they came to.
void ReplayAndKeep(JudgeSession& session, const Trace& trace, std::size_t steps, KeptState& state) {
  session.Begin(trace.header);
  for (std::size_t i = 0; i < steps; ++i) session.Replay(trace.operations[i]);
  session.Keep(state);
}

TEST(Judge, GoesBackToWhatItKeptAndSeesTheSameFromThere) {
  TameSubject subject;
  JudgeSession session(subject);
  KeptState state;
  ReplayAndKeep(session, kTrace, 3, state);
  ASSERT_TRUE(session.Step(op::Store(a, 0, b)));
  const std::uint64_t once = session.oracle().Fingerprint();
  for (const Name other : {b, a}) {
    ASSERT_TRUE(session.Return(state));
    EXPECT_EQ(session.oracle().Fields(a)[0], kNull) << "as it was kept";
    EXPECT_TRUE(session.Step(op::Store(a, 0, other)));
    EXPECT_EQ(session.oracle().Fingerprint() == once, other == b);
    EXPECT_EQ(session.End().applied, 1u) << "what is repeated is not counted";
  }
  ASSERT_TRUE(session.Return(state));
  subject.hide = b;
  session.Step(op::Store(a, 0, b));
  EXPECT_EQ(session.End().First()->step, 3u);
}

TEST(Judge, DoesNotGoBackIfTheSubjectDoesSomethingElseTheSecondTime) {
  TameSubject subject;
  int ticks = 0;
  subject.on_tick = [&](std::vector<Event>& events) {
    if (++ticks == 2) events.push_back({.kind = EventKind::kFreed, .object = b});
  };
  JudgeSession session(subject);
  KeptState state;
  ReplayAndKeep(session, kTrace, 5, state);
  EXPECT_FALSE(session.Return(state));
  EXPECT_TRUE(session.Return(state)) << "the third time it is as the first";
  subject.answer = {Answer::Kind::kRead, a};
  EXPECT_FALSE(session.Return(state));
}

TEST(Judge, GoesBackToNothingThatWasNotKept) {
  TameSubject subject;
  JudgeSession session(subject);
  KeptState state;
  session.Begin({});
  EXPECT_FALSE(session.Return(state));
  ReplayAndKeep(session, kTrace, 3, state);
  session.Begin({});
  EXPECT_FALSE(session.Return(state));
}

}  // namespace
}  // namespace properties
