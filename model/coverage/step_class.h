// model/coverage/step_class.h -- classes of steps, by which it is counted what a run of core
// reached.
//
// A proof about the machine says something about core where the two were compared. How far that
// is, can be counted: two steps are of one class if they are of the same kind, in the same phase,
// about objects of the same colours. What a search of the machine reaches and the runs of core do
// not, was never compared.
//
// Read next: model/conformance/recorder.h, model/explorer/reached_states.h.

#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <vector>

#include "model/machine/mutation.h"
#include "model/machine/state.h"
#include "reference/oracle/subject.h"

namespace model {

// The colour of an entry's object as it is seen from outside; kNone if there is none.
reference::Colour ColourOf(const State& state, Entry entry);

struct StepClass {
  StepKind kind;
  Phase phase = Phase::kIdle;
  reference::Colour object = reference::Colour::kNone;  // of the object that the step is about
  reference::Colour target = reference::Colour::kNone;  // of the other, or of what is read
};

StepClass ClassOf(const State& state, const Step& step);

// A set of classes.
class StepClasses {
 public:
  void Add(const StepClass& step_class) { all_.set(NumberOf(step_class)); }
  std::size_t Count() const { return all_.count(); }
  StepClasses Without(const StepClasses& others) const { return StepClasses(all_ & ~others.all_); }
  // What the members are, such as "store, marking: BLACK, white".
  std::vector<std::string> Describe() const;

  StepClasses() = default;

 private:
  static constexpr std::size_t kColours = 5;
  static constexpr std::size_t kPhases = 3;
  static constexpr std::size_t kKinds = reference::kVerbCount + reference::kEventWords.size();
  using Bits = std::bitset<kKinds * kPhases * kColours * kColours>;
  explicit StepClasses(const Bits& all) : all_(all) {}
  static std::size_t NumberOf(const StepClass& step_class);

  Bits all_;
};

}  // namespace model
