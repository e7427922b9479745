// properties/explain/step_rows.cc -- puts events and colours into few words.

#include "properties/explain/step_rows.h"

#include <algorithm>

#include "reference/trace/trace_printer.h"

namespace properties {

using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::PrintName;
using reference::Verb;

namespace {

// Long lists of names end in "...": a collect of a large heap publishes thousands of events.
constexpr std::size_t kNamesShown = 8;

// Consecutive units of the same kind, as one phrase: "scans a, b". Units without an object add no
// name.
struct Run {
  std::string verb;
  std::vector<std::string> names;
  std::size_t events = 0;
};

std::string TextOfRun(const Run& run) {
  if (run.verb == "visits") {
    return "visits " + std::to_string(run.events) + (run.events == 1 ? " index" : " indices");
  }
  std::string text = run.verb;
  for (std::size_t i = 0; i < run.names.size(); ++i) {
    if (i == kNamesShown) return text + ", ... (" + std::to_string(run.names.size()) + ")";
    text += (i == 0 ? " " : ", ") + run.names[i];
  }
  return text;
}

std::string VerbOf(const Event& event) {
  switch (event.kind) {
    case EventKind::kFlip:
      return "the flip";
    case EventKind::kInitialReferences:
      return "asks the referencers (" + std::to_string(event.detail) + ")";
    case EventKind::kBarrierList:
      return "takes the barrier list (" + std::to_string(event.detail) + ")";
    case EventKind::kScan:
      return "scans";
    case EventKind::kEndCheck:
      return event.flag != 0 ? "marking ends" : "marking goes on";
    case EventKind::kGather:
      return event.flag != 0 ? "dooms" : "visits";
    case EventKind::kBegin:
      return "begins";
    case EventKind::kPoll:
      return event.flag != 0 ? "finishes" : "is not ready:";
    case EventKind::kFree:
      return "frees";
    case EventKind::kCycleEnd:
      return "the cycle ends";
    case EventKind::kDissolved:
      return "dissolves, as it keeps garbage, the cluster of";
    case EventKind::kBegan:
    case EventKind::kFinished:
    case EventKind::kFreed:
    case EventKind::kFaultCommitted:
      break;  // facts repeat what the units say
  }
  return {};
}

bool PublishesUnits(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(),
                     [](const Event& event) { return reference::IsUnit(event.kind); });
}

// The phrase for a fact. A subject that publishes no units is described by its facts alone.
std::string VerbOfFact(const Event& event) {
  if (event.kind == EventKind::kBegan) return "begins";
  if (event.kind == EventKind::kFinished) return "finishes";
  if (event.kind == EventKind::kFreed) return "frees";
  return event.kind == EventKind::kCycleEnd ? "the cycle ends" : "";
}

std::string LaneOf(const reference::Operation& operation) {
  if (operation.verb == Verb::kExpectAlive || operation.verb == Verb::kExpectGone) {
    return "expectation";
  }
  std::string lane = reference::IsCollectorStep(operation.verb) ? "collector" : "mutator";
  if (operation.lane != 0) lane += " " + std::to_string(operation.lane);
  return lane;
}

std::string NoteOf(const reference::Operation& operation, const Sight& sight) {
  if (!sight.declared) return "not tried: the subject has no such operation";
  if (!sight.applied) return "skipped: the mutator could not do this";
  if (sight.answer.kind == reference::Answer::Kind::kStopped) return "the subject stops itself";
  if (sight.answer.kind == reference::Answer::Kind::kRefused) {
    return operation.verb == Verb::kTryCollect ? "answers no" : "is refused";
  }
  std::string note = reference::IsRead(operation.verb) ? "answers " + PrintName(sight.answer.object)
                                                       : TextOfEvents(sight.events);
  if (sight.how.empty()) return note;
  return sight.how + (note.empty() ? "" : "; ") + note;
}

}  // namespace

std::string Joined(const std::vector<std::string>& parts, std::string_view last_joint) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? last_joint : ", ";
    text += parts[i];
  }
  return text;
}

std::string TextOfEvents(const std::vector<Event>& events) {
  const bool units = PublishesUnits(events);
  std::vector<Run> runs;
  for (const Event& event : events) {
    const std::string verb = units ? VerbOf(event) : VerbOfFact(event);
    if (verb.empty()) continue;
    if (runs.empty() || runs.back().verb != verb) runs.push_back({verb, {}, 0});
    ++runs.back().events;
    if (event.object != kNull) runs.back().names.push_back(PrintName(event.object));
  }
  std::string text;
  for (const Run& run : runs) text += (text.empty() ? "" : "; ") + TextOfRun(run);
  return text;
}

std::string ColourChanges(const reference::Observation& before,
                          const reference::Observation& after) {
  std::string text;
  std::size_t shown = 0;
  for (Name name = 0; name < after.colours.size(); ++name) {
    const Colour was = ColourIn(before, name);
    const Colour is = ColourIn(after, name);
    const bool as_born = was == Colour::kNone && is == Colour::kBlack;
    if (was == is || (as_born && after.phase == reference::Phase::kIdle)) continue;
    if (++shown > kNamesShown) return text + ", ...";
    text += (text.empty() ? "" : ", ") + PrintName(name) + " " + std::string(reference::WordOf(is));
  }
  return text;
}

StepRow RowOf(std::size_t step, const reference::Operation& operation,
              const reference::Observation& before, const Sight& sight) {
  StepRow row;
  row.number = step + 1;
  row.lane = LaneOf(operation);
  reference::Operation without_lane = operation;
  without_lane.lane = 0;
  row.operation = reference::PrintOperation(without_lane);
  row.colours = ColourChanges(before, sight.after);
  row.note = NoteOf(operation, sight);
  return row;
}

}  // namespace properties
