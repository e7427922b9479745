// properties/coverage/predicates.h -- what the situations ask of a moment, and sets of verbs.
//
// Read next: properties/coverage/situations.cc.

#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "properties/coverage/moment.h"

namespace properties::predicates {

using reference::Answer;
using reference::EventKind;
using reference::kNull;
using reference::Verb;
using reference::VerbSet;
using M = const Moment&;

constexpr VerbSet At(std::initializer_list<Verb> verbs) {
  VerbSet set;
  for (const Verb verb : verbs) set.Add(verb);
  return set;
}
constexpr VerbSet Steps() {
  VerbSet set = VerbSet::Of(reference::VerbKind::kStep);
  return set.Add(Verb::kTryCollect).Add(Verb::kFrame);
}
constexpr VerbSet Births() { return VerbSet::Of(reference::VerbKind::kBirth); }

inline constexpr VerbSet kStore = At({Verb::kStore});
inline constexpr VerbSet kMoves = At({Verb::kMove, Verb::kSwap});
inline constexpr VerbSet kReads = At({Verb::kWeakRead, Verb::kResolve, Verb::kFind});
inline constexpr VerbSet kSteps = Steps();

inline bool Answered(M m) {
  return m.did.answer.kind == Answer::Kind::kRead && m.did.answer.object != kNull;
}
inline bool AnsweredNull(M m) {
  return m.did.answer.kind == Answer::Kind::kRead && m.did.answer.object == kNull;
}
inline bool Refused(M m) { return m.did.answer.kind == Answer::Kind::kRefused; }

// Of a store: the field is given another object, or loses what it held.
inline bool Gives(M m) { return m.target.name != kNull; }
inline bool BlackTakesWhite(M m) { return m.Marking() && m.object.Black() && m.target.White(); }
inline bool Cuts(M m) { return m.operation.target == kNull; }

inline bool ReportsLate(M m) {
  return m.Marking() && m.pending.initial_references && m.object.White();
}
inline bool NothingIsPublished(M m) {
  return std::ranges::all_of(m.did.events, [](std::uint32_t count) { return count == 0; });
}

}  // namespace properties::predicates
