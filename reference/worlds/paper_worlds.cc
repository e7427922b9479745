#include "reference/worlds/paper_worlds.h"

#include <algorithm>

namespace reference::worlds {

namespace {

std::string EndText(Why why) {
  return why == Why::kDestroyed   ? " ends: destroyed"
         : why == Why::kLevelLeft ? " ends: level left"
                                  : " ends: world left";
}

std::string PartName(int actor, std::size_t part) {
  return "part " + std::to_string(actor) + "." + std::to_string(part);
}

}  // namespace

int PaperWorlds::Open() {
  worlds_.push_back({});
  return static_cast<int>(worlds_.size()) - 1;
}

int PaperWorlds::AddLevel(int world, State state) {
  const int level = static_cast<int>(levels_.size());
  levels_.push_back({.world = world, .state = state, .gone = false, .actors = {}});
  if (state == State::kInPlay) WorldAt(world).levels.push_back(level);
  return level;
}

int PaperWorlds::Spawn(int level, const Actor& plan, int like) {
  const int actor = static_cast<int>(actors_.size());
  actors_.push_back(plan);
  Actor& made = actors_.back();
  made.level = level;
  made.parts.assign(1, {});
  // What refers to itself gives a copy that refers to itself.
  if (like != kNone) made.target = At(like).target == like ? actor : At(like).target;
  LevelAt(level).actors.push_back(actor);
  if (!plan.deferred && LevelAt(level).state == State::kInPlay) Begin(actor);
  return actor;
}

void PaperWorlds::Finish(int actor) {
  At(actor).deferred = false;
  const bool plays = LevelAt(At(actor).level).state == State::kInPlay;
  if (At(actor).in_level && plays) Begin(actor);
}

int PaperWorlds::AddPart(int actor) {
  Actor& of = At(actor);
  const std::size_t part = of.parts.size();
  of.parts.push_back({});
  if (of.play == Play::kBegun) {
    of.parts[part].play = Play::kBegun;
    told_.push_back(PartName(actor, part) + " begins");
  }
  return static_cast<int>(part);
}

// The parts' play begins first.
void PaperWorlds::Begin(int actor) {
  if (At(actor).play != Play::kNotBegun) return;
  At(actor).play = Play::kBegun;
  for (std::size_t part = 0; part < At(actor).parts.size(); ++part) {
    Part& one = At(actor).parts[part];
    if (one.play != Play::kNotBegun) continue;
    one.play = Play::kBegun;
    told_.push_back(PartName(actor, part) + " begins");
  }
  told_.push_back("actor " + std::to_string(actor) + " begins");
  const int other = At(actor).ends_at_once;
  if (other != kNone) Destroy(other);
}

// The parts' play ends last; that of an actor which never began ends silently.
void PaperWorlds::End(int actor, Why why) {
  if (std::exchange(At(actor).play, Play::kEnded) == Play::kBegun) {
    told_.push_back("actor " + std::to_string(actor) + EndText(why));
    const int other = At(actor).ends_with_it;
    if (other != kNone) Destroy(other);
  }
  for (std::size_t part = 0; part < At(actor).parts.size(); ++part) {
    if (std::exchange(At(actor).parts[part].play, Play::kEnded) != Play::kBegun) continue;
    told_.push_back(PartName(actor, part) + EndText(why));
  }
}

bool PaperWorlds::Destroy(int actor) {
  if (!At(actor).in_level || At(actor).play == Play::kEnded || At(actor).rooted) return false;
  End(actor, Why::kDestroyed);
  At(actor).in_level = false;
  std::ranges::replace(LevelAt(At(actor).level).actors, actor, kNone);
  At(actor).garbage = true;
  return true;
}

void PaperWorlds::Loaded(int level) {
  LevelAt(level).state = State::kInPlay;
  WorldAt(LevelAt(level).world).levels.push_back(level);
  for (std::size_t i = 0; i < LevelAt(level).actors.size(); ++i) {
    const int actor = LevelAt(level).actors[i];
    if (actor != kNone && !At(actor).deferred) Begin(actor);
  }
}

std::uint32_t PaperWorlds::Scenery(int level) const {
  std::uint32_t scenery = 0;
  for (const int actor : LevelAt(level).actors) scenery += actor != kNone && At(actor).scenery;
  return scenery;
}

void PaperWorlds::StreamOut(int level, std::uint64_t cycle) {
  if (LevelAt(level).state != State::kLeft) Leave(level, Why::kLevelLeft, cycle);
}

void PaperWorlds::Leave(int level, Why why, std::uint64_t cycle) {
  LevelAt(level).state = State::kLeft;
  for (std::size_t i = 0; i < LevelAt(level).actors.size(); ++i) {
    const int actor = LevelAt(level).actors[i];
    if (actor == kNone) continue;
    End(actor, why);
    At(actor).in_level = false;
  }
  std::erase(WorldAt(LevelAt(level).world).levels, level);
  LevelAt(level).actors.clear();
  departures_.push_back({.world = LevelAt(level).world, .level = level, .cycle = cycle});
  for (Actor& actor : actors_) {
    if (actor.level != level) continue;
    actor.garbage = true;
    actor.rooted = false;
  }
}

void PaperWorlds::CleanUp(int world, std::uint64_t cycle) {
  if (!WorldAt(world).open) return;
  WorldAt(world).open = false;
  for (int level = 0; level < static_cast<int>(levels_.size()); ++level) {
    if (LevelAt(level).world != world || LevelAt(level).state == State::kLeft) continue;
    Leave(level, Why::kWorldLeft, cycle);
  }
  departures_.push_back({.world = world, .level = kNone, .cycle = cycle});
}

void PaperWorlds::CloseGaps() {
  for (Level& level : levels_) {
    if (level.state == State::kInPlay) std::erase(level.actors, kNone);
  }
}

// Whether the held actor is inside: nothing else keeps what has left.
bool PaperWorlds::Holds(const Departure& departure) const {
  if (held_ == kNone || !At(held_).garbage) return false;
  const int level = At(held_).level;
  return departure.level == kNone ? LevelAt(level).world == departure.world
                                  : level == departure.level;
}

std::vector<Departure> PaperWorlds::NewLeaks(std::uint64_t cycle) {
  std::vector<Departure> leaks;
  for (Departure& one : departures_) {
    if (one.told || one.cycle >= cycle || !Holds(one)) continue;
    one.told = true;
    // What keeps a world is named once, with its level.
    if (leaks.empty()) leaks.push_back(one);
  }
  return leaks;
}

const Departure* PaperWorlds::Leak() const {
  for (const Departure& one : departures_) {
    if (Holds(one)) return &one;
  }
  return nullptr;
}

std::size_t PaperWorlds::Leaving() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(departures_, [this](const Departure& one) { return Holds(one); }));
}

