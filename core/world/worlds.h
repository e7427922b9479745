// core/world/worlds.h -- a game's worlds: spawn and destroy, stream levels in and out, clean up.
//
// All of it is built from what a heap offers: roots, references, garbage marks, keep flags. A game
// that wants other worlds can build them in the same way.
//
//     gc::Worlds worlds(heap, lock, scheduler);
//     gc::World* const world = worlds.Open("Main");
//     gc::Level* const cave = worlds.StreamIn(*world, "Cave");     // kept, and not in play
//     worlds.Spawn<Door>(*cave);                                   // ... in any number of frames
//     worlds.Loaded(*cave);                                        // in play; forms clusters
//     worlds.StreamOut(*cave);                                     // garbage, all of it
//     worlds.CleanUp(*world);
//
// What is destroyed, or leaves, ends for the game at once: its play ends, it is marked garbage with
// all that is inside it, and the collection that begins next frees it and clears the references to
// it. Only a strong count, a keep flag, or a reference that marking must not clear can keep it then
// (a protected one, or any if `garbage.eliminate` is off). That is a leak, which FindLeaks names
// with the chain of references.
//
//     verb        ends the play     takes root flags off    marks garbage
//     ----------+-----------------+-----------------------+------------------------------
//     Destroy     of the actor      no (aborts if rooted)   the actor and what is inside
//     StreamOut   of its actors     yes                     the level and what is inside
//     CleanUp     of all actors     yes                     the world and what is inside
//
// Gaps in the lists of actors are closed at the scheduler's clean-up notice.
//
// Owns the list of open worlds (which are in the root set), the loader, and what has left. It must
// be dropped before heap, lock and scheduler. Thread rules: the collector's thread, outside of
// sections and between two slices.
//
// Read next: core/world/worlds.cc.

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/schedule/scheduler.h"
#include "core/world/departures.h"
#include "core/world/level.h"
#include "core/world/loader.h"

namespace gc {
inline namespace GC_BUILD {

// What a new actor is to be.
struct SpawnPlan {
  std::string_view name = {};   // empty: made up from the name of the class
  Actor* instigator = nullptr;  // on whose behalf it is spawned
  ObjectFlags flags = {};
  Actor* values_of = nullptr;   // the template; null: the default object of the class
  ClassObject* type = nullptr;  // null: the class of the C++ type
  bool deferred = false;        // its play begins at FinishSpawning
};

class Worlds {
 public:
  Worlds(Heap& heap, Lock& lock, Scheduler& scheduler);
  // Cleans up the worlds that are still open.
  ~Worlds();
  Worlds(const Worlds&) = delete;
  Worlds& operator=(const Worlds&) = delete;

  // A new world without levels, in the root set until it is cleaned up.
  World* Open(std::string_view name = {});
  // A new level without actors, in play at once. Aborts if the world is not open.
  Level* AddLevel(World& world, std::string_view name = {});

  // A new actor that its level keeps. Its play begins at once, unless the plan or its level defers
  // that. Aborts if the level has left.
  template <class T>
  T* Spawn(Level& level, const SpawnPlan& plan = {}) {
    CheckOpen(level, T::kClass);
    T* const actor = make_.New<T>({.outer = &level,
                                   .name = plan.name,
                                   .flags = plan.flags,
                                   .values_of = plan.values_of,
                                   .type = plan.type});
    Enter(level, *actor, plan);
    return actor;
  }
  // Lets the play of a deferred actor begin.
  void FinishSpawning(Actor& actor);
  // A new component of an actor, in play if the actor is. Aborts if the actor's play has ended.
  template <class T>
  T* AddComponent(Actor& actor, std::string_view name = {}) {
    CheckNotEnded(actor, T::kClass);
    T* const component = make_.New<T>({.outer = &actor, .name = name});
    actor.components.push_back(component);
    actor.BeginPlayOf(*component);
    return component;
  }
  // Ends an actor: from here on IsValid is false for it and for what is inside it, and its level's
  // list has a gap in its place. False if it is in no level any more.
  bool Destroy(Actor& actor);

  // Begins to load a level: it is kept, its actors are not in play, and it is not in its world's
  // list until Loaded. Aborts if the world is not open.
  Level* StreamIn(World& world, std::string_view name = {});
  // Ends the loading: the level enters its world, the play of its actors begins, in the order of
  // the list, and clusters are formed (core/world/loader.h). Returns how many; 0 if a cycle is
  // pending, which they wait for. Aborts if the level is not loading, or is in no world.
  std::uint32_t Loaded(Level& level);
  // The level leaves its world, also if it is still loading. Does nothing if it has left before.
  // Aborts if it is in no world.
  void StreamOut(Level& level);
  // All levels leave, and the world ends. Does nothing for one that is not open.
  void CleanUp(World& world);

  // The leaks of levels and worlds that have left: one for each, the object with the shortest chain
  // from a root, in the order of their leaving. To be called between two steps, after a collection
  // that began after they left: before that, references count which it will clear.
  std::vector<LevelLeak> FindLeaks() { return departures_.FindLeaks(); }
  // From here on, when the gather of a scheduled collection is over, `report` is called once for
  // each leak of what had left before the collection began. Empty: no longer. It may not collect.
  void ReportLeaks(std::function<void(const LevelLeak&)> report) { report_ = std::move(report); }
  // How many levels and worlds have left and are not gone yet.
  std::size_t Leaving() { return departures_.Left(); }

  // For assets, which are loaded in the same way.
  Loader& loader() { return loader_; }
  Factory factory() const { return make_; }

 private:
  void CheckOpen(const World& world) const;
  static void CheckOpen(const Level& level, const Class& type);
  static void CheckNotEnded(const Actor& actor, const Class& type);
  static void Enter(Level& level, Actor& actor, const SpawnPlan& plan);
  void Leave(Level& level, WhyEnded why);
  void EndWhole(NamedObject& outer);
  World* WorldOf(const Level& level);
  Level* LevelThatIsIn(World& world);
  bool IsOpen(const World& world) const;
  void CloseGaps();
  void TellNewLeaks(std::uint64_t cycle);
  Subscriber OnCleanUp();
  Subscriber OnPostCollect();

  Heap& heap_;
  Scheduler& scheduler_;
  Factory make_;
  Loader loader_;
  Departures departures_;
  std::vector<WeakPtr<World>> open_;
  std::function<void(const LevelLeak&)> report_;
};

}  // namespace GC_BUILD
}  // namespace gc
