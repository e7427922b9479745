#include "core/examples/game.h"

#include <algorithm>
#include <cstddef>

namespace example {

namespace {

constexpr int kBulletFrames = 30;
constexpr unsigned kFramesBetweenShots = 5;
constexpr int kHuntersLoadedInAFrame = 50;
constexpr int kHunterPieces = 4;

}  // namespace

// A plain pointer may be used until the collector's next step. The collector makes no step before
// the frame ends.
Game::Game(gc::Worlds& worlds, int hunters)
    : worlds_(worlds), world_(*worlds.Open()), hunters_((hunters + 1) / 2) {
  for (int i = 0; i < 2; ++i) worlds_.AddLevel(world_);
  for (int i = 0; i < hunters; ++i) {
    Spawn(*world_.levels[static_cast<std::size_t>(i % 2)], 0, kHunterPieces);
  }
}

Game::~Game() { worlds_.CleanUp(world_); }

Fighter* Game::Spawn(gc::Level& level, int frames, int components) {
  Fighter* const fighter = worlds_.Spawn<Fighter>(level);
  fighter->frames_left = frames;
  for (int i = 0; i < components; ++i) worlds_.AddComponent<Piece>(*fighter);
  return fighter;
}

Fighter* Game::AnyFighter(const gc::Level& level) {
  if (level.actors.empty()) return nullptr;
  return static_cast<Fighter*>((*level.actors)[random_() % level.actors.size()].Get());
}

// By index, because a fighter that fires adds a bullet to the list.
void Game::Play(gc::Level& level) {
  const std::size_t count = level.actors.size();
  for (std::size_t i = 0; i < count; ++i) {
    Fighter* const fighter = static_cast<Fighter*>(level.actors[i].Get());
    if (fighter == nullptr) continue;
    if (fighter->frames_left > 0) {
      fighter->frames_left -= 1;
      if (fighter->frames_left == 0) Destroy(*fighter);
      continue;
    }
    if (!gc::IsValid(fighter->target.Get())) fighter->target = AnyFighter(level);
    if (random_() % kFramesBetweenShots == 0) {
      Spawn(level, kBulletFrames, 2)->target = fighter->target.Get();
    }
  }
}

void Game::GoOn() {
  if (loading_ == nullptr) loading_ = worlds_.StreamIn(world_);
}

// Fighters of the new level aim at some of the oldest, whose end clears these references.
void Game::Load() {
  gc::Level& level = *loading_;
  gc::Level& oldest = *world_.levels[0];
  for (int i = 0; i < kHuntersLoadedInAFrame; ++i) {
    if (static_cast<int>(level.actors.size()) == hunters_) break;
    Spawn(level, 0, kHunterPieces)->target = AnyFighter(oldest);
  }
  if (static_cast<int>(level.actors.size()) < hunters_) return;
  worlds_.Loaded(level);
  worlds_.StreamOut(oldest);
  loading_ = nullptr;
  levels_left_ += 1;
}

void Game::Step() {
  for (std::size_t i = 0; i < world_.levels.size(); ++i) Play(*world_.levels[i]);
  if (loading_ != nullptr) Load();
}

}  // namespace example
