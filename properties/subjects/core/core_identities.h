// properties/subjects/core/core_identities.h -- objects that are made again, and objects that are
// begun by hand.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include "properties/subjects/core/core_adapter.h"

namespace properties {
namespace {

Answer CoreSubject::Recreate(const Operation& operation) {
  if (!HasRoom()) return kNoRoom;
  const char* wrong = nullptr;
  const bool made = run_->driver.CreateAgain(*run_->heap, *this, operation, wrong);
  if (wrong != nullptr) run_->lost = Breach{.object = operation.object, .detail = wrong};
  return {.kind = made ? Answer::Kind::kDone : Answer::Kind::kRefused};
}

// An object without the callback says nothing of itself.
Answer CoreSubject::BeginByHand(Name name) {
  gc::Object* const object = Operand(name);
  if (run_->lost) return {};
  const bool is_silent = object->header().type->begin_destroy == nullptr &&
                         !object->header().flags.Has(gc::object_flag::kBeginDestroyed);
  run_->heap->BeginDestroy(object);
  if (is_silent) Tell(reference::EventKind::kBegan, name);
  return {};
}

}  // namespace
}  // namespace properties
