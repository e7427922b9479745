// properties/subjects/core/core_damage.h -- would core's own verifier see what breaks a heap?
//
// The verifier is one of the judge's eyes. If a clause of it goes blind nothing fails, until a
// mistake comes that only this clause could have shown. So a heap in the middle of a run is damaged
// in one place, for a moment, and the verifier has to find a breach. Each kind of damage breaks the
// heap in whatever state it is, where its condition holds; which breach is found first may differ.
//
// Everything is put back as it was: bytes of marks, words of flags, serials, and fields.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"
#include "properties/subjects/core/core_driver.h"
#include "reference/survey/survey.h"

namespace properties {
namespace {

// A heap that is damaged, and what is put back.
struct Scene {
  gc::Collector& collector;
  gc::Population& population;
  const Driver& driver;
  gc::Snapshot snapshot = {};
  void (*undo)(Scene&) = nullptr;
  gc::Cluster* record = nullptr;
  std::vector<gc::Index> members = {};
  void* field = nullptr;
  gc::Object* held = nullptr;
};

// An object, and what is known of it.
struct Place {
  Scene& scene;
  gc::Object& object;
  gc::Index index;
  gc::Entry& entry;
  gc::MarkByte& map;
  gc::MarkByte& header;
  gc::FlagWord flags;
  bool doomed;
  bool member;  // of a cluster, and not its root
};

inline bool IsSingle(const Place& at) { return at.scene.population.table.LinkOf(at.index) == 0; }
// An object of this colour that is in no cluster.
inline gc::Object* Other(const Scene& scene, gc::Colour colour) {
  for (const reference::Name name : scene.driver.Present()) {
    gc::Object* const object = scene.driver.Find(name);
    const gc::Index index = object->header().index;
    if (scene.snapshot.colours[index] == colour && scene.population.table.LinkOf(index) == 0)
      return object;
  }
  return nullptr;
}

// Conditions of a damage.
inline bool Always(const Place&) { return true; }
inline bool IsPermanent(const Place& at) { return (at.flags & gc::flag::kDisregarded) != 0; }
inline bool Lives(const Place& at) { return !at.doomed; }
inline bool IsDoomed(const Place& at) { return at.doomed; }
inline bool IsManaged(const Place& at) { return Lives(at) && !IsPermanent(at) && !at.member; }
inline bool IsKept(const Place& at) { return IsManaged(at) && gc::RootSet::IsKept(at.entry); }
inline bool MayNotBeWhite(const Place& at) {
  return IsManaged(at) && (at.scene.snapshot.phase == gc::Phase::kIdle ||
                           (at.scene.snapshot.phase == gc::Phase::kGathering &&
                            (at.index < at.scene.collector.gatherer.next() ||
                             at.index >= at.scene.collector.gatherer.end())));
}
inline bool IsNoGarbage(const Place& at) { return (at.flags & gc::flag::kGarbage) == 0; }
inline bool IsGarbage(const Place& at) { return (at.flags & gc::flag::kGarbage) != 0; }
inline bool IsNoRoot(const Place& at) {
  return Lives(at) && !gc::RootSet::IsKept(at.entry) && !at.scene.collector.roots.Has(at.index);
}
inline bool IsNoClusterRoot(const Place& at) {
  return Lives(at) && (at.flags & gc::flag::kClusterRoot) == 0;
}
inline bool IsPending(const Place& at) { return (at.flags & gc::flag::kPendingConstruction) != 0; }
inline bool IsComplete(const Place& at) { return !IsPending(at); }
inline bool IsNamed(const Place& at) { return (at.flags & gc::flag::kNamed) != 0; }
inline bool MayNotWait(const Place& at) {
  return Lives(at) && (at.scene.snapshot.phase != gc::Phase::kMarking || IsPermanent(at) ||
                       at.member || at.scene.population.marks().IsWhite(at.map));
}
// The places of those that are to be asked may say more than their flags; so only what waits.
inline bool Waits(const Place& at) {
  return std::ranges::any_of(at.scene.collector.purger.waiting(),
                             [&](const gc::Doomed& one) { return one.index == at.index; });
}
inline bool IsGathered(const Place& at) {
  return (at.flags & gc::flag::kBegunByHand) == 0 &&
         std::ranges::any_of(at.scene.collector.gatherer.gathered(),
                             [&](const gc::Doomed& one) { return one.index == at.index; });
}
inline bool IsInNoCluster(const Place& at) {
  return !at.scene.collector.clusters.records().empty() && IsSingle(at);
}
inline bool IsMember(const Place& at) { return at.member; }
inline bool IsBlackWithField(const Place& at) {
  return !IsPermanent(at) && IsSingle(at) && IsComplete(at) &&
         at.scene.snapshot.colours[at.index] == gc::Colour::kBlack && !IsContainer(at.object) &&
         FieldCount(at.object) != 0;
}
inline bool IsPermanentWithField(const Place& at) {
  return IsPermanent(at) && !IsContainer(at.object) && FieldCount(at.object) != 0;
}
inline bool SeesAWhiteOne(const Place& at) {
  return IsBlackWithField(at) && Other(at.scene, gc::Colour::kWhite) != nullptr;
}
inline bool SeesADoomedOne(const Place& at) {
  return IsBlackWithField(at) && Other(at.scene, gc::Colour::kDoomed) != nullptr;
}

// Damages.
inline void Paint(Place& at, gc::MarkBits colour) {
  at.map.Store(gc::Marks::With(at.map.Load(), colour));
  at.header.Store(gc::Marks::With(at.header.Load(), colour));
}
inline void TakeColour(Place& at) { Paint(at, 0); }
inline void GiveBoth(Place& at) { Paint(at, gc::mark::kA | gc::mark::kB); }
inline void Doom(Place& at) { Paint(at, gc::mark::kUnreachable); }
inline void Whiten(Place& at) { Paint(at, at.scene.population.marks().White()); }
inline void Revive(Place& at) { Paint(at, at.scene.population.marks().Reachable()); }
inline void TurnHeader(Place& at) { at.header.Store(at.header.Load() ^ gc::mark::kA); }
inline void SetGarbage(Place& at) { at.entry.flags.Set(gc::flag::kGarbage); }
inline void ClearGarbage(Place& at) { at.entry.flags.Clear(gc::flag::kGarbage); }
inline void SetRoot(Place& at) { at.entry.flags.Set(gc::flag::kRoot); }
inline void SetKeep(Place& at) { at.entry.flags.Set(gc::flag::kLoading); }
inline void Count(Place& at) { at.entry.strong.store(1, std::memory_order_relaxed); }
inline void SetClusterRoot(Place& at) { at.entry.flags.Set(gc::flag::kClusterRoot); }
inline void SetPending(Place& at) { at.entry.flags.Set(gc::flag::kPendingConstruction); }
inline void ClearPending(Place& at) { at.entry.flags.Clear(gc::flag::kPendingConstruction); }
inline void SetFinished(Place& at) { at.entry.flags.Set(gc::flag::kFinished); }
inline void SetBegun(Place& at) { at.entry.flags.Set(gc::flag::kBegun); }
inline void ClearBegun(Place& at) { at.entry.flags.Clear(gc::flag::kBegun); }
inline void ClearNamed(Place& at) { at.entry.flags.Clear(gc::flag::kNamed); }
inline void SetReached(Place& at) { at.entry.flags.Set(gc::flag::kReachableInCluster); }
inline void GiveSerial(Place& at) {
  at.entry.serial.store(at.scene.collector.serials.Last() + 1, std::memory_order_relaxed);
}
inline gc::PagedList<gc::Object*>& BarrierOf(Scene& scene) {
  return const_cast<gc::PagedList<gc::Object*>&>(scene.collector.wavefront.barrier());
}
inline void Queue(Place& at) {
  BarrierOf(at.scene).push_back(&at.object);
  at.scene.undo = [](Scene& scene) { BarrierOf(scene).pop_back(); };
}
inline void DropMember(Place& at) {
  const gc::ClusterRecords& records = at.scene.collector.clusters.records();
  at.scene.record = const_cast<gc::Cluster*>(&records[records.ClusterOf(at.index)]);
  at.scene.members = at.scene.record->members;
  gc::Erase(at.scene.record->members, at.index);
  at.scene.undo = [](Scene& scene) { scene.record->members = scene.members; };
}
inline void TurnMembers(Place& at) {
  DropMember(at);
  at.scene.record->members = at.scene.members;
  at.scene.record->members.push_back(at.scene.record->members.front());
}
// Past the barrier, as older code does.
inline void Write(Place& at, gc::Object* target) {
  at.scene.field = &FieldOf(at.object, 0);
  std::memcpy(&at.scene.held, static_cast<const void*>(at.scene.field), sizeof at.scene.held);
  std::memcpy(static_cast<void*>(at.scene.field), &target, sizeof target);
  at.scene.undo = [](Scene& scene) { std::memcpy(scene.field, &scene.held, sizeof scene.held); };
}
inline void ReferToWhite(Place& at) { Write(at, Other(at.scene, gc::Colour::kWhite)); }
inline void ReferToDoomed(Place& at) { Write(at, Other(at.scene, gc::Colour::kDoomed)); }
// Where no object is.
inline void ReferToNothing(Place& at) { Write(at, reinterpret_cast<gc::Object*>(&at.scene)); }

struct Damage {
  const char* what;
  bool (*can)(const Place& at);
  void (*make)(Place& at);
};
inline constexpr Damage kDamages[] = {
    {"an object without a colour", IsManaged, TakeColour},
    {"an object of both colours", IsManaged, GiveBoth},
    {"a doomed object in no list", Lives, Doom},
    {"a permanent object with a colour", IsPermanent, Revive},
    {"a white object outside of marking", MayNotBeWhite, Whiten},
    {"a white root", IsKept, Whiten},
    {"a doomed object that is white", IsDoomed, Whiten},
    {"a doomed object that is marked", IsDoomed, Revive},
    {"a header and a map that differ", Lives, TurnHeader},
    {"garbage in the entry alone", IsNoGarbage, SetGarbage},
    {"garbage in the object alone", IsGarbage, ClearGarbage},
    {"a root that no flip sees", IsNoRoot, SetRoot},
    {"a keep flag that no flip sees", IsNoRoot, SetKeep},
    {"a strong count that no flip sees", IsNoRoot, Count},
    {"the root of no cluster", IsNoClusterRoot, SetClusterRoot},
    {"construction that is in no list", IsComplete, SetPending},
    {"construction that has ended", IsPending, ClearPending},
    {"one that waits and has finished", Waits, SetFinished},
    {"one that waits and has not begun", Waits, ClearBegun},
    {"one that was just gathered and has begun", IsGathered, SetBegun},
    {"one that was just gathered and has finished", IsGathered, SetFinished},
    {"a name that the entry denies", IsNamed, ClearNamed},
    {"a serial that will be given again", Always, GiveSerial},
    {"an object that must not wait to be scanned", MayNotWait, Queue},
    {"an object in no cluster that reached one", IsInNoCluster, SetReached},
    {"a member that its cluster does not list", IsMember, DropMember},
    {"a member that its cluster lists twice", IsMember, TurnMembers},
    {"black to white", SeesAWhiteOne, ReferToWhite},
    {"black to doomed", SeesADoomedOne, ReferToDoomed},
    {"black to freed memory", IsBlackWithField, ReferToNothing},
    {"permanent to freed memory", IsPermanentWithField, ReferToNothing},
};

class DamageView {
 public:
  DamageView(gc::Heap& heap, const Driver& driver)
      : heap_(heap),
        scene_{const_cast<gc::Collector&>(heap.collector()),
               const_cast<gc::Collector&>(heap.collector()).population, driver} {
    gc::Take(heap, scene_.snapshot);
  }