bool PaperWorlds::MayBeGone(int actor) const { return At(actor).garbage && actor != held_; }

// An actor keeps its level, and that its world, as their inside refers to them for ever. Everything
// else that refers to garbage is cleared.
void PaperWorlds::Collected() {
  for (int actor = 0; actor < static_cast<int>(actors_.size()); ++actor) {
    Actor& one = At(actor);
    one.gone = one.gone || MayBeGone(actor);
    for (Part& part : one.parts) part.gone = part.gone || one.garbage;
    if (one.target != kNone && At(one.target).garbage) one.target = kNone;
    if (one.instigator != kNone && At(one.instigator).garbage) one.instigator = kNone;
  }
  const int kept = held_ == kNone ? kNone : At(held_).level;
  for (int level = 0; level < static_cast<int>(levels_.size()); ++level) {
    Level& one = LevelAt(level);
    one.gone = one.gone || (one.state == State::kLeft && level != kept);
  }
  for (int world = 0; world < static_cast<int>(worlds_.size()); ++world) {
    World& one = WorldAt(world);
    const bool keeps = kept != kNone && LevelAt(kept).world == world;
    one.gone = one.gone || (!one.open && !keeps);
  }
  std::erase_if(departures_, [this](const Departure& one) { return !Holds(one); });
}

std::uint32_t PaperWorlds::Count() const {
  std::uint32_t count = 0;
  for (const World& world : worlds_) count += !world.gone;
  for (const Level& level : levels_) count += !level.gone;
  for (const Actor& actor : actors_) {
    count += !actor.gone;
    for (const Part& part : actor.parts) count += !part.gone;
  }
  return count;
}

}  // namespace reference::worlds
