// properties/judge/judge.cc -- judges one run: applies, asks the oracle, compares.

#include "properties/judge/judge.h"

#include <algorithm>

#include "reference/oracle/heap.h"

namespace properties {

using reference::Answer;
using reference::Colour;
using reference::kDangling;
using reference::kNull;
using reference::Life;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Phase;
using reference::Property;
using reference::Violation;

namespace {

bool EndsCycle(const reference::Event& event) {
  return event.kind == reference::EventKind::kCycleEnd;
}

}  // namespace

const Finding* Verdict::First() const {
  for (const std::optional<Finding>& finding : findings) {
    if (finding) return &*finding;
  }
  return nullptr;
}

Verdict JudgeSession::Judge(const reference::Trace& trace, const JudgeOptions& options) {
  Begin(trace.header, options);
  for (const Operation& operation : trace.operations) {
    if (!Step(operation)) break;
  }
  return End();
}

void JudgeSession::Begin(const reference::TraceHeader& wanted, const JudgeOptions& options) {
  options_ = options;
  reference::TraceHeader header = wanted;
  header.heap = wanted.heap.Of(subject_.promises().settings);
  verdict_ = {};
  verdict_.heap = header.heap;
  stopped_ = false;
  step_ = 0;
  events_.clear();
  answer_ = {};
  last_applied_ = false;
  present_.due.reset();
  subject_.Reset(header);
  if (options_.goes_on_without_memory) header.heap.Choose(reference::Setting::kLists, 1);
  oracle_.Reset(header, subject_.promises(), options_.plain_up_to);
  options_.conformance &= subject_.promises().modelled;
  if (options_.conformance) {
    conformance_.Reset(header);
    conformance_.CountClasses(options_.classes);
  }
  reference::Tally tally;
  census_.Reset(header, subject_.Count(tally));
  ++replayed_.run;
  replayed_.header = header;
  replayed_.operations.clear();
  replayed_.answers.clear();
  replayed_.events.clear();
}

bool JudgeSession::Step(const Operation& operation) {
  if (Over()) return false;
  events_.clear();
  answer_ = {};
  last_applied_ = false;
  present_.due.reset();
  if (!reference::IsExpectation(operation.verb) && !subject_.promises().verbs.Has(operation.verb)) {
    ++verdict_.undeclared;
  } else if (!oracle_.Allows(operation)) {
    ++verdict_.skipped;
  } else {
    ++verdict_.applied;
    last_applied_ = true;
    if (options_.conformance && reference::Takes(operation.verb, reference::Operand::kUnits)) {
      DoUnitByUnit(operation);
    } else {
      Do(operation);
    }
  }
  ++step_;
  return !Over();
}

void JudgeSession::Do(const Operation& operation) {
  if (options_.conformance && !present_.replays) conformance_.Before(operation, oracle_, subject_);
  if (!reference::IsExpectation(operation.verb)) {
    answer_ = subject_.Apply(operation, events_);
    if (present_.replays) NoteReplayed(operation);
  }
  Compare(operation);
}

// Applies a tick of many units as that many ticks of one unit, and so a purge; it ends where the
// long one would. A tick ends with its cycle, a purge goes on to what is pending then.
void JudgeSession::DoUnitByUnit(Operation tick) {
  const std::uint32_t units = tick.number;
  const bool ends_with_cycle = tick.verb == reference::Verb::kTick;
  tick.number = 1;
  std::vector<reference::Event> all;
  bool goes_on = true;
  for (std::uint32_t unit = 0; unit < units && goes_on && !Over(); ++unit) {
    events_.clear();
    Do(tick);
    const bool cycle_ended = std::any_of(events_.begin(), events_.end(), EndsCycle);
    goes_on = !events_.empty() && !(ends_with_cycle && cycle_ended);
    // Only the last state may be left.
    if (present_.due && goes_on && unit + 1 < units) CompareState();
    all.insert(all.end(), events_.begin(), events_.end());
  }
  events_ = std::move(all);
}

void JudgeSession::Replay(const Operation& operation) {
  const std::uint64_t applied = verdict_.applied;
  present_.replays = true;
  Step(operation);
  present_.replays = false;
  verdict_.applied = applied;
}

Verdict JudgeSession::End() {
  if (options_.closes && !stopped_ && verdict_.First() == nullptr) CloseHeap();
  if (verdict_.First() != nullptr) {
    verdict_.outcome = Outcome::kDisagree;
  } else if (!verdict_.inconclusive_because.empty()) {
    verdict_.outcome = Outcome::kInconclusive;
  } else if (verdict_.applied == 0 && verdict_.undeclared > 0) {
    verdict_.outcome = Outcome::kInconclusive;
    verdict_.inconclusive_because = "the subject has none of the trace's verbs";
  }
  return verdict_;
}

// A run ends when the outcome checker has found something (the oracle's state means nothing from
// there on), when the subject has stopped itself or, with stop_at_first, when any checker has found
// something.
bool JudgeSession::Over() const {
  if (stopped_ || verdict_.Of(Checker::kOutcome)) return true;
  return options_.stop_at_first && verdict_.First() != nullptr;
}

void JudgeSession::Find(Checker checker, Property property, Name object, std::string message,
                        std::string rule) {
  std::optional<Finding>& slot = verdict_.findings[static_cast<std::size_t>(checker)];
  if (slot) return;
  slot = Finding{checker, property, step_, object, std::move(rule), std::move(message)};
}

void JudgeSession::Compare(const Operation& operation) {
  bool cycle_ended = false;
  for (const reference::Event& event : events_) {
    if (reference::IsUnit(event.kind)) ++verdict_.units;
    cycle_ended |= event.kind == reference::EventKind::kCycleEnd;
  }
  if (answer_.kind == Answer::Kind::kFull || answer_.kind == Answer::Kind::kExhausted) {
    return TakeRefusal(operation);
  }
  if (answer_.kind == Answer::Kind::kStopped) {
    stopped_ = true;
    const std::optional<reference::Breach> breach = subject_.Verify();
    Find(Checker::kVerifier, Property::kSelfCheck, breach ? breach->object : kNull,
         breach ? breach->detail : "a check of the subject's own failed",
         breach ? breach->rule : std::string());
    return;
  }
  if (std::optional<Violation> violation = oracle_.Apply(operation, answer_, events_)) {
    Find(Checker::kOutcome, violation->property, violation->object, std::move(violation->message));
  }
  std::optional<Violation> miscounted = census_.See(operation, answer_, events_);
  if (options_.conformance) CheckConformance(!present_.replays);
  if (present_.replays) return;
  if (miscounted) {
    Find(Checker::kOutcome, miscounted->property, miscounted->object,
         std::move(miscounted->message));
  }
  // A subject that does not promise its units need not tell when a cycle ends.
  const bool collected = !subject_.promises().units && operation.verb == reference::Verb::kCollect;
  const bool whole = oracle_.NameCount() <= options_.compare_all_up_to || cycle_ended || collected;
  present_.due =
      Present::Due{.object = operation.object, .target = operation.target, .whole = whole};
  if (present_.leaves_state) return CompareCounts();
  CompareState();
}

// Compares what a mutator could see of the object, and whether its destruction is safe.
void JudgeSession::CompareObject(Name name) {
  if (verdict_.Of(Checker::kOutcome)) return;
  const Life life = oracle_.LifeOf(name);
  if (life == Life::kUnborn || life == Life::kFreed) return;
  const bool there = subject_.Peek(name, fields_);
  const bool visible = oracle_.IsReachable(name) || oracle_.CanName(name);
  if (!there) {
    Find(Checker::kOutcome, visible ? Property::kSafety : Property::kOrder, name,
         NameText(name) + (visible ? " is reachable and its memory is gone"
                                   : " was freed and nothing was published"));
    return;
  }
  const std::vector<Name>& expected = oracle_.Fields(name);
  if (visible && fields_ != expected) return FindField(name, expected);
  // Without staged ends nothing is promised of what is dead and not freed yet.
  if (life >= Life::kFinished || (!visible && !subject_.promises().staged_destruction)) return;
  for (std::size_t field = 0; field < fields_.size(); ++field) {
    if (fields_[field] != kDangling) continue;
    Find(Checker::kOutcome, Property::kFields, name,
         NameText(name) + "." + std::to_string(field) +
             " refers to freed memory, and the object has not finished");
    return;
  }
}

void JudgeSession::FindField(Name name, const std::vector<Name>& expected) {
  for (std::size_t field = 0; field < expected.size(); ++field) {
    const Name found = field < fields_.size() ? fields_[field] : kNull;
    if (found == expected[field]) continue;
    Find(Checker::kOutcome, Property::kFields, name,
         NameText(name) + "." + std::to_string(field) + " holds " + NameText(found) +
             " and was given " + NameText(expected[field]));
    return;
  }
  Find(Checker::kOutcome, Property::kFields, name,
       NameText(name) + " has " + std::to_string(fields_.size()) +
           (fields_.size() == 1 ? " field" : " fields") + " and was given " +
           std::to_string(expected.size()));
}

void JudgeSession::CompareCounts() {
  reference::Tally tally;
  if (verdict_.Of(Checker::kOutcome) || !subject_.Count(tally)) return;
  if (std::optional<Violation> violation = census_.Compare(tally, oracle_)) {
    Find(Checker::kOutcome, violation->property, violation->object, std::move(violation->message));
  }
}

// Checks the strong tri-colour invariant over the oracle's edges, and what corresponds to it for
// roots and in the other phases. The colours come from the subject's lists.
void JudgeSession::CheckTricolour() {
  if (verdict_.Of(Checker::kInvariant)) return;
  subject_.Observe(observation_);
  if (observation_.phase == Phase::kUnknown) return;
  for (const Name name : oracle_.heap().Present()) {
    if (oracle_.LifeOf(name) != Life::kAlive) continue;
    if (CheckObjectColour(name)) return;
  }
  if (observation_.phase != Phase::kMarking || !observation_.initial_references_taken) return;
  for (std::uint32_t i = 0; i < oracle_.ReferencerCount(); ++i) {
    const Name target = oracle_.ReferencerTarget(i);
    if (target == kNull || oracle_.heap().ReferencerAt(i).raw || ColourOf(target) != Colour::kWhite)
      continue;
    Find(Checker::kInvariant, Property::kTricolour, target,
         "r" + std::to_string(i) + " reports " + NameText(target) + ", which is white");
    return;
  }
}

Colour JudgeSession::ColourOf(Name name) const {
  return name < observation_.colours.size() ? observation_.colours[name] : Colour::kNone;
}

bool JudgeSession::CheckObjectColour(Name name) {
  const auto find = [&](std::string message) {
    Find(Checker::kInvariant, Property::kTricolour, name, std::move(message));
    return true;
  };
  const Colour colour = ColourOf(name);
  // Of another collector it is not known when it dooms what: a doomed object may lie there, as long
  // as nothing leads to it.
  const bool may_be_doomed =
      !subject_.promises().modelled && !oracle_.IsReachable(name) && !oracle_.CanName(name);
  if (colour == Colour::kDoomed && may_be_doomed) return false;
  if (colour == Colour::kNone || colour == Colour::kDoomed) {
    return find(NameText(name) + " lives, and its collector has it as " +
                std::string(reference::WordOf(colour)));
  }
  const bool marking = observation_.phase == Phase::kMarking;
  if (observation_.phase == Phase::kIdle && colour != Colour::kBlack) {
    return find(NameText(name) + " is " + std::string(reference::WordOf(colour)) +
                " outside a cycle");
  }
  if (!marking && colour == Colour::kGrey) {
    return find(NameText(name) + " waits in a work list, and nothing is being marked");
  }
  if (!marking && colour == Colour::kWhite && oracle_.IsReachable(name)) {
    return find(NameText(name) + " is reachable and white after the end of marking");
  }
  if (marking && colour == Colour::kWhite &&
      (oracle_.heap().At(name).root || oracle_.heap().At(name).kept ||
       oracle_.heap().At(name).constructing || oracle_.heap().At(name).strong > 0 ||
       oracle_.heap().At(name).masked)) {
    return find(NameText(name) +
                (oracle_.heap().At(name).root           ? " is a root"
                 : oracle_.heap().At(name).kept         ? " has a keep flag"
                 : oracle_.heap().At(name).constructing ? " is under construction"
                 : oracle_.heap().At(name).masked       ? " is named by the mask"
                                                        : " has a strong count") +
                " and is white");
  }
  // The fields of an object are not scanned before its constructor has run.
  if (oracle_.heap().At(name).constructing) {
    return colour == Colour::kGrey &&
           find(NameText(name) + " waits in a work list, and its constructor runs");
  }
  if (colour != Colour::kBlack) return false;
  const std::vector<Name>& fields = oracle_.Fields(name);
  for (std::size_t field = 0; field < fields.size(); ++field) {
    if (fields[field] == kNull) continue;
    const Colour target = ColourOf(fields[field]);
    if (target == Colour::kBlack || target == Colour::kGrey) continue;
    // Under black locals the insertion barrier is not needed for objects that the mutator holds.
    // But what it stores it has loaded, and loading shades; so the same invariant holds there.
    return find("black to " + std::string(reference::WordOf(target)) + ": " + NameText(name) + "." +
                std::to_string(field) + " -> " + NameText(fields[field]));
  }
  return false;
}

void JudgeSession::CheckConformance(bool compare) {
  if (!compare) return conformance_.Follow(events_, subject_);
  const model::ConformanceVerdict verdict = conformance_.See(answer_, events_, oracle_, subject_);
  if (verdict.kind == model::ConformanceVerdict::Kind::kAllowed) ++verdict_.compared;
  if (verdict.kind != model::ConformanceVerdict::Kind::kRefused) return;
  Find(Checker::kConformance, Property::kSimulation, verdict.object, verdict.reason);
}

void JudgeSession::CheckVerifier() {
  std::optional<reference::Breach> breach = subject_.Verify();
  if (!breach) return;
  Find(Checker::kVerifier, Property::kVerifier, breach->object, std::move(breach->detail),
       std::move(breach->rule));
}

Verdict Judge(const reference::Trace& trace, reference::Subject& subject,
              const JudgeOptions& options) {
  return JudgeSession(subject).Judge(trace, options);
}

}  // namespace properties
