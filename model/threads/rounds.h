// model/threads/rounds.h -- finds runs that go on for ever although each thread gets its turns.
//
// There are finitely many moments, so a run that never ends goes round in some of them. Such a
// round is a livelock only if it is fair: each thread takes a step in the round, or there is a
// moment of the round in which it has none. Fair rounds lie in the strongly connected parts of the
// graph of moments.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/threads/memory/memory.h"

namespace model::threads {

struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Thread thread = 0;
};

struct RoundsQuestion {
  std::size_t moments = 0;
  const std::vector<Edge>& edges;  // by ascending `from`
  std::size_t threads = 0;
  // Whether, in a moment, some thread still has to end.
  std::function<bool(std::uint32_t)> must_end;
};

struct Round {
  std::uint32_t start = 0;
  std::vector<Edge> edges;  // the steps from the start back to the start
};

// A fair round in which a thread that has to end never does. If there are several, the one whose
// first moment was found first.
std::optional<Round> FindFairRound(const RoundsQuestion& question);

}  // namespace model::threads
