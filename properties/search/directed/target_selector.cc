#include "properties/search/directed/target_selector.h"

#include <algorithm>

namespace properties {

using reference::Colour;
using reference::Name;
using reference::Verb;

void TargetSelector::Look(JudgeSession& session) {
  const reference::Oracle& oracle = session.oracle();
  colours_ = session.subject().promises().colours;
  session.subject().Observe(observation_);
  switch (observation_.phase) {
    case reference::Phase::kMarking:
      stage_ = Stage::kMarking;
      break;
    case reference::Phase::kGathering:
      stage_ = Stage::kAfter;
      break;
    case reference::Phase::kIdle:
      stage_ = observation_.purge_pending ? Stage::kAfter : Stage::kIdle;
      break;
    case reference::Phase::kUnknown:
      stage_ = guess_ > 0 ? Stage::kMarking : Stage::kIdle;
      break;
  }
  if (stage_ != Stage::kMarking) left_alone_.clear();
  nameable_.clear();
  white_.clear();
  black_.clear();
  existing_.clear();
  for (Name name = 0; name < oracle.NameCount(); ++name) {
    if (!oracle.Exists(name)) continue;
    existing_.push_back(name);
    if (!oracle.CanName(name)) continue;
    nameable_.push_back(name);
    if (IsTarget(name)) white_.push_back(name);
    if (!colours_ || Has(name, Colour::kBlack)) black_.push_back(name);
  }
  if (stage_ == Stage::kMarking && white_.empty()) stage_ = Stage::kSettled;
}

void TargetSelector::Applied(const reference::Operation& operation) {
  if (operation.verb == Verb::kStart) guess_ = kGuessedTrace;
  if (operation.verb == Verb::kTick && guess_ > 0) guess_ -= 1;
  if (operation.verb == Verb::kCollect) guess_ = 0;
}

bool TargetSelector::Has(Name object, Colour colour) const {
  return object < observation_.colours.size() && observation_.colours[object] == colour;
}

bool TargetSelector::IsTarget(Name object) const {
  if (std::count(left_alone_.begin(), left_alone_.end(), object) > 0) return false;
  if (!colours_) return stage_ == Stage::kMarking;
  return Has(object, Colour::kWhite);
}

}  // namespace properties
