// properties/subjects/plugin/out_of_reach.cc -- what cannot be found for want of verbs, in
// sentences.

#include <initializer_list>

#include "properties/subjects/plugin/adapter_check.h"

namespace properties {

using reference::Verb;

std::vector<std::string> WhatIsOutOfReach(const reference::Promises& promises) {
  std::vector<std::string> sentences;
  const auto without = [&](std::initializer_list<Verb> verbs, const char* what) {
    std::string missing;
    for (const Verb verb : verbs) {
      if (!promises.verbs.Has(verb)) {
        missing += (missing.empty() ? "" : ", ") + std::string(WordOf(verb));
      }
    }
    if (!missing.empty()) sentences.push_back("without " + missing + ": " + what);
  };
  without({Verb::kStart, Verb::kTick}, "nothing that happens in the middle of a cycle");
  without({Verb::kMove, Verb::kSwap, Verb::kCopy}, "barriers of whole objects and of moves");
  without({Verb::kAppend, Verb::kErase, Verb::kTake}, "barriers of containers");
  without({Verb::kStrongTake, Verb::kReferencerHold}, "holders outside of the heap");
  without({Verb::kWeakMake, Verb::kWeakRead}, "what weak references answer");
  without({Verb::kReserve, Verb::kComplete}, "objects whose constructor runs");
  without({Verb::kHold, Verb::kDrop}, "locals that survive a step");
  const auto at_most = [&](std::uint32_t most, const char* of) {
    if (most != 0) sentences.push_back("at most " + std::to_string(most) + of);
  };
  at_most(promises.most_objects, " objects at a time: what takes more of them");
  at_most(promises.most_fields, " fields of an object: what takes larger ones");
  if (promises.weak_until_freed) {
    sentences.push_back(
        "weak references may answer until memory is freed: one that answers what is doomed is not "
        "a finding");
  }
  if (!promises.exact) sentences.push_back("not exact: garbage that stays is not looked for");
  if (!promises.colours) {
    sentences.push_back(
        "without colours: a broken invariant is seen only when an object is lost, and the guilty "
        "store is found by trial");
  }
  if (!promises.units) {
    sentences.push_back("without units: neither progress nor the length of a pause is judged");
  }
  if (!promises.staged_destruction) {
    sentences.push_back("without staged ends: the order of destruction is not judged");
  }
  return sentences;
}

}  // namespace properties
