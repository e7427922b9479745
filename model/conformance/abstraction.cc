// model/conformance/abstraction.cc -- makes states of what is seen of a heap, and compares a state
// with a heap that is seen.

#include "model/conformance/abstraction.h"

#include "model/coverage/step_class.h"

namespace model {

using reference::Colour;

namespace {

// A permanent object has no bits, and is seen as black. A member of a cluster is seen with its
// root's colour.
void SetColour(State& state, Entry entry, const ObservedObject& object) {
  const Mask bit = Bit(entry);
  if (object.permanent && object.colour == Colour::kBlack) return;
  const bool member = object.cluster != reference::kNull && object.cluster != object.name;
  if (member && object.colour != Colour::kDoomed) return;
  if (object.colour == Colour::kDoomed) {
    Add(state.unreachable, bit);
    Add(object.waiting ? state.waiting : state.batch, bit);
  } else {
    Add(object.colour == Colour::kWhite ? state.maybe : state.reachable, bit);
  }
}

// A cluster whose root is black was activated; one whose root is grey waits.
void SetClusters(State& state, const ObservedHeap& seen, const Entries& entries) {
  const auto mask_of = [&](const std::vector<reference::Name>& names) {
    Mask mask = 0;
    for (const reference::Name name : names) {
      if (entries.Of(name) != kNone) Add(mask, Bit(entries.Of(name)));
    }
    return mask;
  };
  for (const ObservedObject& object : seen.objects) {
    if (object.cluster == reference::kNull) continue;
    const Entry entry = entries.Of(object.name);
    Add(state.clustered, Bit(entry));
    state.link[entry] = entries.Of(object.cluster);
    const bool black = object.cluster == object.name && object.colour == Colour::kBlack;
    if (black && state.phase == Phase::kMarking) Add(state.activated, Bit(entry));
  }
  for (const reference::Heap::Cluster& cluster : seen.clusters) {
    const Entry root = entries.Of(cluster.root);
    state.outside[root] = mask_of(cluster.outside);
    state.others[root] = mask_of(cluster.others);
  }
}

// What the collector shows of its lists. Of a batch the state notes otherwise which objects are
// still to be asked: they are neither finished nor waiting.
void SetLists(State& state, Entry entry, const ObservedObject& object) {
  const Mask bit = Bit(entry);
  if (object.in_work > 0) Add(state.work, bit);
  if (object.in_shaded > 0) Add(state.barrier, bit);
  if (object.in_work > 1 || object.in_shaded > 1) Add(state.twice, bit);
  if (object.unasked && object.waiting) Add(state.polling, bit);
  if (object.unvisited) Add(state.unvisited, bit);
}

}  // namespace

State Certain(const ObservedHeap& seen, const Entries& entries) {
  State state;
  state.phase = static_cast<Phase>(seen.phase);
  state.initial_pending =
      seen.phase == reference::Phase::kMarking && !seen.initial_references_taken;
  state.purge_pending = seen.purge_pending;
  for (const ObservedObject& object : seen.objects) {
    const Entry entry = entries.Of(object.name);
    const Mask bit = Bit(entry);
    const auto set = [bit](Mask& mask, bool value) {
      if (value) Add(mask, bit);
    };
    set(state.exists, true);
    set(state.used, true);
    SetColour(state, entry, object);
    set(state.root, object.root);
    set(state.kept, object.kept);
    set(state.constructing, object.constructing);
    set(state.permanent, object.permanent);
    set(state.strong, object.strong);
    set(state.held, object.held);
    set(state.authored, object.flagged);
    set(state.masked, object.masked);
    set(state.by_hand, object.by_hand);
    set(state.wrapper, object.wrapper);
    set(state.raw, object.raw);
    set(state.protect, object.protect);
    set(state.garbage, object.garbage);
    set(state.container, object.container);
    if (object.outer < kMaxFields) set(state.immutable[object.outer], true);
    set(state.unready, !object.ready);
    set(state.begun, object.begun);
    set(state.finished, object.finished);
    for (std::size_t i = 0; i < kMaxFields; ++i) {
      state.field[entry][i] = entries.Of(object.fields[i]);
    }
    SetLists(state, entry, object);
  }
  SetClusters(state, seen, entries);
  return state;
}

namespace {

// Whether the object is in the lists in which the collector shows it.
bool IsListedLike(const State& state, const ObservedObject& object, Entry entry) {
  State shown;
  SetLists(shown, entry, object);
  const Mask bit = Bit(entry);
  return (state.work & bit) == shown.work && (state.barrier & bit) == shown.barrier &&
         (state.twice & bit) == shown.twice && (state.unvisited & bit) == shown.unvisited &&
         (!state.purge_pending || (state.polling & bit) == shown.polling);
}

bool LooksLike(const State& state, const ObservedObject& object, Entry entry,
               const Entries& entries) {
  if (!Has(state.exists, entry) || ColourOf(state, entry) != object.colour) return false;
  if (Has(state.begun, entry) != object.begun || Has(state.finished, entry) != object.finished ||
      Has(state.waiting, entry) != object.waiting) {
    return false;
  }
  if (ClusterOf(state, entry) != entries.Of(object.cluster)) return false;
  for (std::size_t i = 0; i < kMaxFields; ++i) {
    if (state.field[entry][i] != entries.Of(object.fields[i])) return false;
  }
  return true;
}

}  // namespace

bool LooksLike(const State& state, const ObservedHeap& seen, const Entries& entries) {
  if (static_cast<reference::Phase>(state.phase) != seen.phase) return false;
  if (state.purge_pending != seen.purge_pending) return false;
  if (state.phase == Phase::kMarking && state.initial_pending == seen.initial_references_taken) {
    return false;
  }
  Mask objects = 0;
  for (const ObservedObject& object : seen.objects) {
    const Entry entry = entries.Of(object.name);
    if (entry == kNone || !LooksLike(state, object, entry, entries)) return false;
    if (seen.inside && !IsListedLike(state, object, entry)) return false;
    Add(objects, Bit(entry));
  }
  return objects == state.exists;
}

}  // namespace model
