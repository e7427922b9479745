// properties/subjects/plugin/adapter_check.cc -- the questions, and what an answer says.

#include "properties/subjects/plugin/adapter_check.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "properties/subjects/plugin/adapter_promises.h"
#include "properties/subjects/plugin/adapter_run.h"
#include "reference/oracle/heap.h"

namespace properties {
namespace {

using reference::Answer;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Subject;
using reference::Verb;
using reference::VerbSet;
namespace op = reference::op;

constexpr Name a = 0, b = 1;

struct Question {
  std::string_view text;
  VerbSet needs;
  std::string (*ask)(Subject& subject);  // what is wrong, or nothing
};

constexpr VerbSet kLeast = VerbSet()
                               .Add(Verb::kCreate)
                               .Add(Verb::kStore)
                               .Add(Verb::kRoot)
                               .Add(Verb::kUnroot)
                               .Add(Verb::kCollect);

std::string BirthsAreSeen(Subject& subject) {
  AdapterRun run(subject);
  if (run.Do(op::Create(a, 3)).kind == Answer::Kind::kExhausted) {
    const std::optional<reference::Breach> breach = subject.Verify();
    return breach ? breach->detail
                  : "the first object of a heap was answered with TRICOLOUR_EXHAUSTED";
  }
  run.Do(op::Create(b, 0));
  if (!run.IsThere(a)) return "peek says that a new object is gone";
  if (run.Fields(a) != std::vector<Name>(3, kNull)) {
    return "an object that was created with 3 fields must show 3 fields, all null";
  }
  return run.Fields(b).empty() ? "" : "an object that was created with 0 fields shows some";
}

std::string StoresAreSeen(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 2), op::Create(b, 1), op::Store(a, 1, b)});
  if (run.Fields(a) != std::vector<Name>{kNull, b}) {
    return "after `store a.1 b` peek must show null and b in the fields of a";
  }
  run.Do(op::Store(a, 1, kNull));
  return run.Fields(a) == std::vector<Name>(2, kNull)
             ? ""
             : "after `store a.1 null` peek must show null in a.1";
}

std::string MovesAreSeen(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 1), op::Create(b, 1), op::Store(a, 0, b), op::Move(b, 0, a, 0)});
  if (run.Fields(a) != std::vector<Name>{kNull} || run.Fields(b) != std::vector<Name>{b}) {
    return "after `store a.0 b` and `move b.0 a.0` peek must show null in a.0 and b in b.0";
  }
  run.Do(op::Move(b, 0, b, 0));
  if (run.Fields(b) == std::vector<Name>{b}) return {};
  return "what is moved to where it is stays there: `move b.0 b.0` changes nothing";
}

std::string RootsAreKept(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 1), op::Create(b, 0), op::Root(a), op::Store(a, 0, b), op::Collect(),
          op::Collect()});
  if (!run.IsThere(a)) return "a root is gone after a collection";
  return run.IsThere(b) ? "" : "what a root refers to is gone after a collection";
}

std::string NamesAreWeak(Subject& subject) {
  if (!subject.promises().exact) return {};
  AdapterRun run(subject);
  run.Do({op::Create(a, 0), op::Create(b, 0), op::Root(a), op::Root(b), op::Unroot(a)});
  run.CollectAll();
  if (!run.IsThere(b)) return "a root is gone after a collection";
  if (!run.IsThere(a)) return {};
  return "an object to which nothing refers is still there after as many collections as are "
         "promised: the adapter's table of names may hold it, or `unroot` does nothing";
}

std::string DeathsAreTold(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 0), op::Root(a), op::Unroot(a)});
  run.CollectAll();
  if (run.IsThere(a)) return run.Freed(a) == 0 ? "" : "a was told as freed, and peek still sees it";
  if (run.Freed(a) == 1) return {};
  return run.Freed(a) == 0
             ? "a is gone and its death was not told: publish TRICOLOUR_FREED where its memory is "
               "given back, or take its memory from the quarantine"
             : "the death of a was told " + std::to_string(run.Freed(a)) + " times";
}

