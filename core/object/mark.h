// core/object/mark.h -- where the mark of an object is stored, and what it means in this cycle.
//
// At the start of a cycle every object must count as unreached. To clear a mark in each would cost
// a pass over the heap. Instead, two bits exchange their meanings in constant time: what read
// reachable now reads maybe-unreachable. The exchange is sound only if, before it, every managed
// object read reachable, except for those with the third bit, unreachable, which is not affected
// (flip-precondition).
//
// The marks are bits of the entry's flag word. Only this file knows that, so that they can be
// moved; wherever they are, a gather must read them without touching an object's memory.
//
// Upholds: mark-once (one atomic step clears one bit and sets the other; exactly one marker wins;
// an entry without any of the three bits gets none).
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

  // White becomes reachable; returns true to the one caller that did it. Others stay as they are.
  bool TryMark(Entry& entry) const {
    return TryReplace(entry, White(), flag::kMarkA | flag::kMarkB, reachable_);
  }
  // White becomes unreachable; returns true to the one caller that did it.
  bool TryDoom(Entry& entry) const {
    return TryReplace(entry, White(), flag::kMarkA | flag::kMarkB, flag::kUnreachable);
  }
  // Unreachable becomes reachable, or white again. No rule allows that; two faults do it.
  void Revive(Entry& entry) const {
    TryReplace(entry, flag::kUnreachable, flag::kReachability, reachable_);
  }
  void Doubt(Entry& entry) const {
    TryReplace(entry, flag::kUnreachable, flag::kReachability, White());
  }

  // A member of a cluster has none of the three bits: its colour is that of its root
  // (core/cluster/clusters.h). A member gets a bit when the gather dooms its root (DoomMember), or
  // when it leaves its cluster, with the given colour (Leave).
  static bool HasColour(const Entry& entry) {
    return entry.flags.Has(flag::kReachability | flag::kDisregarded);
  }
  static void Join(Entry& entry) { entry.flags.Clear(flag::kReachability); }
  static void Leave(Entry& entry, FlagWord colour) { entry.flags.Set(colour); }
  static void DoomMember(Entry& entry) { entry.flags.Set(flag::kUnreachable); }

  // The bits that mean reachable and white now, for objects that are born.
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
