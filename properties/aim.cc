#include "properties/aim.h"

namespace properties {

using reference::Colour;
using reference::Name;
using reference::Verb;

void Aim::Look(JudgeSession& session) {
  const reference::Oracle& oracle = session.oracle();
  colours_ = session.subject().promises().colours;
  session.subject().Observe(observation_);
  switch (observation_.phase) {
    case reference::Phase::kTracing:
      stage_ = Stage::kTracing;
      break;
    case reference::Phase::kGathering:
      stage_ = Stage::kAfter;
      break;
    case reference::Phase::kIdle:
      stage_ = observation_.purge_pending ? Stage::kAfter : Stage::kIdle;
      break;
    case reference::Phase::kUnknown:
      stage_ = guess_ > 0 ? Stage::kTracing : Stage::kIdle;
      break;
  }
  nameable_.clear();
  white_.clear();
  marked_.clear();
  existing_.clear();
  for (Name name = 0; name < oracle.NameCount(); ++name) {
    if (!oracle.Exists(name)) continue;
    existing_.push_back(name);
    if (!oracle.CanName(name)) continue;
    nameable_.push_back(name);
    if (IsWhite(name)) white_.push_back(name);
    if (!colours_ || !IsWhite(name)) marked_.push_back(name);
  }
}

void Aim::Applied(const reference::Operation& operation) {
  if (operation.verb == Verb::kStart) guess_ = kGuessedTrace;
  if (operation.verb == Verb::kTick && guess_ > 0) guess_ -= 1;
  if (operation.verb == Verb::kCollect) guess_ = 0;
}

Colour Aim::ColourOf(Name object) const {
  const bool seen = object < observation_.colours.size();
  return seen ? observation_.colours[object] : Colour::kNone;
}

bool Aim::IsWhite(Name object) const {
  if (!colours_) return stage_ == Stage::kTracing;
  return ColourOf(object) == Colour::kWhite;
}

bool Aim::IsBlack(Name object) const { return !colours_ || ColourOf(object) == Colour::kBlack; }

}  // namespace properties
