// model/threads/machines.h -- the protocols between threads, each as small as it can be.
//
// The marker, the barrier and the lock of core each rest on a few accesses to shared words. Each
// machine here states these accesses once more, and what they promise, so that a search can try
// every interleaving. A fault changes the instructions that uphold its rule.
//
// Of core:
//   WordLock         the lock of slices and sections in one word, with a mutex to sleep under
//   TracedStore      a flip while a store is under way: why a barrier belongs inside a section
//   ChunkList        the barrier list in chunks, taken while no mutator pushes
//   MarkWord         threads that mark one object, and one that sets another flag of it
//   PooledMarking    workers with stacks of their own and a pool under a mutex
// More machines of core's protocols stand in model/orders/protocols.h. The machines above take
// their memory orders from core's source (accesses.h).
//
// What core does not have, for comparison:
//   GcLock           the lock in three words: counters, a second look, sleep
//   LockedList       the barrier list under its lock, and the end of marking
//   CountedList      the barrier list detached by flipping an index, pushes in flight counted
//   Termination      workers that share a queue and leave a slice; the last one says what is left
//
// The machines assume that an allocation or a scan is one access. Their sizes are those below.
//
// Read next: table.h.

#pragma once

#include <cstddef>
#include <optional>

#include "model/threads/orders.h"
#include "model/threads/program.h"
#include "model/threads/rules.h"

namespace model::threads {

struct LockSize {
  std::size_t mutators = 2;
  std::size_t slices = 2;        // of the collector
  std::size_t tries = 0;         // before the first slice, each given up if a section is open
  std::size_t reservations = 0;  // tries in two parts, of which every second is called off
  std::size_t forced = 0;        // reservations that wait; a slice follows each
  bool endless = false;          // mutators open one section after the other, for ever
};
Machine GcLock(const LockSize& size, std::optional<Fault> fault = {});

Machine WordLock(const LockSize& size, std::optional<Fault> fault = {},
                 const Orders& orders = Orders());

Machine TracedStore(std::optional<Fault> fault = {});

struct ListSize {
  std::size_t pushers = 2;
};
Machine LockedList(const ListSize& size, std::optional<Fault> fault = {});
Machine CountedList(const ListSize& size, std::optional<Fault> fault = {});

// Two mutators push, and a chunk has one place. `chunk_stays`: an empty chunk is there already.
Machine ChunkList(bool chunk_stays, std::optional<Fault> fault = {},
                  const Orders& orders = Orders());

struct MarkerSize {
  std::size_t workers = 3;
  std::size_t budget = 2;  // items a worker scans in a slice
};
Machine Termination(const MarkerSize& size, std::optional<Fault> fault = {});

Machine MarkWord(std::optional<Fault> fault = {}, const Orders& orders = Orders());

struct PoolSize {
  std::size_t threads = 2;
  bool wakes = true;      // a worker that gives wakes those that wait
  bool deadline = false;  // the slice may end at any time
};
Machine PooledMarking(const PoolSize& size, std::optional<Fault> fault = {},
                      const Orders& orders = Orders());

}  // namespace model::threads
