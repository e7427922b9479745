// properties/subjects/core/core_whole.h -- the adapter's answers about the whole heap, and its end.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <vector>

#include "properties/subjects/core/core_adapter.h"
#include "properties/subjects/core/core_damage.h"
#include "properties/subjects/core/core_survey.h"

namespace properties {
namespace {

// With a fault the heap may be broken, and a visit would follow what leads nowhere. With other
// lanes a visit would have to wait for their sections.
bool CoreSubject::Ask(reference::Survey& survey) {
  if (gc::kFaulty || game_ || run_->lost || !SurveyView::CanBeTaken(*run_->heap)) return false;
  const Home::Stay stay(home_.get());
  SurveyView(*run_->heap, run_->driver).Show(survey);
  DamageView(*run_->heap, run_->driver).Show(survey);
  return true;
}

// An object without a callback says nothing of itself. So the unit counts for it in which the
// callback would have been called.
void CoreSubject::TellForIt(const gc::Event& event, Name object) {
  const gc::Class& type = *event.object->header().type;
  const gc::Table& table = run_->heap->collector().population.table;
  const bool by_hand = table[event.object->header().index].flags.Has(gc::flag::kBegunByHand);
  if (event.kind == gc::EventKind::kBegin && type.begin_destroy == nullptr && !by_hand) {
    Tell(reference::EventKind::kBegan, object);
  }
  if (event.kind == gc::EventKind::kPoll && event.flag != 0 && type.finish_destroy == nullptr) {
    Tell(reference::EventKind::kFinished, object);
  }
}

// A heap with a fault may be broken; what it owes then cannot be said.
bool CoreSubject::Close(std::vector<Event>& events) {
  if (gc::kFaulty || !run_ || !run_->heap || run_->lost) return false;
  const Home::Stay stay(home_.get());
  DropTelling(&events);
  Open(header_);
  return true;
}

}  // namespace
}  // namespace properties
