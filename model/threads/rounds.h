// model/threads/rounds.h -- runs that go on for ever although everyone gets a turn.
//
// A run of finitely many moments that never ends goes round in them. It is fair if no thread that
// could always go on is left out: each thread takes a step in the round, or cannot in one of its
// moments. Such rounds lie in the strongly connected parts of the graph of moments.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/threads/memory.h"

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
  std::function<bool(std::uint32_t)> must_end;  // whether a thread has still to end in a moment
};

struct Round {
  std::uint32_t start = 0;
  std::vector<Edge> edges;  // from the start back to it
};

// A fair round in which a thread never ends; the one that begins in the earliest moment.
std::optional<Round> FindFairRound(const RoundsQuestion& question);

}  // namespace model::threads
