#include "properties/matrix/redundancy.h"

#include <array>

namespace properties {

namespace {

using gc::Fault;
using reference::Locals;

// Each argument is about the machine in core/collect/cycle.cc, and holds only while all other rules
// are obeyed.
constexpr std::array kRedundancies = {
    Redundancy{
        Fault::kReadWithoutShading, Locals::kDead, false,
        "What a weak read yields is a local, and dies at the next collector step. To outlive "
        "the step it must be stored, rooted, counted or reported, and each of these shades "
        "it."},
    Redundancy{
        Fault::kReadWithoutShading, Locals::kRescanned, false,
        "What a weak read yields and a local keeps is scanned again by the end check, which "
        "does not end the trace while that finds anything white; whatever else would keep it "
        "shades it."},
    Redundancy{
        Fault::kFindWithoutShading, Locals::kDead, false,
        "What a look-up yields is a local, and dies at the next collector step, as what a weak "
        "read yields does. To outlive the step it must be stored, rooted, counted or reported, and "
        "each of these shades it."},
    Redundancy{
        Fault::kFindWithoutShading, Locals::kRescanned, false,
        "What a look-up yields and a local keeps is scanned again by the end check, which does not "
        "end the trace while that finds anything white; whatever else would keep it shades it."},
    Redundancy{
        Fault::kRegisterWithoutShading, Locals::kBlack, true,
        "After the initial references were taken, whatever the mutator has in hand was shaded "
        "when it was loaded, read or reported, or was born black; and a referencer that "
        "registers before they are taken is asked among them."},
    Redundancy{Fault::kSkipRawInFinalPass, Locals::kBlack, false,
               "A raw reporter can only change to what the mutator has in hand. After the initial "
               "references were taken that is shaded or black by birth; before, the reporter is "
               "still asked among them."},
    Redundancy{Fault::kSkipLocalsInFinalPass, Locals::kDead, false,
               "No local outlives a step, so there is none to rescan."},
    Redundancy{
        Fault::kSkipLocalsInFinalPass, Locals::kBlack, false,
        "Whatever a local can hold was shaded when it was loaded or read, or was born black; "
        "and what it held before is asked among the initial references. No local is scanned "
        "again in this discipline."},
};

}  // namespace

std::optional<Redundancy> RedundancyOf(gc::Fault fault, reference::Locals locals) {
  for (const Redundancy& redundancy : kRedundancies) {
    if (redundancy.fault == fault && redundancy.locals == locals) return redundancy;
  }
  return std::nullopt;
}

}  // namespace properties
