// properties/subjects/core/core_names.h -- what the mutator of a judged core has for each name.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/gc.h"
#include "properties/subjects/core/core_objects.h"
#include "reference/trace/trace.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

struct Named {
  gc::Object* object = nullptr;
  std::uint64_t bytes = 0;  // that the heap counted for it
  bool constructing = false;
  bool renamed = false;             // renamed an odd number of times
  std::uint32_t in_hand_since = 0;  // the step that made it or read it weakly
  std::vector<gc::StrongPtr<gc::Object>> strong;
  std::unique_ptr<gc::Local<gc::Object>> local;
  gc::Identity identity;  // with which it can be made again; its index is 0: it was not noted
  reference::Name heir = reference::kNull;  // the object into which it stores itself as it dies
  std::uint16_t heir_field = 0;
};
struct NamedReferencer {
  void Hold(gc::Heap& heap, const reference::Operation& operation, gc::Object& object);
  void Release() const;

  std::unique_ptr<WrapperReferencer> wrapper;
  std::unique_ptr<RawReferencer> raw;
  std::unique_ptr<ProtectingReferencer> protecting;
};

struct NamedWeak {
  gc::WeakPtr<gc::Object> reference;
  reference::Name means = reference::kNull;  // the object it was made with, dead or alive
};

void NamedReferencer::Hold(gc::Heap& heap, const reference::Operation& operation,
                           gc::Object& object) {
  if (operation.verb == reference::Verb::kReferencerProtect) {
    if (!protecting) protecting = std::make_unique<ProtectingReferencer>(heap);
    protecting->Hold(object);
  } else if (operation.flag != 0) {
    if (!raw) raw = std::make_unique<RawReferencer>(heap);
    raw->Hold(object);
  } else {
    if (!wrapper) wrapper = std::make_unique<WrapperReferencer>(heap);
    wrapper->Hold(object);
  }
}

void NamedReferencer::Release() const {
  if (raw) raw->Unregister();
  if (wrapper) wrapper->Unregister();
  if (protecting) protecting->Unregister();
}

// What stands in the identity of an object that has this name when it is noted.
std::uint64_t RemoteOf(reference::Name name) { return std::uint64_t{name} + 1; }

// A named object switches between these two names; `rename` takes the other one. There are only
// two, so that a name is given again, and the states of a small heap stay few.
std::string NameInHeap(reference::Name name, bool renamed) {
  return reference::PrintName(name) + (renamed ? "'" : "");
}

// Whether the verb only ends something that the mutator has, or only says something about an
// object: then the object is not loaded for it.
bool NeedsNoLoad(reference::Verb verb) {
  using reference::Verb;
  return verb == Verb::kUnroot || verb == Verb::kUnkeep || verb == Verb::kStrongDrop ||
         verb == Verb::kReady || verb == Verb::kResurrect || verb == Verb::kRename ||
         verb == Verb::kDrop;
}

}  // namespace
}  // namespace properties
