// core/examples/game.h -- a tiny game: a world, its levels, actors and their components.
//
// The game uses a collector as real games do. It makes many small objects with a few references
// each, most of which live for a second (bullets) and some for the whole game (hunters). Objects
// vanish from the middle of lists, and any object may refer to any other. The list of a level keeps
// the order of its actors and has gaps where actors were destroyed. The gaps are closed when the
// scheduler tells that a collection has begun, not in the middle of a frame that goes through the
// list.
//
// Read next: core/examples/game_loop_main.cc.

#pragma once

#include <cstdint>
#include <random>

#include "core/gc.h"
#include "core/pointer/container.h"

namespace example {

class Actor;

// A part of an actor, such as a mesh or a sound.
class Component : public gc::Object {
 public:
  explicit Component(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
  gc::ObjectPtr<Actor> owner;
};

class Actor : public gc::Object {
 public:
  Actor(const gc::Birth& birth, int frames) : Object(birth), frames_left(frames) {}
  static const gc::Class kClass;
  gc::Vector<Component> components;
  gc::ObjectPtr<Actor> target;
  int frames_left;  // 0 or less: the actor lives until it is destroyed
  bool playing = true;
};

class Level : public gc::Object {
 public:
  explicit Level(const gc::Birth& birth) : Object(birth) {}
  // Closes the gaps in the list of actors, which keep their order.
  void CleanUp();
  static const gc::Class kClass;
  gc::Vector<Actor> actors;
};

class World : public gc::Object {
 public:
  explicit World(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
  gc::Vector<Level> levels;
};

class Game {
 public:
  // Makes a world with two levels and `hunters` actors in them.
  Game(gc::Heap& heap, int hunters);
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // One frame: bullets end, hunters take aim and fire.
  void Step();
  // Closes the gaps in every level of the world.
  void CleanUp();

  Actor* Spawn(Level& level, int frames, int components);
  // Ends the play of an actor. It leaves its level at once, and dies when nothing refers to it any
  // more.
  static void Destroy(Level& level, Actor& actor);

  World& world() { return *world_; }

 private:
  void Play(Level& level);
  Actor* AnyActor(const Level& level);

  gc::Heap& heap_;
  gc::StrongPtr<World> world_;
  std::minstd_rand random_{1};  // with a fixed seed, so that each run plays the same game
};

}  // namespace example
