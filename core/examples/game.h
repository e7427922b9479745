// core/examples/game.h -- a tiny game: hunters and bullets in the levels of a world.
//
// It does to a collector what games do. It makes many small objects with a few references each,
// most of which live for a second (bullets) and some for long (hunters). Objects vanish from the
// middle of lists, and any object may refer to any other. Now and then the player goes on: a new
// level is loaded over some frames, and the oldest is streamed out with all that is in it, while
// others still aim into it.
//
// The world, its levels and their actors are those of core/world/. The game adds what its fighters
// do in a frame. Its classes are described by annotations. What the header tool writes of them
// stands beside this file, so that the game is built where there is no libclang too.
//
// Read next: core/examples/game_loop_main.cc.

#pragma once

#include <cstdint>
#include <random>

#include "core/gc.h"
#include "core/reflect/annotations.h"
#include "core/reflect/reflected.h"
#include "core/world/worlds.h"
// The last include.
#include "core/examples/game.generated.h"

namespace example {

// A part of a fighter, such as a mesh or a sound.
class GC_CLASS() Piece : public gc::Component {
  GC_BODY(Piece)
  explicit Piece(const gc::Birth& birth) : Component(birth) {}
};

// A hunter or a bullet.
class GC_CLASS(category = "Game") Fighter : public gc::Actor {
  GC_BODY(Fighter)
  explicit Fighter(const gc::Birth& birth) : Actor(birth) {}
  GC_PROPERTY() gc::ObjectPtr<Fighter> target;
  // 0: it fights until it is destroyed.
  GC_PROPERTY(display = "Frames left") int frames_left = 0;
};

class Game {
 public:
  // Opens a world with two levels and `hunters` fighters in them.
  Game(gc::Worlds& worlds, int hunters);
  // Cleans the world up.
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // One frame: bullets end, hunters take aim and fire, a level is loaded a little further.
  void Step();
  // Begins to load a level with as many hunters as the oldest has; when it is loaded, the oldest
  // leaves. Does nothing while another is loading.
  void GoOn();
  // How many levels have left since the beginning.
  int levels_left() const { return levels_left_; }

  Fighter* Spawn(gc::Level& level, int frames, int components);
  // Ends a fighter at once; its memory goes with the next collection.
  void Destroy(Fighter& fighter) { worlds_.Destroy(fighter); }

  gc::World& world() { return world_; }

 private:
  void Play(gc::Level& level);
  void Load();
  Fighter* AnyFighter(const gc::Level& level);

  gc::Worlds& worlds_;
  gc::World& world_;              // in the root set until it is cleaned up
  gc::Level* loading_ = nullptr;  // kept while it is loading; null: no level is
  const int hunters_;             // of a level
  int levels_left_ = 0;
  std::minstd_rand random_{1};  // with a fixed seed, so that each run plays the same game
};

}  // namespace example
