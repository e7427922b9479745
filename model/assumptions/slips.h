// model/assumptions/slips.h -- mistakes for which core has no switch, and that the model can make.
//
// A fault of core/faults.h breaks one rule of the collector. What a caller asks for, what is done
// by hand and what other threads do rests on promises that have no rule of their own. A proof about
// them could be a proof about nothing. So each of these promises can be broken here, in the machine
// and in the formulas alike, and tests see what breaks with it.
//
// Read next: model/machine/switches.h.

#pragma once

#include <cstdint>

namespace model {

enum class Slip : std::uint8_t {
  kMaskIsNotShaded,          // what the mask names is a root of the cycle, but the flip skips it
  kMaskOfTheFlipOnly,        // a mask that comes while marking makes roots, but shades none
  kAbandonedKeepsSerial,     // the index of an object that is given up keeps its serial
  kAbandonedStaysListed,     // a cluster goes on listing an object that is given up
  kAbandonedStaysCarried,    // what a referencer reported of it beside the flip is not dropped
  kBegunByHandAgain,         // a purge begins once more what was begun by hand
  kCarriedIsLost,            // what was reported beside the flip is not taken
  kListIsNotJoined,          // what a worker has doomed is never handed over
  kEndsBeforeTheJoin,        // the gather ends while a worker still has a list of its own
  kIndexBeforeMemory,        // an index is given again before the worker has freed the memory
  kPermanentEndWithTheRest,  // at a heap's end permanent objects are freed in any order
};

class SlipSet {
 public:
  constexpr SlipSet() = default;
  constexpr explicit SlipSet(Slip slip) : bits_(1u << static_cast<unsigned>(slip)) {}
  constexpr bool Has(Slip slip) const { return (bits_ >> static_cast<unsigned>(slip) & 1u) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace model
