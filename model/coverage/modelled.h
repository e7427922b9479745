// model/coverage/modelled.h -- what of the vocabulary of traces, and of what core offers, the model
// has; and why it has not the rest.
//
// A proof is about what its model can do. A verb that nothing models would be proved by nothing,
// and no condition would fail for it. So every verb of a trace and every public call of a heap has
// a row here: it names the actions of the formulas that stand for it, or says why there are none. A
// test holds the rows against the verbs, the machine, the formulas and core's header, and against
// the page modelled.md.
//
// Read next: model/proof/system.h.

#pragma once

#include <span>
#include <string_view>

#include "reference/trace/verbs.h"

namespace model {

// `actions` are names of actions (model/proof), with a comma between two; empty: none, and
// `because` says why.
struct ModelledVerb {
  reference::Verb verb;
  std::string_view actions;
  std::string_view because = {};
};
// In the order of reference::kVerbs.
std::span<const ModelledVerb> ModelledVerbs();

// A public call of gc::Heap, or several of one name. It is modelled by the verbs, by actions that
// no verb does, or by neither.
struct ModelledCall {
  std::string_view call;
  std::string_view verbs;    // words of verbs, with a comma between two
  std::string_view actions;  // that no line of a trace says
  std::string_view because = {};
};
// In the order of core/heap/heap.h.
std::span<const ModelledCall> ModelledCalls();

}  // namespace model
