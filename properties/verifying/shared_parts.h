// properties/verifying/shared_parts.h -- an instance that holds a part of its default object.
//
// Included by core_verifying.cc only.

#pragma once

#include <optional>
#include <string>

#include "core/gc.h"
#include "core/inspect/verify/shared_defaults.h"
#include "properties/base/paper_run.h"
#include "properties/verifying/cells.h"

namespace properties::verifying {

// It holds a part of its own; or, if it `shares`, the one of the default object. `blind`: that is
// not seen.
inline void CompareShared(bool shares, bool blind, PaperVerdict& verdict) {
  gc::Heap heap;
  gc::Factory make(heap);
  for (int i = 0; i < 3; ++i) make.New<Whole>();
  Whole* const whole = make.New<Whole>({.name = "Mine"});
  heap.AddRoot(whole);
  heap.Collect();  // some indices have no object
  verdict.Same("a part of its own is not shared", gc::FindSharedDefault(heap).has_value(), 0);
  const gc::ClassObject* const type = make.ClassOf<Whole>();
  auto* const standard = static_cast<Whole*>(type->default_object());
  if (shares) whole->part = standard->part;
  const std::optional<gc::SharedDefault> said = gc::FindSharedDefault(heap);
  verdict.Same("a part of the default object is shared", said.has_value() && !blind, shares);
  if (!said) return;
  verdict.Same("its holder", said->holder, whole->header().index);
  verdict.Same("the field", std::string(said->field), std::string("part"));
  verdict.Same("what it leads to", said->target, standard->part->header().index);
  heap.RemoveRoot(whole);
  heap.Start();
  while (heap.phase() != gc::Phase::kIdle && !heap.PurgePending()) heap.Tick(1);
  verdict.Same("what is doomed shares nothing", gc::FindSharedDefault(heap).has_value(), 0);
}

}  // namespace properties::verifying
