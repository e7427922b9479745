// model/threads/search.h -- every interleaving of a machine's threads, and what is wrong in any.
//
// Breadth first, each moment once, so what is found first is found by a shortest way. Wrong are:
//   a broken promise   the machine's judge says so
//   a race             a plain access that nothing orders
//   a deadlock         a thread has not ended, and none can take a step
//   a livelock         threads can go on for ever, each getting its turn again and again, and one
//                      that should end never does
// The last is sought only when nothing else is wrong and every moment was seen, and only with a
// memory that shows the last write: that others become visible at all is no more than a
// recommendation of C++.
//
// Read next: machines.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/threads/execution.h"

namespace model::threads {

struct Bad {
  enum class Kind : std::uint8_t { kBroken, kRace, kDeadlock, kLivelock };
  Kind kind = Kind::kBroken;
  std::string sentence;
  struct Turn {
    Thread thread = 0;
    std::string what;
  };
  std::vector<Turn> turns;
  std::size_t again_from = 0;  // of a livelock: the turn from which it goes round
};

struct SearchResult {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;
  double seconds = 0;
  bool exhausted = false;  // every moment was seen
  std::optional<Bad> bad;
};

SearchResult Search(const Machine& machine, MemoryModel model,
                    std::uint64_t max_states = 5'000'000);

// A column for each thread that takes a turn, a line for each turn:
//
//     collector               | mutator
//     ------------------------+-----------
//                             | wants -> 0
//     wants += 1: 0 becomes 1 |
std::string Schedule(const Machine& machine, const Bad& bad);

}  // namespace model::threads
