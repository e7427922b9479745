#include "core/examples/game.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace example {

namespace {

constexpr int kBulletFrames = 30;
constexpr unsigned kFramesBetweenShots = 5;

const gc::Reference kComponentReferences[] = {gc::Reference::To(&Component::owner, "owner")};
const gc::Reference kActorReferences[] = {gc::Reference::To(&Actor::components, "components"),
                                          gc::Reference::To(&Actor::target, "target")};
const gc::Reference kLevelReferences[] = {gc::Reference::To(&Level::actors, "actors")};
const gc::Reference kWorldReferences[] = {gc::Reference::To(&World::levels, "levels")};

}  // namespace

const gc::Class Component::kClass = gc::Describe<Component>("Component", kComponentReferences);
const gc::Class Actor::kClass = gc::Describe<Actor>("Actor", kActorReferences);
const gc::Class Level::kClass = gc::Describe<Level>("Level", kLevelReferences);
const gc::Class World::kClass = gc::Describe<World>("World", kWorldReferences);

void Level::CleanUp() {
  actors.Edit([](auto& list) {
    std::erase_if(list, [](const gc::ObjectPtr<Actor>& actor) { return actor == nullptr; });
  });
}

// A plain pointer may be used until the collector's next step. The collector makes no step before
// the frame ends.
Game::Game(gc::Heap& heap, int hunters) : heap_(heap), world_(heap.New<World>()) {
  for (int i = 0; i < 2; ++i) world_->levels.push_back(heap_.New<Level>());
  for (int i = 0; i < hunters; ++i) {
    Spawn(*world_->levels[static_cast<std::size_t>(i % 2)], 0, 4);
  }
}

Game::~Game() = default;

Actor* Game::Spawn(Level& level, int frames, int components) {
  Actor* const actor = heap_.New<Actor>(frames);
  level.actors.push_back(actor);
  for (int i = 0; i < components; ++i) {
    Component* const component = heap_.New<Component>();
    component->owner = actor;
    actor->components.push_back(component);
  }
  return actor;
}

void Game::Destroy(Level& level, Actor& actor) {
  actor.playing = false;
  actor.target = nullptr;
  const auto place = std::ranges::find_if(
      level.actors, [&](const gc::ObjectPtr<Actor>& one) { return one.Get() == &actor; });
  if (place != level.actors.end()) *place = nullptr;
}

Actor* Game::AnyActor(const Level& level) {
  if (level.actors.empty()) return nullptr;
  return (*level.actors)[random_() % level.actors.size()].Get();
}

// By index, because an actor that fires adds a bullet to the list.
void Game::Play(Level& level) {
  const std::size_t count = level.actors.size();
  for (std::size_t i = 0; i < count; ++i) {
    Actor* const actor = level.actors[i].Get();
    if (actor == nullptr) continue;
    if (actor->frames_left > 0 && --actor->frames_left == 0) {
      Destroy(level, *actor);
      continue;
    }
    if (actor->frames_left > 0) continue;
    if (actor->target == nullptr || !actor->target->playing) actor->target = AnyActor(level);
    if (random_() % kFramesBetweenShots == 0) {
      Spawn(level, kBulletFrames, 2)->target = actor->target.Get();
    }
  }
}

void Game::Step() {
  for (const gc::ObjectPtr<Level>& level : *world_->levels) Play(*level);
}

void Game::CleanUp() {
  for (const gc::ObjectPtr<Level>& level : *world_->levels) level->CleanUp();
}

}  // namespace example
