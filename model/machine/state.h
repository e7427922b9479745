// model/machine/state.h -- the whole state of a small heap and its collector, as plain data.
//
// An exhaustive search keeps millions of states, compares them and permutes their objects. So a
// state is a fixed number of bits: for each entry of the table a few flags, kept as *masks* with
// one bit an entry, two fields, and a handful of bits for the whole heap.
//
// What is not in a state, because nothing sound depends on it: the order of the lists, the index at
// which an entry stands, the address of anything. Units that take "the next" of a list therefore
// take any of it here. An entry is the table's, not the object's: when its object is freed, the
// next object may be born in it, so runs are not bounded by the number of entries.
//
// Some masks are ghosts: no collector has them, and they say what the oracle would demand of it.
//
// Read next: machine.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace model {

using Mask = std::uint8_t;  // one bit an entry
using Entry = std::uint8_t;
inline constexpr std::size_t kMaxEntries = 4;
inline constexpr std::size_t kMaxFields = 2;
inline constexpr std::size_t kWeakSlots = 2;
inline constexpr Entry kNone = 7;  // what a null field holds

enum class Phase : std::uint8_t { kIdle, kMarking, kGathering };

// All of it is public: the parts of the machine (marker.h, mutator.h, ...) are functions on it, and
// a search treats it as a row of bits.
struct State {
  // The table. `reachable` and `maybe` are the two bits as they read now; a flip exchanges them.
  Mask exists = 0;
  Mask reachable = 0;
  Mask maybe = 0;
  Mask unreachable = 0;
  Mask used = 0;  // an object was born here: below the table's high-water mark

  // The lists.
  Mask work = 0;
  Mask barrier = 0;
  Mask twice = 0;      // listed, and once more
  Mask unvisited = 0;  // indices the gather has still to visit
  Mask batch = 0;      // doomed and in the purge
  Mask begun = 0;
  Mask finished = 0;
  Mask waiting = 0;
  Mask polling = 0;  // of the waiting: not yet asked in this purge

  // What keeps an object without a reference, and what it answers.
  Mask root = 0;
  Mask kept = 0;          // by a keep flag
  Mask constructing = 0;  // its constructor runs: marked by the flip, and in no list
  Mask strong = 0;
  Mask held = 0;
  Mask wrapper = 0;  // what the wrapper referencer reports: one bit at most
  Mask raw = 0;      // what the raw referencer reports
  Mask protect = 0;  // what the protecting referencer reports
  Mask unready = 0;

  // Weak references: the entry each refers to, and the serial number of each entry in two bits.
  std::array<Mask, kWeakSlots> weak = {};
  Mask serial_low = 0;
  Mask serial_high = 0;

  // Ghosts.
  Mask named = 0;     // the mutator can name it
  Mask fresh = 0;     // created or answered by a weak read since the last step: never loaded
  Mask must_go = 0;   // unreachable at the flip, and no read answered it since
  Mask denied = 0;    // a weak read answered null for it
  Mask promised = 0;  // a weak read answered while gathering led to it

  // Only faults need these.
  Mask recycled = 0;   // the entry is in use for the second time at least
  Mask slot = 0;       // what the wrapper's slot holds, registered or not
  Mask released = 0;   // the index was given back before its object was freed
  Mask scanned = 0;    // in this cycle
  Mask dropped = 0;    // it was not ready, and is in no list
  Mask leaver = 0;     // one at most: when it begins to be destroyed it stores itself
  Mask heir = 0;       // into this one
  Mask permanent = 0;  // is never collected: has none of the bits, and is in no list

  Mask garbage = 0;                             // marked so: references to it do not count
  std::array<Mask, kMaxFields> immutable = {};  // whose field this is an outer

  Mask clustered = 0;   // is in a cluster; but for its root, it has none of the bits
  Mask container = 0;   // may grow: what it refers to is not listed
  Mask activated = 0;   // roots: marking has reached what their clusters refer to
  Mask dissolving = 0;  // roots: their clusters end with the gather
  Mask stale = 0;       // fault: roots: what read reachable when they were made reads white now

