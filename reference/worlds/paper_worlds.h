// reference/worlds/paper_worlds.h -- worlds, levels and actors on paper: what stands where, which
// play has begun or ended, and what a collection has to leave.
//
// A world has levels, a level has a list of its actors, an actor has parts. What is destroyed, or
// leaves, ends at once for the game and is garbage; a collection frees it unless something keeps it
// that no collection clears. That is said here with tables and without any collector. The table
// also writes the diary of the game: who was told of the beginning or the end of its play, in which
// order.
//
// At most one actor is held by a strong count at a time. So a leak has one cause, and it is plain
// which object is named for it.
//
// Read next: reference/worlds/paper_worlds.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace reference::worlds {

inline constexpr int kNone = -1;

enum class Play : std::uint8_t { kNotBegun, kBegun, kEnded };
enum class Why : std::uint8_t { kDestroyed, kLevelLeft, kWorldLeft };
enum class State : std::uint8_t { kLoading, kInPlay, kLeft };

struct Part {
  Play play = Play::kNotBegun;
  bool gone = false;
};

struct Actor {
  int level = kNone;
  Play play = Play::kNotBegun;
  bool in_level = true;
  bool deferred = false;  // its play begins when it is finished
  bool scenery = false;   // forms a cluster when its level is loaded
  bool rooted = false;
  bool garbage = false;
  bool gone = false;
  int instigator = kNone;
  int target = kNone;        // the actor that it aims at
  int ends_with_it = kNone;  // the actor that it destroys when its play ends,
  int ends_at_once = kNone;  // and when its play begins
  std::vector<Part> parts;
};

struct Level {
  int world = kNone;
  State state = State::kInPlay;
  bool gone = false;
  std::vector<int> actors;  // kNone: a gap
};

struct World {
  bool open = true;
  bool gone = false;
  std::vector<int> levels;  // in play
};

// A level or a world that has left.
struct Departure {
  int world = kNone;
  int level = kNone;        // kNone: the world itself
  std::uint64_t cycle = 0;  // the last one that had begun
  bool told = false;
};

class PaperWorlds {
 public:
  const std::vector<World>& worlds() const { return worlds_; }
  const std::vector<Level>& levels() const { return levels_; }
  const std::vector<Actor>& actors() const { return actors_; }
  Actor& At(int actor) { return actors_[static_cast<std::size_t>(actor)]; }
  const Actor& At(int actor) const { return actors_[static_cast<std::size_t>(actor)]; }
  Level& LevelAt(int level) { return levels_[static_cast<std::size_t>(level)]; }
  const Level& LevelAt(int level) const { return levels_[static_cast<std::size_t>(level)]; }
  World& WorldAt(int world) { return worlds_[static_cast<std::size_t>(world)]; }
  const World& WorldAt(int world) const { return worlds_[static_cast<std::size_t>(world)]; }

  // What was told since the last call: "actor 3 begins", "part 3.0 ends: level left".
  std::vector<std::string> Told() { return std::exchange(told_, {}); }

  int Open();
  int AddLevel(int world, State state);
  // `like`: the actor whose values it is given.
  int Spawn(int level, const Actor& plan, int like);
  void Finish(int actor);
  int AddPart(int actor);
  // False if it is in no level any more. A rooted one is never destroyed.
  bool Destroy(int actor);
  void Loaded(int level);
  // How many actors in the list of a level are scenery.
  std::uint32_t Scenery(int level) const;
  void StreamOut(int level, std::uint64_t cycle);
  void CleanUp(int world, std::uint64_t cycle);
  void Hold(int actor) { held_ = actor; }
  int held() const { return held_; }

  // A scheduled collection has begun: the lists of levels in play lose their gaps.
  void CloseGaps();
  // Which departures are told as leaks when the collection of this number has gathered.
  std::vector<Departure> NewLeaks(std::uint64_t cycle);
  // A whole collection is over, which began when nothing was pending.
  void Collected();
  // Those of which something is alive, and the one that is named of them (kNone: none).
  std::size_t Leaving() const;
  const Departure* Leak() const;
  // Objects that are there: worlds, levels, actors and parts. Sure only after a collection.
  std::uint32_t Count() const;
  // Whether a collection may free it.
  bool MayBeGone(int actor) const;

 private:
  void Begin(int actor);
  void End(int actor, Why why);
  void Leave(int level, Why why, std::uint64_t cycle);
  bool Holds(const Departure& departure) const;

  std::vector<World> worlds_;
  std::vector<Level> levels_;
  std::vector<Actor> actors_;
  std::vector<Departure> departures_;
  std::vector<std::string> told_;
  int held_ = kNone;
};

}  // namespace reference::worlds
