// core/world/actor.cc -- the play of an actor begins and ends.
//
// What the game does in BeginPlay or EndPlay may destroy this very actor, or add a component to it.
// So the state changes before the game is called, and lists are read by index.

#include "core/world/actor.h"

#include "core/world/level.h"

namespace gc {
inline namespace GC_BUILD {

Level* Actor::level() const { return in_level_ ? static_cast<Level*>(outer()) : nullptr; }

void Actor::Begin() {
  if (play_ != Play::kNotBegun) return;
  play_ = Play::kBegun;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (play_ == Play::kBegun && components[i] != nullptr) BeginPlayOf(*components[i]);
  }
  if (play_ == Play::kBegun) BeginPlay();
}

void Actor::BeginPlayOf(Component& component) const {
  if (play_ != Play::kBegun || component.play_ != Play::kNotBegun) return;
  component.play_ = Play::kBegun;
  component.BeginPlay();
}

void Actor::End(WhyEnded why) {
  if (std::exchange(play_, Play::kEnded) == Play::kBegun) EndPlay(why);
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (components[i] == nullptr) continue;
    Component& component = *components[i];
    if (std::exchange(component.play_, Play::kEnded) == Play::kBegun) component.EndPlay(why);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
