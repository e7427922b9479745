// model/threads/search.h -- tries every interleaving of a machine's threads, and finds a wrong one.
//
// The search visits moments breadth first, each once, so the first mistake that it finds is reached
// by a shortest way. There are four kinds:
//   a broken promise   the machine's judge says so
//   a race             a plain access that nothing orders
//   a deadlock         a thread has not ended, and none can take a step
//   a livelock         threads go on for ever, each gets its turn again and again, and one that
//                      should end never does
//
// A livelock is sought only when nothing else is wrong and every moment was seen. And it is sought
// only with a memory in which each read sees the last write: under C++'s memory an unlucky thread
// may read an old value for ever, as the standard only recommends that writes become visible.
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
  std::size_t again_from = 0;  // for a livelock: the turn at which the round begins
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

// The turns as text, with a column for each thread that takes one and a line for each turn:
//
//     collector               | mutator
//     ------------------------+-----------
//                             | wants -> 0
//     wants += 1: 0 becomes 1 |
std::string Schedule(const Machine& machine, const Bad& bad);

}  // namespace model::threads
