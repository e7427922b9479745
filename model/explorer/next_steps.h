// model/explorer/next_steps.h -- lists everything that can happen next in a state.
//
// A step is an operation that the mutator could do (in the sense of reference::Oracle::Allows), a
// `start` that flips, or one unit of the collector. Operations that change nothing are left out:
// they lengthen a run, and no shortest witness needs them.
//
// Read next: explorer.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/explorer/next_deeds.h"

namespace model {

// Takes a step that ForEachStep has visited, and normalises the state.
std::optional<Finding> Take(const Machine& machine, const Step& step, State& state);

// Whether a table whose gather visits its indices in order would take this step. The orders of
// lists are not asked: so there may still be more runs than a real table has, but none is missing.
constexpr bool IsInOrder(const Step& step, const State& state) {
  if (step.unit != reference::EventKind::kGather || step.object == kNone) return true;
  return (state.unvisited & (Bit(step.object) - 1)) == 0;
}

namespace internal {

template <typename Visit>
void ForEachBirth(const Machine& machine, const State& state, const Bounds& bounds, Mask alive,
                  Visit&& visit) {
  using reference::Verb;
  const auto born = [&](Entry entry) {
    for (const auto verb : {Verb::kCreate, Verb::kReserve, Verb::kCreateNamed}) {
      if (!bounds.verbs.Has(verb)) continue;
      const bool container = verb == Verb::kCreate && bounds.Containers();
      visit(Step{.verb = verb, .object = entry, .flag = container});
    }
    if (!bounds.verbs.Has(Verb::kCopy)) return;
    ForEach(alive,
            [&](Entry from) { visit(Step{.verb = Verb::kCopy, .object = entry, .target = from}); });
  };
  if (state.heap_dropped) return;
  // Permanent objects have indices of their own.
  for (Entry entry = 0; bounds.verbs.Has(Verb::kPermanent) && entry < bounds.entries; ++entry) {
    if (Has(state.used, entry)) continue;
    visit(Step{.verb = Verb::kPermanent, .object = entry});
    break;
  }
  // A free index is used before the table grows.
  const Mask busy = machine.slips().Has(Slip::kIndexBeforeMemory) ? Mask{0} : state.handed;
  const Mask free = static_cast<Mask>((state.used & ~state.exists & ~busy) | state.released);
  if (free != 0) return ForEach(free, born);
  for (Entry entry = 0; entry < bounds.entries; ++entry) {
    if (!Has(state.used, entry)) return born(entry);
  }
}

template <typename Visit>
void ForEachFieldChange(const Machine& machine, const State& state, const Bounds& bounds,
                        Mask alive, Visit&& visit) {
  using reference::Verb;
  // What else changes nothing may still load its operands, and a load shades.
  const bool loads = machine.locals() == reference::Locals::kBlack;
  // Which of two slots comes first matters only if one store may dissolve a cluster that the other
  // one shades.
  const bool both_ways = state.clustered != 0;
  // A load also ends the promise that what the operand leads to goes in this cycle.
  const bool excuses = loads || (state.garbage != 0 && state.phase == Phase::kMarking);
  const bool stores = bounds.verbs.Has(Verb::kStore);
  const bool moves = bounds.verbs.Has(Verb::kMove);
  const bool swaps = bounds.verbs.Has(Verb::kSwap);
  ForEach(alive, [&](Entry object) {
    for (std::uint8_t field = 0; field < bounds.fields; ++field) {
      const Entry here = state.field[object][field];
      Step step{.verb = Verb::kStore, .object = object, .field = field};
      if (stores && (here != kNone || loads)) visit(step);
      ForEach(alive, [&](Entry target) {
        step.target = target;
        if (stores) visit(step);
        for (std::uint8_t other = 0; other < bounds.fields; ++other) {
          const Entry there = state.field[target][other];
          Step pair = step;
          pair.target_field = other;
          const bool plain = !Has(state.permanent, object);
          if (moves && plain && (there != kNone || excuses) &&
              !(object == target && field == other)) {
            pair.verb = Verb::kMove;
            visit(pair);
          }
          if (swaps && plain && !Has(state.permanent, target) && (here != there || excuses) &&
              (both_ways ? !(object == target && field == other)
                         : object * kMaxFields + field < target * kMaxFields + other)) {
            pair.verb = Verb::kSwap;
            visit(pair);
          }
        }
      });
    }
  });
}

// Appends an element, erases one, or takes all elements of another container.
template <typename Visit>
void ForEachContainerChange(const Machine& machine, const State& state, const Bounds& bounds,
                            Mask alive, Visit&& visit) {
  using reference::Verb;
  const bool loads = machine.locals() == reference::Locals::kBlack;
  if (!bounds.Containers()) return;
  const auto size_of = [&](Entry container) {
    std::uint8_t size = 0;
    while (size < bounds.fields && state.field[container][size] != kNone) ++size;
    return size;
  };
  const Mask containers = static_cast<Mask>(alive & ~state.permanent);
  ForEach(containers, [&](Entry object) {
    const std::uint8_t size = size_of(object);
    ForEach(size < bounds.fields ? alive : Mask{0}, [&](Entry target) {
      visit(Step{.verb = Verb::kAppend, .object = object, .target = target, .field = size});
    });
    ForEach(containers, [&](Entry target) {
      const Step step{.verb = Verb::kTake, .object = object, .target = target};
      const bool changes = object != target && (loads || size + size_of(target) > 0);
      if (bounds.verbs.Has(Verb::kTake) && changes) visit(step);
    });
    for (std::uint8_t field = 0; bounds.verbs.Has(Verb::kErase) && field < size; ++field) {
      visit(Step{.verb = Verb::kErase, .object = object, .field = field});
    }
  });
}

// Changes of what keeps one object (roots, keep flags, constructors, strong counts, locals,
// referencers), of its readiness, and its mark as garbage.
template <typename Visit>
void ForEachRootSetChange(const Machine& machine, const State& state, const Bounds& bounds,
                          Mask alive, Visit&& visit) {
  using reference::Verb;
  const auto each = [&](Verb verb, Mask mask, bool flag = false) {
    if (!bounds.verbs.Has(verb)) return;
    ForEach(mask, [&](Entry object) { visit(Step{.verb = verb, .object = object, .flag = flag}); });
  };
  const auto without = [](Mask mask, Mask less) { return static_cast<Mask>(mask & ~less); };
  // While a permanent object refers to an object, its last root, keep flag or count must stay.
  const auto losable = [&](Mask mask, Mask other, Mask another) {
    return without(mask, without(HeldByPermanent(state), static_cast<Mask>(other | another)));
  };
  each(Verb::kRoot, without(alive, state.root));
  each(Verb::kUnroot, losable(state.root, state.kept, state.strong));
  each(Verb::kKeep, without(alive, state.kept));
  each(Verb::kUnkeep, losable(state.kept, state.root, state.strong));
  each(Verb::kComplete, state.constructing);
  each(Verb::kGarbage,
       without(alive, static_cast<Mask>(state.root | state.garbage | state.permanent)));
  each(Verb::kStrongTake, without(alive, state.strong));
  each(Verb::kStrongDrop, losable(state.strong, state.root, state.kept));
  // Where there is garbage, to load an object lets what it leads to stay.
  const bool loads = machine.locals() == reference::Locals::kBlack || state.garbage != 0;
  if (machine.locals() != reference::Locals::kDead) {
    each(Verb::kHold, without(alive, state.held));
    each(Verb::kDrop, state.held);
  }
  for (const Hold hold : {Hold::kWrapper, Hold::kRaw, Hold::kProtecting}) {
    const Mask now = state.*kReportedBy[static_cast<std::size_t>(hold)];
    const Verb verb = hold == Hold::kProtecting ? Verb::kReferencerProtect : Verb::kReferencerHold;
    if (bounds.verbs.Has(verb)) {
      ForEach(loads ? alive : without(alive, now),
              [&](Entry object) { visit(Step{.verb = verb, .object = object, .hold = hold}); });
    }
    if (now != 0 && bounds.verbs.Has(Verb::kReferencerRelease)) {
      visit(Step{.verb = Verb::kReferencerRelease, .hold = hold});
    }
  }
  const Mask asked = without(state.exists, state.finished);
  each(Verb::kReady, without(asked, state.unready), false);
  each(Verb::kReady, static_cast<Mask>(asked & state.unready), true);
}

// Makes, grows and dissolves clusters, where that is not refused. Dissolving a cluster by a member
// has the same effect as by its root, and is left out; but under `locals black` that loads another
// object.
template <typename Visit>
void ForEachClusterChange(const Machine& machine, const State& state, const Bounds& bounds,
                          Mask alive, Visit&& visit) {
  using reference::Verb;
  const Mask roots = static_cast<Mask>(alive & RootsOf(state) & ~state.dissolving);
  if (bounds.verbs.Has(Verb::kDissolve)) {
    const bool loads = machine.locals() == reference::Locals::kBlack;
    ForEach(loads ? static_cast<Mask>(alive & state.clustered) : roots, [&](Entry object) {
      if (Has(state.dissolving, state.link[object])) return;
      visit(Step{.verb = Verb::kDissolve, .object = object});
    });
  }
  if (!machine.MayCluster(state)) return;
  const Mask joining = static_cast<Mask>(alive & MayJoin(state));
  ForEach(joining, [&](Entry entry) {
    if (bounds.verbs.Has(Verb::kCluster)) visit(Step{.verb = Verb::kCluster, .object = entry});
    if (!bounds.verbs.Has(Verb::kClusterAdd)) return;
    ForEach(roots, [&](Entry root) {
      visit(Step{.verb = Verb::kClusterAdd, .object = root, .target = entry});
    });
  });
}

// Gives an object an outer, which is one more field and stays for ever.
template <typename Visit>
void ForEachOuter(const State& state, const Bounds& bounds, Mask alive, Visit&& visit) {
  using reference::Verb;
  if (!bounds.verbs.Has(Verb::kOuter) || bounds.fields == kMaxFields) return;
  if (bounds.Containers() || bounds.Named()) return;
  const auto field = static_cast<std::uint8_t>(bounds.fields);
  ForEach(static_cast<Mask>(alive & ~state.permanent & ~state.immutable[field]), [&](Entry object) {
    ForEach(alive, [&](Entry target) {
      visit(Step{.verb = Verb::kOuter, .object = object, .target = target, .field = field});
    });
  });
}

// Resurrection attempts: an object stores itself into another when it begins to be destroyed.
template <typename Visit>
void ForEachResurrection(const State& state, const Bounds& bounds, Mask alive, Visit&& visit) {
  if (!bounds.verbs.Has(reference::Verb::kResurrect)) return;
  const Mask leavers = state.leaver == 0 ? alive : static_cast<Mask>(alive & state.leaver);
  ForEach(leavers, [&](Entry object) {
    ForEach(alive, [&](Entry target) {
      for (std::uint8_t field = 0; field < bounds.fields; ++field) {
        visit(Step{.verb = reference::Verb::kResurrect,
                   .object = object,
                   .target = target,
                   .target_field = field});
      }
    });
  });
}

template <typename Visit>
void ForEachWeak(const State& state, const Bounds& bounds, Mask alive, Visit&& visit) {
  using reference::Verb;
  if (bounds.verbs.Has(Verb::kFind) && bounds.Named()) {
    ForEach(state.exists,
            [&](Entry object) { visit(Step{.verb = Verb::kFind, .object = object}); });
  }
  for (std::uint8_t slot = 0; slot < bounds.weak_slots; ++slot) {
    if (bounds.verbs.Has(Verb::kWeakMake)) {
      ForEach(alive, [&](Entry object) {
        visit(Step{.verb = Verb::kWeakMake, .object = object, .slot = slot});
      });
    }
    if (state.weak[slot] == 0) continue;
    if (bounds.verbs.Has(Verb::kWeakRead)) visit(Step{.verb = Verb::kWeakRead, .slot = slot});
    for (std::uint8_t to = 0; bounds.verbs.Has(Verb::kWeakCopy) && to < bounds.weak_slots; ++to) {
      if (to != slot) visit(Step{.verb = Verb::kWeakCopy, .slot = to, .other_slot = slot});
    }
    if (!bounds.verbs.Has(Verb::kResolve)) continue;
    ForEach(static_cast<Mask>(alive & ~state.permanent), [&](Entry object) {
      for (std::uint8_t field = 0; field < bounds.fields; ++field) {
        visit(Step{.verb = Verb::kResolve, .object = object, .field = field, .slot = slot});
      }
    });
  }
}

}  // namespace internal

// Calls `taken(step)` for every step that can be taken in a state.
template <typename Visit>
void ForEachStep(const Machine& machine, const State& state, const Bounds& bounds, Visit&& taken) {
  using reference::Verb;
  const auto visit = [&](const Step& step) {
    if (!machine.Withholds(state, step)) taken(step);
  };
  const std::size_t orders = state.clustered != 0 && Machine::OrderMatters(state) ? kOrders : 1;
  for (std::uint8_t order = 0; order < orders; ++order) {
    if (!bounds.verbs.Has(Verb::kStart) || !machine.CanFlip(state)) break;
    visit(Step{.verb = Verb::kStart, .order = order});
  }
  if (const std::optional<Unit> unit = machine.NextUnit(state)) {
    Step step{.verb = Verb::kTick, .unit = unit->kind};
    for (; unit->candidates == 0 && step.order < orders; ++step.order) visit(step);
    step.order = 0;
    ForEach(unit->candidates, [&](Entry entry) {
      step.object = entry;
      visit(step);
    });
  } else if (state.dropped != 0) {
    visit(Step{.verb = Verb::kTick, .unit = reference::EventKind::kCycleEnd});
  }
  if (bounds.purge_slices && state.phase == Phase::kMarking) {
    internal::ForEachUnitOfPurge(machine, state, visit);
  }
  // With a fault an object may be born in the entry of one that is still in the batch.
  const Mask doomed = static_cast<Mask>((state.batch & ~machine.BornTooEarly(state)) |
                                        state.waiting | state.found | state.dropped);
  const Mask alive = static_cast<Mask>(state.named & state.exists & ~doomed);
  internal::ForEachBirth(machine, state, bounds, alive, visit);
  internal::ForEachFieldChange(machine, state, bounds, alive, visit);
  internal::ForEachContainerChange(machine, state, bounds, alive, visit);
  internal::ForEachRootSetChange(machine, state, bounds, alive, visit);
  internal::ForEachWeak(state, bounds, alive, visit);
  internal::ForEachClusterChange(machine, state, bounds, alive, visit);
  internal::ForEachOuter(state, bounds, alive, visit);
  internal::ForEachResurrection(state, bounds, alive, visit);
  internal::ForEachDeed(machine, state, bounds, alive, visit);
}

}  // namespace model
