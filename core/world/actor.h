// core/world/actor.h -- what stands in a level, and the parts of which it consists.
//
// An actor of a game has two ends. For the game it ends when it is destroyed: at once, in the
// middle of a frame, while a dozen others still aim at it. For the collector it ends when nothing
// keeps it any more. Between the two it is marked garbage: no validity query accepts it, and
// marking clears the references to it (core/heap/garbage.cc). Its play says where it stands:
//
//     not begun   spawned, and its level is still loaded, or it is finished later
//     begun       BeginPlay was called, for its components first
//     ended       EndPlay was called, if its play had begun; nothing begins it again
//
// A game derives its own classes from these two:
//
//     struct Door : gc::Actor {
//       explicit Door(const gc::Birth& birth) : Actor(birth) {
//         mesh = CreateComponent<Mesh>("mesh");
//       }
//       void EndPlay(gc::WhyEnded) override { PlaySound("slam"); }
//       gc::ObjectPtr<Mesh> mesh;
//       static const gc::Class kClass;
//     };
//     const gc::Reference kDoorReferences[] = {gc::Reference::To(&Door::mesh, "mesh")};
//     const gc::Class Door::kClass =
//         gc::DescribeNamed<Door>("Door", gc::Actor::kClass, kDoorReferences);
//
// Thread rules: the collector's thread only.
// Read next: core/world/level.h.

#pragma once

#include <cstdint>
#include <string_view>

#include "core/heap/factory.h"
#include "core/pointer/container.h"

namespace gc {
inline namespace GC_BUILD {

class Level;

enum class Play : std::uint8_t { kNotBegun, kBegun, kEnded };
// Why the play of an actor ends: it was destroyed, or its level or its world has left.
enum class WhyEnded : std::uint8_t { kDestroyed, kLevelLeft, kWorldLeft };

// A part of an actor, such as a mesh or a sound. It is inside its actor, and ends with it.
class Component : public NamedObject {
 public:
  explicit Component(const Birth& birth) : NamedObject(birth) {}
  virtual ~Component() = default;
  Play play() const { return play_; }
  static const Class kClass;

 protected:
  // Called with those of the actor. They may use the heap, and must not run the collector.
  virtual void BeginPlay() {}
  virtual void EndPlay(WhyEnded) {}

 private:
  friend class Actor;
  Play play_ = Play::kNotBegun;
};

class Actor : public NamedObject {
 public:
  explicit Actor(const Birth& birth) : NamedObject(birth) {}
  virtual ~Actor() = default;

  Play play() const { return play_; }
  // Null before it was spawned, and after it or its level has left.
  Level* level() const;

  // In the order in which they were made; changed by CreateComponent and Worlds::AddComponent.
  Vector<Component> components;
  ObjectPtr<Actor> instigator;  // the actor on whose behalf this one was spawned, or null

  // Whether it forms a cluster with its components when its level has been loaded (`cluster.actors`
  // must be on). To be answered with yes by scenery that does not change: a store of a new
  // reference into it, and its destruction, end the cluster.
  virtual bool CanBeClusterRoot() const noexcept { return false; }
  static constexpr ClusterKind kClusterKind = ClusterKind::kActor;
  static const Class kClass;

 protected:
  // For constructors only (aborts elsewhere): a component that each instance has of its own. Null
  // without memory, as of CreateDefaultSubobject.
  template <class T>
  T* CreateComponent(std::string_view name) {
    T* const component = CreateDefaultSubobject<T>(name);
    if (component != nullptr) components.push_back(component);
    return component;
  }
  // Called once each, with the components' (theirs begin before and end after it). They may use
  // the heap, spawn and destroy; they must not run the collector.
  virtual void BeginPlay() {}
  virtual void EndPlay(WhyEnded) {}

 private:
  friend class Worlds;
  void Begin();
  void End(WhyEnded why);
  void BeginPlayOf(Component& component) const;

  Play play_ = Play::kNotBegun;
  bool in_level_ = false;
  bool deferred_ = false;  // its play waits for Worlds::FinishSpawning
};

inline const Class Component::kClass = DescribeNamed<Component>("Component", NamedObject::kClass);
inline const Reference kActorReferences[] = {Reference::To(&Actor::components, "components"),
                                             Reference::To(&Actor::instigator, "instigator")};
inline const Class Actor::kClass =
    DescribeNamed<Actor>("Actor", NamedObject::kClass, kActorReferences);

}  // namespace GC_BUILD
}  // namespace gc
