// model/threads/execution.h -- a machine of threads at one moment, and every step it can take.
//
// A machine is programs with a memory; a moment is where each program stands, and what the memory
// holds. Execution makes, from one moment, every moment that can follow.
//
// Read next: search.h.

#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/threads/program.h"

namespace model::threads {

struct ThreadState {
  std::uint8_t next = 0;  // the instruction that is next
  bool asleep = false;
  Location bed = 0;  // the location on which it sleeps
  std::array<Value, kMaxRegisters> registers = {};
};

struct Moment {
  Memory memory;
  std::array<ThreadState, kMaxThreads> threads = {};
  std::array<Value, kMaxGhosts> ghosts = {};
  bool raced = false;  // a plain access was not ordered
};

class Execution {
 public:
  Execution(const Machine& machine, MemoryModel model);

  Moment Start() const;
  bool Ended(const Moment& moment, Thread thread) const {
    return moment.threads[thread].next == machine_.threads[thread].instructions().size();
  }
  Scene SceneOf(const Moment& moment) const;
  // Moments with the same key have the same future. MomentOf makes the moment from its key.
  std::string KeyOf(const Moment& moment) const;
  Moment MomentOf(std::string_view key) const;

  // Calls `visit(moment after, what happened)` for every way in which a thread can take its next
  // step. There is none if the thread has ended, sleeps or waits. `what happened` is empty unless
  // `describe` is true.
  using Visit = std::function<void(const Moment&, const std::string&)>;
  void ForEachStep(const Moment& moment, Thread thread, bool describe, const Visit& visit) const;

 private:
  class Teller;
  Memory FirstMemory() const;
  // Says to the memory what the thread still has before it.
  void Prepare(Memory& memory, Thread thread, std::size_t next) const;
  // Carries out the instructions that belong to the step just taken.
  void Settle(Moment& moment, Thread thread, std::string* says) const;

  const Machine& machine_;
  MemoryModel model_;
  std::vector<bool> plain_;                // of each location: whether some thread means it plainly
  std::vector<std::vector<Needs>> needs_;  // of each thread, at each of its instructions
};

}  // namespace model::threads
