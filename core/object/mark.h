// core/object/mark.h -- where the mark lives, and what it means in this cycle.
//
// A cycle must begin by regarding everything as unreached. Clearing a mark in every object would
// cost a pass over the heap; instead two bits exchange their meanings, in constant time: what read
// reachable now reads maybe-unreachable. That is sound only if everything reads reachable before
// the exchange (flip-precondition). A third bit, unreachable, is untouched by it.
//
// The marks live in the entry's flag word. Nobody but this file knows that, and it will be moved by
// measurement; what a gather needs must then still be found without touching an object's line.
//
// Upholds: mark-once (one atomic step clears one bit and sets the other; one marker wins; who has
// none of the three bits gets none).
// Read next: core/collect/marker.cc.

#pragma once

#include "core/object/entry.h"

namespace gc {
inline namespace GC_BUILD {

class Marks {
 public:
  void Flip() { reachable_ ^= flag::kMarkA | flag::kMarkB; }

  bool IsReachable(const Entry& entry) const { return entry.flags.Has(reachable_); }
  bool IsWhite(const Entry& entry) const { return entry.flags.Has(White()); }
  static bool IsUnreachable(const Entry& entry) { return entry.flags.Has(flag::kUnreachable); }

  // White becomes reachable; true for whoever did it. Anything else stays as it is.
  bool TryMark(Entry& entry) const {
    return TryReplace(entry, White(), flag::kMarkA | flag::kMarkB, reachable_);
  }
  // White becomes unreachable; true for whoever did it.
  bool TryDoom(Entry& entry) const {
    return TryReplace(entry, White(), flag::kMarkA | flag::kMarkB, flag::kUnreachable);
  }
  // Unreachable becomes one of the other two: what no rule allows, and two faults do.
  void Revive(Entry& entry) const {
    TryReplace(entry, flag::kUnreachable, flag::kReachability, reachable_);
  }
  void Doubt(Entry& entry) const {
    TryReplace(entry, flag::kUnreachable, flag::kReachability, White());
  }

  // A member of a cluster has none of the three bits: its colour is its root's (clusters.h). Only
  // the gather gives it one, when the root is doomed; or it gets `colour` when it is let go.
  static bool HasColour(const Entry& entry) {
    return entry.flags.Has(flag::kReachability | flag::kDisregarded);
  }
  static void Join(Entry& entry) { entry.flags.Clear(flag::kReachability); }
  static void Leave(Entry& entry, FlagWord colour) { entry.flags.Set(colour); }
  static void DoomMember(Entry& entry) { entry.flags.Set(flag::kUnreachable); }

  // The bits themselves, to be born with.
  FlagWord Reachable() const { return reachable_; }
  FlagWord White() const { return reachable_ ^ (flag::kMarkA | flag::kMarkB); }

  friend bool operator==(const Marks&, const Marks&) = default;

 private:
  static bool TryReplace(Entry& entry, FlagWord from, FlagWord clear, FlagWord set) {
    FlagWord seen = entry.flags.Load();
    while ((seen & from) != 0) {
      if (entry.flags.Replace(seen, (seen & ~clear) | set)) return true;
    }
    return false;
  }

  FlagWord reachable_ = flag::kMarkA;
};

}  // namespace GC_BUILD
}  // namespace gc
