// core/examples/game.h -- a tiny game: a world, its levels, actors and their components.
//
// What a game does to a collector: many small objects with a few references each, most of which
// live for a second (bullets) and some for the whole game (hunters); lists from which things vanish
// in the middle; references from anywhere to anything. A level's list keeps the order of its actors
// and gets gaps where actors were destroyed; the gaps are closed after a collection has begun, when
// the scheduler says so, and not in the middle of a frame that walks over the list.
//
// Read next: core/examples/game_loop_main.cc.

#pragma once

#include <cstdint>
#include <random>

#include "core/gc.h"
#include "core/pointer/container.h"

namespace example {

class Actor;

// Something that an actor has, a mesh or a sound.
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
  int frames_left;  // 0 or less: it lives until it is destroyed
  bool playing = true;
};

class Level : public gc::Object {
 public:
  explicit Level(const gc::Birth& birth) : Object(birth) {}
  // Closes the gaps that destroyed actors have left; the others keep their order.
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
  // `hunters` actors in two levels.
  Game(gc::Heap& heap, int hunters);
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // One frame: bullets end, hunters take aim and fire.
  void Step();
  // Every level of the world.
  void CleanUp();

  Actor* Spawn(Level& level, int frames, int components);
  // Ends play: the actor leaves its level at once, and goes when nothing refers to it any more.
  static void Destroy(Level& level, Actor& actor);

  World& world() { return *world_; }

 private:
  void Play(Level& level);
  Actor* AnyActor(const Level& level);

  gc::Heap& heap_;
  gc::StrongPtr<World> world_;
  std::minstd_rand random_{1};  // the same game every time
};

}  // namespace example
