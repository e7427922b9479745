// properties/schedule/schedule_explain.cc -- runs once more, and tells.

#include "properties/schedule/schedule_explain.h"

#include <fmt/format.h>

#include <vector>

#include "reference/schedule/schedule_text.h"

namespace properties::schedule {

using reference::schedule::NumberText;
using reference::schedule::Operation;
using reference::schedule::Shown;
using reference::schedule::Told;
using reference::schedule::Trace;
using reference::schedule::Verb;

namespace {

std::string_view LaneOf(Verb verb) {
  switch (verb) {
    case Verb::kTick:
    case Verb::kAgain:
      return "world";
    case Verb::kMemory:
    case Verb::kServer:
    case Verb::kPlayers:
    case Verb::kLoading:
    case Verb::kLevels:
      return "machine";
    case Verb::kSection:
      return "thread";
    case Verb::kAt:
    case Verb::kCost:
    case Verb::kSubscribe:
    case Verb::kUnsubscribe:
      return "subscriber";
    case Verb::kPlay:
    case Verb::kRequest:
    case Verb::kDelay:
    case Verb::kUntil:
    case Verb::kUnload:
    case Verb::kKeep:
    case Verb::kCollect:
    case Verb::kTry:
    case Verb::kMap:
    case Verb::kSet:
    case Verb::kLive:
    case Verb::kDrop:
    case Verb::kGarbage:
    case Verb::kAsset:
    case Verb::kSlow:
    case Verb::kReady:
      break;
  }
  return "program";
}

// "pre-collect, started, clean-up"
std::string NoticesOf(const Shown& shown) {
  std::string text;
  for (const Told& told : shown.told) {
    if (!text.empty()) text += ", ";
    text += reference::schedule::kNoticeWords[static_cast<std::size_t>(told.notice)];
  }
  return text;
}

std::string DecisionOf(const Shown& shown) {
  return fmt::format("{} {}", shown.row,
                     reference::schedule::kActWords[static_cast<std::size_t>(shown.act)]);
}

bool IsTick(Verb verb) { return verb == Verb::kTick || verb == Verb::kAgain; }

std::string WhyOfDecision(const ScheduleSession& session) {
  const reference::schedule::Oracle& oracle = session.oracle();
  return fmt::format(
      "By the specification row {} decides (\"{}\"): {}; {} s of game time are over, and a cycle "
      "is "
      "due when more than {} s are. The scheduler went by row {}.",
      oracle.line().row, oracle.line().when, TextOf(oracle.moment()),
      NumberText(oracle.moment().elapsed), NumberText(oracle.moment().due_at), session.found().row);
}

// The operations without which subject and oracle agree.
std::vector<std::size_t> Needed(const Trace& trace, ScheduleSubject& subject) {
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    Trace without = trace;
    without.operations.erase(without.operations.begin() + static_cast<std::ptrdiff_t>(i));
    if (!JudgeSchedule(without, subject).difference) needed.push_back(i);
  }
  return needed;
}

constexpr std::size_t kMostExplained = 200;  // operations of a run of which each is left out once

}  // namespace

StepRow ScheduleRow(std::size_t index, const Operation& one, const ScheduleSession& session) {
  StepRow row;
  row.number = index + 1;
  row.lane = LaneOf(one.verb);
  row.operation = Print(one);
  const Shown& shown = session.found();
  if (IsTick(one.verb)) row.note = DecisionOf(shown);
  if (one.verb == Verb::kTry) row.note = shown.answer ? "yes" : "no";
  if (shown.waited) row.note += "; waited for the section";
  const std::string notices = NoticesOf(shown);
  if (!notices.empty()) row.note += (row.note.empty() ? "" : "; ") + notices;
  return row;
}

Explanation ExplainSchedule(const Trace& trace, ScheduleSubject& subject) {
  Explanation explanation;
  ScheduleSession session(subject);
  bool goes_on = true;
  for (std::size_t i = 0; i < trace.operations.size() && goes_on; ++i) {
    const Operation& one = trace.operations[i];
    if (!session.oracle().Allows(one)) {
      explanation.rows.push_back({.number = i + 1, .operation = Print(one), .note = "skipped"});
      session.Step(one);
      continue;
    }
    goes_on = session.Step(one);
    explanation.rows.push_back(ScheduleRow(i, one, session));
  }
  if (goes_on) {
    explanation.heading = "AGREE";
    return explanation;
  }
  const Difference difference = *session.verdict().difference;
  explanation.outcome = Outcome::kDisagree;
  explanation.heading = fmt::format("DISAGREE scheduler: {}: expected {}, found {}",
                                    difference.field, difference.expected, difference.found);
  explanation.rows.back().mark = Mark::kLoss;
  explanation.unreached = trace.operations.size() - difference.step - 1;
  if (IsTick(trace.operations[difference.step].verb)) {
    explanation.why.push_back(WhyOfDecision(session));
  }
  const std::string owed = NoticesOf(session.expected());
  const std::string told = NoticesOf(session.found());
  if (owed != told) {
    explanation.why.push_back(fmt::format("Owed were the notices: {}. Told were: {}.",
                                          owed.empty() ? "none" : owed,
                                          told.empty() ? "none" : told));
  }
  if (trace.operations.size() > kMostExplained) return explanation;
  for (const std::size_t i : Needed(trace, subject)) {
    if (i < difference.step) explanation.rows[i].mark = Mark::kGuilty;
  }
  explanation.saves.push_back("Without any one of the marked operations the two agree.");
  return explanation;
}

}  // namespace properties::schedule
