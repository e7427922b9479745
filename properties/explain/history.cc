// properties/explain/history.cc -- tells the life of an object, step by step, and its ways.

#include "properties/explain/history.h"

#include <optional>

#include "properties/explain/seen/wavefront.h"

namespace properties {

using reference::Colour;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;

namespace {

std::string Printed(std::size_t step) { return std::to_string(step + 1); }

// The referencer that reports the object and is still to be asked; empty if there is none.
std::optional<std::size_t> ReporterOf(const Sight& at, Name object) {
  for (std::size_t i = 0; i < at.heap.ReferencerCount(); ++i) {
    if (at.heap.ReferencerAt(i).target == object) return i;
  }
  return std::nullopt;
}

}  // namespace

// All that happened to the object, in order; for a property that no single moment decides.
Sentence HistoryOf(const Case& run) {
  const Name object = run.finding.object;
  std::vector<std::string> deeds;
  std::vector<Claim> claims;
  const auto tell = [&](const char* deed, std::size_t step, Claim claim) {
    deeds.push_back(deed + std::to_string(step + 1));
    claims.push_back(std::move(claim));
  };
  bool reachable = false;
  for (std::size_t i = 0; i < run.watched.steps.size(); ++i) {
    const Sight& sight = run.watched.steps[i];
    const Operation& operation = run.trace.operations[i];
    if (!sight.applied) continue;
    if (reference::IsBirth(operation.verb) && operation.object == object) {
      tell("created at ", i, MadeAt{object, i});
    }
    const bool still = sight.heap.Born(object) && sight.heap.Reachable()[object] != 0;
    if (still != reachable) {
      tell(still ? "reachable from " : "unreachable from ", i, ReachableFrom{object, still, i});
    }
    reachable = still;
    for (const reference::Event& event : sight.events) {
      if (event.kind == EventKind::kFlip) tell("flip at ", i, EventOfAt{event.kind, kNull, i});
      if (event.object != object) continue;
      const char* const word = event.kind == EventKind::kGather && event.flag != 0 ? "gathered at "
                               : event.kind == EventKind::kPoll && event.flag == 0
                                   ? "asked and not ready at "
                               : event.kind == EventKind::kBegan    ? "begun at "
                               : event.kind == EventKind::kFinished ? "finished at "
                               : event.kind == EventKind::kFreed    ? "freed at "
                                                                    : nullptr;
      if (word != nullptr) tell(word, i, EventOfAt{event.kind, object, i});
    }
    if (reference::IsRead(operation.verb) && sight.answer.object == object) {
      tell("read at ", i, ReadAt{object, i});
    }
  }
  std::string text = NameText(object) + ": ";
  for (std::size_t i = 0; i < deeds.size(); ++i) text += (i == 0 ? "" : ", ") + deeds[i];
  return {text + ".", std::move(claims)};
}

Sentence WayTo(const Case& run, std::size_t step) {
  const Sight& before = run.watched.Before(step);
  const Name lost = run.finding.object;
  const std::vector<Name> way = WayOfMarking(before, lost);
  if (way.empty() || !run.way) return {};
  const std::string object = NameText(lost);
  std::vector<Claim> claims = {MarkedFrom{lost, true, step}};
  if (way.size() == 1) {
    const auto reporter = ReporterOf(before, lost);
    if (!reporter) return {};
    claims.push_back(ReportedBefore{*reporter, lost, step});
    return {"Marking would come to " + object + " by r" + std::to_string(*reporter) +
                ", which is still to be asked.",
            claims};
  }
  claims.push_back(WayBefore{way, step});
  if (way.size() == 2 && ColourIn(before.after, way[0]) == Colour::kGrey) {
    return {"Of what is still to be scanned, " + NameText(way[0]) + ", which is grey, leads to " +
                object + ".",
            claims};
  }
  std::string path;
  for (const Name name : way) path += (path.empty() ? "" : " -> ") + NameText(name);
  return {"Marking would come to " + object + " by " + path + ".", claims};
}

namespace {

// What the step cuts: an edge of the way, or the report of a referencer.
Sentence CutOf(const Case& run, std::size_t step) {
  const Sight& before = run.watched.Before(step);
  const std::vector<Name> way = WayOfMarking(before, run.finding.object);
  if (const auto cut = MissingEdge(run.watched.steps[step].heap, way)) {
    return {Printed(step) + " cuts " + NameText(cut->holder) + " -> " + NameText(cut->target) + ".",
            {WayBefore{way, step}, EdgeCutAt{cut->holder, cut->target, step}}};
  }
  const auto reporter = way.empty() ? std::nullopt : ReporterOf(before, way.front());
  if (reporter && ReporterOf(run.watched.steps[step], way.front()) != reporter) {
    return {Printed(step) + " takes " + NameText(way.front()) + " from r" +
                std::to_string(*reporter) + ", and that was the last way to " +
                (way.size() == 1 ? "it" : NameText(run.finding.object)) + ".",
            {ReportedBefore{*reporter, way.front(), step}}};
  }
  return {Printed(step) + " cuts the last way to " + NameText(run.finding.object) + ".", {}};
}

}  // namespace

Sentence WhatWasCut(const Case& run) {
  Sentence told;
  for (const std::size_t step : run.cuts) {
    if (!told.text.empty()) told.text += " ";
    told = told + CutOf(run, step) + CutText(run, step, "");
  }
  return told;
}

Sentence CutText(const Case& run, std::size_t step, std::string text) {
  const Name object = run.finding.object;
  return {std::move(text), {MarkedFrom{object, true, step}, MarkedFrom{object, false, step + 1}}};
}

}  // namespace properties