  std::array<std::array<Entry, kMaxFields>, kMaxEntries> field = {
      {{kNone, kNone}, {kNone, kNone}, {kNone, kNone}, {kNone, kNone}}};

  // Clusters: of each object the root, and of each root what its cluster refers to: objects
  // outside, and the roots of other clusters.
  std::array<Entry, kMaxEntries> link = {kNone, kNone, kNone, kNone};
  std::array<Mask, kMaxEntries> outside = {};
  std::array<Mask, kMaxEntries> others = {};

  Phase phase = Phase::kIdle;
  bool initial_pending = false;  // the initial references are still to be taken
  bool purge_pending = false;
  bool end_decided = false;  // fault: marking ends with the next unit, without another look
  bool ran_dry = false;      // fault: the work list was empty once in this cycle
  bool heir_second = false;  // fault: it is the heir's second field
  std::uint8_t next_serial = 0;
  std::array<std::uint8_t, kWeakSlots> weak_serial = {};
  std::array<bool, kWeakSlots> weak_true = {};  // ghost: its object has not been freed

  friend bool operator==(const State&, const State&) = default;
};
inline constexpr std::size_t kMaskCount = 48;
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

// The masks of a state as bytes in a row: for code that treats all alike.
inline Mask* MasksOf(State& state) { return &state.exists; }
inline const Mask* MasksOf(const State& state) { return &state.exists; }

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
// The root included.
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
// Whose bits say what colour an object has.
constexpr Entry ColourHolder(const State& state, Entry entry) {
  const bool member = Has(state.clustered, entry) && !Has(OwnColour(state), entry);
  return member ? state.link[entry] : entry;
}
// The root of the cluster that it is in, if that is not about to end.
constexpr Entry ClusterOf(const State& state, Entry entry) {
  if (!Has(state.clustered, entry)) return kNone;
  const Entry root = state.link[entry];
  return Has(static_cast<Mask>(state.dissolving | state.unreachable), root) ? kNone : root;
}
// What lives if this one does, its fields aside.
constexpr Mask FateOf(const State& state, Entry entry) {
  const Entry root = ClusterOf(state, entry);
  if (root == kNone) return 0;
  if (root != entry) return Bit(root);
  return static_cast<Mask>(MembersOf(state, root) | state.outside[root] | state.others[root]);
}
// What may be in a cluster, and is in none.
constexpr Mask MayJoin(const State& state) {
  return static_cast<Mask>(state.exists &
                           ~(state.clustered | state.permanent | state.constructing | state.kept |
                             state.garbage | state.unreachable | state.dropped));
}

// Everything that the entries of `from` lead to, themselves included.
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

// The root set: what is live without a reference, because it is permanent or has a root flag, a
// keep flag, a constructor that runs, a strong count, a referencer, a local. A wrapper referencer
// may have to let go of what is garbage.
constexpr Mask InRootSetOtherwise(const State& state) {
  return static_cast<Mask>(state.permanent | state.root | state.kept | state.constructing |
                           state.strong | state.held | state.raw | state.protect);
}
constexpr Mask InRootSet(const State& state) {
  return static_cast<Mask>(InRootSetOtherwise(state) | state.wrapper);
}

// What a permanent object may refer to.
constexpr Mask HeldForEver(const State& state) {
  return static_cast<Mask>(state.permanent | state.root | state.kept | state.strong);
}

// What the permanent objects refer to, themselves left out.
constexpr Mask HeldByPermanent(const State& state) {
  Mask held = 0;
  ForEach(state.permanent, [&](Entry entry) {
    for (const Entry target : state.field[entry]) {
      if (target != kNone) Add(held, Bit(target));
    }
  });
  return static_cast<Mask>(held & ~state.permanent);
}

// What the mutator can get to: nothing of it may be destroyed.
constexpr Mask Reachable(const State& state) { return Closure(state, InRootSet(state)); }

// The same by references that count: those to garbage do not, unless they are never cleared.
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
