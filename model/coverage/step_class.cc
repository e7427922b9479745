// model/coverage/step_class.cc -- numbers of classes.

#include "model/coverage/step_class.h"

namespace model {

using reference::Colour;
using reference::Verb;

Colour ColourOf(const State& state, Entry entry) {
  if (entry == kNone || !Has(state.exists, entry)) return Colour::kNone;
  if (Has(state.unreachable, entry)) return Colour::kDoomed;
  entry = ColourHolder(state, entry);
  if (Has(static_cast<Mask>(state.maybe | state.unreachable), entry)) return Colour::kWhite;
  return Has(static_cast<Mask>(state.work | state.barrier), entry) ? Colour::kGrey : Colour::kBlack;
}

StepClass ClassOf(const State& state, const Step& step) {
  StepClass found{.kind = KindOf(step),
                  .phase = state.phase,
                  .object = ColourOf(state, step.object),
                  .target = ColourOf(state, step.target)};
  if (step.verb == Verb::kWeakRead || step.verb == Verb::kResolve) {
    ForEach(state.weak[step.slot], [&](Entry entry) { found.target = ColourOf(state, entry); });
  }
  return found;
}

std::size_t StepClasses::NumberOf(const StepClass& step_class) {
  const StepKind& kind = step_class.kind;
  std::size_t number = static_cast<std::size_t>(kind.verb);
  if (kind.verb == Verb::kTick) {
    number = reference::kVerbCount + static_cast<std::size_t>(kind.unit);
  }
  number = number * kPhases + static_cast<std::size_t>(step_class.phase);
  number = number * kColours + static_cast<std::size_t>(step_class.object);
  return number * kColours + static_cast<std::size_t>(step_class.target);
}

std::vector<std::string> StepClasses::Describe() const {
  static constexpr const char* kPhaseWords[] = {"idle", "marking", "gathering"};
  std::vector<std::string> members;
  for (std::size_t number = 0; number < all_.size(); ++number) {
    if (!all_[number]) continue;
    const auto target = static_cast<Colour>(number % kColours);
    const auto object = static_cast<Colour>(number / kColours % kColours);
    const std::size_t kind = number / kColours / kColours / kPhases;
    const bool is_unit = kind >= reference::kVerbCount;
    std::string text = is_unit ? std::string(reference::kEventWords[kind - reference::kVerbCount])
                               : std::string(reference::WordOf(static_cast<Verb>(kind)));
    text += std::string(", ") + kPhaseWords[number / kColours / kColours % kPhases];
    if (object != Colour::kNone) text += ": " + std::string(reference::WordOf(object));
    if (target != Colour::kNone) text += ", " + std::string(reference::WordOf(target));
    members.push_back(std::move(text));
  }
  return members;
}

}  // namespace model
