// core/world/level.h -- a world consists of levels, and a level has a list of its actors.
//
// The collector knows neither. A world is in the root set and refers to its levels, and the list of
// a level keeps its actors: all the rest are references like any other. The list keeps the order
// of the actors. Where an actor was destroyed the list has a null entry, a *gap*, because the game
// may be going through the list; gaps are closed when a scheduled collection has begun.
//
// Thread rules: the collector's thread only.
// Read next: core/world/worlds.h.

#pragma once

#include <cstdint>

#include "core/world/actor.h"

namespace gc {
inline namespace GC_BUILD {

class Level : public NamedObject {
 public:
  explicit Level(const Birth& birth) : NamedObject(birth) {}

  enum class State : std::uint8_t { kLoading, kInPlay, kLeft };
  State state() const { return state_; }

  Vector<Actor> actors;
  // Removes the null entries of the list; the others keep their order.
  void CloseGaps();
  // Every actor refers to its level as its outer. A cluster that took the level in would keep all
  // its actors, and end with the next one that is spawned.
  bool CanBeInCluster() const noexcept { return false; }
  static const Class kClass;

 private:
  friend class Worlds;
  State state_ = State::kLoading;
};

class World : public NamedObject {
 public:
  explicit World(const Birth& birth) : NamedObject(birth) {}
  // Those in play. A level that is still loaded is not among them.
  Vector<Level> levels;
  bool CanBeInCluster() const noexcept { return false; }  // as for a level
  static const Class kClass;
};

inline const Reference kLevelReferences[] = {Reference::To(&Level::actors, "actors")};
inline const Class Level::kClass =
    DescribeNamed<Level>("Level", NamedObject::kClass, kLevelReferences);
inline const Reference kWorldReferences[] = {Reference::To(&World::levels, "levels")};
inline const Class World::kClass =
    DescribeNamed<World>("World", NamedObject::kClass, kWorldReferences);

}  // namespace GC_BUILD
}  // namespace gc
