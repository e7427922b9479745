// model/machine/mutation.cc -- the parts of a state by number.

#include "model/machine/mutation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace model {

namespace {

struct Place {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::string_view name;
};

// The parts that are not masks of flags.
constexpr std::array kOthers = {
    Place{offsetof(State, field), sizeof(State::field), "field"},
    Place{offsetof(State, link), sizeof(State::link), "link"},
    Place{offsetof(State, outside), sizeof(State::outside), "outside"},
    Place{offsetof(State, others), sizeof(State::others), "others"},
    Place{offsetof(State, phase), sizeof(State::phase), "phase"},
    Place{offsetof(State, initial_pending), sizeof(bool), "initial_pending"},
    Place{offsetof(State, purge_pending), sizeof(bool), "purge_pending"},
    Place{offsetof(State, weak_serial), sizeof(State::weak_serial), "weak_serial"},
    Place{offsetof(State, weak_true), sizeof(State::weak_true), "weak_true"},
};

Place PlaceOf(std::size_t part) {
  if (part < kMaskCount) return {part, sizeof(Mask), ""};
  return kOthers[part - kMaskCount];
}

// The names of those masks that are most spoken of.
std::string_view NameOfMask(std::size_t mask) {
  constexpr std::array kNames = {Place{offsetof(State, exists), 1, "exists"},
                                 Place{offsetof(State, reachable), 1, "reachable"},
                                 Place{offsetof(State, maybe), 1, "maybe"},
                                 Place{offsetof(State, unreachable), 1, "unreachable"},
                                 Place{offsetof(State, used), 1, "used"},
                                 Place{offsetof(State, work), 1, "work"},
                                 Place{offsetof(State, barrier), 1, "barrier"},
                                 Place{offsetof(State, twice), 1, "twice"},
                                 Place{offsetof(State, unvisited), 1, "unvisited"},
                                 Place{offsetof(State, batch), 1, "batch"},
                                 Place{offsetof(State, begun), 1, "begun"},
                                 Place{offsetof(State, finished), 1, "finished"},
                                 Place{offsetof(State, waiting), 1, "waiting"},
                                 Place{offsetof(State, polling), 1, "polling"},
                                 Place{offsetof(State, root), 1, "root"},
                                 Place{offsetof(State, kept), 1, "kept"},
                                 Place{offsetof(State, strong), 1, "strong"},
                                 Place{offsetof(State, constructing), 1, "constructing"},
                                 Place{offsetof(State, held), 1, "held"},
                                 Place{offsetof(State, wrapper), 1, "wrapper"},
                                 Place{offsetof(State, raw), 1, "raw"},
                                 Place{offsetof(State, protect), 1, "protect"},
                                 Place{offsetof(State, unready), 1, "unready"},
                                 Place{offsetof(State, serial_low), 1, "serial_low"},
                                 Place{offsetof(State, named), 1, "named"},
                                 Place{offsetof(State, fresh), 1, "fresh"},
                                 Place{offsetof(State, must_go), 1, "must_go"},
                                 Place{offsetof(State, denied), 1, "denied"},
                                 Place{offsetof(State, promised), 1, "promised"},
                                 Place{offsetof(State, permanent), 1, "permanent"},
                                 Place{offsetof(State, garbage), 1, "garbage"},
                                 Place{offsetof(State, container), 1, "container"}};
  const auto* const found = std::find_if(kNames.begin(), kNames.end(),
                                         [&](const Place& each) { return each.offset == mask; });
  return found == kNames.end() ? std::string_view() : found->name;
}

const char* BytesOf(const State& state) { return reinterpret_cast<const char*>(&state); }
char* BytesOf(State& state) { return reinterpret_cast<char*>(&state); }

bool IsOf(const StepKind& kind, const State& state, const Step& step,
          const std::optional<Phase>& phase) {
  return KindOf(step) == kind && (!phase || state.phase == *phase);
}

}  // namespace

StepKind KindOf(const Step& step) {
  if (step.verb != reference::Verb::kTick) return {.verb = step.verb};
  return {.verb = step.verb, .unit = step.unit};
}

std::string NameOf(const StepKind& kind) {
  if (kind.verb != reference::Verb::kTick) return std::string(reference::WordOf(kind.verb));
  return "unit " + std::string(reference::WordOf(kind.unit));
}

std::size_t PartCount() { return kMaskCount + kOthers.size(); }

std::string NameOfPart(std::size_t part) {
  const std::string_view name = part < kMaskCount ? NameOfMask(part) : PlaceOf(part).name;
  return name.empty() ? "mask " + std::to_string(part) : std::string(name);
}

bool Differs(const State& left, const State& right, std::size_t part) {
  const Place place = PlaceOf(part);
  return std::memcmp(BytesOf(left) + place.offset, BytesOf(right) + place.offset, place.size) != 0;
}

bool Mutation::Withholds(const State& state, const Step& step) const {
  if (kind != Kind::kWithholds || !IsOf(of, state, step, phase)) return false;
  const Mask mask = MasksOf(state)[part];
  return step.object == kNone ? mask != 0 : Has(mask, step.object);
}

void Mutation::Undo(const Step& step, const State& before, State& after) const {
  if (kind != Kind::kDropsEffect || !IsOf(of, before, step, phase)) return;
  const Place place = PlaceOf(part);
  std::memcpy(BytesOf(after) + place.offset, BytesOf(before) + place.offset, place.size);
}

std::string Mutation::Describe() const {
  const std::string when = !phase                      ? ""
                           : *phase == Phase::kIdle    ? " while idle"
                           : *phase == Phase::kMarking ? " while marking"
                                                       : " while gathering";
  if (kind == Kind::kDropsEffect) return NameOf(of) + " leaves " + NameOfPart(part) + when;
  return NameOf(of) + " is not possible with " + NameOfPart(part) + when;
}

}  // namespace model
