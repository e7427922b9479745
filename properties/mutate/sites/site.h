// properties/mutate/sites/site.h -- a place of the code, and one mistake that could be made there.
//
// A mutant is the collector with one such mistake. It is made at run time, by a switch in the
// place: so one build has all mutants. A site is written as edits of the file's text in which "@"
// stands for "this mutant is switched on". What an edit encloses is kept, with the sites within it;
// what is written before it repeats the original text without any switch, as only one mutant is on
// at a time.
//
//     if (grey.empty()) Finish();      if ((@ != static_cast<bool>(grey.empty()))) Finish();
//     a < b                            (@ ? (a <= b) : (a < b))
//     Finish();                        { if (!@) Finish(); }
//
// Read next: properties/mutate/sites/operators.h.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace properties::mutate {

enum class Operator {
  kCallDeleted,
  kAssignmentDeleted,
  kConditionNegated,
  kOperandDropped,
  kComparisonShifted,
  kComparisonTurned,
  kConstantChanged,
  kArithmeticSwapped,
  kMaskElementDropped,
  kEarlyReturn,
  kArgumentsSwapped,
  kLockRemoved,
  kOrderWeakened,
};
inline constexpr std::array<std::string_view, 13> kOperatorNames = {
    "call-deleted",         "assignment-deleted", "condition-negated", "operand-dropped",
    "comparison-shifted",   "comparison-turned",  "constant-changed",  "arithmetic-swapped",
    "mask-element-dropped", "early-return",       "arguments-swapped", "lock-removed",
    "order-weakened"};
constexpr std::string_view NameOf(Operator made) {
  return kOperatorNames[static_cast<std::size_t>(made)];
}

struct Edit {
  std::size_t begin = 0;  // offsets in the file's text
  std::size_t end = 0;
  std::string before;     // written before what stands there,
  std::string after;      // and after it
  bool replaces = false;  // what stands there is left out, and has no site
};

struct Site {
  Operator made = Operator::kCallDeleted;
  std::string file;           // from the project's root
  std::size_t line = 0;       // from 1
  std::size_t last_line = 0;  // of what is changed
  std::string function;       // as its definition writes it; empty outside of any
  std::string was;            // the text that is changed, on one line
  std::string becomes;        // empty if it is deleted
  std::size_t occurrence =
      0;                   // among those of the file that are equal in all of the above but line
  bool computed = false;   // the compiler may evaluate it as well as the program
  bool by_itself = false;  // it can be no switch, and has to be built by itself
  std::vector<Edit> edits;

  // The same for as long as the code in this place is.
  std::string Key() const;
};

}  // namespace properties::mutate