std::string LookingChangesNothing(Subject& subject) {
  const std::array<Operation, 8> operations = {op::Create(a, 1),   op::Create(b, 1), op::Root(a),
                                               op::Store(a, 0, b), op::Collect(),    op::Unroot(a),
                                               op::Collect(),      op::Collect()};
  std::string digests[2];
  for (const bool looks : {false, true}) {
    AdapterRun run(subject);
    for (const Operation& operation : operations) {
      run.Do(operation);
      if (!looks) continue;
      run.IsThere(a);
      run.IsThere(b);
      reference::Observation seen;
      subject.Observe(seen);
      subject.Verify();
    }
    digests[looks] = run.Digest();
  }
  return digests[0] == digests[1]
             ? ""
             : "a run with peek, observe and verify between its operations differs from the same "
               "run without them";
}

std::string RunsRepeat(Subject& subject) {
  std::string first;
  for (int i = 0; i < 3; ++i) {
    AdapterRun run(subject);
    for (Name name = 0; name < 20; ++name) {
      run.Do(op::Create(name, 2));
      if (name > 0) run.Do(op::Store(name - 1, 0, name));
      if (name % 5 == 0) run.Do(op::Root(name));
    }
    run.Do({op::Store(7, 0, kNull), op::Collect(), op::Unroot(5), op::Collect()});
    if (i == 0) first = run.Digest();
    if (run.Digest() != first) {
      return "the same run told something else the second time: something of the run before is "
             "left, or addresses, hash seeds or clocks decide";
    }
  }
  return {};
}

std::string NothingBeginsByItself(Subject& subject) {
  AdapterRun run(subject);
  for (Name name = 0; name < 2000; ++name) run.Do(op::Create(name, 4));
  for (Name name = 0; name < 2000; ++name) {
    if (run.Freed(name) == 0 && run.IsThere(name)) continue;
    return NameText(name) +
           " is gone, and no collection was asked for: switch the automatic ones "
           "off";
  }
  return {};
}

std::string DropsWithWorkPending(Subject& subject) {
  for (int i = 0; i < 3; ++i) {
    AdapterRun run(subject);
    run.Do({op::Create(a, 1), op::Create(b, 1), op::Root(a), op::Start()});
    if (subject.promises().verbs.Has(Verb::kTick)) run.Do(op::Tick(1));
  }
  AdapterRun run(subject);
  run.Do(op::Create(a, 1));
  return run.IsThere(a) ? ""
                        : "after a heap was dropped in the middle of a cycle, the next one "
                          "cannot make an object";
}

std::string StepsEnd(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 1), op::Create(b, 1), op::Root(a), op::Store(a, 0, b), op::Start()});
  run.Do(op::Create(2, 1));
  for (int i = 0; i < 1000; ++i) run.Do(op::Tick(1));
  if (!run.IsThere(a) || !run.IsThere(b)) return "what a root leads to is gone after a cycle";
  run.Do(op::Unroot(a));
  run.CollectAll();
  const bool gone = !run.IsThere(a) && !run.IsThere(b) && !run.IsThere(2);
  return gone || !subject.promises().exact
             ? ""
             : "after a cycle of ticks and the promised collections, dead objects are still there: "
               "`collect` must finish a cycle that is pending, and then run a whole one";
}

std::string WeakReadsAnswer(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 0), op::Root(a), op::WeakMake(0, a)});
  const Answer alive = run.Do(op::WeakRead(0));
  if (alive.kind != Answer::Kind::kRead) return "`weak-read` must answer TRICOLOUR_READ";
  if (alive.object != a) return "a weak reference to a live object must answer it";
  run.Do(op::Unroot(a));
  run.CollectAll();
  const Answer dead = run.Do(op::WeakRead(0));
  return run.IsThere(a) || dead.object == kNull
             ? ""
             : "a weak reference to an object that is gone must answer null";
}

std::string ColoursAreShown(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(a, 1), op::Create(b, 1), op::Root(a), op::Store(a, 0, b)});
  reference::Observation seen;
  subject.Observe(seen);
  const auto colour = [&seen](Name name) {
    return name < seen.colours.size() ? seen.colours[name] : reference::Colour::kNone;
  };
  if (seen.phase != reference::Phase::kIdle)
    return "no cycle is pending, and the phase is not idle";
  if (colour(a) != reference::Colour::kBlack || colour(b) != reference::Colour::kBlack) {
    return "outside of a cycle every live object is black";
  }
  if (!subject.promises().verbs.Has(Verb::kStart)) return {};
  run.Do(op::Start());
  subject.Observe(seen);
  if (seen.phase != reference::Phase::kMarking) return {};  // it takes the whole cycle at once
  if (colour(a) == reference::Colour::kWhite) return "a root is white after `start`";
  return colour(b) == reference::Colour::kBlack
             ? "an object that was not looked at is black after `start`"
             : "";
}

