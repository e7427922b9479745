// properties/search/directed/directed.h -- random runs directed at the wavefront.
//
// Uniform random operations lose no object in 100,000 runs: between two units of work there is one
// moment at which one store of one object matters, and fair dice do not find it. So a run is
// generated while it is judged. Before each operation the generator looks at what the oracle holds
// and what the subject publishes (phase, colours), and prefers operations that matter now: storing
// a white object into a black one and then cutting the last grey path to it; rooting, counting or
// reading weakly an object that is white or doomed; creating an object in a gap; ticking by one
// unit. If the subject publishes no colours, all reachable objects are targets.
//
// The result is an ordinary trace: it replays, shrinks and prints without the generator.
//
// Read next: properties/shrink/shrink.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "properties/coverage/coverage.h"
#include "properties/judge/judge.h"
#include "properties/search/search.h"
#include "reference/trace/trace.h"

namespace properties {

// What a run does most. A profile is drawn for each case unless the options name one.
enum class Profile : std::uint8_t {
  kWavefront,   // stores and cuts against unit ticks
  kMoves,       // moves and swaps across the wavefront
  kRoots,       // roots, strong counts and referencers, while marking
  kWeak,        // weak reads, copies and reused indices
  kPurge,       // unready objects, waiting lists, cycles begun during purges
  kChurn,       // creation and loss, many cycles, indices that are used again
  kFates,       // clusters, and objects marked as garbage
  kEverything,  // all verbs with equal weight
};
inline constexpr std::size_t kProfileCount = 8;
inline constexpr std::array<std::string_view, kProfileCount> kProfileWords = {
    "wavefront", "moves", "roots", "weak", "purge", "churn", "fates", "everything"};
constexpr std::string_view WordOf(Profile profile) {
  return kProfileWords[static_cast<std::size_t>(profile)];
}

struct DirectedOptions {
  reference::Locals locals = reference::Locals::kDead;
  // Of all runs; if there is none, a variant is drawn for each (properties/search/variants.h).
  std::optional<reference::Variant> heap = {};
  // Verbs to use, as far as the subject promises them.
  reference::VerbSet verbs = reference::VerbSet::All();
  std::optional<Profile> profile;
  std::size_t max_operations = 120;  // most cases are much shorter
  std::size_t max_objects = 60;      // most cases have 2 to 12
  JudgeOptions judge;
  Coverage* coverage = nullptr;  // not null: what is met is added to it; one thread at a time
};

// Generates and judges one case. `out` becomes the judged trace.
Verdict RunDirected(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
                    reference::Trace& out);

// Judges cases 0, 1, 2, ... of a run with `seed` (SeedOfCase), until the search is over. The
// judge's options are search.judge; options.judge is ignored.
SearchResult SearchDirected(const SubjectFactory& factory, std::uint64_t seed,
                            const DirectedOptions& options, const SearchOptions& search);

}  // namespace properties
