// model/agreement/permitted.h -- where machine and formulas may differ on purpose, and which steps
// are possible.
//
// Read next: agreement.h.

#pragma once

#include "model/explorer/next_steps.h"
#include "model/proof/system.h"

namespace model {

bool IsFlip(Deed deed);
// Whether two steps are the same store, if it is refused: then it has no field in the formulas.
bool IsSameStore(Step left, const Step& right);

class Permitted {
 public:
  Permitted(const Bounds& bounds, const Switches& switches)
      : bounds_(bounds), switches_(switches) {}

  // A tick must be the next unit. The mutator's operations are possible wherever the formulas say
  // so; what a search leaves out is compared otherwise.
  bool IsPossible(const Machine& machine, const State& state, const Step& step) const;
  // Whether the formulas leave open when the machine takes this step.
  bool IsFreer(const Step& step) const;
  // Whether an obligation asks for more than the oracle does.
  bool IsStricter(const Action& action) const;
  // Whether a search leaves out the step on purpose.
  bool IsLeftOut(const Step& step) const;

 private:
  Bounds bounds_;
  Switches switches_;
};

}  // namespace model
