// properties/base/least_verbs.h -- the verbs without which a collector cannot be judged.
//
// An adapter may leave out most verbs: what they would show is not found then. With fewer than
// these nothing can live, end or refer to anything.
//
// Read next: reference/oracle/subject.h.

#pragma once

#include <string>

#include "reference/trace/trace.h"

namespace properties {

// What is said of a subject that lacks one of them; empty if it has all.
inline std::string WhyTooFew(reference::VerbSet verbs) {
  using reference::Verb;
  for (const Verb needed :
       {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kCollect}) {
    if (!verbs.Has(needed)) {
      return "it does not promise " + std::string(WordOf(needed)) +
             "; create, store, root, unroot and collect are the least";
    }
  }
  return {};
}

}  // namespace properties
