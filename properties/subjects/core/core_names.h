// properties/subjects/core/core_names.h -- what the mutator of a judged core has under each name.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/gc.h"
#include "properties/subjects/core/core_objects.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

struct Named {
  gc::Object* object = nullptr;
  bool constructing = false;
  std::uint32_t in_hand_since = 0;  // the step after which it was made or weakly read
  std::vector<gc::StrongPtr<gc::Object>> strong;
  std::unique_ptr<gc::Local<gc::Object>> local;
  reference::Name heir = reference::kNull;  // whom it stores itself into when it is destroyed
  std::uint16_t heir_field = 0;
};
struct NamedReferencer {
  std::unique_ptr<WrapperReferencer> wrapper;
  std::unique_ptr<RawReferencer> raw;
  std::unique_ptr<ProtectingReferencer> protecting;
};

struct NamedWeak {
  gc::WeakPtr<gc::Object> reference;
  reference::Name means = reference::kNull;  // dead or alive
};

}  // namespace
}  // namespace properties