constexpr std::array<Question, 19> kQuestions = {{
    {"what is created is seen by peek", kLeast, &BirthsAreSeen},
    {"what is stored is seen by peek", kLeast, &StoresAreSeen},
    {"what is moved is seen by peek", VerbSet(kLeast).Add(Verb::kMove), &MovesAreSeen},
    {"roots, and what they refer to, are kept", kLeast, &RootsAreKept},
    {"the adapter's names hold nothing", kLeast, &NamesAreWeak},
    {"each death is told once", kLeast, &DeathsAreTold},
    {"looking changes nothing", kLeast, &LookingChangesNothing},
    {"the same run is the same again", kLeast, &RunsRepeat},
    {"no collection begins by itself", kLeast, &NothingBeginsByItself},
    {"a heap may be dropped in the middle of a cycle", VerbSet(kLeast).Add(Verb::kStart),
     &DropsWithWorkPending},
    {"a cycle of ticks ends", VerbSet(kLeast).Add(Verb::kStart).Add(Verb::kTick), &StepsEnd},
    {"weak references answer", VerbSet(kLeast).Add(Verb::kWeakMake).Add(Verb::kWeakRead),
     &WeakReadsAnswer},
    {"what other verbs change is seen by peek", kLeast, &ChangesAreSeen},
    {"what containers hold is seen by peek", VerbSet(kLeast).Add(Verb::kAppend),
     &ContainersAreSeen},
    {"each holder holds, and lets go", kLeast, &HoldersHold},
    {"what is promised of events is told", kLeast, &PromisedEventsAreTold},
    {"answers are those of the interface", kLeast, &AnswersAreKnown},
    {"fingerprints tell heaps apart", kLeast, &FingerprintsDiffer},
    {"colours are those of the collector", kLeast, &ColoursAreShown},
}};

bool HasAll(const VerbSet& have, const VerbSet& needs) {
  return std::ranges::all_of(reference::kVerbs, [&](const reference::VerbEntry& entry) {
    return !needs.Has(entry.verb) || have.Has(entry.verb);
  });
}

std::string AnswersWithoutMemory(Subject& subject) {
  AdapterRun run(subject);
  for (Name name = 0; name < 100'000; ++name) {
    const Answer answer = run.Do(op::Create(name, 8));
    if (answer.kind != Answer::Kind::kExhausted && answer.kind != Answer::Kind::kFull) continue;
    AdapterRun next(subject);
    next.Do(op::Create(a, 1));
    return next.IsThere(a) ? "" : "after a run without memory the next one cannot make an object";
  }
  return "allocate gave null, and no answer was TRICOLOUR_EXHAUSTED";
}

// Of an adapter that takes its memory elsewhere nothing can be asked.
void AskWithoutMemory(const StarvedAdapter& starved, AdapterAnswer& answer) {
  const auto subject = starved.make();
  std::string wrong = AnswersWithoutMemory(*subject);
  answer.asked = starved.was_refused(*subject);
  if (answer.asked) answer.wrong = std::move(wrong);
}

}  // namespace

std::vector<AdapterAnswer> CheckAdapter(const AdapterFactory& make, const StarvedAdapter& starved,
                                        const std::function<void(const std::string&)>& before) {
  std::vector<AdapterAnswer> answers;
  const auto subject = make();
  for (const Question& question : kQuestions) {
    AdapterAnswer answer{.question = std::string(question.text), .wrong = {}};
    before(answer.question);
    answer.asked = HasAll(subject->promises().verbs, question.needs) &&
                   (question.ask != &ColoursAreShown || subject->promises().colours);
    if (answer.asked) answer.wrong = question.ask(*subject);
    answers.push_back(std::move(answer));
  }
  if (starved.make) {
    AdapterAnswer answer{.question = "memory that runs out is answered", .wrong = {}};
    before(answer.question);
    AskWithoutMemory(starved, answer);
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace properties