  // Does each damage to the last object to which it can be done.
  void Show(reference::Survey& into) {
    static_assert(std::size(kDamages) <= 64);
    const std::vector<reference::Name>& present = scene_.driver.Present();
    for (std::size_t kind = 0; kind < std::size(kDamages); ++kind) {
      for (std::size_t i = present.size(); i-- > 0;) {
        Place at = PlaceOf(*scene_.driver.Find(present[i]));
        if (!kDamages[kind].can(at)) continue;
        into.damages |= std::uint64_t{1} << kind;
        if (!IsSeen(kDamages[kind], at)) into.unseen = kDamages[kind].what;
        break;
      }
    }
  }

 private:
  Place PlaceOf(gc::Object& object) {
    gc::Population& population = scene_.population;
    const gc::Index index = object.header().index;
    gc::Entry& entry = population.table[index];
    gc::MarkByte& map = const_cast<gc::MarkByte&>(std::as_const(population).table.Mark(index));
    return {scene_,
            object,
            index,
            entry,
            map,
            gc::Population::HeaderMark(object),
            entry.flags.Load(),
            gc::Marks::IsUnreachable(map),
            gc::IsMemberLink(population.table.LinkOf(index))};
  }

  bool IsSeen(const Damage& damage, Place& at) {
    const gc::MarkBits map = at.map.Load(), header = at.header.Load();
    const gc::Serial serial = at.entry.serial.load(std::memory_order_relaxed);
    const std::uint32_t strong = at.entry.strong.load(std::memory_order_relaxed);
    scene_.undo = nullptr;
    damage.make(at);
    const bool seen = verifier_.Verify(heap_).has_value();
    if (scene_.undo != nullptr) scene_.undo(scene_);
    at.map.Store(map);
    at.header.Store(header);
    at.entry.serial.store(serial, std::memory_order_relaxed);
    at.entry.strong.store(strong, std::memory_order_relaxed);
    const gc::FlagWord now = at.entry.flags.Load();
    at.entry.flags.Set(at.flags & ~now);
    at.entry.flags.Clear(now & ~at.flags);
    return seen;
  }

  gc::Heap& heap_;
  Scene scene_;
  gc::Verifier verifier_;
};

}  // namespace
}  // namespace properties
