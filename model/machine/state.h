// model/machine/state.h -- the whole state of a small heap and its collector, as plain data.
//
// An exhaustive search keeps millions of states, compares them and permutes their objects. So a
// state is a fixed number of bits: two fields and a few flags for each entry of the table, and a
// few bits for the whole heap. Each flag is kept as a *mask*, with one bit for each entry.
//
// A state has no order of lists, no indices and no addresses, because a sound collector does not
// depend on them. So a unit that takes the next object of a list takes any object of it here. An
// entry belongs to the table and not to an object: when its object is freed, the next object may be
// born in it. So a run may make more objects than there are entries.
//
// Some masks are ghosts: no collector has them, and they say what the oracle would demand.
//
// Read next: machine.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace model {

using Mask = std::uint8_t;  // a bit for each entry
using Entry = std::uint8_t;
inline constexpr std::size_t kMaxEntries = 4;
inline constexpr std::size_t kMaxFields = 2;
inline constexpr std::size_t kWeakSlots = 2;
inline constexpr Entry kNone = 7;  // what a null field holds

enum class Phase : std::uint8_t { kIdle, kMarking, kGathering };

// All members are public: the parts of the machine (marker.h, mutator.h, ...) are functions of a
// state, and a search treats a state as a row of bits.
struct State {
  // The table. `reachable` and `maybe` are the two bits as they read now; a flip exchanges them.
  Mask exists = 0;
  Mask reachable = 0;
  Mask maybe = 0;
  Mask unreachable = 0;
  Mask used = 0;  // an object was born here once: below the high-water mark

  // The lists.
  Mask work = 0;
  Mask barrier = 0;
  Mask twice = 0;      // listed a second time
  Mask unvisited = 0;  // the gather has still to visit it
  Mask batch = 0;      // doomed, and in the present purge
  Mask begun = 0;
  Mask finished = 0;
  Mask waiting = 0;
  Mask polling = 0;  // waiting, and not yet polled in this purge

  // What keeps an object without a reference; and whether it is ready.
  Mask root = 0;
  Mask kept = 0;          // has a keep flag
  Mask constructing = 0;  // under construction: marked by the flip, and in no list
  Mask strong = 0;
  Mask held = 0;
  Mask wrapper = 0;  // the object that the wrapper referencer reports: one bit at most
  Mask raw = 0;      // the object that the raw referencer reports
  Mask protect = 0;  // the object that the protecting referencer reports
  Mask unready = 0;

  // Weak references: the entry to which each refers; and each entry's serial, in two bits.
  std::array<Mask, kWeakSlots> weak = {};
  Mask serial_low = 0;
  Mask serial_high = 0;

  // Ghosts.
  Mask named = 0;     // the mutator can name it
  Mask fresh = 0;     // created, or answered by a weak read, since the last step
  Mask must_go = 0;   // unreachable at the flip, and no read answered it since
  Mask denied = 0;    // a weak read answered null for it
  Mask promised = 0;  // a weak read answered while gathering led to it

  // Only faults need these.
  Mask recycled = 0;   // the entry was used by an earlier object
  Mask slot = 0;       // the object in the wrapper's slot, registered or not
  Mask released = 0;   // the index was given back before its object was freed
  Mask scanned = 0;    // scanned in this cycle
  Mask dropped = 0;    // it was not ready, and is in no list
  Mask leaver = 0;     // one bit at most: when this object is begun it stores itself
  Mask heir = 0;       // into this one: one bit at most
  Mask permanent = 0;  // never collected: has none of the three bits, and is in no list

  Mask garbage = 0;                             // marked garbage: most references do not keep it
  std::array<Mask, kMaxFields> immutable = {};  // by field: the objects in which it is an outer

  Mask clustered = 0;   // in a cluster; only a root has any of the three bits
  Mask container = 0;   // a container: a cluster does not list its elements
  Mask activated = 0;   // roots whose cluster was activated in this cycle
  Mask dissolving = 0;  // roots whose cluster is dissolved when the gather ends
  // What a caller asks for or does by hand, and what other threads do (Deed).
  Mask authored = 0;  // has a flag of its author, which a mask may name
  Mask masked = 0;    // the mask of this cycle names it
  Mask by_hand = 0;   // begun by hand, and its own unit is still to come
  Mask carried = 0;   // reported beside the flip
  Mask found = 0;     // doomed by a worker, and not handed over
  Mask handed = 0;    // the entry is empty, and a worker has still to free the memory
  Mask late = 0;      // was permanent, and ends last at the heap's end
  Mask stale = 0;     // only with a fault: roots; the bit that meant reachable then means white now

