// model/agreement/agreement.h -- compares what machine and formulas do in the same state.
//
// The transition system is stated twice by hand: as functions of a state, which the explorer and
// conformance use, and as formulas, which are proved. If the two differ, a search and a proof are
// about different collectors. So both are asked in the same states, action by action:
//
//   guards      the formulas allow an action exactly if the machine can take its step
//   effects     each flag of the state after it is the same
//   findings    the machine sees a broken property if and only if an obligation is not met
//   what is     a step that a search leaves out leads to the state itself, or to where another step
//   left out    leads
//
// Erasing an element has no action of its own, and is compared with the machine's own moves.
//
// Read next: circuit.h for how a formula is worked out in millions of states.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/explorer/next_steps.h"

namespace model {

struct AgreementOptions {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  Bounds bounds;
};

// A difference that was found: one sentence, the action first.
struct Disagreement {
  std::string action;
  std::string sentence;
};

struct AgreementResult {
  std::uint64_t states = 0;
  std::uint64_t guards = 0;                       // questions whether an action is possible
  std::map<std::string, std::uint64_t> compared;  // by action: how often its effect was
  std::uint64_t disagreeing = 0;
  std::vector<Disagreement> first;  // some of them, at most one for each action and flag

  std::uint64_t Compared() const;
};

// Compares state after state. Not copied; one thread.
class Agreement {
 public:
  explicit Agreement(const AgreementOptions& options);
  ~Agreement();
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;

  // Compares everything that can happen in a state that a search reached.
  void See(const State& state);
  // To be called after the last state.
  const AgreementResult& Finish();

 private:
  class Comparison;
  std::unique_ptr<Comparison> comparison_;
};

// Visits each state that a search reaches, up to symmetry and to this many.
void ForEachReachedState(const AgreementOptions& options, std::size_t max_states,
                         const std::function<void(const State&)>& visit);

}  // namespace model
