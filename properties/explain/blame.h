// properties/explain/blame.h -- which steps are guilty, and what would have saved the object.
//
// A faulty build says where it broke a rule, but most of those moments are harmless: a store that
// does not shade loses nothing if its target is reached anyway. So each such step is tried: the run
// is repeated with every rule obeyed during that one step. A collector whose source was broken by
// hand does not say where; there, the guilty step is one that can be seen to leave white what it
// should have shaded (seen_breaches.h), or the one after which the tri-colour invariant no longer
// holds. If it shows no colours either, it is the store that opened the losing path
// (losing_store.h).
//
// Read next: properties/explain/explain.h.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/faults.h"
#include "properties/explain/claims.h"
#include "properties/explain/seen/watch.h"

namespace properties {

struct GuiltyStep {
  std::size_t step = 0;
  std::optional<gc::Fault> fault;
  std::string where;                        // file:line
  std::vector<reference::Name> white = {};  // unshaded: what the step left white
};

struct Blame {
  enum class By { kCommittedFault, kUnshaded, kInvariant, kStore, kNobody };
  By by = By::kNobody;
  std::vector<GuiltyStep> steps;  // in order
  std::optional<gc::Rule> rule;   // the broken rule; if no fault is known, the likely one
  std::string own_rule;           // in place of `rule`, if that is one which core does not have
  // Each rule that is suspected, the likeliest first, with whether to make up for it saves the run.
  std::vector<std::pair<gc::Rule, bool>> suspects;
  std::string invariant;  // what no longer holds after the guilty step
  std::string function;   // by store: how the subject did it, in its own words
  // By store: what could be tried to save the run (Promises::obeys).
  enum class Again { kNever, kObeying, kByAnotherFunction };
  Again again = Again::kNever;
  std::vector<std::size_t> savers;  // steps in which obeying alone makes the run agree
  // By a missed barrier: to shade there what the step has stored, or made a root, does so as well.
  bool shading_saves = false;
  bool all_save = false;  // obeying in all guilty steps makes the run agree

  bool IsGuilty(std::size_t step) const;
};

// Finds the guilty steps. `options` are those under which the run was watched; `finding` is the one
// to explain.
Blame FindBlame(const reference::Trace& trace, reference::Subject& subject,
                const JudgeOptions& options, const Watched& watched, const Finding& finding,
                std::size_t max_runs);

// What the run comes to without each one of the operations up to the finding. Empty if there are
// too many to try.
std::vector<WithoutIt> WithoutEach(const reference::Trace& trace, reference::Subject& subject,
                                   const JudgeOptions& options, const Finding& finding,
                                   std::size_t max_runs);

// Whether the rule is one that shades what the mutator stores, reads or makes a root.
bool IsBarrier(gc::Rule rule);
// Whether the operation, which breaks the rule, should have shaded something.
bool IsMissedBarrier(gc::Rule rule, const reference::Operation& operation);

// What a barrier of the step would shade: what the step has stored, read or made a root.
std::vector<reference::Name> ShadedBy(const reference::Trace& trace, const Watched& watched,
                                      std::size_t step);

}  // namespace properties
