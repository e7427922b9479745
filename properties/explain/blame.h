// properties/explain/blame.h -- which steps are guilty, and what would have saved the
// object.
//
// A faulty build says where it broke a rule, but most of those moments are harmless: a store that
// does not shade loses nothing if its target is reached anyway. So each is tried: the run is
// repeated with every rule obeyed during that one step. A collector that was broken by hand
// says nothing; there, the step after which the tri-colour invariant no longer holds is guilty.
//
// Read next: properties/explain/explain.h.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/faults.h"
#include "properties/explain/watch.h"

namespace properties {

struct GuiltyStep {
  std::size_t step = 0;
  std::optional<gc::Fault> fault;
  std::string where;  // file:line
};

struct Blame {
  enum class By { kCommittedFault, kInvariant, kNobody };
  By by = By::kNobody;
  std::vector<GuiltyStep> steps;    // in order
  std::optional<gc::Rule> rule;     // broken, or (by the invariant) likely
  std::string invariant;            // what no longer holds after the guilty step
  std::vector<std::size_t> savers;  // obeying during this step alone makes the run agree
  bool all_save = false;            // obeying during all guilty steps does

  bool IsGuilty(std::size_t step) const;
};

// `options` are those under which the run was watched; `finding` is the one to explain.
Blame FindBlame(const reference::Trace& trace, reference::Subject& subject,
                const JudgeOptions& options, const Watched& watched, const Finding& finding,
                std::size_t max_runs);

// The steps up to the finding that the run does not need: without any one of them, the same
// property fails all the same. Empty optional: there are too many steps to try.
std::optional<std::vector<std::size_t>> NeedlessSteps(const reference::Trace& trace,
                                                      reference::Subject& subject,
                                                      const JudgeOptions& options,
                                                      const Finding& finding, std::size_t max_runs);

// The rule whose work it would have been to keep the invariant at this operation, which now fails
// of the object.
gc::Rule LikelyRule(const reference::Operation& operation, const Sight& after,
                    reference::Name object);

// Whether the rule is about shading what the mutator does.
bool IsBarrier(gc::Rule rule);

}  // namespace properties
