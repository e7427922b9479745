// properties/search/directed/directed.h -- random runs directed at the wavefront.
//
// Uniform random operations lose nothing in 100,000 runs: between two units of work there is one
// moment at which one store of one object matters, and a fair dice does not find it. So a run is
// generated while it is judged. Before each operation the generator looks at what the oracle holds
// and the subject publishes (phase, colours) and prefers what matters now: storing a white object
// into a black one, cutting the last grey path to it afterwards, rooting, counting, reading weakly
// what is white or doomed, being born in a gap, ticking by one unit. For a subject that
// publishes no colours the targets are what the oracle finds reachable.
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

#include "properties/judge/judge.h"
#include "properties/search/search.h"
#include "reference/trace/trace.h"

namespace properties {

// Where a run puts its weight. One is drawn for each case unless the options name it.
enum class Profile : std::uint8_t {
  kWavefront,   // stores and cuts against unit ticks
  kMoves,       // moves and swaps across the wavefront
  kRoots,       // roots, strong counts and referencers, while marking
  kWeak,        // weak reads, copies and reused indices
  kPurge,       // unready objects, waiting lists, cycles on top of purges
  kChurn,       // creation and garbage, many cycles, indices that come back
  kFates,       // clusters, and objects marked as garbage
  kEverything,  // all verbs alike
};
inline constexpr std::size_t kProfileCount = 8;
inline constexpr std::array<std::string_view, kProfileCount> kProfileWords = {
    "wavefront", "moves", "roots", "weak", "purge", "churn", "fates", "everything"};
constexpr std::string_view WordOf(Profile profile) {
  return kProfileWords[static_cast<std::size_t>(profile)];
}

struct DirectedOptions {
  reference::Locals locals = reference::Locals::kDead;
  // Verbs to use, of those that the subject promises.
  reference::VerbSet verbs = reference::VerbSet::All();
  std::optional<Profile> profile;
  std::size_t max_operations = 120;  // most cases are much shorter
  std::size_t max_objects = 60;      // most cases have 2 to 12
  JudgeOptions judge;
};

// Generates and judges one case. `out` becomes the trace that was judged.
Verdict RunDirected(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
                    reference::Trace& out);

// Judges cases 0, 1, 2, ... of a run with `seed` (SeedOfCase), until the search is over.
// search.judge is used, and options.judge is not.
SearchResult SearchDirected(const SubjectFactory& factory, std::uint64_t seed,
                            const DirectedOptions& options, const SearchOptions& search);

}  // namespace properties
