// model/explorer/next_deeds.h -- what can happen next in a state and is no line of a trace.
//
// The deeds are what a caller asks for beside the verbs (a mask), what is done by hand, and what
// other threads do. A purge that is asked for by itself is none of them, but comes at moments at
// which no tick does its units.
//
// Read next: next_steps.h.

#pragma once

#include <cstdint>
#include <optional>

#include "model/explorer/bounds.h"
#include "model/machine/emptying.h"

namespace model::internal {

// What no line of a trace says.
template <typename Visit>
void ForEachDeed(const Machine& machine, const State& state, const Bounds& bounds, Mask alive,
                 Visit&& visit) {
  const auto each = [&](Deed deed, Mask mask) {
    if (!bounds.deeds.Has(deed)) return;
    ForEach(mask, [&](Entry object) { visit(Step{.object = object, .deed = deed}); });
  };
  const auto once = [&](Deed deed, bool possible) {
    if (bounds.deeds.Has(deed) && possible) visit(Step{.deed = deed});
  };
  const auto ordered = [&](Deed deed, bool possible) {
    if (!bounds.deeds.Has(deed) || !possible) return;
    const std::size_t orders = Machine::OrderMatters(state) ? kOrders : 1;
    for (std::uint8_t order = 0; order < orders; ++order) {
      visit(Step{.order = order, .deed = deed});
    }
  };
  each(Deed::kFlag, static_cast<Mask>(alive & ~state.authored));
  each(Deed::kUnflag, static_cast<Mask>(alive & state.authored));
  for (const Deed flip : {Deed::kFlipMasked, Deed::kFlipAsking, Deed::kFlipMaskedAsking}) {
    ordered(flip, machine.CanFlip(state));
  }
  ordered(Deed::kMaskMore, state.phase == Phase::kMarking);
  each(Deed::kAbandon, Forgettable(state));
  each(Deed::kBeginByHand, static_cast<Mask>(alive & ~state.begun));
  const Mask may_stay = static_cast<Mask>(state.exists & ~(state.must_go | state.unreachable));
  ForEach(state.asked && bounds.deeds.Has(Deed::kAskField) ? may_stay : Mask{0}, [&](Entry object) {
    for (std::uint8_t field = 0; field < bounds.fields; ++field) {
      if (state.field[object][field] == kNone) continue;
      visit(Step{.object = object, .field = field, .deed = Deed::kAskField});
    }
  });
  const bool gathers = state.phase == Phase::kGathering && !state.purge_pending;
  each(Deed::kWorkerVisits, gathers ? state.unvisited : Mask{0});
  once(Deed::kJoin, gathers && state.found != 0);
  const bool beside = bounds.purge_slices && state.phase == Phase::kMarking;
  const std::optional<Unit> unit =
      beside ? machine.NextPurgeUnit(state, true) : machine.NextUnit(state);
  const bool frees = unit && unit->kind == reference::EventKind::kFree && !state.heap_dropped;
  each(Deed::kHandOver, frees ? unit->candidates : Mask{0});
  each(Deed::kWorkerFrees, state.handed);
  once(Deed::kDrop, machine.MayDrop(state));
  once(Deed::kReopen, HeapEnd::MayReopen(state));
}

// While marking, a tick does none of these.
template <typename Visit>
void ForEachUnitOfPurge(const Machine& machine, const State& state, Visit&& visit) {
  const std::optional<Unit> unit = machine.NextPurgeUnit(state, true);
  if (!unit) return;
  ForEach(unit->candidates, [&](Entry entry) {
    visit(Step{.verb = reference::Verb::kTick, .unit = unit->kind, .object = entry});
  });
}

}  // namespace model::internal
