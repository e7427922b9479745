// model/coverage/reach.h -- how much of what the machine explores was compared with core, and
// whether that is enough.
//
// A comparison that finds no difference in few steps sounds like one that finds none in many. So
// the classes of steps are counted, and below a floor the comparison is inconclusive.
//
// Read next: model/coverage/step_class.h.

#pragma once

#include <cstddef>
#include <string>

#include "model/coverage/step_class.h"

namespace model {

class Reach {
 public:
  // Of the classes that the machine explores, at least so many in a hundred must have been
  // compared: with fewer, the proof says too little of the code.
  static constexpr std::size_t kLeastPercent = 90;

  // `reached` are the classes of the steps of core that were compared.
  Reach(const StepClasses& explored, const StepClasses& reached);

  // False if nothing was explored: then nothing is known.
  bool IsEnough() const;
  // "54 of 60 explored classes of step, phase and colours (90 %)"; the percentage is rounded down.
  std::string Text() const;
  // What is explored and was not compared.
  const StepClasses& missed() const { return missed_; }

 private:
  std::size_t explored_;
  StepClasses missed_;
};

}  // namespace model