  std::array<std::array<Entry, kMaxFields>, kMaxEntries> field = {
      {{kNone, kNone}, {kNone, kNone}, {kNone, kNone}, {kNone, kNone}}};

  // Clusters. `link`: for each object, the root of its cluster. For each root, what its cluster
  // refers to: `outside`, objects in no cluster; `others`, the roots of other clusters.
  std::array<Entry, kMaxEntries> link = {kNone, kNone, kNone, kNone};
  std::array<Mask, kMaxEntries> outside = {};
  std::array<Mask, kMaxEntries> others = {};

  Phase phase = Phase::kIdle;
  bool initial_pending = false;  // the initial references are still to be taken
  bool purge_pending = false;
  bool end_decided = false;   // only with a fault: marking ends with the next unit
  bool ran_dry = false;       // only with a fault: the work list was empty once in this cycle
  bool asked = false;         // the referencers were asked beside the flip
  bool heap_dropped = false;  // its objects end
  bool heir_second = false;   // only with a fault: the leaver goes into the heir's second field
  std::uint8_t next_serial = 0;
  std::array<std::uint8_t, kWeakSlots> weak_serial = {};
  std::array<bool, kWeakSlots> weak_true = {};  // ghost: its object has not been freed

  friend bool operator==(const State&, const State&) = default;
};
inline constexpr std::size_t kMaskCount = 55;
static_assert(offsetof(State, field) == kMaskCount && std::is_standard_layout_v<State>);

constexpr Mask Bit(Entry entry) { return static_cast<Mask>(1u << entry); }
constexpr bool Has(Mask mask, Entry entry) { return (mask >> entry & 1u) != 0; }
constexpr void Add(Mask& mask, Mask more) { mask = static_cast<Mask>(mask | more); }
constexpr void Remove(Mask& mask, Mask less) { mask = static_cast<Mask>(mask & ~less); }

// Calls `visit(entry)` for each entry of a mask.
template <typename Visit>
constexpr void ForEach(Mask mask, Visit&& visit) {
  for (Entry entry = 0; mask >> entry != 0; ++entry) {
    if (Has(mask, entry)) visit(entry);
  }
}

// The masks of a state as an array, for code that treats them all alike.
inline Mask* MasksOf(State& state) { return reinterpret_cast<Mask*>(&state); }
inline const Mask* MasksOf(const State& state) { return reinterpret_cast<const Mask*>(&state); }

constexpr std::uint8_t SerialOf(const State& state, Entry entry) {
  return static_cast<std::uint8_t>(Has(state.serial_low, entry) | Has(state.serial_high, entry)
                                                                      << 1);
}
constexpr void SetSerial(State& state, Entry entry, std::uint8_t serial) {
  Remove(state.serial_low, Bit(entry));
  Remove(state.serial_high, Bit(entry));
  if (serial & 1u) Add(state.serial_low, Bit(entry));
  if (serial & 2u) Add(state.serial_high, Bit(entry));
}

