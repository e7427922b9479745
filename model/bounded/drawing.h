// model/bounded/drawing.h -- reads a solver's answer as a picture of a heap.
//
// Read next: heap_picture.h.

#pragma once

#include <string>

#include "model/bounded/heap_picture.h"
#include "model/proof/system.h"

namespace model {

class Drawing {
 public:
  Drawing(const BoundedLogic& logic, const System& system, const z3::model& answer)
      : logic_(logic), system_(system), answer_(answer) {}

  DrawnHeap HeapOf(const Relations& state) const;
  // "store a .0 b": the action with its parameters.
  std::string StepOf(const Action& action, const Terms& parameters) const;
  bool Holds(const Bool& formula) const { return answer_.eval(formula, true).is_true(); }
  // The elements that the answer chose for the parameters of an action.
  Terms ChosenOf(const Terms& parameters) const;

 private:
  std::string ColourOf(const Relations& state, const Term& x) const;
  std::vector<std::string> MarksOf(const Relations& state, const Term& x) const;
  std::vector<std::string> NotesOf(const Relations& state) const;
  std::string PhaseOf(const Relations& state) const;
  // The elements of the sort with the property, as "a, b"; empty if there is none.
  std::string Those(Sort sort, const std::function<Bool(const Term&)>& property) const;

  const BoundedLogic& logic_;
  const System& system_;
  const z3::model& answer_;
};

// An element as it is written: a (object), .0 (field), w0, r0, s0.
std::string TextOf(const Term& element);

}  // namespace model
