// model/orders/indices.cc -- the table grows, the gather covers it, and objects are handed over.
//
// A reader of the table asks for its end, and then reads the chunk of an index below it. The chunk
// was made before the end was moved, by a thread that may have nothing to do with the reader:
//
//     one thread        makes a chunk      moves the end
//     a weak read                                          end -> moved     chunk -> ?
//
// What is made in sections before the slice in which marking ends is gathered; for the collector
// the end of a section orders all of it. A thread that makes an object asks for the phase, which
// changes in slices only.
//
// Upholds: gather-covers-range, birth-colour-marking, hand-over-publishes.

#include "model/orders/protocols.h"
#include "model/orders/sections.h"

namespace model::orders {

Machine TableGrowth(const Orders& orders) {
  enum Word : Location { kMutex, kEnd, kChunkOne, kChunkTwo };
  Machine machine{.name = "table growth",
                  .locations = {"table lock", "end", "chunk 1", "chunk 2"},
                  .initial = {0, 1, 0, 0}};
  Program maker("maker");
  {
    const Label full = maker.NewLabel();
    const Label next = maker.NewLabel();
    Guard lock(maker, kMutex, orders.Holds(At::kAllocatesLocked));
    maker.Load(kSeen, kEnd, orders.Of(At::kTableNext));
    maker.JumpIfEqual(kSeen, 1, next);
    maker.Jump(full);
    maker.Bind(next);
    const bool chunk_first = orders.Holds(At::kChunkFirst);
    if (chunk_first) maker.WritePlainly(kChunkOne, 1);
    maker.Store(kEnd, 2, orders.Of(At::kTableGrows));
    if (!chunk_first) maker.WritePlainly(kChunkOne, 1);
    maker.Bind(full);
    lock.Unlock();
  }
  machine.threads.push_back(maker);
  Program claimer("claimer");  // of an index in the second chunk
  {
    const Label has_one = claimer.NewLabel();
    Guard lock(claimer, kMutex, orders.Holds(At::kAllocatesLocked));
    claimer.Load(kSeen, kEnd, orders.Of(At::kTableEnd));
    claimer.JumpIfEqual(kSeen, 2, has_one);
    claimer.WritePlainly(kChunkOne, 1);
    claimer.Bind(has_one);
    claimer.WritePlainly(kChunkTwo, 1);
    claimer.Store(kEnd, 3, orders.Of(At::kTableClaims));
    lock.Unlock();
  }
  machine.threads.push_back(claimer);
  Program reader("reader");
  {
    const Label end = reader.NewLabel();
    reader.Load(kKept, kEnd, orders.Of(At::kTableEnd));
    reader.JumpIfEqual(kKept, 1, end);
    reader.ReadPlainly(kSeen, kChunkOne);
    reader.JumpIfEqual(kKept, 2, end);
    reader.ReadPlainly(kSeen, kChunkTwo);
    reader.Bind(end);
  }
  machine.threads.push_back(reader);
  machine.judge = [](const Scene&) -> std::string { return ""; };
  return machine;
}

Machine GatheredRange(const Orders& orders) {
  enum Word : Location { kLock, kEnd, kObjectOf, kFlagWord, kPhase };
  enum Count : threads::Ghost { kCovered, kColoured };
  Machine machine{.name = "gathered range",
                  .locations = {"lock", "end", "object", "flags", "phase"},
                  .initial = {1, 1, 0, 0, 0}};  // the first mutator's section is open
  Program collector("collector");
  Sections slice(collector, kLock, orders);
  const Label missed = collector.NewLabel();
  const Label done = collector.NewLabel();
  slice.BeginSlice();
  collector.WritePlainly(kPhase, 1);
  collector.Load(kSeen, kEnd, orders.Of(At::kTableEnd));
  collector.JumpIfEqual(kSeen, 1, missed);
  collector.GhostAdd(kCovered, 1, "gathers the index");
  collector.Load(kSeen, kFlagWord, orders.Of(At::kFlagsSeen));
  collector.JumpIfNone(kSeen, missed);
  collector.GhostAdd(kColoured, 1, "which has its colour");
  collector.Bind(missed);
  slice.EndSlice();
  collector.Bind(done);
  machine.threads.push_back(collector);
  Program first("mutator 1");
  first.ReadPlainly(kSeen, kPhase);
  first.Store(kEnd, 2, orders.Of(At::kTableGrows));
  first.Store(kFlagWord, 1, orders.Of(At::kFlagsStart));
  first.Store(kObjectOf, 1, orders.Of(At::kPublishes));
  Sections(first, kLock, orders).Leave();
  machine.threads.push_back(first);
  Program second("mutator 2");
  const Label blocked = second.NewLabel();
  Sections section(second, kLock, orders);
  section.Enter(blocked);
  second.ReadPlainly(kSeen, kPhase);
  section.Leave();
  second.Bind(blocked);
  machine.threads.push_back(second);
  machine.judge = [](const Scene& scene) -> std::string {
    if (!scene.ended) return "";
    if (scene.ghosts[kCovered] == 0) return "an index that was given out is not gathered";
    return scene.ghosts[kColoured] == 0 ? "the gather finds a new object without its colour" : "";
  };
  return machine;
}

Machine HandOver(const Orders& orders) {
  enum Word : Location { kLock, kMutex, kFlagWord, kFields, kMailbox, kKeptList };
  constexpr Value kAsync = 1;
  constexpr Value kReachable = 2;
  Machine machine{.name = "hand-over",
                  .locations = {"lock", "table lock", "flags", "fields", "mailbox", "kept"},
                  .initial = {2, 0, 0, 0, 0, 0}};  // both makers' sections are open
  Program collector("collector");
  Sections slice(collector, kLock, orders);
  const Label nothing = collector.NewLabel();
  slice.BeginSlice();
  collector.ReadPlainly(kSeen, kFields);
  slice.EndSlice();
  {
    collector.ReadPlainly(kSeen, kMailbox);
    collector.JumpIfNone(kSeen, nothing);
    Guard lock(collector, kMutex, orders.Holds(At::kHandsOverLocked));
    collector.Update(kSeen, kFlagWord, Change::kAnd, static_cast<Value>(~kAsync),
                     orders.Of(At::kFlagsCleared));
    collector.ReadPlainly(kKept, kKeptList);
    collector.WritePlainly(kKeptList, 0);
    lock.Unlock();
  }
  collector.Bind(nothing);
  machine.threads.push_back(collector);
  Program maker("loader");
  {
    maker.WritePlainly(kFields, 1);
    Guard lock(maker, kMutex, orders.Holds(At::kRegistersLocked));
    maker.WritePlainly(kKeptList, 1);
    maker.Store(kFlagWord, kAsync | kReachable, orders.Of(At::kFlagsStart));
    lock.Unlock();
    maker.WritePlainly(kMailbox, 1);
    Sections(maker, kLock, orders).Leave();
  }
  machine.threads.push_back(maker);
  // Another loader makes an object in its next section, beside the hand-over.
  Program other("loader 2");
  {
    const Label blocked = other.NewLabel();
    Sections section(other, kLock, orders);
    section.Leave();
    section.Enter(blocked);
    Guard lock(other, kMutex, orders.Holds(At::kRegistersLocked));
    other.WritePlainly(kKeptList, 1);
    lock.Unlock();
    section.Leave();
    other.Bind(blocked);
  }
  machine.threads.push_back(other);
  machine.judge = [](const Scene& scene) -> std::string {
    return scene.ended && scene.latest[kFlagWord] != kReachable
               ? "what was handed over keeps its flag, or has lost its colour"
               : "";
  };
  return machine;
}

}  // namespace model::orders
