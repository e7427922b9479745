// properties/worlds/worlds_run.h -- core's worlds, levels and actors, held against a table on
// paper.
//
// A judged heap has objects without a meaning. What a game's layer makes of them is judged by runs
// of their own: worlds are opened, levels are streamed in and out, actors are spawned, finished and
// destroyed, by their own code too, while cycles of a scheduler are pending. After each operation
// the diary of the game is compared, each list, and each actor; after a whole collection also what
// is left, and what is told as a leak.
//
// An operation that cannot be done is skipped for both, so that any operation may be left out when
// a run is made shorter.
//
//     spawn 0 5 2      in level 0, of kind 5 (bits: deferred, scenery, with an instigator), on
//                      behalf of actor 2; numbers go round, so that each names what there is
//
// Read next: reference/worlds/paper_worlds.h, properties/worlds/core_worlds.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::worlds {

enum class WorldsVerb : std::uint8_t {
  kOpen,
  kAddLevel,  // world
  kStreamIn,  // world
  kLoaded,    // level
  kStreamOut,
  kCleanUp,     // world
  kSpawn,       // level, kind, instigator
  kSpawnLike,   // level, kind, the actor whose values it is given
  kFinish,      // actor
  kAddPart,     // actor
  kDestroy,     // actor
  kAim,         // actor, actor
  kEndWith,     // actor, actor: when the play of the first ends, it destroys the second
  kEndAtOnce,   // actor, actor: when the play of the first begins
  kRoot,        // actor: or no longer
  kHold,        // actor: instead of what was held
  kRelease,     // what was held
  kFrame,       // an even number: with a request before it
  kCollect,     // a whole scheduled collection
  kCollectNow,  // a whole one, which no frame has scheduled
};
inline constexpr std::size_t kWorldsVerbs = 20;
inline constexpr std::array<std::string_view, kWorldsVerbs> kWorldsWords = {
    "open",       "add-level", "stream-in", "loaded",  "stream-out", "clean-up",   "spawn",
    "spawn-like", "finish",    "add-part",  "destroy", "aim",        "end-with",   "end-at-once",
    "root",       "hold",      "release",   "frame",   "collect",    "collect-now"};

struct WorldsOperation {
  WorldsVerb verb = WorldsVerb::kCollect;
  std::array<std::uint8_t, 3> numbers{};
};
using WorldsRun = std::vector<WorldsOperation>;

using WorldsVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class WorldsLie : std::uint8_t {
  kNone,
  kTellsTwice,   // the diary has its last line twice
  kKeepsPlay,    // an actor whose play has ended says that it has begun
  kSkipsGap,     // a list leaves its gaps out
  kForgetsLeak,  // no leak is told
  kMiscounts,    // of objects
  kMakesMore,    // of clusters
};

WorldsRun DrawWorldsRun(std::uint64_t seed);
WorldsVerdict JudgeWorlds(const WorldsRun& run, WorldsLie lie = WorldsLie::kNone);
// What that is made of: over the build that ships; and for every other run over the one that checks
// itself (AndWithChecks).
WorldsVerdict JudgeShipped(const WorldsRun& run, WorldsLie lie);
WorldsVerdict JudgeChecked(const WorldsRun& run, WorldsLie lie);
// The same difference with as few operations as leaving some out gives.
WorldsRun ShrunkWorlds(WorldsRun run, WorldsLie lie = WorldsLie::kNone);
std::string TextOf(const WorldsRun& run);

}  // namespace properties::worlds