constexpr Mask RootsOf(const State& state) {
  Mask roots = 0;
  ForEach(state.clustered, [&](Entry entry) {
    if (state.link[entry] == entry) Add(roots, Bit(entry));
  });
  return roots;
}
// The objects of a cluster, with its root.
constexpr Mask MembersOf(const State& state, Entry root) {
  Mask members = 0;
  ForEach(state.clustered, [&](Entry entry) {
    if (state.link[entry] == root) Add(members, Bit(entry));
  });
  return members;
}
// What the containers in a cluster refer to.
constexpr Mask OpenOf(const State& state, Entry root) {
  Mask open = 0;
  ForEach(static_cast<Mask>(state.clustered & state.container), [&](Entry entry) {
    if (state.link[entry] != root) return;
    for (const Entry target : state.field[entry]) {
      if (target != kNone) Add(open, Bit(target));
    }
  });
  return open;
}
constexpr Mask OwnColour(const State& state) {
  return static_cast<Mask>(state.reachable | state.maybe | state.unreachable);
}
// The entry whose bits say what colour an object has: its own, or its cluster root's.
constexpr Entry ColourHolder(const State& state, Entry entry) {
  const bool member = Has(state.clustered, entry) && !Has(OwnColour(state), entry);
  return member ? state.link[entry] : entry;
}
// The root of the object's cluster; kNone if it has none, or one that is about to end.
constexpr Entry ClusterOf(const State& state, Entry entry) {
  if (!Has(state.clustered, entry)) return kNone;
  const Entry root = state.link[entry];
  return Has(static_cast<Mask>(state.dissolving | state.unreachable), root) ? kNone : root;
}
// What lives if this object does, because of its cluster and not of its fields.
constexpr Mask FateOf(const State& state, Entry entry) {
  const Entry root = ClusterOf(state, entry);
  if (root == kNone) return 0;
  if (root != entry) return Bit(root);
  return static_cast<Mask>(MembersOf(state, root) | state.outside[root] | state.others[root]);
}
// The objects that may be in a cluster, and are in none.
constexpr Mask MayJoin(const State& state) {
  return static_cast<Mask>(state.exists &
                           ~(state.clustered | state.permanent | state.constructing | state.kept |
                             state.garbage | state.begun | state.unreachable | state.dropped));
}

// Everything to which the entries of `from` lead, and these entries.
constexpr Mask Closure(const State& state, Mask from) {
  Mask reached = from;
  for (Mask frontier = from; frontier != 0;) {
    Mask next = 0;
    ForEach(frontier, [&](Entry entry) {
      for (const Entry target : state.field[entry]) {
        if (target != kNone) Add(next, Bit(target));
      }
      if (Has(state.clustered, entry)) Add(next, FateOf(state, entry));
    });
    frontier = static_cast<Mask>(next & ~reached);
    Add(reached, frontier);
  }
  return reached;
}

// The root set: the objects that are live without a reference, because they are permanent or have a
// root flag, a keep flag, a constructor that runs, a strong count, a referencer or a local. The
// first function leaves out the wrapper referencer, because it may have to drop garbage.
constexpr Mask InRootSetOtherwise(const State& state) {
  return static_cast<Mask>(state.permanent | state.root | state.kept | state.constructing |
                           state.masked | state.strong | state.held | state.raw | state.protect);
}
constexpr Mask InRootSet(const State& state) {
  return static_cast<Mask>(InRootSetOtherwise(state) | state.wrapper);
}

// The objects to which a permanent object may refer.
constexpr Mask HeldForEver(const State& state) {
  return static_cast<Mask>(state.permanent | state.root | state.kept | state.strong);
}

// The objects to which permanent objects refer, and that are not permanent.
constexpr Mask HeldByPermanent(const State& state) {
  Mask held = 0;
  ForEach(state.permanent, [&](Entry entry) {
    for (const Entry target : state.field[entry]) {
      if (target != kNone) Add(held, Bit(target));
    }
  });
  return static_cast<Mask>(held & ~state.permanent);
}

// Everything that the mutator can reach. None of it may be destroyed.
constexpr Mask Reachable(const State& state) { return Closure(state, InRootSet(state)); }

// What is reached by references that keep their target: one to garbage does so only if it is
// immutable.
constexpr Mask Counting(const State& state) {
  Mask reached = static_cast<Mask>(InRootSetOtherwise(state) | (state.wrapper & ~state.garbage));
  for (Mask frontier = reached; frontier != 0;) {
    Mask next = 0;
    ForEach(frontier, [&](Entry entry) {
      for (std::size_t i = 0; i < kMaxFields; ++i) {
        const Entry target = state.field[entry][i];
        if (target == kNone) continue;
        if (!Has(state.garbage, target) || Has(state.immutable[i], entry)) Add(next, Bit(target));
      }
      if (Has(state.clustered, entry)) {
        Add(next, static_cast<Mask>(FateOf(state, entry) & ~state.garbage));
      }
    });
    frontier = static_cast<Mask>(next & ~reached);
    Add(reached, frontier);
  }
  return reached;
}

}  // namespace model
