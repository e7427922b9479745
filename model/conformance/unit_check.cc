// model/conformance/unit_check.cc -- does the unit in every state that looks like the heap before
// it, and compares the results with the heap after it.

#include "model/conformance/unit_check.h"

#include "model/conformance/abstraction.h"
#include "model/machine/machine.h"
#include "reference/trace/trace_text.h"

namespace model {

using reference::Event;
using reference::EventKind;
using reference::Verb;

namespace {

// An index that the gather visits and at which there is no object.
constexpr Entry kEmptyIndex = kMaxEntries;

// Does the unit in one of the states that look like the heap before it. Returns whether the state
// then looks like `after`.
bool Leads(const Machine& machine, State state, const Event& unit, Entry entry,
           const ObservedHeap& after, const Entries& entries, Verb verb, std::uint8_t order) {
  if (unit.kind == EventKind::kFlip) {
    if (!machine.CanFlip(state)) return false;
    const Verb flip = verb == Verb::kStartKeeping ? verb : Verb::kStart;
    machine.Apply(state, {.verb = flip, .order = order});
    return LooksLike(state, after, entries);
  }
  if (unit.kind == EventKind::kGather) {
    entry = entry == kNone ? kEmptyIndex : entry;
    Add(state.unvisited, Bit(entry));
    if (after.phase == reference::Phase::kGathering) Add(state.unvisited, Bit(kEmptyIndex + 1));
  }
  const std::optional<Unit> next =
      verb == Verb::kPurge ? machine.NextPurgeUnit(state) : machine.NextUnit(state);
  if (!next || next->kind != unit.kind) return false;
  if (next->candidates != 0 && (entry == kNone || !Has(next->candidates, entry))) return false;
  // A table may have indices without an object, which the gather still has to visit.
  if (unit.kind == EventKind::kEndCheck && after.phase == reference::Phase::kGathering) {
    Add(state.used, Bit(kEmptyIndex));
  }
  const Entry about = next->candidates == 0 ? kNone : entry;
  const Step step{.verb = Verb::kTick, .unit = unit.kind, .object = about, .order = order};
  if (machine.Apply(state, step).finding) return false;
  return LooksLike(state, after, entries);
}

bool Fits(const ObservedHeap& state) { return state.objects.size() <= kMaxEntries; }

}  // namespace

ConformanceVerdict Allows(const ObservedHeap& before, const Event& unit, const ObservedHeap& after,
                          reference::Locals locals, Verb verb) {
  if (!Fits(before) || !Fits(after)) {
    return {.kind = ConformanceVerdict::Kind::kOutside,
            .reason = "more objects than the model can hold"};
  }
  const Machine machine({}, locals);
  const Entries entries(before);
  const Entry entry = unit.object == reference::kNull ? kNone : entries.Of(unit.object);
  bool allowed = false;
  ForEachState(before, entries, [&](const State& state) {
    const std::size_t orders = Machine::OrderMatters(state) ? kOrders : 1;
    for (std::uint8_t order = 0; order < orders && !allowed; ++order) {
      allowed = Leads(machine, state, unit, entry, after, entries, verb, order);
    }
  });
  if (allowed) return {.kind = ConformanceVerdict::Kind::kAllowed};
  return {ConformanceVerdict::Kind::kRefused,
          "the model allows no " + std::string(reference::WordOf(unit.kind)) +
              (unit.object == reference::kNull ? "" : " of " + reference::NameText(unit.object)) +
              " here with this result",
          unit.object};
}

}  // namespace model
